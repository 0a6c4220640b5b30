import MultiplaneGraphics

/// The declaration of a scene parameter: its type, default and allowed values.
public struct ParameterDeclaration: Sendable, Equatable {
  /// The type of a parameter. In a scene file it is `type`, with `format` for the types that are
  /// written as strings.
  public enum Kind: String, Sendable, CaseIterable {
    /// Strings, colours, images, font families, SVG paths, numbers, integers and Booleans.
    case text, color, image, font, path, number, integer, boolean
  }

  /// The parameter's name in the scene.
  public let name: String
  /// The parameter's type.
  public let kind: Kind
  /// A short label for forms.
  public var title: String?
  /// A description for forms.
  public var description: String?
  /// The default value; nil if the parameter is required.
  public var defaultValue: ParameterValue?
  /// The allowed values; nil for all values inside the other limits.
  public var allowedValues: [ParameterValue]?
  /// The minimum and maximum length of a string or of path data, in Unicode scalars.
  public var lengths: ClosedRange<Int>
  /// The minimum of a number; nil for none.
  public var minimum: Double?
  /// The maximum of a number; nil for none.
  public var maximum: Double?
  /// Whether the minimum itself is excluded.
  public var excludesMinimum = false
  /// Whether the maximum itself is excluded.
  public var excludesMaximum = false
  /// The values of `examples`.
  package var examples: [ParameterValue] = []

  /// Whether the scene is complete without a value although there is no default that can be
  /// written, such as an embedded image.
  package var isOptional = false

  package init(name: String, kind: Kind) {
    self.name = name
    self.kind = kind
    lengths = 0...(kind == .path ? 100_000 : 1000)
  }

  /// Whether a value must be given, because there is no default.
  public var isRequired: Bool { defaultValue == nil && !isOptional }

  /// The accepted values, for messages: "a number from 0 to 100".
  var expectation: String {
    if let allowedValues {
      return "one of " + allowedValues.map { $0.json?.flatText ?? "" }.joined(separator: ", ")
    }
    switch kind {
    case .text: return "a string" + lengthPhrase
    case .color: return ColorText.expectation
    case .image: return "the path of an image"
    case .font: return "the family of one of the scene's fonts"
    case .path:
      let most = JSONValue.number(SceneLimits.standard.maximumMagnitude).flatText
      return "the data of an SVG path" + lengthPhrase + ", with coordinates from -\(most) to \(most)"
    case .number: return "a number" + rangePhrase
    case .integer: return "a whole number" + rangePhrase
    case .boolean: return "true or false"
    }
  }

  private var lengthPhrase: String {
    lengths.lowerBound > 0
      ? " of \(lengths.lowerBound) to \(lengths.upperBound) characters" : " of at most \(lengths.upperBound) characters"
  }

  private var rangePhrase: String {
    func text(_ number: Double) -> String { JSONValue.number(number).flatText }
    if let minimum, let maximum, !excludesMinimum, !excludesMaximum {
      return " from \(text(minimum)) to \(text(maximum))"
    }
    let least = minimum.map { (excludesMinimum ? "above " : "of at least ") + text($0) }
    let most = maximum.map { (excludesMaximum ? "below " : "at most ") + text($0) }
    let phrases = [least, most].compactMap { $0 }
    return phrases.isEmpty ? "" : " " + phrases.joined(separator: " and ")
  }

  /// Whether it takes a value. Whether a file is an image, and a family a font of the scene's, is
  /// seen when they are read.
  func allows(_ value: ParameterValue) -> Bool {
    if let allowedValues, !allowedValues.contains(value) { return false }
    switch (kind, value) {
    case (.text, .string(let text)): return lengths.contains(text.unicodeScalars.count)
    case (.color, .string(let text)): return ColorText.color(text) != nil
    case (.color, .color), (.image, .image), (.boolean, .boolean): return true
    case (.image, .string(let path)), (.font, .string(let path)): return !path.isEmpty
    case (.path, .string(let data)):
      return lengths.contains(data.unicodeScalars.count) && Self.isPath(data)
    case (.number, .number(let number)): return isInRange(number)
    case (.integer, .number(let number)): return number == number.rounded() && isInRange(number)
    default: return false
    }
  }

  /// Whether a text is path data that layers accept.
  private static func isPath(_ data: String) -> Bool {
    guard let path = try? PathText.path(data) else { return false }
    let most = SceneLimits.standard.maximumMagnitude
    return path.elements.allSatisfy { $0.points.allSatisfy { abs($0.x) <= most && abs($0.y) <= most } }
  }

  /// The problem of a value, as a phrase; nil if it is valid.
  package func problem(with value: ParameterValue) -> String? {
    allows(value) ? nil : "expected \(expectation), found \(value.found)"
  }

  private func isInRange(_ number: Double) -> Bool {
    guard abs(number) <= SceneLimits.standard.maximumMagnitude else { return false }
    let isAbove = minimum.map { excludesMinimum ? number > $0 : number >= $0 } ?? true
    let isBelow = maximum.map { excludesMaximum ? number < $0 : number <= $0 } ?? true
    return isAbove && isBelow
  }

  /// Converts text to the parameter's type: for command lines, tables and URLs.
  ///
  /// - Returns: a value that may still be invalid; the text itself if it cannot be converted.
  package func value(ofText text: String) -> ParameterValue {
    switch kind {
    case .number, .integer:
      // As JSON writes numbers; Swift's own reader also takes "nan", "0x1p3" and "1_000".
      guard let json = try? JSONParser.parse([UInt8](text.utf8), limits: .standard), case .number(let number) = json
      else { return .string(text) }
      return .number(number)
    case .boolean:
      // Spreadsheets write TRUE, and Python's programs True.
      let word = text.lowercased()
      return word == "true" ? .boolean(true) : word == "false" ? .boolean(false) : .string(text)
    case .color:
      guard text.hasPrefix("["), let json = try? JSONParser.parse([UInt8](text.utf8), limits: .standard) else {
        return .string(text)
      }
      return ParameterValue(json) ?? .string(text)
    case .text, .image, .font, .path: return .string(text)
    }
  }

  /// Values at the ends of what is allowed: where all of them can be shown, each that lies between
  /// can.
  func extremes(fonts: [String]) -> [ParameterValue] {
    if let allowedValues { return allowedValues }
    let most = SceneLimits.standard.maximumMagnitude
    switch kind {
    // A text that is nothing else: no word of the format, no colour and no path.
    case .text: return [.string("\u{2026}")]
    case .color: return [.string("#00000000")]
    case .image: return CGImage.onePixel.map { [.image($0)] } ?? []
    case .font: return fonts.map(ParameterValue.string)
    case .path: return [.string("M0 0")]
    case .number, .integer:
      let step = kind == .integer ? 1 : 1e-9 * max(1, abs(minimum ?? maximum ?? 0))
      let least = minimum.map { excludesMinimum ? $0 + step : $0 } ?? -most
      let largest = maximum.map { excludesMaximum ? $0 - step : $0 } ?? most
      guard kind == .number, least < largest else { return [.number(least), .number(largest)] }
      // One that is not whole, too: where only whole numbers can be, the parameter has to be an
      // integer.
      return [.number(least), .number(largest), .number(least + (largest - least) * 0.381966)]
    case .boolean: return [.boolean(false), .boolean(true)]
    }
  }
}

extension CGImage {
  /// A transparent pixel.
  fileprivate static var onePixel: CGImage? { CGImage(premultipliedRGBA8: [0, 0, 0, 0], width: 1, height: 1) }
}
