/// The interpolation modes of keyframe animations. Raw values are the names of
/// `CAAnimationCalculationMode`.
package enum CalculationMode: String, Sendable, Hashable, CaseIterable {
  /// Straight from value to value.
  case linear
  /// Each value is held until the next is reached.
  case discrete
  /// Straight, at an even speed over the whole; key times and timing functions are ignored.
  case paced
  /// Along a smooth curve through the values.
  case cubic
  /// Along a smooth curve, paced by the distances between the values.
  case cubicPaced

  /// Creates the mode with a name; unknown names count as `linear`.
  package init(named name: String) {
    self = CalculationMode(rawValue: name) ?? .linear
  }

  package var isPaced: Bool { self == .paced || self == .cubicPaced }
  package var isCubic: Bool { self == .cubic || self == .cubicPaced }
}
