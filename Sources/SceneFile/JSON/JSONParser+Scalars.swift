// Strings and numbers.

extension JSONParser {
  /// Reads a string, the position being at its opening quotation mark.
  mutating func string() throws(JSONSyntaxError) -> String {
    position += 1
    var text: [UInt8] = []
    var start = position
    while let byte {
      switch byte {
      case UInt8(ascii: "\""):
        let end = position
        position += 1
        // Checked byte by byte on the way: nothing is repaired here. Without an escape nothing is
        // copied either.
        if text.isEmpty { return String(decoding: bytes[start..<end], as: UTF8.self) }
        return String(decoding: text + bytes[start..<end], as: UTF8.self)
      case UInt8(ascii: "\\"):
        text += bytes[start..<position]
        text += try escape().utf8
        start = position
      case 0x00..<0x20:
        throw unexpected("a closing quotation mark")
      case 0x20..<0x80:
        position += 1
      default:
        guard let length = characterLength(at: position) else {
          throw error(at: position, "expected UTF-8, found the byte \(Self.hexadecimal(byte)); save the file as UTF-8")
        }
        position += length
      }
    }
    throw unexpected("a closing quotation mark")
  }

  /// The number of bytes of the UTF-8 character at an offset; nil when the bytes are not UTF-8.
  /// (Source: RFC 3629 §4.)
  func characterLength(at offset: Int) -> Int? {
    let (length, second): (Int, ClosedRange<UInt8>)
    switch bytes[offset] {
    case 0x00...0x7F: return 1
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xE1...0xEC, 0xEE...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return nil
    }
    guard offset + length <= bytes.count, second.contains(bytes[offset + 1]),
      bytes[(offset + 2)..<(offset + length)].allSatisfy({ (0x80...0xBF).contains($0) })
    else { return nil }
    return length
  }

  /// Reads an escape, the position being at its backslash.
  private mutating func escape() throws(JSONSyntaxError) -> Unicode.Scalar {
    position += 1
    let scalar: Unicode.Scalar
    switch byte {
    case UInt8(ascii: "\""): scalar = "\""
    case UInt8(ascii: "\\"): scalar = "\\"
    case UInt8(ascii: "/"): scalar = "/"
    case UInt8(ascii: "b"): scalar = "\u{8}"
    case UInt8(ascii: "f"): scalar = "\u{C}"
    case UInt8(ascii: "n"): scalar = "\n"
    case UInt8(ascii: "r"): scalar = "\r"
    case UInt8(ascii: "t"): scalar = "\t"
    case UInt8(ascii: "u"): return try escapedScalar()
    default: throw unexpected("one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u")
    }
    position += 1
    return scalar
  }

  /// Reads four hexadecimal digits, or two times four for a character beyond U+FFFF, the position
  /// being at the u.
  private mutating func escapedScalar() throws(JSONSyntaxError) -> Unicode.Scalar {
    let start = position - 1
    let unit = try codeUnit()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    // A surrogate: a leading one must be followed by a trailing one. (Source: RFC 8259 §7.)
    if UTF16.isLeadSurrogate(unit), bytes[position...].starts(with: "\\u".utf8) {
      position += 1
      let trailing = try codeUnit()
      if UTF16.isTrailSurrogate(trailing) {
        let value = 0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(trailing) - 0xDC00)
        if let scalar = Unicode.Scalar(value) { return scalar }
      }
    }
    throw error(at: start, "expected a surrogate pair, found a lone surrogate")
  }

  /// Reads the four digits of `\u0041`, the position being at the u.
  private mutating func codeUnit() throws(JSONSyntaxError) -> UInt16 {
    position += 1
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte, let digit = Self.hexadecimalDigit(byte) else {
        throw unexpected("four hexadecimal digits after \\u")
      }
      unit = unit << 4 | UInt16(digit)
      position += 1
    }
    return unit
  }

  private static func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// Reads a number, the position being at its sign or first digit; infinite when a `Double` cannot
  /// hold it.
  mutating func number() throws(JSONSyntaxError) -> Double {
    let start = position
    if byte == UInt8(ascii: "-") { position += 1 }
    let firstDigit = position
    try digits(after: "\"-\"")
    if bytes[firstDigit] == UInt8(ascii: "0"), position > firstDigit + 1 {
      throw error(at: start, "expected a number without leading zeros, found more digits after the 0")
    }
    if byte == UInt8(ascii: ".") {
      position += 1
      try digits(after: "the decimal point")
    }
    if let byte, byte | 0x20 == UInt8(ascii: "e") {
      position += 1
      if self.byte == UInt8(ascii: "+") || self.byte == UInt8(ascii: "-") { position += 1 }
      try digits(after: "the exponent's \"e\"")
    }
    return Self.decimal(bytes[start..<position])
      ?? Double(String(decoding: bytes[start..<position], as: UTF8.self)) ?? .infinity
  }

  /// A number without an exponent whose digits a `Double` holds exactly; nil for others.
  ///
  /// The quotient of two exact numbers is rounded once, so that it is the nearest one. (Source:
  /// W. D. Clinger, How to Read Floating Point Numbers Accurately, 1990.)
  private static func decimal(_ text: ArraySlice<UInt8>) -> Double? {
    // 10^19 has more digits than any number up to 2^53.
    guard text.count <= 18 else { return nil }
    var (digits, decimals, isFraction): (UInt64, Int, Bool) = (0, 0, false)
    for byte in text {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digits = digits * 10 + UInt64(byte - UInt8(ascii: "0"))
        if isFraction { decimals += 1 }
      case UInt8(ascii: "."): isFraction = true
      case UInt8(ascii: "-"): break
      default: return nil
      }
    }
    guard digits <= 1 << 53 else { return nil }
    let value = Double(digits) / powersOfTen[decimals]
    return text.first == UInt8(ascii: "-") ? -value : value
  }

  /// 10^0…10^18, which a `Double` holds exactly.
  private static let powersOfTen = (0..<18).reduce(into: [1.0]) { list, _ in list.append(list[list.count - 1] * 10) }

  private mutating func digits(after what: String) throws(JSONSyntaxError) {
    let start = position
    while let byte, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { position += 1 }
    guard position > start else { throw unexpected("a digit after \(what)") }
  }
}
