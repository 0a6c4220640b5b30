import Foundation
import MultiplaneGraphics

/// A text with places for values: `Hello {name}: {score:.1} %`. `{{` and `}}` are braces.
struct TextTemplate {
  /// How a number is written: `{score:,.2}`.
  struct NumberFormat: Equatable {
    /// Digits after the point; nil for as many as the number has.
    var digits: Int?
    /// Whether thousands are separated by commas.
    var isGrouped = false
  }

  enum Piece: Equatable {
    case text(String)
    case parameter(String, NumberFormat?)
  }

  private(set) var pieces: [Piece] = []

  /// The error in an invalid template.
  struct Fault: Error {
    let problem: String
  }

  init(_ text: String) throws(Fault) {
    var literal = ""
    var rest = Substring(text)
    while let character = rest.first {
      rest.removeFirst()
      switch character {
      case "{" where rest.first == "{", "}" where rest.first == "}":
        literal.append(character)
        rest.removeFirst()
      case "}":
        throw Fault(problem: "expected a { before }, found none; }} is an escaped brace")
      case "{":
        guard let end = rest.firstIndex(of: "}") else {
          throw Fault(problem: "expected a } after {, found none; {{ is an escaped brace")
        }
        if !literal.isEmpty { pieces.append(.text(literal)) }
        literal = ""
        pieces.append(try Self.parameter(rest[..<end]))
        rest = rest[rest.index(after: end)...]
      default: literal.append(character)
      }
    }
    if !literal.isEmpty { pieces.append(.text(literal)) }
  }

  private static func parameter(_ text: Substring) throws(Fault) -> Piece {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard isName(name) else {
      throw Fault(problem: "expected a parameter's name in braces, found \(OneLine.quoted(name))")
    }
    guard parts.count == 2 else { return .parameter(name, nil) }
    var format = NumberFormat()
    var rest = parts[1]
    if rest.first == "," {
      format.isGrouped = true
      rest.removeFirst()
    }
    if rest.first == ".", let digits = Int(rest.dropFirst()), (0...9).contains(digits), rest.count == 2 {
      format.digits = digits
      rest = ""
    }
    guard rest.isEmpty, !parts[1].isEmpty else {
      throw Fault(problem: "expected a format such as .1 or ,.0, found \(OneLine.quoted(String(parts[1])))")
    }
    return .parameter(name, format)
  }

  /// Whether a text can be a parameter's name.
  static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, text.utf8.count <= 64 else { return false }
    func isLetter(_ byte: UInt8) -> Bool {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        || byte == UInt8(ascii: "_")
    }
    return isLetter(first)
      && text.utf8.allSatisfy { isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// A number as text: the same in every locale.
  static func text(_ number: Double, _ format: NumberFormat?) -> String {
    var text = format?.digits.map { String(format: "%.\($0)f", number) } ?? JSONValue.number(number).flatText
    // A number that rounds to zero has no sign.
    if text.hasPrefix("-"), !text.contains(where: { ("1"..."9").contains($0) }) { text.removeFirst() }
    guard format?.isGrouped == true, !text.contains("e") else { return text }
    let sign = text.hasPrefix("-") ? "-" : ""
    let parts = text.dropFirst(sign.count).split(separator: ".", omittingEmptySubsequences: false)
    var whole = ""
    for (index, digit) in parts[0].reversed().enumerated() {
      if index > 0, index.isMultiple(of: 3) { whole.append(",") }
      whole.append(digit)
    }
    return sign + String(whole.reversed()) + parts.dropFirst().map { "." + $0 }.joined()
  }
}
