import Foundation

extension PixelPieces {
  /// Into how many bands a corner is parted. With four, a disc leaves a fifth of its square to the program that knows edges.
  private static let bandsPerCorner = 4

  /// A rounded box whose corners leave no middle, such as a disc, or the line of a width along its inside: in bands of rows, each
  /// with what certainly is covered wholly, or not at all within the line, between two ends of which each pixel has its own
  /// coverage.
  init(bandsOf shape: RoundedBox, line width: Double? = nil) {
    let borders = Self.borders(of: shape)
    let hole = width.map { shape.inset(by: $0) } ?? shape
    for (top, bottom) in zip(borders, borders.dropFirst()) where top < bottom {
      guard let around = shape.spanAround(from: top, to: bottom) else { continue }
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

  /// The rows at which bands begin and end, from the first to the last.
  private static func borders(of shape: RoundedBox) -> [Double] {
    let (top, bottom) = ((shape.box.minY + unseen).rounded(.down), (shape.box.maxY - unseen).rounded(.up))
    let depths = (1...bandsPerCorner).map { shape.radius * (1 - cos(Double($0) / Double(bandsPerCorner) * .pi / 2)) }
    let inner = depths.map { shape.box.minY + $0 } + depths.reversed().map { shape.box.maxY - $0 }
    return [top] + inner.map { min(max($0.rounded(), top), bottom) } + [bottom]
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
