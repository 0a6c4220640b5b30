import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree

extension CALayer {
  /// The name of the class in scene files.
  package var sceneClass: String { self is any AnimationLayer ? SceneKeys.animationLayerClass : kind.rawValue }

  /// The value at a key path in the notation of scene files: of a property, a component such as
  /// `position.x`, or `frame`, `name`, `class`, `font`. Null for contents that are no image of the
  /// scene.
  ///
  /// - Throws: for an unknown key path, text with attributes, and numbers that are not finite.
  package func sceneValue(at path: String, images: [SceneImage] = []) throws(SceneError) -> JSONValue {
    let writer = SceneWriter(images: images, limits: .standard)
    let place = Place.scene.key(path)
    switch path {
    case "class": return .string(sceneClass)
    case "name": return name.map(JSONValue.string) ?? .null
    case "frame":
      return try writer.list([frame.origin.x, frame.origin.y, frame.size.width, frame.size.height], place)
    case "string" where kind == .text:
      // Its animated value, else that of the layer.
      if let animated = values.custom[path] { return try writer.json(animated, .text, place) }
      return try LayerValue((self as? CATextLayer)?.string, as: .text).map { value throws(SceneError) in
        try writer.json(value, .text, place)
      } ?? .null
    case "font" where kind == .text: return ((self as? CATextLayer)?.font as? String).map(JSONValue.string) ?? .null
    default: break
    }
    if let shown = self as? any AnimationLayer {
      // Of a presentation layer, the position at the time of the frame.
      let model = model()
      if path == "progress", model !== self, let model = model as? any AnimationLayer { return .number(model.progress) }
      if let value = shown.playbackValue(at: path) { return value }
    }
    guard let keyPath = LayerKeyPath(path, of: kind), let value = keyPath.value(in: values) else {
      let known =
        LayerProperties.rows(of: kind).map(\.key) + (kind == .text ? ["string", "font"] : [])
        + (self is any AnimationLayer ? SceneKeys.animationLayer + SceneKeys.animationFacts : [])
      let suggestion = Suggestion.sentence(for: path, among: known + ["class", "frame", "name"])
      throw .invalid(
        file: "layer", place: path, problem: "is not a property or key path of \(sceneClass)" + suggestion)
    }
    if case .image(let image) = value, !images.contains(where: { $0.image === image }) { return .null }
    return try keyPath.component == .whole
      ? writer.json(value, of: keyPath.property, place) : writer.json(value, keyPath.kind, place)
  }
}
