import MultiplaneSceneFile

extension JSONValue {
  /// The text that is the same for the same value whoever writes it. (Source: RFC 8785, JSON
  /// Canonicalization Scheme.)
  var canonicalText: String {
    switch self {
    case .null: "null"
    case .boolean(let value): value ? "true" : "false"
    case .number(let number): Self.canonicalNumber(number)
    case .string(let text): Self.literal(text)
    case .array(let elements): "[" + elements.map(\.canonicalText).joined(separator: ",") + "]"
    case .object(let members):
      "{"
        + members.sorted { $0.key.utf16.lexicographicallyPrecedes($1.key.utf16) }
        .map { Self.literal($0.key) + ":" + $0.value.canonicalText }.joined(separator: ",") + "}"
    }
  }

  /// As ECMAScript writes numbers: the shortest digits, with an exponent below 1e-6 and from 1e21
  /// on.
  private static func canonicalNumber(_ number: Double) -> String {
    guard number != 0 else { return "0" }
    guard number > 0 else { return "-" + canonicalNumber(-number) }
    // Swift's digits are the shortest, too, but stand otherwise.
    let parts = "\(number)".split(separator: "e")
    let mantissa = (parts.first ?? "0").split(separator: ".", omittingEmptySubsequences: false)
    let (whole, fraction) = (mantissa.first ?? "0", mantissa.count > 1 ? mantissa[1] : "")
    var digits = String(whole + fraction)
    var point = whole.count + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
    while digits.hasPrefix("0") {
      digits.removeFirst()
      point -= 1
    }
    while digits.hasSuffix("0") { digits.removeLast() }
    let count = digits.count
    func zeros(_ count: Int) -> String { String(repeating: "0", count: count) }
    switch point {
    case count...21: return digits + zeros(point - count)
    case 1..<max(count, 1) where point <= 21: return digits.prefix(point) + "." + digits.dropFirst(point)
    case -5...0: return "0." + zeros(-point) + digits
    default:
      let exponent = point - 1
      let fraction = count > 1 ? "." + digits.dropFirst() : ""
      return "\(digits.prefix(1))\(fraction)e\(exponent < 0 ? "" : "+")\(exponent)"
    }
  }
}
