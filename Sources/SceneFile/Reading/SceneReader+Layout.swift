import MultiplaneGraphics
import MultiplaneLayerTree

// How a layer's sublayers are laid out, which is done when the tree is committed.

extension SceneReader {
  /// The name of the only layout manager in scenes.
  static let layoutManagerName = "CAConstraintLayoutManager"

  func layoutManager(_ json: JSONValue, _ place: Place) throws(SceneError) -> any CALayoutManager {
    guard json == .string(Self.layoutManagerName) else {
      throw expected("\"\(Self.layoutManagerName)\"", place, found: json)
    }
    return CAConstraintLayoutManager()
  }

  func constraints(_ json: JSONValue, _ place: Place) throws(SceneError) -> [CAConstraint] {
    var constraints: [CAConstraint] = []
    for (index, element) in try list(json, "a list of constraints", place).enumerated() {
      constraints.append(try constraint(element, place.index(index)))
    }
    return constraints
  }

  private func constraint(_ json: JSONValue, _ place: Place) throws(SceneError) -> CAConstraint {
    guard case .object(let members) = json else { throw expected("a constraint", place, found: json) }
    var (attribute, source, sourceAttribute): (CAConstraintAttribute?, String?, CAConstraintAttribute?)
    var (scale, offset) = (1.0, 0.0)
    for member in members {
      let valuePlace = place.key(member.key)
      switch member.key {
      case "attribute": attribute = try self.attribute(member.value, valuePlace)
      case "relativeTo": source = try string(member.value, valuePlace)
      case "sourceAttribute": sourceAttribute = try self.attribute(member.value, valuePlace)
      case "scale": scale = try number(member.value, valuePlace)
      case "offset": offset = try number(member.value, valuePlace)
      default: throw unknownKey(member.key, in: place, of: "a constraint", known: SceneKeys.constraint)
      }
    }
    return CAConstraint(
      attribute: try required(attribute, "attribute", "an attribute such as \"midX\"", place),
      relativeTo: try required(source, "relativeTo", "\"superlayer\" or the name of a sibling layer", place),
      attribute: try required(sourceAttribute, "sourceAttribute", "an attribute such as \"midX\"", place), scale: scale,
      offset: offset)
  }

  private func attribute(_ json: JSONValue, _ place: Place) throws(SceneError) -> CAConstraintAttribute {
    guard case .string(let name) = json,
      let attribute = CAConstraintAttribute.allCases.first(where: { $0.name == name })
    else {
      let names = CAConstraintAttribute.allCases.map { "\"\($0.name)\"" }.joined(separator: ", ")
      throw expected("one of \(names)", place, found: json)
    }
    return attribute
  }

  private func required<Value>(
    _ value: Value?, _ key: String, _ expected: String, _ place: Place
  ) throws(SceneError) -> Value {
    guard let value else { throw invalid(place.key(key), "is missing; expected \(expected)") }
    return value
  }
}
