import MultiplaneGraphics

/// Where the schema takes a reference to a parameter: in the place of every value of a layer, an
/// animation, a filter and what else lies within them, at every depth, as `SceneReader.resolved`
/// does.
enum SchemaReferences {
  /// Definitions that something in a scene refers to, in whose place a reference may stand.
  private static let valueNames: Set = [
    "boolean", "number", "text", "pair", "rect", "sizedRect", "listedColor", "color", "shape", "path", "transform",
    "timingFunction", "filter", "emitterCell", "constraint", "animation", "animatedValue",
  ]
  /// Definitions whose values cannot be parameters.
  private static let fixedNames: Set = ["reference", "parameter", "layer"]

  /// The definitions with a reference wherever one may stand.
  static func adding(to definitions: [JSONValue.Member]) -> [JSONValue.Member] {
    definitions.map { definition in
      guard !fixedNames.contains(definition.key) else { return definition }
      let value = within(definition.value)
      return member(definition.key, valueNames.contains(definition.key) ? orReference(value) : value)
    }
  }

  /// The schema of a value with references in it, but not in its place.
  private static func within(_ schema: JSONValue) -> JSONValue {
    guard case .object(let members) = schema else { return schema }
    return .object(
      members.map { keyword in
        switch (keyword.key, keyword.value) {
        case ("properties", .object(let properties)):
          member("properties", .object(properties.map { member($0.key, isFixed($0) ? $0.value : place($0.value)) }))
        case ("items", let item), ("additionalProperties", let item): member(keyword.key, place(item))
        case ("prefixItems", .array(let items)): member(keyword.key, .array(items.map(place)))
        case ("anyOf", .array(let forms)), ("allOf", .array(let forms)): member(keyword.key, .array(forms.map(within)))
        default: keyword
        }
      })
  }

  /// Whether no parameter decides: what is read is known before values are.
  private static func isFixed(_ property: JSONValue.Member) -> Bool {
    SceneReader.plainKeys.contains(property.key) || SceneReader.layerKeys.contains(property.key)
  }

  private static func place(_ schema: JSONValue) -> JSONValue { orReference(within(schema)) }

  private static func orReference(_ schema: JSONValue) -> JSONValue {
    let reference = SceneSchema.definition("reference")
    guard case .object(let members) = schema else { return schema }
    if members == [member("anyOf", members.first?.value ?? .null)], case .array(let forms) = members[0].value {
      return forms.contains(where: takesReferences) ? schema : SceneSchema.anyOf(forms + [reference])
    }
    return takesReferences(schema) ? schema : SceneSchema.anyOf([schema, reference])
  }

  /// Whether it is a definition in whose place a reference may stand already.
  private static func takesReferences(_ schema: JSONValue) -> Bool {
    valueNames.contains { schema == SceneSchema.definition($0) }
  }
}
