import Foundation

extension PixelPieces {
  /// Into how many bands a corner is parted. With four, a disc leaves a fifth of its square to the program that knows edges.
  private static let bandsPerCorner = 4

  /// Adds those of a rounded box whose corners leave no middle, such as a disc, or of the line of a width along its inside: in bands of
  /// rows, each with what certainly is covered wholly, or not at all within the line, between two ends of which each pixel has its own
  /// coverage.
  mutating func add(bandsOf shape: RoundedBox, line width: Double? = nil) {
    let hole = width.map { shape.inset(by: $0) } ?? shape
    for band in 0..<Self.borderCount - 1 {
      let (top, bottom) = (Self.border(band, of: shape), Self.border(band + 1, of: shape))
      guard top < bottom, let around = shape.spanAround(from: top, to: bottom) else { continue }
      func add(_ start: Double, _ end: Double) {
        if start < end { uneven.append(DeviceBox(minX: start, minY: top, maxX: end, maxY: bottom)) }
      }
      guard let within = hole?.spanWithin(from: top, to: bottom) else {
        add(around.start, around.end)
        continue
      }
      add(around.start, within.start)
      add(within.end, around.end)
      guard width == nil else { continue }
      even.append((DeviceBox(minX: within.start, minY: top, maxX: within.end, maxY: bottom), 1))
    }
  }

  /// Top and bottom, and as many between as there are bands in the corners above and below.
  private static let borderCount = 2 * bandsPerCorner + 2

  /// The row at which a band begins and the one before it ends, by its number from the top.
  private static func border(_ number: Int, of shape: RoundedBox) -> Double {
    let (top, bottom) = ((shape.box.minY + unseen).rounded(.down), (shape.box.maxY - unseen).rounded(.up))
    if number == 0 { return top }
    if number == borderCount - 1 { return bottom }
    func depth(_ band: Int) -> Double {
      shape.radius * (1 - cos(Double(band) / Double(bandsPerCorner) * .pi / 2))
    }
    let row =
      number <= bandsPerCorner
      ? shape.box.minY + depth(number) : shape.box.maxY - depth(borderCount - 1 - number)
    return min(max(row.rounded(), top), bottom)
  }
}

extension RoundedBox {
  /// Whole pixels of which all in those rows are certainly covered wholly; nil where there are none.
  fileprivate func spanWithin(from top: Double, to bottom: Double) -> (start: Double, end: Double)? {
    let (box, radius) = (box.inset(by: 1), max(0, radius - 1))
    let depth = min(top - box.minY, box.maxY - bottom)
    guard depth >= 0 else { return nil }
    let inset = Self.inset(radius, at: depth)
    let (start, end) = ((box.minX + inset).rounded(.up), (box.maxX - inset).rounded(.down))
    return start < end ? (start, end) : nil
  }

  /// Whole pixels beside which none in those rows is covered; nil where none is.
  fileprivate func spanAround(from top: Double, to bottom: Double) -> (start: Double, end: Double)? {
    let (box, radius) = (box.inset(by: -1), radius + 1)
    // Of all rows the one that is farthest from top and bottom.
    let middle = min(max(box.middle.y, top), bottom)
    let depth = min(middle - box.minY, box.maxY - middle)
    guard depth >= 0 else { return nil }
    let inset = Self.inset(radius, at: depth)
    return ((box.minX + inset).rounded(.down), (box.maxX - inset).rounded(.up))
  }

  /// How far from the sides a row of a corner begins.
  private static func inset(_ radius: Double, at depth: Double) -> Double {
    let rest = max(0, radius - depth)
    return radius - (radius * radius - rest * rest).squareRoot()
  }
}
