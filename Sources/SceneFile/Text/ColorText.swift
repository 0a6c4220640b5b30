import MultiplaneGraphics

/// Colours as text, in the notations of CSS: `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, names,
/// `rgb()` and `hsl()`; sRGB, with straight alpha.
enum ColorText {
  /// The notations, for messages.
  static let expectation =
    "a colour (\"#rrggbb\", a name of CSS such as \"red\", \"rgb(255, 0, 0)\", \"hsl(0, 100%, 50%)\" or [r, g, b, a])"

  /// The colour of a text; nil for other text.
  static func color(_ text: String) -> CGColor? {
    // No colour is longer, and no longer text is looked through.
    guard text.utf8.count <= 100 else { return nil }
    if text.utf8.first == UInt8(ascii: "#") { return hexadecimal(text) }
    let text = text.lowercased()
    if text == "transparent" { return CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 0) }
    if let bits = ColorNames.components[text] {
      let parts = [16, 8, 0].map { Double(bits >> $0 & 255) / 255 }
      return CGColor(srgbRed: parts[0], green: parts[1], blue: parts[2], alpha: 1)
    }
    return ColorFunction(text)?.color
  }

  private static func hexadecimal(_ text: String) -> CGColor? {
    let digits = text.utf8.dropFirst().map(Self.digit)
    guard !digits.contains(nil) else { return nil }
    var bytes = digits.compactMap { $0 }
    switch bytes.count {
    case 3, 4: bytes = bytes.map { $0 * 17 }
    case 6, 8: bytes = stride(from: 0, to: bytes.count, by: 2).map { bytes[$0] * 16 + bytes[$0 + 1] }
    default: return nil
    }
    let parts = bytes.map { Double($0) / 255 } + [1]
    return CGColor(srgbRed: parts[0], green: parts[1], blue: parts[2], alpha: parts[3])
  }

  /// The shortest of `#rrggbb` and `#rrggbbaa` that is exactly this colour; nil when its components
  /// are no bytes.
  static func text(_ color: StraightColor) -> String? {
    var text = "#"
    for part in [color.red, color.green, color.blue, color.alpha] {
      let byte = (part * 255).rounded()
      guard (0...255).contains(byte), byte / 255 == part else { return nil }
      text += (byte < 16 ? "0" : "") + String(Int(byte), radix: 16)
    }
    return color.alpha == 1 ? String(text.dropLast(2)) : text
  }

  private static func digit(_ character: UInt8) -> Int? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(character - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(character - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(character - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}
