import MultiplaneGraphics

/// A value of a scene parameter.
///
/// ```swift
/// var scene = try Scene(contentsOf: card, parameters: ["name": "Ada", "score": 81.5, "isMember": true])
/// ```
public enum ParameterValue: Sendable, Equatable {
  /// A string: text, a colour such as `#ff4d67`, the path of an image, a font family, or SVG path
  /// data, as the parameter's type says.
  case string(String)
  /// A number.
  case number(Double)
  /// True or false.
  case boolean(Bool)
  /// A colour.
  case color(CGColor)
  /// An image in memory.
  case image(CGImage)
}

extension ParameterValue: ExpressibleByStringLiteral, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension ParameterValue {
  /// Creates a value from JSON; nil for null, objects, and lists that are no colour `[r, g, b]` or
  /// `[r, g, b, a]`.
  package init?(_ json: JSONValue) {
    switch json {
    case .string(let text): self = .string(text)
    case .number(let number): self = .number(number)
    case .boolean(let value): self = .boolean(value)
    case .array(let elements):
      let parts = elements.compactMap { element -> Double? in
        if case .number(let part) = element, (0...1).contains(part) { part } else { nil }
      }
      guard (3...4).contains(elements.count), parts.count == elements.count else { return nil }
      let alpha = parts.count == 4 ? parts[3] : 1
      self = .color(CGColor(srgbRed: parts[0], green: parts[1], blue: parts[2], alpha: alpha))
    case .null, .object: return nil
    }
  }

  /// Parses the values of a JSON object.
  ///
  /// - Parameter name: the name of the text in messages.
  package static func values(json: [UInt8], name: String) throws(SceneError) -> [String: ParameterValue] {
    let value = try JSONValue.parse(json, name: name)
    guard case .object(let members) = value else {
      throw .invalid(file: name, place: "", problem: "expected an object {name: value}, found \(value.found)")
    }
    return try values(members, name: name)
  }

  /// The values of an object's members.
  package static func values(
    _ members: [JSONValue.Member], name: String
  ) throws(SceneError) -> [String: ParameterValue] {
    var values: [String: ParameterValue] = [:]
    for member in members {
      guard let value = ParameterValue(member.value) else {
        throw .invalid(
          file: name, place: Place.scene.key(member.key).description,
          problem: "expected a string, a number, true, false or a colour [r, g, b, a], found \(member.value.found)")
      }
      values[member.key] = value
    }
    return values
  }

  /// The value in the scene format; nil for an image in memory.
  package var json: JSONValue? {
    switch self {
    case .string(let text): .string(text)
    case .number(let number): .number(number)
    case .boolean(let value): .boolean(value)
    case .color(let color):
      .list([color.straight.red, color.straight.green, color.straight.blue, color.straight.alpha])
    case .image: nil
    }
  }

  /// For messages: "…, found …".
  var found: String { json?.found ?? "an image" }
}
