import MultiplaneGraphics

extension AnimatableValue {
  /// The value a fraction of the way to another; nil when they are of two kinds or of unequal counts.
  ///
  /// Component-wise, on straight colours; transforms by `TransformDecomposition`. A fraction outside 0…1 extrapolates;
  /// 0 and 1 give the two ends exactly.
  package func interpolated(to other: AnimatableValue, fraction: Double) -> AnimatableValue? {
    if case .transform(let from) = self, case .transform(let to) = other {
      return .transform(from.interpolated(to: to, fraction: fraction))
    }
    if case .path(let from) = self, case .path(let to) = other {
      return .path(CGPath(elements: PathElement.interpolate(from.elements, to.elements, fraction: fraction)))
    }
    return combined(with: other) { from, to in
      if fraction == 1 { return to }
      return from + (to - from) * fraction
    }
  }

  /// Interpolation where a colour may be missing: no colour counts as the other one with alpha 0.
  ///
  /// For other kinds, and where both are missing, a missing value gives nil.
  package static func interpolate(
    _ from: AnimatableValue?, _ to: AnimatableValue?, fraction: Double
  ) -> AnimatableValue? {
    guard let start = from ?? to?.transparentCounterpart, let end = to ?? from?.transparentCounterpart else {
      return nil
    }
    return start.interpolated(to: end, fraction: fraction)
  }

  /// The same colour with alpha 0; nil for what is no colour.
  package var transparentCounterpart: AnimatableValue? {
    guard case .color(var color) = self else { return nil }
    color.alpha = 0
    return .color(color)
  }

  /// Euclidean distance over all components, in the unit of the value; the measure of paced keyframes.
  ///
  /// nil for transforms, which have no such distance, for two kinds and for unequal counts.
  package func distance(to other: AnimatableValue) -> Double? {
    var sum = 0.0
    let combined = combined(with: other) { from, to in
      sum += (to - from) * (to - from)
      return 0
    }
    return combined == nil ? nil : sum.squareRoot()
  }
}
