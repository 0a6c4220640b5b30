import Graphics

/// Boxes of whole tiles of a canvas in which what is drawn is rounded once, and which of them a tile belongs to.
struct FineTiles {
  /// Device pixels; they do not overlap.
  let boxes: [DeviceBox]
  private let canvas: DeviceBox
  /// Pixels of a tile across and down.
  private let side: Vector2
  /// The tiles that belong to a box, a bit each, row by row.
  private let tiles: [UInt64]
  /// The number of the box of each tile, row by row; −1 for none.
  private let owners: [Int32]

  private static let columns = TileRun.tileCount
  private static let words = TileRun.wordCount
  /// A box's tiles across and down at most: what lies beneath something opaque is not drawn in a small box.
  private static let longest = 8

  /// Nil if there are none.
  ///
  /// - Parameter tiles: a bit each, row by row.
  init?(canvas: DeviceBox, side: Vector2, tiles: [UInt64]) {
    guard tiles.contains(where: { $0 != 0 }) else { return nil }
    self.canvas = canvas
    self.side = side
    self.tiles = tiles
    var owners = [Int32](repeating: -1, count: tiles.count * 64)
    var found: [(x: Int, y: Int, width: Int, height: Int)] = []
    for word in tiles.indices where tiles[word] != 0 {
      let (y, start) = (word / Self.words, word % Self.words * 64)
      Self.forEachRun(of: tiles[word]) { first, width in
        let (x, tile) = (start + first, word * 64 + first)
        // On a box of the same columns that ends there.
        let above = y > 0 ? Int(owners[tile - Self.columns]) : -1
        var number = found.count
        if above >= 0, found[above].x == x, found[above].width == width, found[above].height < Self.longest {
          number = above
          found[above].height += 1
        } else {
          found.append((x, y, width, 1))
        }
        for tile in tile..<tile + width { owners[tile] = Int32(truncatingIfNeeded: number) }
      }
    }
    self.owners = owners
    boxes = found.map { tiles in
      DeviceBox(
        minX: Double(tiles.x) * side.x, minY: Double(tiles.y) * side.y, maxX: Double(tiles.x + tiles.width) * side.x,
        maxY: Double(tiles.y + tiles.height) * side.y
      ).intersection(canvas)
    }
  }

  /// Calls back with the first tile of a word's runs, and how many there are.
  private static func forEachRun(of word: UInt64, _ body: (Int, Int) -> Void) {
    var left = word
    while left != 0 {
      let first = left.trailingZeroBitCount
      let count = min(longest, (~(left >> UInt64(first))).trailingZeroBitCount)
      left &= ~(((1 << UInt64(count)) - 1) << UInt64(first))
      body(first, count)
    }
  }

  /// Calls back with the number of each box that another one touches.
  func forEach(meeting box: DeviceBox, _ body: (Int) -> Void) {
    let box = box.intersection(canvas)
    guard !box.isEmpty else { return }
    let run = TileRun(Int(box.minX / side.x)..<Int((box.maxX / side.x).rounded(.up)))
    let firstRow = Int(box.minY / side.y)
    for row in firstRow..<Int((box.maxY / side.y).rounded(.up)) {
      for word in run.words {
        var left = tiles[row * Self.words + word] & run.bits(in: word)
        while left != 0 {
          let column = word * 64 + left.trailingZeroBitCount
          let number = Int(owners[row * Self.columns + column])
          // Each in the first of its rows only.
          if row == firstRow || boxes[number].minY >= Double(row) * side.y { body(number) }
          // A box's tiles of a row are of one word.
          let end = Int((boxes[number].maxX / side.x).rounded(.up)) - word * 64
          left &= end >= 64 ? 0 : .max << UInt64(end)
        }
      }
    }
  }

  func meets(_ box: DeviceBox) -> Bool {
    var isMet = false
    forEach(meeting: box) { _ in isMet = true }
    return isMet
  }
}
