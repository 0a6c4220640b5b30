import MultiplaneGraphics
import MultiplaneMotion
import MultiplaneRenderTree
import MultiplaneSceneFile

/// One fact of what `inspect` shows: a key with its value, for people and for machines.
struct InspectedFact {
  /// What machines call it.
  let key: String
  let json: JSONValue
  /// What people read, such as `opacity=0.5`.
  let text: String

  /// - Parameter text: the value for people.
  init(_ key: String, _ json: JSONValue, _ text: String) {
    self.key = key
    self.json = json
    self.text = "\(key)=\(text)"
  }

  /// - Parameter whole: all that people read.
  init(_ key: String, _ json: JSONValue = .boolean(true), whole: String) {
    (self.key, self.json, text) = (key, json, whole)
  }

  init(_ key: String, _ number: Double) {
    self.init(key, .of(number), numberText(number))
  }

  init(_ key: String, _ rect: CGRect) {
    self.init(key, .of(rect), rectText(rect))
  }

  init(_ key: String, _ color: StraightColor) {
    self.init(key, .of(color), colorText(color))
  }

  init(_ key: String, _ transform: CATransform3D) {
    self.init(key, .of(transform), transformText(transform))
  }

  init(_ key: String, _ point: CGPoint) {
    self.init(key, .of([Double(point.x), Double(point.y)]), listText(point.x, point.y))
  }

  init(_ key: String, _ value: LayerValue, kind: LayerValueKind) {
    self.init(key, .of(value, kind: kind), valueText(value, kind: kind))
  }
}

extension [InspectedFact] {
  /// An object with a member for each.
  var json: JSONValue { .object(map { JSONValue.Member(key: $0.key, value: $0.json) }) }
}

// Values as data: numbers where there are any, in the units in which the text tells them.

extension JSONValue {
  /// A number; null for one that JSON has not.
  static func of(_ number: Double) -> JSONValue { number.isFinite ? .number(number) : .null }

  static func of(_ numbers: [Double]) -> JSONValue { .array(numbers.map { .of($0) }) }

  static func of(_ count: Int) -> JSONValue { .number(Double(count)) }

  /// x, y, width and height.
  static func of(_ rect: CGRect) -> JSONValue {
    .of([Double(rect.minX), Double(rect.minY), Double(rect.width), Double(rect.height)])
  }

  /// Red, green, blue and alpha, straight, 0…1.
  static func of(_ color: StraightColor) -> JSONValue { .of([color.red, color.green, color.blue, color.alpha]) }

  /// Sixteen numbers, row by row.
  static func of(_ t: CATransform3D) -> JSONValue {
    .of([
      t.m11, t.m12, t.m13, t.m14, t.m21, t.m22, t.m23, t.m24, t.m31, t.m32, t.m33, t.m34, t.m41, t.m42, t.m43, t.m44,
    ])
  }

  /// A value of the table of keys; its kind names the members of an option set.
  static func of(_ value: LayerValue, kind: LayerValueKind) -> JSONValue {
    switch value {
    case .none: .null
    case .boolean(let value): .boolean(value)
    case .number(let value): .of(value)
    case .point(let value): .of([Double(value.x), Double(value.y)])
    case .size(let value): .of([Double(value.width), Double(value.height)])
    case .rect(let value): .of(value)
    case .transform(let value): .of(value)
    case .color(let value): .of(value.straight)
    case .colors(let values): .array(values.map { .of($0.straight) })
    case .numbers(let values): .of(values)
    case .filters(let values): .array(values.map { .string(filterText($0)) })
    case .text(let text): text.sceneValue
    case .options(let bits):
      if case .options(let options) = kind {
        .array(options.filter { bits & $0.bits != 0 }.map { .string($0.name) })
      } else {
        .of(Int(clamping: bits))
      }
    case .image, .path, .blendMode, .name: .string(valueText(value, kind: kind))
    }
  }

  /// An object, its members in this order; those that are nil are left out.
  static func members(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue { .object(.members(members)) }
}

extension [JSONValue.Member] {
  /// Members in this order; those that are nil are left out.
  static func members(_ members: KeyValuePairs<String, JSONValue?>) -> [JSONValue.Member] {
    members.compactMap { key, value in value.map { JSONValue.Member(key: key, value: $0) } }
  }
}
