/// The end values of a `CABasicAnimation`.
package struct BasicEndpoints<Value> {
  package var from: Value
  package var to: Value

  package init(from: Value, to: Value) {
    self.from = from
    self.to = to
  }

  /// Resolves the optional values of a basic animation to its end values, by the table of
  /// `CABasicAnimation`.
  ///
  /// from and to: as given, `by` is ignored · from and by: from → from + by · to and by: to − by →
  /// to · from: from → current · to: current → to · by: current → current + by · none: nil.
  /// `current` is the value below the animation. Nil also if `add` or `subtract` return nil.
  package static func resolve(
    from: Value?, to: Value?, by: Value?, current: Value,
    add: (_ amount: Value, _ base: Value) -> Value?, subtract: (_ amount: Value, _ base: Value) -> Value?
  ) -> BasicEndpoints? {
    switch (from, to, by) {
    case (let from?, let to?, _):
      return BasicEndpoints(from: from, to: to)
    case (let from?, nil, let by?):
      return add(by, from).map { BasicEndpoints(from: from, to: $0) }
    case (nil, let to?, let by?):
      return subtract(by, to).map { BasicEndpoints(from: $0, to: to) }
    case (let from?, nil, nil):
      return BasicEndpoints(from: from, to: current)
    case (nil, let to?, nil):
      return BasicEndpoints(from: current, to: to)
    case (nil, nil, let by?):
      return add(by, current).map { BasicEndpoints(from: current, to: $0) }
    case (nil, nil, nil):
      return nil
    }
  }
}

extension BasicEndpoints: Sendable where Value: Sendable {}
extension BasicEndpoints: Equatable where Value: Equatable {}

extension BasicEndpoints where Value == AnimatableValue {
  /// Resolves the end values for values that can be added; see
  /// `resolve(from:to:by:current:add:subtract:)`.
  package static func resolve(
    from: AnimatableValue?, to: AnimatableValue?, by: AnimatableValue?, current: AnimatableValue
  ) -> BasicEndpoints? {
    resolve(
      from: from, to: to, by: by, current: current,
      add: { amount, base in amount.added(to: base) }, subtract: { amount, base in base.subtracting(amount) })
  }

  /// The value at a fraction, after pacing; nil if the end values have different kinds.
  package func value(at fraction: Double) -> AnimatableValue? {
    from.interpolated(to: to, fraction: fraction)
  }
}
