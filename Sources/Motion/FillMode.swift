/// The fill modes. Raw values are the names of `CAMediaTimingFillMode`.
package enum FillMode: String, Sendable, Hashable, CaseIterable, BitwiseCopyable {
  /// Nothing.
  case removed
  /// The last value, after the end.
  case forwards
  /// The first value, before the beginning.
  case backwards
  /// Both.
  case both

  /// Creates the mode with a name; unknown names count as `removed`.
  package init(named name: String) {
    self = FillMode(rawValue: name) ?? .removed
  }

  package var fillsForwards: Bool { self == .forwards || self == .both }
  package var fillsBackwards: Bool { self == .backwards || self == .both }
}
