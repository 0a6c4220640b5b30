import MultiplaneCPixels
import MultiplaneFlattening

/// What a filter reads: a surface, or a part of one that goes on beyond its canvas.
struct PictureSource {
  let surface: TileSurface
  /// The pixels that hold numbers; what lies outside is transparent (0).
  let box: PixelBox
  /// Whether only the part of each row's colours that is brighter than a half is read.
  private let isBrightPart: Bool
  /// Beyond it each pixel is the nearest one in it; nil where nothing lies beyond.
  private let canvas: PixelBox?

  var channels: Int { surface.channels }

  init(_ surface: TileSurface) {
    self.surface = surface
    box = surface.box
    canvas = nil
    isBrightPart = false
  }

  /// The part of a surface's colours that is brighter than a half.
  init(brightPartOf surface: TileSurface) {
    self.surface = surface
    box = surface.box
    canvas = nil
    isBrightPart = true
  }

  /// - Parameter box: may reach beyond the canvas.
  init(_ surface: TileSurface, in box: PixelBox, canvas: PixelBox) {
    self.surface = surface
    self.box = box
    self.canvas = canvas
    isBrightPart = false
  }

  /// The picture in a surface that may be changed.
  func owned(_ work: FilterWork) throws(CPURendererError) -> TileSurface {
    guard canvas != nil || isBrightPart else { return surface }
    let copy = try TileSurface(box, channels: channels, from: work.pool)
    let width = TileSize.width
    work.run(copy.tileCount) { index, _ in
      let tile = copy.tileBox(index).intersection(box)
      withUnsafeTemporaryAllocation(of: Float.self, capacity: width * channels) { line in
        guard let line = line.baseAddress else { return }
        for y in tile.minY..<tile.maxY {
          copyRow(y, tile.columns, to: line, next: width, work.kernels)
          let row = copy.pixels + index * copy.tileNumbers + copy.place(tile.minX, y)
          for channel in 0..<channels {
            work.kernels.pointee.pack(line + channel * width, Int32(tile.width), row + channel * width)
          }
        }
      }
      copy.trim(index)
    }
    return copy
  }

  /// Copies columns of a row as floats, of which `CP_ONE` is 1.
  ///
  /// - Parameters:
  ///   - line: gets the first channel's numbers, all of them.
  ///   - next: from one channel's numbers to the next one's, in floats.
  func copyRow(
    _ y: Int32, _ columns: Range<Int32>, to line: UnsafeMutablePointer<Float>, next: Int,
    _ kernels: UnsafePointer<CPKernels>
  ) {
    copyWholeRow(
      y, columns,
      to: Line(numbers: line, next: next, first: columns.lowerBound, channels: channels, kernels: kernels))
    if isBrightPart { kernels.pointee.bright(line, next, Int32(columns.count)) }
  }

  private func copyWholeRow(_ y: Int32, _ columns: Range<Int32>, to target: Line) {
    let inside = columns.clamped(to: box.columns)
    guard box.rows.contains(y), !inside.isEmpty else { return target.fill(columns, with: nil) }
    target.fill(columns.lowerBound..<inside.lowerBound, with: nil)
    target.fill(inside.upperBound..<columns.upperBound, with: nil)
    guard let canvas else { return copyHeld(y, inside, to: target) }
    let row = min(max(y, canvas.minY), canvas.maxY - 1)
    target.fill(inside.clamped(to: .min..<canvas.minX), with: pixel(canvas.minX, row))
    target.fill(inside.clamped(to: canvas.maxX..<(.max)), with: pixel(canvas.maxX - 1, row))
    copyHeld(row, inside.clamped(to: canvas.columns), to: target)
  }

  private func pixel(_ x: Int32, _ y: Int32) -> UnsafeMutablePointer<Int16>? {
    guard surface.box.rows.contains(y), surface.box.columns.contains(x) else { return nil }
    return surface.view.tile(column: TileSize.column(of: x), row: TileSize.row(of: y)).map { $0 + surface.place(x, y) }
  }

  /// Copies what the surface has of a row.
  private func copyHeld(_ y: Int32, _ columns: Range<Int32>, to target: Line) {
    guard !columns.isEmpty else { return }
    let held = columns.clamped(to: surface.box.columns)
    guard !held.isEmpty, surface.box.rows.contains(y) else { return target.fill(columns, with: nil) }
    target.fill(columns.lowerBound..<held.lowerBound, with: nil)
    target.fill(held.upperBound..<columns.upperBound, with: nil)
    var x = held.lowerBound
    while x < held.upperBound {
      let end = min(held.upperBound, (x | Int32(TileSize.width - 1)) + 1)
      if let source = pixel(x, y) { target.copy(x..<end, from: source) }
      x = end
    }
  }

  /// Where the numbers of a row go.
  private struct Line {
    let numbers: UnsafeMutablePointer<Float>
    let next: Int
    let first: Int32
    let channels: Int
    let kernels: UnsafePointer<CPKernels>

    /// - Parameter pixel: its first channel in a tile; nil for a transparent one.
    func fill(_ columns: Range<Int32>, with pixel: UnsafeMutablePointer<Int16>?) {
      guard !columns.isEmpty else { return }
      for channel in 0..<channels {
        (numbers + channel * next + Int(columns.lowerBound - first))
          .update(repeating: Float(pixel?[channel * TileSize.width] ?? 0), count: columns.count)
      }
    }

    /// - Parameter pixel: the first one's first channel in a tile.
    func copy(_ columns: Range<Int32>, from pixel: UnsafeMutablePointer<Int16>) {
      for channel in 0..<channels {
        kernels.pointee.unpack(
          pixel + channel * TileSize.width, Int32(columns.count),
          numbers + channel * next + Int(columns.lowerBound - first))
      }
    }
  }
}
