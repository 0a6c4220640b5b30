import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneMotion
import MultiplaneRenderTree

/// The JSON Schema (2020-12) of scene files, generated from the reader's tables, for editors and
/// other tools.
///
/// A schema describes the form of values. Only the reader checks that names of images, fonts and
/// parameters are defined, that key paths belong to the layer, that animated values have the
/// property's type, sums over the whole scene, and the contents of files. docs/scene-format.md has
/// the list, and `tools/test-schema` tests it.
package enum SceneSchema {
  /// The schema as the text of a file.
  package static var text: String { schema.text }

  static var schema: JSONValue {
    var members: [JSONValue.Member] = [
      member("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
      member("title", .string("A scene of Multiplane, version 1")),
    ]
    guard case .object(let scene) = scene else { return .object(members) }
    members += scene
    members.append(member("$defs", .object(definitions)))
    return .object(members)
  }

  private static var definitions: [JSONValue.Member] {
    var definitions = SchemaValues.definitions
    definitions.append(member("layer", layer))
    for name in SceneKeys.layerClasses { definitions.append(member(name, layer(ofClass: name))) }
    definitions.append(member("animation", animation))
    for name in SceneKeys.animationClasses { definitions.append(member(name, animation(named: name))) }
    definitions.append(member("emitterCell", emitterCell))
    definitions.append(member("constraint", constraint))
    definitions.append(member("parameter", SchemaValues.parameterDeclaration))
    return SchemaReferences.adding(to: definitions)
  }

  // MARK: The top level

  private static var scene: JSONValue {
    closedObject(
      [
        member("$schema", type("string")), member("version", .object("const", .number(1))),
        member("size", numbers(2, above: 0)), member("scale", positive), member("background", definition("color")),
        member("poster", type("number")), member("images", map(of: someText)), member("fonts", map(of: someText)),
        member("animations", map(of: someText)),
        member("parameters", map(of: definition("parameter"))), member("root", definition("layer")),
      ], required: ["version", "size", "root"])
  }

  // MARK: Layers

  /// By its class, which is `CALayer` where none is given.
  private static var layer: JSONValue {
    byClass(SceneKeys.layerClasses, default: LayerKind.layer.rawValue)
  }

  private static func layer(ofClass name: String) -> JSONValue {
    let kind = LayerKind(rawValue: name) ?? .layer
    var members = [
      member("class", .object("const", .string(name))), member("name", type("string")),
      member("frame", definition("sizedRect")), member("sublayers", list(of: definition("layer"))),
      member("mask", definition("layer")),
      member("animations", map(of: definition("animation"))),
      member("layoutManager", .object("const", .string(SceneReader.layoutManagerName))),
      member("constraints", list(of: definition("constraint"))),
    ]
    switch kind {
    case .text: members += [member("string", definition("text")), member("font", someText)]
    case .tiled:
      members.append(member("tiles", closedObject([member("path", type("string"))], required: SceneKeys.tiles)))
    case .emitter: members.append(member("emitterCells", list(of: definition("emitterCell"))))
    default: break
    }
    let required = name == SceneKeys.animationLayerClass ? ["animation"] : kind == .tiled ? SceneKeys.tiled : []
    if name == SceneKeys.animationLayerClass { members += animationLayer }
    members += LayerProperties.rows(of: kind).map { member($0.key, value(of: $0)) }
    members += TimingProperty.all.map { member($0.key, timing($0)) }
    guard case .object(let object) = closedObject(members, required: required) else {
      return .null
    }
    // A frame says both.
    let others = JSONValue.object([member("bounds", .boolean(false)), member("position", .boolean(false))])
    return .object(object + [member("dependentSchemas", .object("frame", .object("properties", others)))])
  }

  /// The own keys of a layer that shows an animation.
  private static var animationLayer: [JSONValue.Member] {
    let value = anyOf([type("string"), type("number"), definition("listedColor")])
    let loop = anyOf([type("boolean"), oneOf(words: ["autoreverse"]), positive])
    return [
      member("animation", type("string")), member("values", map(of: value)),
      member("progress", anyOf([number(from: 0, to: 1), type("null")])),
      member("marker", anyOf([type("string"), list(of: type("string"), count: 2), type("null")])), member("loop", loop),
    ]
  }

  /// Of a property, within what the reader takes of its kind.
  private static func value(of row: LayerProperty) -> JSONValue {
    switch row.key {
    case "bounds": definition("sizedRect")
    case "minimumScaleFactor": number(from: 0, to: 1)
    case "tileSize": list(of: positive, count: 2)
    default: row.wholeRange.map(wholeNumber) ?? SchemaValues.value(of: row.kind)
    }
  }

  /// A whole number within a range.
  private static func wholeNumber(in range: ClosedRange<Int>) -> JSONValue {
    number("integer", from: Double(range.lowerBound), to: Double(range.upperBound))
  }

  private static func timing(_ row: TimingProperty) -> JSONValue {
    guard row.mayBeInfinite else { return SchemaValues.value(of: row.kind) }
    return anyOf([type("number"), .object("const", .string("infinity"))])
  }

  private static var emitterCell: JSONValue {
    var members = [member("name", type("string")), member("emitterCells", list(of: definition("emitterCell")))]
    members += EmitterCellProperty.all.map { member($0.key, SchemaValues.value(of: $0.kind)) }
    members += TimingProperty.all.map { member($0.key, timing($0)) }
    return closedObject(members)
  }

  private static var constraint: JSONValue {
    let attribute = oneOf(words: CAConstraintAttribute.allCases.map(\.name))
    return closedObject(
      [
        member("attribute", attribute), member("relativeTo", type("string")), member("sourceAttribute", attribute),
        member("scale", definition("number")), member("offset", definition("number")),
      ], required: ["attribute", "relativeTo", "sourceAttribute"])
  }

  // MARK: Animations

  private static var animation: JSONValue { byClass(SceneKeys.animationClasses, default: nil) }

  private static func animation(named name: String) -> JSONValue {
    let members = SceneKeys.animation(ofClass: name).map { key in
      member(key, key == "class" ? .object("const", .string(name)) : animationValue(key, of: name))
    }
    let required: [String]
    switch name {
    case "CAAnimationGroup": required = ["class", "animations"]
    case "CATransition": required = ["class"]
    default: required = ["class", "keyPath"]
    }
    let animation = closedObject(members, required: required)
    guard name == "CAKeyframeAnimation", case .object(let keywords) = animation else { return animation }
    let follows = ["values", "path"].map { JSONValue.object("required", .array([.string($0)])) }
    return .object(keywords + [member("anyOf", .array(follows))])
  }

  private static func animationValue(_ key: String, of name: String) -> JSONValue {
    if let row = TimingProperty.row(key) { return timing(row) }
    switch key {
    case "timingFunction": return definition("timingFunction")
    case "timingFunctions": return list(of: definition("timingFunction"))
    case "removedOnCompletion", "additive", "cumulative", "allowsOverdamping": return definition("boolean")
    case "keyPath": return type("string")
    case "valueFunction": return oneOf(words: ValueFunction.allCases.map(\.rawValue))
    case "mass", "stiffness": return positive
    case "damping": return number(from: 0)
    case "initialVelocity", "startProgress", "endProgress": return definition("number")
    case "values": return list(of: definition("animatedValue"), atLeast: 1)
    case "path": return definition("shape")
    case "keyTimes", "tensionValues", "continuityValues", "biasValues": return list(of: definition("number"))
    case "calculationMode": return oneOf(words: CalculationMode.allCases.map(\.rawValue))
    case "rotationMode": return oneOf(words: ["auto", "autoReverse", "rotateAuto", "rotateAutoReverse"])
    case "animations": return list(of: definition("animation"), atLeast: 1)
    case "type": return oneOf(words: Transition.Kind.allCases.map(\.rawValue))
    case "subtype": return oneOf(words: Transition.Side.allCases.map(\.rawValue))
    case "from": return definition("layer")
    // Values are of the kind of the key path.
    default: return definition("animatedValue")
    }
  }
}

// MARK: - Pieces of schemas

func member(_ key: String, _ value: JSONValue) -> JSONValue.Member { JSONValue.Member(key: key, value: value) }

extension SceneSchema {
  static func type(_ name: String) -> JSONValue { .object("type", .string(name)) }

  /// A text that is not empty.
  static var someText: JSONValue { .object([member("type", .string("string")), member("minLength", .number(1))]) }

  static var positive: JSONValue {
    .object([member("type", .string("number")), member("exclusiveMinimum", .number(0))])
  }

  /// Numbers within limits, which belong to them.
  static func number(_ type: String = "number", from least: Double, to most: Double? = nil) -> JSONValue {
    var members = [member("type", .string(type)), member("minimum", .number(least))]
    if let most { members.append(member("maximum", .number(most))) }
    return .object(members)
  }

  /// What is defined for all places; in that of a value a reference to a parameter may stand
  /// (`SchemaReferences`).
  static func definition(_ name: String) -> JSONValue { .object("$ref", .string("#/$defs/\(name)")) }

  static func anyOf(_ values: [JSONValue]) -> JSONValue { .object("anyOf", .array(values)) }

  static func oneOf(words: [String]) -> JSONValue { .object("enum", .array(words.map(JSONValue.string))) }

  /// A list with a schema for each of its items.
  static func tuple(_ items: [JSONValue]) -> JSONValue {
    let count = JSONValue.number(Double(items.count))
    return .object([
      member("type", .string("array")), member("prefixItems", .array(items)), member("minItems", count),
      member("maxItems", count),
    ])
  }

  /// A list of exactly `count` numbers.
  static func numbers(_ count: Int, above least: Double? = nil) -> JSONValue {
    var item = [member("type", .string("number"))]
    if let least { item.append(member("exclusiveMinimum", .number(least))) }
    return list(of: .object(item), count: count)
  }

  static func list(of item: JSONValue, count: Int) -> JSONValue {
    .object([
      member("type", .string("array")), member("items", item), member("minItems", .number(Double(count))),
      member("maxItems", .number(Double(count))),
    ])
  }

  static func list(of item: JSONValue, atLeast least: Int = 0) -> JSONValue {
    var members = [member("type", .string("array")), member("items", item)]
    if least > 0 { members.append(member("minItems", .number(Double(least)))) }
    return .object(members)
  }

  /// An object with any keys.
  static func map(of value: JSONValue) -> JSONValue {
    .object([member("type", .string("object")), member("additionalProperties", value)])
  }

  /// An object with no other keys than these.
  static func closedObject(_ members: [JSONValue.Member], required: [String] = []) -> JSONValue {
    var object = [member("type", .string("object")), member("properties", .object(members))]
    if !required.isEmpty { object.append(member("required", .array(required.map(JSONValue.string)))) }
    object.append(member("additionalProperties", .boolean(false)))
    return .object(object)
  }

  /// An object whose `class` says which definition it has to keep to.
  ///
  /// - Parameter usual: where there is none; nil where there has to be one.
  static func byClass(_ names: [String], default usual: String?) -> JSONValue {
    var cases = names.map { name in
      let isOfClass = JSONValue.object([
        member("properties", .object("class", .object("const", .string(name)))),
        member("required", .array([.string("class")])),
      ])
      return JSONValue.object([member("if", isOfClass), member("then", definition(name))])
    }
    if let usual {
      let hasClass = JSONValue.object("required", .array([.string("class")]))
      cases.append(.object([member("if", .object("not", hasClass)), member("then", definition(usual))]))
    }
    var members = [
      member("type", .string("object")), member("properties", .object("class", oneOf(words: names))),
    ]
    if usual == nil { members.append(member("required", .array([.string("class")]))) }
    members.append(member("allOf", .array(cases)))
    return .object(members)
  }
}
