import MultiplaneSceneFile

/// A theme of a `.lottie` file: values of an animation's slots. (Source: dotLottie 2.0, "Theming".)
struct LottieTheme {
  let node: LottieNode
  /// The name of the animation to which it applies.
  let animation: String

  /// The values by slot, as properties of the animation; the texts are parameters.
  func slots() throws(SceneError) -> (properties: [String: LottieNode], texts: [String: String]) {
    var properties: [String: LottieNode] = [:]
    var texts: [String: String] = [:]
    for rule in try node.required("rules", "a list of rules").elements("rules") {
      let name = try rule.required("id", "the name of a slot").string()
      if let animations = rule["animations"] {
        var names: Set<String> = []
        for node in try animations.elements("names") { names.insert(try node.string()) }
        guard names.contains(animation) else { continue }
      }
      switch try rule.required("type", "a type").string() {
      case "Color", "Scalar", "Vector", "Position":
        properties[name] = LottieNode(json: try rule.property(), place: rule.place, reading: rule.reading)
      case "Text":
        if let value = rule["value"] { texts[name] = try (value["text"] ?? value).string() }
      case let type:
        rule.warn("rules of the type \(OneLine.quoted(type)) are not supported; the slot keeps its value")
      }
    }
    return (properties, texts)
  }
}

extension LottieNode {
  /// The rule's value, or its key frames, as a property.
  fileprivate func property() throws(SceneError) -> JSONValue {
    func object(_ members: [(String, JSONValue?)]) -> JSONValue {
      .object(members.compactMap { key, value in value.map { JSONValue.Member(key: key, value: $0) } })
    }
    guard let keys = self["keyframes"] else {
      return object([("a", .number(0)), ("k", try required("value", "the value of the slot").json)])
    }
    var frames: [JSONValue] = []
    for key in try keys.elements("key frames") {
      let value = try key.required("value", "the value of the key frame").json
      let isList = if case .array = value { true } else { false }
      frames.append(
        object([
          ("t", try key.required("frame", "the frame of the key").json), ("s", isList ? value : .array([value])),
          ("h", try key["hold"]?.flag() ?? false ? .number(1) : nil), ("i", key["inTangent"]?.json),
          ("o", key["outTangent"]?.json),
        ]))
    }
    return object([("a", .number(1)), ("k", .array(frames))])
  }
}
