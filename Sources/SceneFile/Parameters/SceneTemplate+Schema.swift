extension SceneTemplate {
  /// The JSON Schema (2020-12) of the scene's parameter values.
  package var parametersSchema: JSONValue {
    var members = [
      member("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
      member("type", .string("object")),
      member("properties", .object(parameters.map { member($0.name, $0.schema) })),
      member("required", .array(parameters.filter(\.isRequired).map { .string($0.name) })),
      member("additionalProperties", .boolean(false)),
    ]
    let keyPaths = lookup.keyPaths
    if !keyPaths.isEmpty {
      members.append(member("patternProperties", .object(Self.patterns(of: keyPaths))))
      members.append(member("keyPaths", .array(keyPaths.map { .string($0.name) })))
    }
    return .object(members)
  }

  /// The names that end in a property, for each property that a part has.
  private static func patterns(of keyPaths: [ParameterDeclaration]) -> [JSONValue.Member] {
    let schemas = keyPaths.map { part in
      (property: String(part.name.split(separator: ".").last ?? ""), schema: part.schema)
    }
    return Dictionary(schemas) { first, _ in first }.sorted { $0.key < $1.key }
      .map { member("\\.\($0.key)$", $0.value) }
  }

  /// The schema as the text of a file.
  package var parametersSchemaText: String { parametersSchema.text }
}

extension ParameterDeclaration {
  /// The declaration as a scene writes it, with every limit.
  var schema: JSONValue {
    var members: [JSONValue.Member] = []
    switch kind {
    case .text: members.append(member("type", .string("string")))
    case .color, .image, .font, .path:
      members.append(member("type", .string("string")))
      members.append(member("format", .string(kind.rawValue)))
    case .number, .integer, .boolean: members.append(member("type", .string(kind.rawValue)))
    }
    if let title { members.append(member("title", .string(title))) }
    if let description { members.append(member("description", .string(description))) }
    if let allowedValues { members.append(member("enum", .array(allowedValues.compactMap(\.json)))) }
    if allowedValues == nil, kind == .text || kind == .path {
      if lengths.lowerBound > 0 { members.append(member("minLength", .number(Double(lengths.lowerBound)))) }
      members.append(member("maxLength", .number(Double(lengths.upperBound))))
    }
    if let minimum { members.append(member(excludesMinimum ? "exclusiveMinimum" : "minimum", .number(minimum))) }
    if let maximum { members.append(member(excludesMaximum ? "exclusiveMaximum" : "maximum", .number(maximum))) }
    if let json = defaultValue?.json { members.append(member("default", json)) }
    if !examples.isEmpty { members.append(member("examples", .array(examples.compactMap(\.json)))) }
    return .object(members)
  }
}
