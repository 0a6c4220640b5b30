/// A text in UTF-8, as Pango takes it, and where each of its offsets is in UTF-16.
///
/// A zero, which would end Pango's text, becomes a space without width.
struct TextOffsets {
  /// Followed by a zero, so that even an empty text has an address.
  let utf8: [UInt8]
  /// For each byte and the end: the code unit that it belongs to.
  private let toUTF16: [Int32]
  /// For each code unit and the end: its first byte.
  private let toUTF8: [Int32]

  init(_ string: String) {
    var bytes: [UInt8] = []
    var (toUTF16, toUTF8): ([Int32], [Int32]) = ([], [])
    bytes.reserveCapacity(string.utf8.count + 1)
    for scalar in string.unicodeScalars {
      let start = Int32(bytes.count)
      let unit = Int32(toUTF8.count)
      bytes += Array(String(scalar.value == 0 ? "\u{200B}" : scalar).utf8)
      toUTF16 += repeatElement(unit, count: bytes.count - Int(start))
      toUTF8 += repeatElement(start, count: UTF16.width(scalar))
    }
    toUTF16.append(Int32(toUTF8.count))
    toUTF8.append(Int32(bytes.count))
    bytes.append(0)
    (utf8, self.toUTF16, self.toUTF8) = (bytes, toUTF16, toUTF8)
  }

  /// Bytes of text.
  var count: Int { utf8.count - 1 }

  func utf16(_ byte: Int) -> Int { Int(toUTF16[min(max(byte, 0), toUTF16.count - 1)]) }

  func utf8(_ unit: Int) -> Int { Int(toUTF8[min(max(unit, 0), toUTF8.count - 1)]) }
}
