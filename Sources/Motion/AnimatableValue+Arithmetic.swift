import MultiplaneGraphics

// Sums of transforms are products: adding V to C gives V · C, so V acts first, in the space that C
// already maps.

extension AnimatableValue {
  /// The sum of this value and another, for additive animations and `byValue`; nil if the kinds do
  /// not match.
  ///
  /// Components are added; transforms are multiplied, self · current.
  package func added(to current: AnimatableValue) -> AnimatableValue? {
    if case .transform(let value) = self, case .transform(let current) = current {
      return .transform(value.concatenating(current))
    }
    return combined(with: current, +)
  }

  /// The value that must be added to `amount` to give this one; nil if the kinds do not match, or a
  /// transform is singular.
  ///
  /// Components are subtracted; transforms are multiplied, amount⁻¹ · self.
  package func subtracting(_ amount: AnimatableValue) -> AnimatableValue? {
    if case .transform(let value) = self, case .transform(let amount) = amount {
      return amount.inverted().map { .transform($0.concatenating(value)) }
    }
    return combined(with: amount, -)
  }

  /// The sum of `count` copies: components are multiplied, a transform is raised to the power.
  ///
  /// A count of 0 or below gives `zero`.
  package func repeated(_ count: Int) -> AnimatableValue {
    guard case .transform(let transform) = self else {
      let factor = Double(max(count, 0))
      return combined(with: self) { component, _ in component * factor } ?? self
    }
    return .transform(transform.power(count))
  }

  /// The value of a cumulative animation: `cycle` times the value at the end of a cycle, plus this
  /// one.
  ///
  /// Nil if the kinds do not match.
  package func accumulated(cycle: Int, cycleEnd: AnimatableValue) -> AnimatableValue? {
    added(to: cycleEnd.repeated(cycle))
  }
}

extension CATransform3D {
  /// The product of `exponent` copies, by repeated squaring; the identity for 0 and below.
  func power(_ exponent: Int) -> CATransform3D {
    var result = CATransform3D.identity
    var square = self
    var rest = max(exponent, 0)
    while rest > 0 {
      if rest & 1 == 1 { result = result.concatenating(square) }
      rest >>= 1
      if rest > 0 { square = square.concatenating(square) }
    }
    return result
  }
}
