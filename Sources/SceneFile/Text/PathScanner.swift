import MultiplaneGraphics

/// What is wrong with path data.
struct PathTextError: Error, Equatable {
  /// Counted from 1.
  let character: Int
  /// "expected …, found …".
  let problem: String
}

/// Takes path data apart: command letters, numbers and flags. Between numbers there may be spaces
/// and one comma, and a sign or a second decimal point begins the next number. (Source: the grammar
/// of SVG 1.1, 8.3.9.)
struct PathScanner {
  private let bytes: [UInt8]
  private var offset = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  /// The letter of the next command; nil at the end.
  mutating func command(isFirst: Bool) throws(PathTextError) -> Character? {
    skipSpace()
    guard let byte = next else { return nil }
    let letter = Character(Unicode.Scalar(byte))
    guard (isFirst ? "Mm" : "MmLlHhVvCcSsQqTtAaZz").contains(letter) else {
      throw unexpected(isFirst ? "the command M or m" : "a command out of M L H V C S Q T A Z")
    }
    offset += 1
    return letter
  }

  /// Whether the command continues with more numbers.
  mutating func hasMoreArguments() throws(PathTextError) -> Bool {
    skipSpace()
    if next == Self.comma {
      offset += 1
      skipSpace()
      guard beginsNumber else { throw unexpected("a number") }
    }
    return beginsNumber
  }

  /// The next number; before one that is not its command's first there may be a comma.
  mutating func number(isFirst: Bool = false) throws(PathTextError) -> Double {
    skipSeparator(isFirst: isFirst)
    let start = offset
    skip("+-")
    var digits = skipDigits()
    if next == UInt8(ascii: ".") {
      offset += 1
      digits += skipDigits()
    }
    guard digits > 0 else {
      offset = start
      throw unexpected("a number")
    }
    skipExponent()
    // Every such text is a number, if perhaps an infinite one, which the reader of the path
    // refuses.
    return Double(String(decoding: bytes[start..<offset], as: UTF8.self)) ?? .infinity
  }

  /// The next flag of an arc, one digit.
  mutating func flag() throws(PathTextError) -> Bool {
    skipSeparator(isFirst: false)
    guard let byte = next, byte == UInt8(ascii: "0") || byte == UInt8(ascii: "1") else {
      throw unexpected("0 or 1 for an arc's flag")
    }
    offset += 1
    return byte == UInt8(ascii: "1")
  }

  // MARK: Characters

  private static let comma = UInt8(ascii: ",")

  private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private var beginsNumber: Bool {
    next.map { Self.isDigit($0) || "+-.".utf8.contains($0) } ?? false
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private mutating func skipSpace() {
    while let byte = next, " \t\n\r\u{c}".utf8.contains(byte) { offset += 1 }
  }

  private mutating func skipSeparator(isFirst: Bool) {
    skipSpace()
    guard !isFirst, next == Self.comma else { return }
    offset += 1
    skipSpace()
  }

  private mutating func skip(_ characters: String) {
    if let byte = next, characters.utf8.contains(byte) { offset += 1 }
  }

  private mutating func skipDigits() -> Int {
    let start = offset
    while let byte = next, Self.isDigit(byte) { offset += 1 }
    return offset - start
  }

  /// An `e` without digits after it is no exponent.
  private mutating func skipExponent() {
    let start = offset
    guard next == UInt8(ascii: "e") || next == UInt8(ascii: "E") else { return }
    offset += 1
    skip("+-")
    if skipDigits() == 0 { offset = start }
  }

  private func unexpected(_ expected: String) -> PathTextError {
    // A character takes no more than a few bytes; cut apart, it is shown as what is left of it.
    let rest = String(decoding: bytes[offset...].prefix(16), as: UTF8.self)
    let found = rest.first.map { OneLine.quoted(String($0)) } ?? "the end"
    return PathTextError(character: offset + 1, problem: "expected \(expected), found \(found)")
  }
}
