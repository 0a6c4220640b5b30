/// Places boxes on a sheet, in rows ("shelves") from its top.
///
/// (Source: J. Jylänki, A Thousand Ways to Pack the Bin, 2010, "shelf best height fit".)
struct ShelfPacking {
  let width, height: Int
  private var shelves: [(y: Int, height: Int, used: Int)] = []
  /// How far down shelves reach.
  private(set) var usedHeight = 0
  private(set) var usedWidth = 0

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
  }

  /// Where a box goes; nil where there is no room for it.
  mutating func place(width: Int, height: Int) -> (x: Int, y: Int)? {
    var best: Int?
    for (index, shelf) in shelves.enumerated()
    where shelf.height >= height && shelf.used + width <= self.width && height * 2 > shelf.height {
      if best.map({ shelf.height < shelves[$0].height }) ?? true { best = index }
    }
    if let best {
      defer { shelves[best].used += width }
      usedWidth = max(usedWidth, shelves[best].used + width)
      return (shelves[best].used, shelves[best].y)
    }
    guard width <= self.width, usedHeight + height <= self.height else { return nil }
    shelves.append((usedHeight, height, width))
    usedHeight += height
    usedWidth = max(usedWidth, width)
    return (0, usedHeight - height)
  }
}
