// Strings and numbers.

extension JSONParser {
  /// A string: where it is in the text, or beyond the text in `decoded` if it had escapes.
  struct Text {
    let start: Int
    let count: Int
    let isASCII: Bool
  }

  /// Reads a string, the position being at its opening quotation mark.
  mutating func string() throws(JSONSyntaxError) -> Text {
    position += 1
    let first = position
    var start = position
    var (isASCII, decodedStart): (Bool, Int?) = (true, nil)
    while true {
      skipPlain()
      switch byte {
      case UInt8(ascii: "\""):
        let end = position
        position += 1
        // Checked byte by byte on the way: nothing is repaired here. Without an escape nothing is
        // copied either.
        guard let decodedStart else { return Text(start: first, count: end - first, isASCII: isASCII) }
        decoded += bytes[start..<end]
        return Text(start: bytes.count + decodedStart, count: decoded.count - decodedStart, isASCII: isASCII)
      case UInt8(ascii: "\\"):
        if decodedStart == nil { decodedStart = decoded.count }
        decoded += bytes[start..<position]
        let scalar = try escape()
        isASCII = isASCII && scalar.isASCII
        decoded += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
        start = position
      case 0x00..<0x20:
        throw unexpected("a closing quotation mark")
      default:
        guard let length = characterLength(at: position) else {
          throw error(at: position, "expected UTF-8, found the byte \(Self.hexadecimal(byte)); save the file as UTF-8")
        }
        isASCII = false
        position += length
      }
    }
  }

  /// Skips ASCII characters that stand for themselves in a string.
  private mutating func skipPlain() {
    let bytes = bytes
    var end = position
    while end < bytes.count, bytes[end] >= 0x20, bytes[end] < 0x80, bytes[end] != UInt8(ascii: "\""),
      bytes[end] != UInt8(ascii: "\\")
    {
      end += 1
    }
    position = end
  }

  /// A string of at most 7 ASCII characters without escapes, whose first character is at an offset:
  /// its bytes, the first one lowest; nil for others.
  func plainWord(at start: Int) -> (bits: UInt64, count: Int)? {
    guard start + 8 <= bytes.count else { return nil }
    let word = UInt64(littleEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: start, as: UInt64.self))
    let quotes = Self.bytes(of: word, equalTo: UInt8(ascii: "\""))
    guard quotes != 0 else { return nil }
    let count = quotes.trailingZeroBitCount / 8
    let mask: UInt64 = 1 << (8 * UInt64(count)) - 1
    let bits = word & mask
    // Control characters borrow from the top bits of the spaces.
    let controls = (bits | Self.repeated(0x20) & ~mask) &- Self.repeated(0x20)
    let others = (bits | controls) & Self.repeated(0x80) | Self.bytes(of: bits, equalTo: UInt8(ascii: "\\"))
    return others == 0 ? (bits, count) : nil
  }

  private static func repeated(_ byte: UInt8) -> UInt64 { UInt64(byte) * 0x0101_0101_0101_0101 }

  /// The top bits of the bytes that equal a byte; above the first one perhaps of others.
  private static func bytes(of word: UInt64, equalTo byte: UInt8) -> UInt64 {
    let difference = word ^ repeated(byte)
    return (difference &- repeated(0x01)) & ~difference & repeated(0x80)
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
      guard let digit = Self.hexadecimalDigit(byte) else {
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
    let isNegative = byte == UInt8(ascii: "-")
    if isNegative { position += 1 }
    let firstDigit = position
    var digits: UInt64 = 0
    try readDigits(after: "\"-\"", into: &digits)
    if bytes[firstDigit] == UInt8(ascii: "0"), position > firstDigit + 1 {
      throw error(at: start, "expected a number without leading zeros, found more digits after the 0")
    }
    var digitCount = position - firstDigit
    var exponent = 0
    if byte == UInt8(ascii: ".") {
      position += 1
      let point = position
      try readDigits(after: "the decimal point", into: &digits)
      exponent = point - position
      digitCount -= exponent
    }
    if byte | 0x20 == UInt8(ascii: "e") {
      position += 1
      let isBelow = byte == UInt8(ascii: "-")
      if isBelow || byte == UInt8(ascii: "+") { position += 1 }
      let first = position
      var power: UInt64 = 0
      try readDigits(after: "the exponent's \"e\"", into: &power)
      // Longer ones are left to the general conversion.
      exponent = position - first > 3 ? 1000 : exponent + (isBelow ? -Int(power) : Int(power))
    }
    // Up to 19 digits do not overflow.
    if digitCount <= 19, digits <= 1 << 53, let value = Self.decimal(digits, exponent) {
      return isNegative ? -value : value
    }
    return Double(String(decoding: bytes[start..<position], as: UTF8.self)) ?? .infinity
  }

  /// A whole number times a power of ten; nil if one of them is not exact as a `Double`.
  ///
  /// The quotient or product of two exact numbers is rounded once, so that it is the nearest one.
  /// (Source: W. D. Clinger, How to Read Floating Point Numbers Accurately, 1990.)
  private static func decimal(_ digits: UInt64, _ exponent: Int) -> Double? {
    guard abs(exponent) < powersOfTen.count else { return nil }
    return exponent < 0 ? Double(digits) / powersOfTen[-exponent] : Double(digits) * powersOfTen[exponent]
  }

  /// 10^0…10^22, which a `Double` holds exactly.
  private static let powersOfTen = (0..<22).reduce(into: [1.0]) { (list: inout [Double], _: Int) in
    list.append(list[list.count - 1] * 10)
  }

  /// Reads digits behind those of a number; it is wrong if it has more than 19.
  private mutating func readDigits(after what: String, into number: inout UInt64) throws(JSONSyntaxError) {
    let bytes = bytes
    var (end, value) = (position, number)
    while end < bytes.count, bytes[end] >= UInt8(ascii: "0"), bytes[end] <= UInt8(ascii: "9") {
      value = value &* 10 &+ UInt64(bytes[end] - UInt8(ascii: "0"))
      end += 1
    }
    let isEmpty = end == position
    (position, number) = (end, value)
    guard !isEmpty else { throw unexpected("a digit after \(what)") }
  }
}
