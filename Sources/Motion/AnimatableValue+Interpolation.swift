import MultiplaneGraphics

extension AnimatableValue {
  /// The interpolated value; nil for different kinds or numbers of components.
  ///
  /// Component-wise, for colours unpremultiplied; transforms by `TransformDecomposition`. Fractions
  /// outside 0…1 extrapolate; 0 and 1 give the end values exactly.
  package func interpolated(to other: AnimatableValue, fraction: Double) -> AnimatableValue? {
    if case .transform(let from) = self, case .transform(let to) = other {
      return .transform(from.interpolated(to: to, fraction: fraction))
    }
    if case .path(let from) = self, case .path(let to) = other {
      return .path(from.interpolated(to: to, fraction: fraction))
    }
    return combined(with: other) { from, to in
      if fraction == 1 { return to }
      return from + (to - from) * fraction
    }
  }

  /// Interpolation with missing values: a missing colour is the other one with alpha 0.
  ///
  /// For other kinds, or if both are missing, the result is nil.
  package static func interpolate(
    _ from: AnimatableValue?, _ to: AnimatableValue?, fraction: Double
  ) -> AnimatableValue? {
    guard let start = from ?? to?.transparentCounterpart, let end = to ?? from?.transparentCounterpart else {
      return nil
    }
    return start.interpolated(to: end, fraction: fraction)
  }

  /// The same colour with alpha 0; nil for other kinds.
  package var transparentCounterpart: AnimatableValue? {
    guard case .color(var color) = self else { return nil }
    color.alpha = 0
    return .color(color)
  }

  /// The Euclidean distance over all components, for paced keyframes.
  ///
  /// Nil for transforms, and for different kinds or numbers of components.
  package func distance(to other: AnimatableValue) -> Double? {
    var sum = 0.0
    let combined = combined(with: other) { from, to in
      sum += (to - from) * (to - from)
      return 0
    }
    return combined == nil ? nil : sum.squareRoot()
  }
}
