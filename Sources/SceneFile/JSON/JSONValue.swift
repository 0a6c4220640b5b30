import MultiplaneGraphics

/// A JSON value of a file. Objects keep the order of their keys, which are unique.
package enum JSONValue: Equatable, Sendable {
  case null
  case boolean(Bool)
  /// Infinite where the text's number is beyond what a `Double` holds; the reader refuses it with
  /// its place.
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([Member])

  package struct Member: Equatable, Sendable {
    package let key: String
    package let value: JSONValue

    package init(key: String, value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// Whether it holds other values.
  var isNested: Bool {
    switch self {
    case .array, .object: true
    default: false
    }
  }

  /// A list of numbers.
  package static func list(_ numbers: [Double]) -> JSONValue { .array(numbers.map(JSONValue.number)) }

  /// An object with one member.
  static func object(_ key: String, _ value: JSONValue) -> JSONValue { .object([Member(key: key, value: value)]) }

  /// The text after "found" in messages.
  package var found: String {
    switch self {
    case .null: "null"
    case .boolean(let value): value ? "true" : "false"
    case .number(let number): number.isFinite ? flatText : "a number above 1.8e308"
    case .string(let text): OneLine.quoted(text)
    case .array(let elements): elements.isEmpty ? "an empty list" : "a list of \(elements.count)"
    case .object(let members):
      switch members.count {
      case 0: "an empty object"
      case 1: "an object with the key \(OneLine.quoted(members[0].key))"
      default: "an object with \(members.count) keys"
      }
    }
  }
}

extension JSONValue {
  /// Parses a text with one value; see `JSONParser`.
  ///
  /// - Parameter name: the name of the text in messages.
  package static func parse(
    _ bytes: [UInt8], name: String, limits: SceneLimits = .standard
  ) throws(SceneError) -> JSONValue {
    try JSONDocument.parse(bytes, name: name, limits: limits).value()
  }
}
