/// Where rectangles lie side by side in a larger one, in rows.
struct ShelfPacking {
  /// Where each begins, in pixels, by its number.
  private(set) var places: [Int: (x: Int, y: Int)] = [:]
  /// Of all together, in pixels; 0 without places.
  private(set) var width = 0
  private(set) var height = 0

  /// Of all together, in pixels a side.
  private static let longest = 2048

  /// - Parameter rectangles: sizes in pixels; those that there is no room for get no place.
  init(_ rectangles: [(number: Int, width: Int, height: Int)]) {
    var x = 0
    var y = 0
    var row = 0
    places.reserveCapacity(rectangles.count)
    // The tall ones first: rows then waste little.
    for rectangle in rectangles.sorted(by: { $0.height > $1.height }) {
      if x + rectangle.width > Self.longest { (x, y, row) = (0, y + row, 0) }
      guard x + rectangle.width <= Self.longest, y + rectangle.height <= Self.longest else { break }
      places[rectangle.number] = (x, y)
      x += rectangle.width
      row = max(row, rectangle.height)
      width = max(width, x)
      height = max(height, y + row)
    }
  }
}
