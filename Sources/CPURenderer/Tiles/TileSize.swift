import MultiplaneCPixels
import MultiplaneFlattening

/// The size of a tile in pixels, and the grid of tiles on the device (or on a raster).
enum TileSize {
  static var width: Int { Int(CP_TILE_WIDTH) }
  static var height: Int { Int(CP_TILE_HEIGHT) }
  static var pixelCount: Int { Int(CP_TILE_PIXELS) }
  /// From one row of a tile of four channels to the next, in numbers.
  static var rowNumbers: Int { 4 * width }

  /// The column of the grid that a pixel is in; divisions round down.
  @inline(__always)
  static func column(of x: Int32) -> Int { Int(x) >> Int(CP_TILE_WIDTH_BITS) }

  /// The row of the grid that a pixel is in.
  @inline(__always)
  static func row(of y: Int32) -> Int { Int(y) >> Int(CP_TILE_HEIGHT_BITS) }

  /// From the left side of a pixel's tile to it, in pixels.
  @inline(__always)
  static func offsetX(of x: Int32) -> Int { Int(x) & (width - 1) }

  /// From the top of a pixel's tile to it, in pixels.
  @inline(__always)
  static func offsetY(of y: Int32) -> Int { Int(y) & (height - 1) }

  /// The pixels of a tile.
  static func box(column: Int, row: Int) -> PixelBox {
    let (x, y) = (Int32(column * width), Int32(row * height))
    return PixelBox(minX: x, minY: y, maxX: x + Int32(width), maxY: y + Int32(height))
  }
}

extension PixelBox {
  /// All pixels of the tiles that the box touches.
  var roundedToTiles: PixelBox {
    let (right, bottom) = (Int32(TileSize.width - 1), Int32(TileSize.height - 1))
    return PixelBox(
      minX: minX & ~right, minY: minY & ~bottom, maxX: (maxX + right) & ~right, maxY: (maxY + bottom) & ~bottom)
  }
}
