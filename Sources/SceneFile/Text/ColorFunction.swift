import MultiplaneGraphics

/// A colour as a function of CSS: `rgb(255, 0, 0)`, `rgb(100% 0% 0% / 50%)`, `hsl(0, 100%, 50%)`,
/// `hsl(0.5turn 100% 50% / 0.5)`; also as `rgba` and `hsla`.
///
/// Values out of range are clamped, and angles wrap around. (Source: CSS Color Module Level 4,
/// sections 5.1 and 7.)
struct ColorFunction {
  let color: CGColor

  /// Parses lower-case text; nil for other text.
  init?(_ text: String) {
    guard text.hasSuffix(")"), let open = text.firstIndex(of: "("),
      let parts = Self.parts(of: text[text.index(after: open)...].dropLast())
    else { return nil }
    let alpha: Double
    if parts.count == 4 {
      guard let given = Self.number(parts[3], percent: 1) else { return nil }
      alpha = given
    } else {
      alpha = 1
    }
    let rgb: [Double]?
    switch text[..<open] {
    case "rgb", "rgba": rgb = Self.components(parts)
    case "hsl", "hsla": rgb = Self.components(hueSaturationLightness: parts)
    default: rgb = nil
    }
    guard let rgb else { return nil }
    // Clamped by the colour's initialiser.
    color = CGColor(srgbRed: rgb[0], green: rgb[1], blue: rgb[2], alpha: alpha)
  }

  /// The three or four arguments: all separated by commas, or by spaces with a slash before alpha.
  private static func parts(of text: Substring) -> [Substring]? {
    func trimmed(_ text: Substring) -> Substring? {
      let words = text.split(separator: " ")
      return words.count == 1 ? words[0] : nil
    }
    var parts: [Substring]
    if text.contains(",") {
      let found = text.split(separator: ",", omittingEmptySubsequences: false).map(trimmed)
      guard !found.contains(nil) else { return nil }
      parts = found.compactMap { $0 }
    } else {
      let sides = text.split(separator: "/", omittingEmptySubsequences: false)
      guard sides.count <= 2, let colors = sides.first else { return nil }
      parts = colors.split(separator: " ")
      guard parts.count == 3 else { return nil }
      if sides.count == 2 {
        guard let alpha = trimmed(sides[1]) else { return nil }
        parts.append(alpha)
      }
    }
    return (3...4).contains(parts.count) ? parts : nil
  }

  /// A finite number, or a percentage as a part of `percent`.
  private static func number(_ text: Substring, percent: Double? = nil) -> Double? {
    let isPercentage = text.hasSuffix("%")
    let digits = isPercentage ? text.dropLast() : text
    // Swift's own reader also takes "nan", "0x1p3" and "infinity".
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E, 0x65].contains($0) }),
      let number = Double(digits), number.isFinite
    else { return nil }
    guard isPercentage else { return number }
    return percent.map { number / 100 * $0 }
  }

  private static func components(_ parts: [Substring]) -> [Double]? {
    let numbers = parts.prefix(3).compactMap { number($0, percent: 255) }
    return numbers.count == 3 ? numbers.map { $0 / 255 } : nil
  }

  private static func components(hueSaturationLightness parts: [Substring]) -> [Double]? {
    guard let hue = degrees(parts[0]), let saturation = number(parts[1], percent: 100),
      let lightness = number(parts[2], percent: 100)
    else { return nil }
    let (s, l) = (min(max(saturation, 0), 100) / 100, min(max(lightness, 0), 100) / 100)
    let amplitude = s * min(l, 1 - l)
    return [0, 8, 4].map { (offset: Double) in
      let k = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
      return l - amplitude * max(-1, min(k - 3, 9 - k, 1))
    }
  }

  /// An angle of 0 to 360 degrees.
  private static func degrees(_ text: Substring) -> Double? {
    let units: [(String, Double)] = [("deg", 1), ("grad", 0.9), ("rad", 180 / Double.pi), ("turn", 360)]
    let unit = units.first { text.hasSuffix($0.0) }
    guard let number = number(text.dropLast(unit?.0.count ?? 0)) else { return nil }
    let angle = (number * (unit?.1 ?? 1)).truncatingRemainder(dividingBy: 360)
    return angle < 0 ? angle + 360 : angle
  }
}
