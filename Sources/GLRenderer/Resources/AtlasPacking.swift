/// Allocates boxes on an atlas page, in rows from its top: shelf packing.
///
/// (Source: J. Jylänki, A Thousand Ways to Pack the Bin, 2010, "shelf best height fit".)
struct AtlasPacking {
  let width, height: Int
  private var rows: [(y: Int, height: Int, used: Int)] = []
  /// The height of the rows in use.
  private(set) var usedHeight = 0
  private(set) var usedWidth = 0

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
  }

  /// The place of a new box; nil without room for it.
  mutating func allocate(width: Int, height: Int) -> (x: Int, y: Int)? {
    var best: Int?
    for (index, row) in rows.enumerated()
    where row.height >= height && row.used + width <= self.width && height * 2 > row.height {
      if best.map({ row.height < rows[$0].height }) ?? true { best = index }
    }
    if let best {
      defer { rows[best].used += width }
      usedWidth = max(usedWidth, rows[best].used + width)
      return (rows[best].used, rows[best].y)
    }
    guard width <= self.width, usedHeight + height <= self.height else { return nil }
    rows.append((usedHeight, height, width))
    usedHeight += height
    usedWidth = max(usedWidth, width)
    return (0, usedHeight - height)
  }
}
