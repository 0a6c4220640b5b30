import MultiplaneCPixels
import MultiplaneFlattening

/// The drawing of one tile.
struct TileRun {
  let frame: PreparedFrame
  let kernels: UnsafePointer<CPKernels>
  var tile: CPTile
  /// The tile's primitives, of all passes.
  let entries: UnsafeBufferPointer<Int32>

  /// The pixels that are wanted.
  var window: PixelBox {
    PixelBox(
      minX: tile.x + tile.min_x, minY: tile.y + tile.min_y, maxX: tile.x + tile.max_x, maxY: tile.y + tile.max_y)
  }
}

extension CPTile {
  /// The tile with only the rows of a box wanted, and its columns in groups of 16, a line of the
  /// cache.
  ///
  /// - Parameter box: within the wanted pixels; if empty, no pixels are wanted.
  func narrowed(to box: PixelBox) -> CPTile {
    var tile = self
    (tile.min_y, tile.max_y) = box.isEmpty ? (max_y, max_y) : (box.minY - y, box.maxY - y)
    guard !box.isEmpty else { return tile }
    tile.min_x = max(min_x, (box.minX - x) & ~15)
    tile.max_x = min(max_x, (box.maxX - x + 15) & ~15)
    return tile
  }

  /// Visits the parts of the wanted pixels that an inner tile does not want: above, below, left and
  /// right.
  func forEachPart(around inner: CPTile, _ body: (inout CPTile) -> Void) {
    func visit(_ columns: (Int32, Int32), _ rows: (Int32, Int32)) {
      guard columns.0 < columns.1, rows.0 < rows.1 else { return }
      var part = self
      (part.min_x, part.max_x, part.min_y, part.max_y) = (columns.0, columns.1, rows.0, rows.1)
      body(&part)
    }
    visit((min_x, max_x), (min_y, inner.min_y))
    visit((min_x, max_x), (inner.max_y, max_y))
    visit((min_x, inner.min_x), (inner.min_y, inner.max_y))
    visit((inner.max_x, max_x), (inner.min_y, inner.max_y))
  }
}
