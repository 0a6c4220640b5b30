import MultiplaneCPixels
import MultiplaneGraphics
import MultiplanePathImages

/// One image's texels; the mip levels are made when they are first asked for.
final class ImageTexels {
  /// Nil when the image no longer exists, as it cannot be asked for again, and for a raster.
  private(set) weak var presence: CGImage.Presence?
  let width, height: Int
  /// Whether every alpha is 1.
  let isOpaque: Bool
  let isHalf: Bool
  @exclusivity(unchecked) var lastFrame = 0
  private var memory: [UnsafeMutableRawPointer] = []
  private(set) var byteCount = 0
  /// Whose first is the image itself.
  let levels: UnsafeMutablePointer<CPTexels>
  private var madeLevels = 1
  /// The image itself and each half of it, down to one pixel.
  let levelCount: Int

  /// - Parameter pixels: those of an imported image, RGBA8 premultiplied; nil to take the image's
  ///   own.
  init(_ image: CGImage, pixels: [UInt8]? = nil) {
    presence = image.presence
    (width, height) = (image.width, image.height)
    isHalf = image.hasHalfFloats
    levelCount = Int.bitWidth - max(width, height, 1).leadingZeroBitCount
    levels = .allocate(capacity: levelCount)
    let size = (width + 1) * (height + 1) * (isHalf ? 8 : 4)
    let texels = UnsafeMutableRawPointer.allocate(byteCount: size + 64, alignment: 64)
    memory = [texels]
    byteCount = size
    let (columns, rows) = (Int32(clamping: width), Int32(clamping: height))
    if let pixels {
      isOpaque = pixels.withUnsafeBytes { cp_pad($0.baseAddress, columns, rows, false, texels) }
    } else if isHalf {
      isOpaque = image.drawnHalves().withUnsafeBytes { cp_pad($0.baseAddress, columns, rows, true, texels) }
    } else {
      isOpaque = image.withPremultipliedRGBA8 { cp_pad($0.baseAddress, columns, rows, false, texels) }
    }
    levels[0] = CPTexels(texels: texels, width: columns, height: rows, stride: columns + 1, is_wide: isHalf)
  }

  /// A surface's pixels, and a transparent one around them all. It has no other levels.
  init(_ surface: TileSurface) {
    (width, height) = (surface.box.width + 2, surface.box.height + 2)
    (isHalf, isOpaque, levelCount) = (true, false, 1)
    levels = .allocate(capacity: 1)
    let size = (width + 1) * (height + 1) * 8
    let texels = UnsafeMutableRawPointer.allocate(byteCount: size + 64, alignment: 64)
    memory = [texels]
    byteCount = size
    surface.copyTexels(to: texels.assumingMemoryBound(to: Int16.self))
    levels[0] = CPTexels(
      texels: texels, width: Int32(width), height: Int32(height), stride: Int32(width + 1), is_wide: true)
  }

  deinit {
    for texels in memory { texels.deallocate() }
    levels.deallocate()
  }

  /// Makes all levels (rendering rules §10): means in single precision, kept as 16-bit numbers.
  func makeLevels() {
    guard madeLevels < levelCount else { return }
    let size = Int(levels[0].stride) * height * (isHalf ? 8 : 4)
    var mips = MipLevels(
      of: UnsafeRawBufferPointer(start: levels[0].texels, count: size), width: width, height: height,
      stride: Int(levels[0].stride), component: isHalf ? .integer(one: Int16(CP_ONE)) : .byte)
    while madeLevels < levelCount, mips.next() {
      let (columns, rows) = (Int32(mips.width), Int32(mips.height))
      let size = (mips.width + 1) * (mips.height + 1) * 8
      let texels = UnsafeMutableRawPointer.allocate(byteCount: size + 64, alignment: 64)
      memory.append(texels)
      byteCount += size
      mips.texels.withUnsafeBytes {
        cp_pack_texels(
          $0.assumingMemoryBound(to: Float.self).baseAddress, columns, rows,
          texels.assumingMemoryBound(to: Int16.self))
      }
      levels[madeLevels] = CPTexels(texels: texels, width: columns, height: rows, stride: columns + 1, is_wide: true)
      madeLevels += 1
    }
  }
}

extension TileSurface {
  /// Its pixels as rows of texels with a transparent one around them, and copies of the last ones
  /// behind those: (width + 3) · (height + 3) texels of the box's size.
  fileprivate func copyTexels(to texels: UnsafeMutablePointer<Int16>) {
    let (rowNumbers, view) = ((box.width + 3) * 4, view)
    texels.initialize(repeating: 0, count: rowNumbers * (box.height + 3))
    for y in box.minY..<box.maxY {
      view.interleave(y, to: texels + (Int(y - box.minY) + 1) * rowNumbers + 4)
    }
  }
}

extension TileSurface.View {
  /// The four numbers of each pixel of one of the box's rows.
  fileprivate func interleave(_ y: Int32, to numbers: UnsafeMutablePointer<Int16>) {
    var x = box.minX
    while x < box.maxX {
      let column = TileSize.column(of: x)
      let end = min(box.maxX, Int32((column + 1) * TileSize.width))
      if let tile = tile(column: column, row: TileSize.row(of: y)) {
        let place = tile + TileSize.offsetY(of: y) * TileSize.rowNumbers + TileSize.offsetX(of: x)
        for index in 0..<Int(end - x) {
          let target = numbers + (Int(x - box.minX) + index) * 4
          for channel in 0..<4 { target[channel] = place[channel * TileSize.width + index] }
        }
      }
      x = end
    }
  }
}
