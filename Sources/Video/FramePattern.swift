/// The pattern of a sequence's file names, as in C's `printf`: `frames/%04d.png` is
/// `frames/0000.png`, …
///
/// `%d` is the frame number from 0, `%0Nd` the same with zeros up to N digits, `%%` a percent sign.
package struct FramePattern: Equatable, Sendable {
  private let prefix: String
  private let suffix: String
  /// Digits at least.
  private let digits: Int

  /// Parses a pattern.
  ///
  /// - Throws: `VideoError.pattern` unless there is exactly one number, in the file name, and no
  ///   other percent sign.
  package init(_ text: String) throws(VideoError) {
    var parts = [""]
    var digits: [Int] = []
    var rest = Substring(text)
    while let character = rest.popFirst() {
      guard character == "%" else {
        parts[parts.count - 1].append(character)
        continue
      }
      if rest.first == "%" {
        rest.removeFirst()
        parts[parts.count - 1].append("%")
        continue
      }
      guard let number = rest.prefixMatch(of: /(?:0([1-9]))?d/) else {
        throw VideoError.pattern(
          "expected %d, %0Nd with N from 1 to 9, or %% for a percent sign, found '%\(rest.prefix(4))' in '\(text)'")
      }
      digits.append(number.1.flatMap { Int($0) } ?? 1)
      rest = rest[number.range.upperBound...]
      parts.append("")
    }
    guard parts.count == 2 else {
      throw VideoError.pattern(
        "expected one %d for the frame's number, such as frames/%04d.png, found \(digits.count) in '\(text)'")
    }
    guard !parts[1].contains("/") else {
      throw VideoError.pattern(
        "expected the frame's number in the file's name, found it in that of a folder in '\(text)'")
    }
    (prefix, suffix, self.digits) = (parts[0], parts[1], digits[0])
  }

  /// The path of a frame.
  package func path(of frame: Int) -> String {
    let number = "\(frame)"
    return prefix + String(repeating: "0", count: max(0, digits - number.count)) + number + suffix
  }

  /// The folder of all frames; nil for the current one.
  package var folder: String? {
    guard let slash = prefix.lastIndex(of: "/") else { return nil }
    return slash == prefix.startIndex ? "/" : String(prefix[..<slash])
  }

  /// Whether a text is more likely a pattern than the name of one picture.
  package static func looksLikeOne(_ text: String) -> Bool {
    // Without a percent sign, which most names have not, no expression is compiled.
    text.utf8.contains(UInt8(ascii: "%")) && text.contains(/%(?:0[1-9])?d/)
  }
}
