/// Square tiles over a pass, each with the last batch that draws into it.
///
/// Large quads are noted in tiles sixteen times as large, so that none touches many: a small one asks both.
struct TileGrid: Sendable {
  /// Columns and rows that a quad touches, from the first to before the end.
  struct Tiles {
    fileprivate var columns: Range<Int>
    fileprivate var rows: Range<Int>
    fileprivate var isLarge: Bool { columns.count > TileGrid.coarse || rows.count > TileGrid.coarse }
  }

  private var originX: Float = 0
  private var originY: Float = 0
  /// Tiles a pixel.
  private var perPixel: Float = 1
  private var columns = 1
  private var rows = 1
  private var coarseColumns = 1
  /// The last small quad's batch in each tile.
  private var small: [Int32] = []
  /// In each large tile: the last large quad's batch.
  private var large: [Int32] = []
  /// In each large tile: the last batch of all.
  private var all: [Int32] = []

  /// Tiles on a large tile's side: a power of two.
  fileprivate static let coarse = 16
  /// More tiles take longer to clear than they spare batches.
  private static let mostTiles = 1 << 18
  /// From a quad's edge inwards to where pixels count as touched; see `Outline.swift`.
  private static let untouched: Float = 1.0 / 64 + 1.0 / 4096

  /// Puts empty tiles over a pass, a quarter as large as its quads are on average, and from one pixel up: so a quad touches
  /// some, and few that are its neighbour's.
  mutating func cover(_ area: DeviceBox, batches: [CommandStream.Batch]) {
    var (drawn, count) = (0.0, 0)
    for batch in batches {
      drawn += batch.area
      count += batch.count
    }
    var tile = max(1, ((drawn / Double(max(count, 1))).squareRoot() / 4).rounded(.down))
    let (width, height) = (area.maxX - area.minX, area.maxY - area.minY)
    while width / tile * (height / tile) > Double(Self.mostTiles) { tile *= 2 }
    (originX, originY) = (Float(area.minX), Float(area.minY))
    perPixel = Float(1 / tile)
    columns = max(1, Int((width / tile).rounded(.up)))
    rows = max(1, Int((height / tile).rounded(.up)))
    coarseColumns = (columns + Self.coarse - 1) / Self.coarse
    let coarseRows = (rows + Self.coarse - 1) / Self.coarse
    small.clear(to: columns * rows)
    large.clear(to: coarseColumns * coarseRows)
    all.clear(to: coarseColumns * coarseRows)
  }

  /// The tiles around four corners, moved by an offset in pixels.
  func tiles(_ corners: (SIMD4<Float>, SIMD4<Float>), movedBy offset: SIMD2<Float> = .zero) -> Tiles {
    let low = pointwiseMin(corners.0, corners.1)
    let high = pointwiseMax(corners.0, corners.1)
    let (x, y) = (originX - offset.x, originY - offset.y)
    return Tiles(
      columns: range(min(low.x, low.z) - x, max(high.x, high.z) - x, columns),
      rows: range(min(low.y, low.w) - y, max(high.y, high.w) - y, rows))
  }

  private func range(_ low: Float, _ high: Float, _ count: Int) -> Range<Int> {
    // What lies beyond the area counts as on its edge, which is on the safe side.
    let limit = Float(count - 1)
    let first = Int(min(max((low + Self.untouched) * perPixel, 0), limit))
    let last = Int(min(max(((high - Self.untouched) * perPixel).rounded(.up) - 1, Float(first)), limit))
    return first..<last + 1
  }

  /// The last batch that draws into any of the tiles; −1 for none.
  func lastBatch(in tiles: Tiles) -> Int {
    var latest: Int32 = -1
    let (columns, rows) = (tiles.columns.coarse, tiles.rows.coarse)
    guard !tiles.isLarge else {
      for row in rows {
        for column in columns { latest = max(latest, all[row * coarseColumns + column]) }
      }
      return Int(latest)
    }
    for row in rows {
      for column in columns { latest = max(latest, large[row * coarseColumns + column]) }
    }
    for row in tiles.rows {
      for column in tiles.columns { latest = max(latest, small[row * self.columns + column]) }
    }
    return Int(latest)
  }

  /// Notes that a batch, which is none before the last in the tiles, draws into them.
  mutating func set(_ batch: Int, in tiles: Tiles) {
    let batch = Int32(truncatingIfNeeded: batch)
    let isLarge = tiles.isLarge
    for row in tiles.rows.coarse {
      for column in tiles.columns.coarse {
        let index = row * coarseColumns + column
        // Only some of its small tiles are known to have none later.
        all[index] = max(all[index], batch)
        if isLarge { large[index] = max(large[index], batch) }
      }
    }
    guard !isLarge else { return }
    for row in tiles.rows {
      for column in tiles.columns { small[row * columns + column] = batch }
    }
  }
}

extension Range<Int> {
  /// The large tiles of small ones.
  fileprivate var coarse: Range<Int> { lowerBound / TileGrid.coarse..<(upperBound - 1) / TileGrid.coarse + 1 }
}

extension [Int32] {
  /// Makes it so many times −1.
  fileprivate mutating func clear(to count: Int) {
    if self.count != count {
      removeAll(keepingCapacity: true)
      append(contentsOf: repeatElement(-1, count: count))
    } else {
      for index in indices { self[index] = -1 }
    }
  }
}
