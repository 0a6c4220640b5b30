import Foundation

/// Tolerances as texts: what `--tolerance`, `mp_image_compare` and Python's `alike` take.
extension PictureTolerance: CustomStringConvertible {
  /// The tolerances that have a name.
  private static let named: [(name: String, tolerance: PictureTolerance)] = [
    ("exact", .exact), ("parity", .parity),
  ]

  /// The syntax of `init(_:)`, for messages.
  package static let expected = "exact, parity, or numbers such as 1:0.1%,3"

  /// Parses a name, `exact` or `parity`, or budgets separated by commas: `3` allows at most 3/255
  /// for any pixel, `1:0.1%` allows more than 1/255 for at most 0.1 % of the pixels. `1:0.01%,2` is
  /// `parity`. Nil for other text.
  ///
  /// ```swift
  /// let strict = PictureTolerance("1:0.01%,2")  // nil for what is neither
  /// ```
  public init?(_ text: String) {
    if let known = Self.named.first(where: { $0.name == text }) {
      self = known.tolerance
      return
    }
    var budgets: [Budget] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let budget = Budget(part) else { return nil }
      budgets.append(budget)
    }
    self.init(anywhere: budgets)
  }

  /// The name, or the numbers for `init(_:)`, followed by those for the inside of areas in words.
  public var description: String {
    if let known = Self.named.first(where: { $0.tolerance == self }) { return known.name }
    func text(_ budgets: [Budget]) -> String { budgets.map(\.description).joined(separator: ",") }
    return text(anywhere) + (inside.isEmpty ? "" : " and inside areas " + text(inside))
  }
}

extension PictureTolerance.Budget: CustomStringConvertible {
  /// Reads `3` or `1:0.1%`.
  fileprivate init?(_ text: Substring) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let beyond = Int(parts[0]), (0...255).contains(beyond) else { return nil }
    self.init(beyond: beyond, share: 0)
    guard parts.count == 2 else { return }
    guard parts[1].hasSuffix("%"), let percent = Double(parts[1].dropLast()), (0...100).contains(percent) else {
      return nil
    }
    share = percent / 100
  }

  /// A text such as `3` or `1:0.1%`.
  public var description: String { share == 0 ? "\(beyond)" : "\(beyond):\(String(format: "%.15g", share * 100))%" }
}
