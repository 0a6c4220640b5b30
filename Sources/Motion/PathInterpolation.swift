import Graphics

extension PathElement {
  /// The path a fraction of the way to another, point by point, when both have the same kinds of elements.
  ///
  /// Otherwise one or the other, changing in the middle. The fraction is clamped to 0…1: paths do not overshoot.
  package static func interpolate(_ from: [PathElement], _ to: [PathElement], fraction: Double) -> [PathElement] {
    let fraction = fraction.isNaN ? 0 : min(max(fraction, 0), 1)
    if fraction == 0 { return from }
    if fraction == 1 { return to }
    return combined(from, to) { $0 + ($1 - $0) * fraction } ?? (fraction < 0.5 ? from : to)
  }

  /// Applies an operation to each pair of coordinates; nil for paths of other kinds of elements.
  static func combined(
    _ a: [PathElement], _ b: [PathElement], _ operation: (Double, Double) -> Double
  ) -> [PathElement]? {
    guard a.count == b.count else { return nil }
    var elements: [PathElement] = []
    elements.reserveCapacity(a.count)
    for (a, b) in zip(a, b) {
      guard let element = a.combined(with: b, operation) else { return nil }
      elements.append(element)
    }
    return elements
  }

  private func combined(with other: PathElement, _ operation: (Double, Double) -> Double) -> PathElement? {
    func mix(_ a: CGPoint, _ b: CGPoint) -> CGPoint {
      CGPoint(x: operation(a.x, b.x), y: operation(a.y, b.y))
    }
    switch (self, other) {
    case (.move(let a), .move(let b)): return .move(to: mix(a, b))
    case (.line(let a), .line(let b)): return .line(to: mix(a, b))
    case (.quadCurve(let a, let c), .quadCurve(let b, let d)): return .quadCurve(to: mix(a, b), control: mix(c, d))
    case (.curve(let a, let c1, let c2), .curve(let b, let d1, let d2)):
      return .curve(to: mix(a, b), control1: mix(c1, d1), control2: mix(c2, d2))
    case (.close, .close): return .close
    default: return nil
    }
  }
}
