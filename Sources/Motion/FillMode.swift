/// What an animation shows outside its active interval; raw values are Apple's `CAMediaTimingFillMode` names.
package enum FillMode: String, Sendable, Hashable, CaseIterable, BitwiseCopyable {
  /// Nothing.
  case removed
  /// The last value, after the end.
  case forwards
  /// The first value, before the beginning.
  case backwards
  /// Both.
  case both

  /// The mode of that name; an unknown name counts as `removed`.
  package init(named name: String) {
    self = FillMode(rawValue: name) ?? .removed
  }

  package var fillsForwards: Bool { self == .forwards || self == .both }
  package var fillsBackwards: Bool { self == .backwards || self == .both }
}
