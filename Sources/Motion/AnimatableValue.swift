import MultiplaneGraphics

/// A value that can be interpolated, added and repeated: one of Core Animation's animatable types.
///
/// Colours are unpremultiplied sRGB without clamping: an overshooting curve may leave 0…1.
package enum AnimatableValue: Sendable, Equatable {
  case number(Double)
  case point(CGPoint)
  case size(CGSize)
  case rect(CGRect)
  case color(StraightColor)
  case transform(CATransform3D)
  case numbers([Double])
  case colors([StraightColor])
  case path(CGPath)
}

// MARK: - Arithmetic on components

extension AnimatableValue {
  /// Applies an operation to each pair of components; nil for two kinds, two array lengths, paths
  /// of other elements, or transforms.
  func combined(with other: AnimatableValue, _ operation: (Double, Double) -> Double) -> AnimatableValue? {
    switch (self, other) {
    case (.number(let a), .number(let b)):
      return .number(operation(a, b))
    case (.point(let a), .point(let b)):
      return .point(CGPoint(x: operation(a.x, b.x), y: operation(a.y, b.y)))
    case (.size(let a), .size(let b)):
      return .size(CGSize(width: operation(a.width, b.width), height: operation(a.height, b.height)))
    case (.rect(let a), .rect(let b)):
      let (p, q, s, t) = (a.origin, b.origin, a.size, b.size)
      return .rect(
        CGRect(
          x: operation(p.x, q.x), y: operation(p.y, q.y),
          width: operation(s.width, t.width), height: operation(s.height, t.height)))
    case (.color(let a), .color(let b)):
      return .color(a.combined(with: b, operation))
    case (.numbers(let a), .numbers(let b)):
      return a.count == b.count ? .numbers(zip(a, b).map(operation)) : nil
    case (.colors(let a), .colors(let b)):
      return a.count == b.count ? .colors(zip(a, b).map { $0.combined(with: $1, operation) }) : nil
    case (.path(let a), .path(let b)):
      return PathElement.combined(a.elements, b.elements, operation).map { .path(CGPath(elements: $0)) }
    default:
      return nil
    }
  }

  /// The zero of this kind; the identity for a transform.
  package var zero: AnimatableValue {
    if case .transform = self { return .transform(.identity) }
    return combined(with: self) { _, _ in 0 } ?? self
  }
}

extension StraightColor {
  func combined(with other: StraightColor, _ operation: (Double, Double) -> Double) -> StraightColor {
    StraightColor(
      red: operation(red, other.red), green: operation(green, other.green),
      blue: operation(blue, other.blue), alpha: operation(alpha, other.alpha))
  }
}
