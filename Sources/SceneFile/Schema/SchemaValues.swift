import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree

/// The kinds of values in the schema of scene files: one definition each.
enum SchemaValues {
  private typealias Schema = SceneSchema

  /// The schema of a kind in the table of keys.
  static func value(of kind: LayerValueKind) -> JSONValue {
    switch kind {
    case .boolean: return Schema.definition("boolean")
    case .number: return Schema.definition("number")
    case .point, .size: return Schema.definition("pair")
    case .rect: return Schema.definition("rect")
    case .transform: return Schema.definition("transform")
    case .color: return Schema.definition("color")
    case .colors: return orNull(Schema.list(of: Schema.definition("listedColor")))
    case .numbers: return orNull(Schema.list(of: Schema.definition("number")))
    case .image: return orNull(Schema.type("string"))
    case .path: return Schema.definition("path")
    case .filters: return orNull(Schema.list(of: Schema.definition("filter")))
    case .blendMode: return orNull(Schema.oneOf(words: BlendMode.filterNames))
    case .name(let names):
      // Raw values, and what the Core Animation cases are called where that differs.
      let cases = names.map(EnumerationText.caseName)
      return Schema.oneOf(words: names + cases.filter { !names.contains($0) })
    case .language: return orNull(Schema.definition("language"))
    case .options(let options):
      return Schema.list(of: Schema.oneOf(words: options.map(\.name)))
    case .text: return Schema.definition("text")
    }
  }

  static var definitions: [JSONValue.Member] {
    let timingNames = CAMediaTimingFunctionName.all.map(\.rawValue)
    let (share, any) = (Schema.number(from: 0, to: 1), Schema.definition("number"))
    return [
      member("reference", reference),
      member("boolean", Schema.type("boolean")),
      member("number", Schema.type("number")),
      member("text", text),
      member("run", run),
      member("language", patterned("^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{1,8})*$")),
      member("pair", Schema.list(of: Schema.definition("number"), count: 2)),
      member("rect", Schema.list(of: Schema.definition("number"), count: 4)),
      member("sizedRect", sizedRect),
      member("listedColor", listedColor),
      member("color", orNull(Schema.definition("listedColor"))),
      member("shape", shape),
      member("path", orNull(Schema.definition("shape"))),
      member("transform", transform),
      member(
        "timingFunction", Schema.anyOf([Schema.oneOf(words: timingNames), Schema.tuple([share, any, share, any])])),
      member("filter", filter),
      member("animatedValue", animatedValue),
    ]
  }

  /// A string, or a list of runs.
  private static var text: JSONValue {
    let run = Schema.anyOf([Schema.type("string"), Schema.definition("run")])
    return Schema.anyOf([Schema.type("string"), Schema.list(of: run), Schema.type("null")])
  }

  /// A piece of text with a style.
  private static var run: JSONValue {
    Schema.closedObject(
      [
        member("text", Schema.type("string")), member("font", Schema.someText), member("fontSize", Schema.positive),
        member("foregroundColor", Schema.definition("color")), member("kern", Schema.definition("number")),
        member("underline", Schema.definition("boolean")), member("baselineOffset", Schema.definition("number")),
      ], required: ["text"])
  }

  /// A string of a form.
  private static func patterned(_ pattern: String) -> JSONValue {
    .object([member("type", .string("string")), member("pattern", .string(pattern))])
  }

  private static func orNull(_ value: JSONValue) -> JSONValue { Schema.anyOf([value, Schema.type("null")]) }

  /// A value of a parameter in the place of another value.
  private static var reference: JSONValue {
    let name = member("parameter", Schema.type("string"))
    let map = member("map", Schema.list(of: Schema.list(of: .boolean(true), atLeast: 2), count: 2))
    let cases = Schema.type("object")
    // Without "else" there is a value for each choice.
    let someCases = JSONValue.object([member("type", .string("object")), member("minProperties", .number(1))])
    return Schema.anyOf([
      Schema.closedObject([name], required: ["parameter"]),
      Schema.closedObject([name, map], required: ["parameter", "map"]),
      Schema.closedObject([name, member("case", someCases)], required: ["parameter", "case"]),
      Schema.closedObject(
        [name, member("case", cases), member("else", .boolean(true))], required: ["parameter", "case", "else"]),
      Schema.closedObject([member("template", Schema.type("string"))], required: ["template"]),
    ])
  }

  /// A value of the kind of a key path, of which only the form of references is known.
  private static var animatedValue: JSONValue {
    let isReference = ["parameter", "template"].map { JSONValue.object("required", .array([.string($0)])) }
    return .object([
      member("if", .object([member("type", .string("object")), member("anyOf", .array(isReference))])),
      member("then", Schema.definition("reference")),
    ])
  }

  /// A rectangle of no negative size.
  private static var sizedRect: JSONValue {
    let (place, size) = (Schema.definition("number"), Schema.number(from: 0))
    return Schema.tuple([place, place, size, size])
  }

  /// A colour in a list, which is never null.
  private static var listedColor: JSONValue {
    let part = Schema.number(from: 0, to: 1)
    return Schema.anyOf([
      patterned("^#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$"), Schema.oneOf(words: ColorNames.all),
      patterned("^(rgb|hsl)a?\\([-+0-9.e%a-z, /]+\\)$"), Schema.list(of: part, count: 3),
      Schema.list(of: part, count: 4),
    ])
  }

  /// A path that is there.
  private static var shape: JSONValue {
    let shapes = [("rect", 4), ("ellipse", 4), ("roundedRect", 6)].map { name, count in
      Schema.closedObject([member(name, Schema.list(of: Schema.definition("number"), count: count))], required: [name])
    }
    return Schema.anyOf([Schema.type("string")] + shapes)
  }

  private static var transform: JSONValue {
    let number = Schema.definition("number")
    let pair = Schema.list(of: number, count: 2)
    let triple = Schema.list(of: number, count: 3)
    let angle = Schema.anyOf([number, Schema.list(of: number, count: 4)])
    let distance = JSONValue.object([
      member("allOf", .array([number])), member("not", .object([member("const", .number(0))])),
    ])
    let operations: [(String, JSONValue)] = [
      ("translate", Schema.anyOf([pair, triple])), ("scale", Schema.anyOf([number, pair, triple])), ("rotate", angle),
      ("rotateDegrees", angle), ("perspective", distance), ("affine", Schema.list(of: number, count: 6)),
      ("matrix", Schema.list(of: number, count: 16)),
    ]
    let forms = operations.map { name, value in Schema.closedObject([member(name, value)], required: [name]) }
    return Schema.anyOf([Schema.list(of: number, count: 16), Schema.list(of: Schema.anyOf(forms))])
  }

  /// By its name, which says what inputs it has.
  private static var filter: JSONValue {
    Schema.anyOf(
      FilterDescription.all.map { description in
        let inputs = description.inputs.map { input in
          switch input.defaultValue {
          case .number: member(input.key, Schema.definition("number"))
          case .vector(let parts):
            member(input.key, Schema.list(of: Schema.definition("number"), count: parts.count))
          }
        }
        return Schema.closedObject(
          [
            member("name", .object("const", .string(description.name))), member("label", Schema.someText),
            member("enabled", Schema.definition("boolean")),
          ] + inputs, required: ["name"])
      })
  }

  /// The schema of a parameter's declaration.
  static var parameterDeclaration: JSONValue {
    let scalar = Schema.anyOf([
      Schema.type("string"), Schema.type("number"), Schema.type("boolean"),
      Schema.list(of: Schema.type("number"), count: 4),
    ])
    let length = Schema.number("integer", from: 0)
    return Schema.closedObject(
      [
        member("type", Schema.oneOf(words: ["string", "number", "integer", "boolean"])),
        member("format", Schema.oneOf(words: ["color", "image", "font", "path"])),
        member("title", Schema.type("string")), member("description", Schema.type("string")), member("default", scalar),
        member("examples", Schema.list(of: scalar)), member("enum", Schema.list(of: scalar, atLeast: 1)),
        member("minLength", length), member("maxLength", length), member("minimum", Schema.type("number")),
        member("maximum", Schema.type("number")), member("exclusiveMinimum", Schema.type("number")),
        member("exclusiveMaximum", Schema.type("number")),
      ], required: ["type"])
  }
}
