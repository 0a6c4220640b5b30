import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree

// Layers that show animations of the scene.

extension SceneWriter {
  /// Whether a layer shows an animation that the scene names. Others are written with all of their
  /// layers.
  func shows(_ layer: any AnimationLayer, _ scene: Scene) -> Bool {
    scene.animations.contains { $0.name == layer.sceneUse?.animation }
  }

  func animation(_ layer: any AnimationLayer, _ place: Place) throws(SceneError) -> Members {
    guard let use = layer.sceneUse, let animation = layer.importedScene else { return [] }
    var members: Members = []
    members.add("animation", .string(use.animation))
    for value in use.values where animation.parameters.contains(where: { $0.name == value.key && $0.kind == .image }) {
      guard case .string(let name) = value.value, imageNames.values.contains(name) else {
        throw .unencodable(
          place: place.key("values").key(value.key).description,
          problem: "expected an image of the scene's images, found one that is in none of them")
      }
    }
    if !use.values.isEmpty { members.add("values", .object(use.values)) }
    for key in ["progress", "marker", "loop"] {
      guard let value = layer.playbackValue(at: key), value != .null, value != .boolean(false) else { continue }
      members.add(key, value)
    }
    return members
  }
}

extension AnimationLayer {
  /// The value of a key of the scene format that says what is played; nil for other keys.
  func playbackValue(at key: String) -> JSONValue? {
    switch key {
    case "animation": sceneUse.map { .string($0.animation) } ?? .null
    case "progress": playback.progress.map(JSONValue.number) ?? .null
    case "marker": playback.marker.map(JSONValue.string) ?? .null
    case "loop":
      switch playback.loop {
      case .once: .boolean(false)
      case .forever: .boolean(true)
      case .autoreverse: .string("autoreverse")
      case .count(let count): .number(count)
      }
    default: nil
    }
  }

  /// The default of a property that differs from that of a `CALayer`.
  func fitDefault(of row: LayerProperty) -> LayerValue? {
    row.key == "contentsGravity" ? .name(CALayerContentsGravity.resizeAspect.rawValue) : nil
  }
}
