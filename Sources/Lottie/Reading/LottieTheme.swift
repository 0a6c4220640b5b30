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
        properties[name] = LottieNode(reading: rule.reading, index: rule.index, isRule: true)
      case "Text":
        if let value = rule["value"] { texts[name] = try (value["text"] ?? value).string() }
      case let type:
        rule.warn("rules of the type \(OneLine.quoted(type)) are not supported; the slot keeps its value")
      }
    }
    return (properties, texts)
  }
}
