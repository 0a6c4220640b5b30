import MultiplaneGraphics
import MultiplaneRenderTree

// The `parameters` of a scene, in the words of JSON Schema.

extension SceneReader {
  /// Most parameters of a scene.
  private static let mostParameters = 256

  func declarations(_ json: JSONValue, _ place: Place) throws(SceneError) -> [ParameterDeclaration] {
    guard case .object(let members) = json else {
      throw expected("an object of {name: declaration}", place, found: json)
    }
    guard members.count <= Self.mostParameters else {
      throw invalid(place, "expected at most \(Self.mostParameters) parameters, found \(members.count)")
    }
    var declarations: [ParameterDeclaration] = []
    for member in members {
      declarations.append(try declaration(member.value, named: member.key, place.key(member.key)))
    }
    return declarations
  }

  private func declaration(
    _ json: JSONValue, named name: String, _ place: Place
  ) throws(SceneError) -> ParameterDeclaration {
    guard TextTemplate.isName(name) else {
      throw invalid(place, "expected a name of at most 64 letters, digits and _, and no digit first")
    }
    guard case .object(let members) = json else {
      throw expected("an object such as {\"type\": \"string\"}", place, found: json)
    }
    let kind = try kind(members, place)
    var declaration = ParameterDeclaration(name: name, kind: kind)
    let known = Self.words(of: kind)
    // The limits before the values that have to keep to them.
    for member in members where !["default", "examples", "enum"].contains(member.key) {
      guard known.contains(member.key) else {
        throw unknownKey(member.key, in: place, of: "a parameter of this kind", known: known)
      }
      try readWord(member, of: &declaration, place.key(member.key))
    }
    try checkRange(of: declaration, members, place)
    if let list = members.first(where: { $0.key == "enum" }) {
      declaration.allowedValues = try values(list.value, of: declaration, place.key("enum"))
      guard declaration.allowedValues?.isEmpty == false else {
        throw expected("at least one value", place.key("enum"), found: list.value)
      }
    }
    if let list = members.first(where: { $0.key == "examples" }) {
      declaration.examples = try values(list.value, of: declaration, place.key("examples"))
    }
    if let member = members.first(where: { $0.key == "default" }) {
      declaration.defaultValue = try value(member.value, of: declaration, place.key("default"))
    }
    return declaration
  }

  private static func words(of kind: ParameterDeclaration.Kind) -> [String] {
    let shared = ["type", "format", "title", "description", "default", "examples"]
    switch kind {
    case .text: return shared + ["enum", "minLength", "maxLength"]
    case .color, .image, .font: return shared + ["enum"]
    case .path: return shared + ["minLength", "maxLength"]
    case .number, .integer: return shared + ["enum", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]
    case .boolean: return shared
    }
  }

  private func kind(
    _ members: [JSONValue.Member], _ place: Place
  ) throws(SceneError) -> ParameterDeclaration.Kind {
    guard let type = members.first(where: { $0.key == "type" })?.value else {
      throw invalid(place.key("type"), "is missing; expected \"string\", \"number\", \"integer\" or \"boolean\"")
    }
    let (types, formats) = (["string", "number", "integer", "boolean"], ["color", "image", "font", "path"])
    if case .string(let text) = type, !types.contains(text),
      let format = Suggestion.nearest(to: text, among: formats)
    {
      throw invalid(
        place.key("type"),
        "expected \(LayerValueKind.name(types).expectation), found \(type.found); "
          + "did you mean \"string\" with \"format\": \"\(format)\"?")
    }
    let word = try word(type, of: types, place.key("type"))
    let format = members.first { $0.key == "format" }?.value
    guard word == "string" else {
      if format != nil { throw invalid(place.key("format"), "is for a \"string\" only, found a \"\(word)\"") }
      return ParameterDeclaration.Kind(rawValue: word) ?? .number
    }
    guard let format else { return .text }
    let name = try self.word(format, of: formats, place.key("format"))
    return ParameterDeclaration.Kind(rawValue: name) ?? .text
  }

  private func readWord(
    _ member: JSONValue.Member, of declaration: inout ParameterDeclaration, _ place: Place
  ) throws(SceneError) {
    switch member.key {
    case "title": declaration.title = try string(member.value, place)
    case "description": declaration.description = try string(member.value, place)
    case "minLength":
      let least = try length(member.value, place)
      declaration.lengths = least...max(least, declaration.lengths.upperBound)
    case "maxLength":
      let most = try length(member.value, place)
      guard most >= declaration.lengths.lowerBound else {
        throw invalid(place, "expected at least minLength, found \(member.value.found)")
      }
      declaration.lengths = declaration.lengths.lowerBound...most
    case "minimum": declaration.minimum = try number(member.value, place)
    case "maximum": declaration.maximum = try number(member.value, place)
    case "exclusiveMinimum":
      (declaration.minimum, declaration.excludesMinimum) = (try number(member.value, place), true)
    case "exclusiveMaximum":
      (declaration.maximum, declaration.excludesMaximum) = (try number(member.value, place), true)
    default: break
    }
  }

  private func length(_ json: JSONValue, _ place: Place) throws(SceneError) -> Int {
    let number = try number(json, place)
    guard number >= 0, number == number.rounded(), number <= 1e6 else {
      throw expected("a whole number from 0 to 1000000", place, found: json)
    }
    return Int(number)
  }

  private func checkRange(
    of declaration: ParameterDeclaration, _ members: [JSONValue.Member], _ place: Place
  ) throws(SceneError) {
    for (word, other) in [("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")]
    where members.contains(where: { $0.key == word }) && members.contains(where: { $0.key == other }) {
      throw invalid(place.key(other), "expected either \(word) or \(other), found both")
    }
    if let minimum = declaration.minimum, let maximum = declaration.maximum, minimum > maximum {
      throw invalid(place, "expected a maximum of at least the minimum")
    }
  }

  private func values(
    _ json: JSONValue, of declaration: ParameterDeclaration, _ place: Place
  ) throws(SceneError) -> [ParameterValue] {
    var values: [ParameterValue] = []
    for (index, element) in try list(json, "a list of values", place).enumerated() {
      values.append(try value(element, of: declaration, place.index(index)))
    }
    return values
  }

  private func value(
    _ json: JSONValue, of declaration: ParameterDeclaration, _ place: Place
  ) throws(SceneError) -> ParameterValue {
    guard let value = ParameterValue(json), declaration.allows(value) else {
      throw expected(declaration.expectation, place, found: json)
    }
    return value
  }
}
