import Graphics

/// How much that is faint lies on one another on a surface, by tiles.
///
/// Each tile has a count of 8 bits that goes no higher than 255; a bit of those of 64 tiles is one word.
struct StackDepths {
  /// The least side of a tile, in pixels: in larger ones much lies beside one another rather than on one another.
  private static let leastTile = 16
  private static let tileCount = 64

  private let area: DeviceBox
  /// Pixels of a tile across and down.
  private let tile: Vector2
  private var rows = InlineArray<64, SIMD8<UInt64>>(repeating: .zero)

  /// - Parameter area: the surface's: whole device pixels.
  init(_ area: DeviceBox) {
    self.area = area
    func side(_ pixels: Int) -> Double {
      Double(max(Self.leastTile, (pixels + Self.tileCount - 1) / Self.tileCount))
    }
    tile = Vector2(side(area.pixelWidth), side(area.pixelHeight))
  }

  /// Counts what lies in a box.
  ///
  /// - Parameter bit: counts as 2 to the power of this.
  mutating func add(_ box: DeviceBox, bit: Int) {
    let box = box.intersection(area)
    guard !box.isEmpty else { return }
    let columns = Self.tiles(box.minX - area.minX, box.maxX - area.minX, tile.x)
    let touched = (UInt64.max << UInt64(columns.lowerBound)) & (UInt64.max >> UInt64(63 - columns.upperBound))
    for row in Self.tiles(box.minY - area.minY, box.maxY - area.minY, tile.y) {
      var (counts, carry) = (rows[row], touched)
      for bit in bit..<8 {
        let before = counts[bit]
        counts[bit] = before ^ carry
        carry &= before
      }
      rows[row] = counts | SIMD8(repeating: carry)
    }
  }

  /// Forgets what lies wholly beneath an opaque box.
  mutating func hide(_ box: DeviceBox) {
    let box = box.intersection(area)
    guard !box.isEmpty else { return }
    let columns = Self.wholeTiles(box.minX - area.minX, box.maxX - area.minX, tile.x, area.maxX - area.minX)
    guard let first = columns.first, let last = columns.last else { return }
    let hidden = (UInt64.max << UInt64(first)) & (UInt64.max >> UInt64(63 - last))
    for row in Self.wholeTiles(box.minY - area.minY, box.maxY - area.minY, tile.y, area.maxY - area.minY) {
      rows[row] &= SIMD8(repeating: ~hidden)
    }
  }

  /// Whether a tile's count has this bit or a higher one.
  func reaches(bit: Int) -> Bool { rows.indices.contains { Self.tiles(of: rows[$0], from: bit) != 0 } }

  /// The pixels of the tiles whose count has this bit or a higher one.
  ///
  /// - Parameter box: is called with each run of them in a row, beyond the surface's end maybe.
  func forEachRun(fromBit bit: Int, _ body: (DeviceBox) -> Void) {
    for row in rows.indices {
      var left = Self.tiles(of: rows[row], from: bit)
      while left != 0 {
        let first = left.trailingZeroBitCount
        let count = (~(left >> UInt64(first))).trailingZeroBitCount
        left &= count + first >= 64 ? 0 : UInt64.max << UInt64(first + count)
        let (x, y) = (area.minX + Double(first) * tile.x, area.minY + Double(row) * tile.y)
        body(DeviceBox(minX: x, minY: y, maxX: x + Double(count) * tile.x, maxY: y + tile.y))
      }
    }
  }

  private static func tiles(of counts: SIMD8<UInt64>, from bit: Int) -> UInt64 {
    (bit..<8).reduce(0) { $0 | counts[$1] }
  }

  /// The tiles that a stretch touches.
  private static func tiles(_ start: Double, _ end: Double, _ side: Double) -> ClosedRange<Int> {
    let first = Int(start / side)
    return first...max(first, Int((end / side).rounded(.up)) - 1)
  }

  /// Those that lie within it; the last one may reach beyond the surface.
  private static func wholeTiles(_ start: Double, _ end: Double, _ side: Double, _ length: Double) -> Range<Int> {
    let first = Int((start / side).rounded(.up))
    return first..<max(first, Int((end / side).rounded(end == length ? .up : .down)))
  }
}
