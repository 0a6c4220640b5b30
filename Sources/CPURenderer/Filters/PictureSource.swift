import MultiplaneCPixels
import MultiplaneFlattening

/// What a filter reads: a surface, or a part of one that goes on beyond its canvas.
struct PictureSource {
  let surface: TileSurface
  /// The pixels that hold numbers; what lies outside is transparent (0).
  let box: PixelBox
  /// Takes the bright part of each row that is read; nil for all of it.
  private let brightening: UnsafePointer<CPKernels>?
  /// Beyond it each pixel is the nearest one in it; nil where nothing lies beyond.
  private let canvas: PixelBox?

  var channels: Int { surface.channels }

  init(_ surface: TileSurface) {
    self.surface = surface
    box = surface.box
    canvas = nil
    brightening = nil
  }

  /// The part of a surface's colours that is brighter than a half.
  init(brightPartOf surface: TileSurface, _ kernels: UnsafePointer<CPKernels>) {
    self.surface = surface
    box = surface.box
    canvas = nil
    brightening = kernels
  }

  /// - Parameter box: may reach beyond the canvas.
  init(_ surface: TileSurface, in box: PixelBox, canvas: PixelBox) {
    self.surface = surface
    self.box = box
    self.canvas = canvas
    brightening = nil
  }

  /// The picture in a surface that may be changed.
  func owned(_ work: FilterWork) throws(CPURendererError) -> TileSurface {
    guard canvas != nil || brightening != nil else { return surface }
    let copy = try TileSurface(box, channels: channels, from: work.pool)
    let side = TileSurface.side
    work.run(copy.tileCount) { index, _ in
      let tile = copy.tileBox(index).intersection(box)
      for y in tile.minY..<tile.maxY {
        let row = copy.pixels + index * copy.tileFloats + (Int(y) & 63) * side * channels
        copyRow(y, tile.columns, to: row + (Int(tile.minX) & 63), next: side)
      }
      copy.trim(index)
    }
    return copy
  }

  /// Copies columns of a row.
  ///
  /// - Parameters:
  ///   - line: gets the first channel's numbers, all of them.
  ///   - next: from one channel's numbers to the next one's, in floats.
  func copyRow(_ y: Int32, _ columns: Range<Int32>, to line: UnsafeMutablePointer<Float>, next: Int) {
    copyWholeRow(y, columns, to: line, next: next)
    brightening?.pointee.bright(line, next, Int32(columns.count))
  }

  private func copyWholeRow(_ y: Int32, _ columns: Range<Int32>, to line: UnsafeMutablePointer<Float>, next: Int) {
    let target = Line(numbers: line, next: next, first: columns.lowerBound, channels: channels)
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

  private func pixel(_ x: Int32, _ y: Int32) -> UnsafeMutablePointer<Float>? {
    guard surface.box.rows.contains(y), surface.box.columns.contains(x) else { return nil }
    let place = (Int(y) & 63) * TileSurface.side * channels + (Int(x) & 63)
    return surface.view.tile(column: TileSurface.tile(of: x), row: TileSurface.tile(of: y)).map { $0 + place }
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
      let end = min(held.upperBound, (x | 63) + 1)
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

    /// - Parameter pixel: its first channel in a tile; nil for a transparent one.
    func fill(_ columns: Range<Int32>, with pixel: UnsafeMutablePointer<Float>?) {
      guard !columns.isEmpty else { return }
      for channel in 0..<channels {
        (numbers + channel * next + Int(columns.lowerBound - first))
          .update(repeating: pixel?[channel * TileSurface.side] ?? 0, count: columns.count)
      }
    }

    /// - Parameter pixel: the first one's first channel in a tile.
    func copy(_ columns: Range<Int32>, from pixel: UnsafeMutablePointer<Float>) {
      for channel in 0..<channels {
        (numbers + channel * next + Int(columns.lowerBound - first))
          .update(from: pixel + channel * TileSurface.side, count: columns.count)
      }
    }
  }
}
