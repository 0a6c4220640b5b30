import Graphics

extension PathElement {
  /// The path a fraction of the way to another, point by point, when both have the same kinds of elements.
  ///
  /// Otherwise one or the other, changing in the middle. The fraction is clamped to 0…1: paths do not overshoot.
  package static func interpolate(_ from: [PathElement], _ to: [PathElement], fraction: Double) -> [PathElement] {
    let fraction = fraction.isNaN ? 0 : min(max(fraction, 0), 1)
    if fraction == 0 { return from }
    if fraction == 1 { return to }
    let mixed = zip(from, to).compactMap { $0.mixed(with: $1, fraction) }
    guard from.count == to.count, mixed.count == from.count else { return fraction < 0.5 ? from : to }
    return mixed
  }

  private func mixed(with other: PathElement, _ fraction: Double) -> PathElement? {
    func mix(_ a: CGPoint, _ b: CGPoint) -> CGPoint {
      CGPoint(x: a.x + (b.x - a.x) * fraction, y: a.y + (b.y - a.y) * fraction)
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
