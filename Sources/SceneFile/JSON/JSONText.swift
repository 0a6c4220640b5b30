/// The text of JSON values, laid out for people: what fits into a line stands on one line.
extension JSONValue {
  /// Longest line that holds a whole list or object, in characters.
  private static let lineLength = 120

  /// The text of a file: the outermost object is on several lines, and a newline ends it.
  package var text: String {
    var text = ""
    write(to: &text, indentation: 0, isOutermost: true, column: 0)
    return text + "\n"
  }

  /// The value on one line.
  package var flatText: String {
    var text = ""
    _ = writeFlat(to: &text, upTo: .max)
    return text
  }

  private func write(to text: inout String, indentation: Int, isOutermost: Bool = false, column: Int) {
    // One character is kept for the comma that may follow.
    var flat = ""
    let fits = writeFlat(to: &flat, upTo: Self.lineLength - 1 - column)
    let parts: [(key: String?, value: JSONValue)]
    switch self {
    case .array(let elements) where !fits: parts = elements.map { (nil, $0) }
    case .object(let members) where !fits || isOutermost: parts = members.map { ($0.key, $0.value) }
    default:
      text += fits ? flat : flatText
      return
    }
    let isObject = if case .object = self { true } else { false }
    let space = String(repeating: " ", count: indentation + 2)
    text += isObject ? "{" : "["
    for (index, part) in parts.enumerated() {
      let key = part.key.map { Self.literal($0) + ": " } ?? ""
      text += (index == 0 ? "\n" : ",\n") + space + key
      part.value.write(to: &text, indentation: indentation + 2, column: space.count + key.count)
    }
    text += "\n" + String(repeating: " ", count: indentation) + (isObject ? "}" : "]")
  }

  /// Adds the value on one line; stops and gives false when that takes more characters than
  /// allowed.
  private func writeFlat(to text: inout String, upTo limit: Int) -> Bool {
    switch self {
    case .null: text += "null"
    case .boolean(let value): text += value ? "true" : "false"
    case .number(let number): text += Self.literal(number)
    case .string(let string): text += Self.literal(string)
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += ", " }
        guard element.writeFlat(to: &text, upTo: limit) else { return false }
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += ", " }
        text += Self.literal(member.key) + ": "
        guard member.value.writeFlat(to: &text, upTo: limit) else { return false }
      }
      text += "}"
    }
    return text.utf8.count <= limit
  }

  /// The shortest decimal that reads back as the same number; whole numbers without a point.
  private static func literal(_ number: Double) -> String {
    guard number == number.rounded(), abs(number) < 1e15 else { return "\(number)" }
    return "\(Int(number))"
  }

  /// A text in quotation marks, with the escapes that JSON asks for. (Source: RFC 8785, 3.2.2.2.)
  ///
  /// - Parameter isEscaped: which other scalars of the basic plane are escaped too.
  package static func literal(
    _ string: String, escaping isEscaped: (Unicode.Scalar) -> Bool = { _ in false }
  ) -> String {
    var literal = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case "\u{8}": literal += "\\b"
      case "\u{C}": literal += "\\f"
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\t": literal += "\\t"
      case _ where scalar < " " || isEscaped(scalar):
        let digits = String(scalar.value, radix: 16)
        literal += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }
}
