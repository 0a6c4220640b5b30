import MultiplaneCPixels
import MultiplaneFlattening

/// Pixels of a box, in tiles on the grid of the device (or of a raster): a pass that is drawn
/// whole.
///
/// Each tile lies as the painter draws it, tile after tile and row by row: with 4 channels
/// `CP_TILE_NUMBERS` numbers, rows of 64 reds, 64 greens, 64 blues and 64 alphas; with 1 channel,
/// which is alpha, `CP_TILE_PIXELS` numbers. They are 16-bit numbers of which `CP_ONE` is 1, as the
/// kernels compute with, so that no pixel depends on how the work was parted.
///
/// New memory holds any numbers. Whoever fills a surface writes all pixels of `box` and
/// calls `trim` for each tile, so that what lies around the box is 0. While several threads draw,
/// each writes tiles of its own.
final class TileSurface {
  /// The pixels that hold numbers; what lies outside is transparent (0).
  let box: PixelBox
  /// 4, or 1: alpha only.
  let channels: Int
  /// The first tile, and how many there are: numbers of the grid, which may be negative.
  let firstColumn, firstRow, columns, rows: Int
  /// Numbers of one tile.
  let tileNumbers: Int
  /// Aligned to 64 bytes.
  let pixels: UnsafeMutablePointer<Int16>
  private let block: SurfacePool.Block
  private let pool: SurfacePool

  /// - Throws: when the system does not give the memory, or the pool's limit is reached.
  init(_ box: PixelBox, channels: Int, from pool: SurfacePool) throws(CPURendererError) {
    let isEmpty = box.isEmpty
    self.box = isEmpty ? .empty : box
    self.channels = channels == 1 ? 1 : 4
    tileNumbers = TileSize.pixelCount * self.channels
    firstColumn = isEmpty ? 0 : TileSize.column(of: box.minX)
    firstRow = isEmpty ? 0 : TileSize.row(of: box.minY)
    columns = isEmpty ? 0 : TileSize.column(of: box.maxX - 1) + 1 - firstColumn
    rows = isEmpty ? 0 : TileSize.row(of: box.maxY - 1) + 1 - firstRow
    block = try pool.take(Self.byteCount(of: box, channels: channels))
    pixels = block.memory.assumingMemoryBound(to: Int16.self)
    self.pool = pool
  }

  deinit { pool.giveBack(block) }

  /// Bytes that a surface of a box takes.
  static func byteCount(of box: PixelBox, channels: Int) -> Int {
    guard !box.isEmpty else { return 0 }
    let columns = TileSize.column(of: box.maxX - 1) + 1 - TileSize.column(of: box.minX)
    let rows = TileSize.row(of: box.maxY - 1) + 1 - TileSize.row(of: box.minY)
    // Neither side has more than 2²⁷ tiles, so that the product of both, and no more, fits.
    let size = (columns * rows).multipliedReportingOverflow(
      by: TileSize.pixelCount * (channels == 1 ? 1 : 4) * MemoryLayout<Int16>.size)
    return size.overflow ? .max / 2 : size.partialValue
  }

  var tileCount: Int { columns * rows }

  /// The memory of a tile, by the numbers of the grid; nil outside of the surface.
  @inline(__always)
  func tile(column: Int, row: Int) -> UnsafeMutablePointer<Int16>? {
    view.tile(column: column, row: row)
  }

  /// A tile's place in the surface, by the numbers of the grid; nil outside of it.
  func index(column: Int, row: Int) -> Int? {
    let (x, y) = (column - firstColumn, row - firstRow)
    return x >= 0 && y >= 0 && x < columns && y < rows ? y * columns + x : nil
  }

  /// The pixels of a tile, by its place in the surface (row by row).
  func tileBox(_ index: Int) -> PixelBox {
    TileSize.box(column: firstColumn + index % columns, row: firstRow + index / columns)
  }

  /// From the start of a tile to a pixel's first channel in it, in numbers.
  @inline(__always)
  func place(_ x: Int32, _ y: Int32) -> Int {
    TileSize.offsetY(of: y) * TileSize.width * channels + TileSize.offsetX(of: x)
  }

  /// Makes what a tile holds outside of `box` transparent.
  ///
  /// - Parameter index: its place in the surface.
  func trim(_ index: Int) {
    let tile = tileBox(index)
    let inside = tile.intersection(box)
    guard inside != tile else { return }
    let memory = pixels + index * tileNumbers
    let (left, right) = (Int(inside.minX - tile.minX), Int(inside.maxX - tile.minX))
    let (top, bottom) = (Int(inside.minY - tile.minY), Int(inside.maxY - tile.minY))
    let rowNumbers = TileSize.width * channels
    memory.update(repeating: 0, count: top * rowNumbers)
    (memory + bottom * rowNumbers).update(repeating: 0, count: (TileSize.height - bottom) * rowNumbers)
    guard left > 0 || right < TileSize.width else { return }
    for row in top..<bottom {
      for channel in 0..<channels {
        let line = memory + row * rowNumbers + channel * TileSize.width
        line.update(repeating: 0, count: left)
        (line + right).update(repeating: 0, count: TileSize.width - right)
      }
    }
  }

  /// A view for threads: plain numbers, without reference counting.
  struct View {
    var pixels: UnsafeMutablePointer<Int16>
    var box: PixelBox
    var firstColumn, firstRow, columns, rows: Int
    var tileNumbers: Int

    @inline(__always)
    func tile(column: Int, row: Int) -> UnsafeMutablePointer<Int16>? {
      let (x, y) = (column - firstColumn, row - firstRow)
      guard x >= 0, y >= 0, x < columns, y < rows else { return nil }
      return pixels + (y * columns + x) * tileNumbers
    }

    var isAlphaOnly: Bool { tileNumbers == TileSize.pixelCount }
  }

  /// Valid as long as the surface.
  var view: View {
    View(
      pixels: pixels, box: box, firstColumn: firstColumn, firstRow: firstRow, columns: columns, rows: rows,
      tileNumbers: tileNumbers)
  }
}
