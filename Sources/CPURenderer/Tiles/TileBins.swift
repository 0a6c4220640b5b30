import MultiplaneCPixels
import MultiplaneFlattening

/// The primitives of each tile of the wanted part of a canvas, in painter's order: two passes over
/// the primitives, one array.
final class TileBins {
  /// Tiles from the canvas's first one on.
  private var firstColumn = 0
  private var firstRow = 0
  private var columns = 0
  private var rows = 0
  private let starts = Storage<Int32>()
  private let ends = Storage<Int32>()
  private let entries = Storage<Int32>()

  var tileCount: Int { columns * rows }

  /// The device pixels of a tile.
  func box(of tile: Int) -> PixelBox {
    TileSize.box(column: firstColumn + tile % columns, row: firstRow + tile / columns)
  }

  /// The primitives of a tile.
  func entries(of tile: Int) -> UnsafeBufferPointer<Int32> {
    UnsafeBufferPointer(start: entries.pointer + Int(starts[tile]), count: Int(ends[tile] - starts[tile]))
  }

  /// The tile in a column and a row of the grid; nil outside.
  func tile(column: Int, row: Int) -> Int? {
    let (x, y) = (column - firstColumn, row - firstRow)
    return x >= 0 && y >= 0 && x < columns && y < rows ? y * columns + x : nil
  }

  /// - Parameters:
  ///   - range: the primitives of the pass that is drawn, those of passes in it included.
  ///   - host: the pass; what lies in other whole passes is left out.
  func sort(_ frame: PreparedFrame, _ range: Range<Int>, of host: Int32, wanted: PixelBox) {
    let isEmpty = wanted.isEmpty
    firstColumn = TileSize.column(of: wanted.minX)
    firstRow = TileSize.row(of: wanted.minY)
    columns = isEmpty ? 0 : TileSize.column(of: wanted.maxX - 1) + 1 - firstColumn
    rows = isEmpty ? 0 : TileSize.row(of: wanted.maxY - 1) + 1 - firstRow
    starts.reserve(tileCount)
    ends.reserve(tileCount)
    for tile in 0..<tileCount { ends[tile] = 0 }
    var total = 0
    for index in range where frame.isDrawn[index] && frame.hostOf[index] == host {
      guard let range = tiles(of: frame.primitives[index].box, wanted) else { continue }
      for row in range.rows {
        for column in range.columns { ends.pointer[row * columns + column] += 1 }
      }
      total += range.rows.count * range.columns.count
    }
    entries.reserve(total)
    var next: Int32 = 0
    for tile in 0..<tileCount {
      starts[tile] = next
      next += ends[tile]
      ends[tile] = starts[tile]
    }
    for index in range where frame.isDrawn[index] && frame.hostOf[index] == host {
      guard let range = tiles(of: frame.primitives[index].box, wanted) else { continue }
      for row in range.rows {
        for column in range.columns {
          let tile = row * columns + column
          entries[Int(ends[tile])] = Int32(index)
          ends.pointer[tile] += 1
        }
      }
    }
  }

  @inline(__always)
  private func tiles(of box: PixelBox, _ wanted: PixelBox) -> (rows: Range<Int>, columns: Range<Int>)? {
    let box = box.intersection(wanted)
    guard !box.isEmpty else { return nil }
    return (
      TileSize.row(of: box.minY) - firstRow..<TileSize.row(of: box.maxY - 1) - firstRow + 1,
      TileSize.column(of: box.minX) - firstColumn..<TileSize.column(of: box.maxX - 1) - firstColumn + 1
    )
  }
}
