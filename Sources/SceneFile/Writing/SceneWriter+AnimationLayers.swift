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
    for value in use.values where animation.lookup.declaration(of: value.key)?.kind == .image {
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
  /// The value of a key of the scene format that says what is played, or a fact of the animation;
  /// nil for other keys.
  func playbackValue(at key: String) -> JSONValue? {
    let timeline = importedScene?.timeline
    return switch key {
    case "animation": sceneUse.map { .string($0.animation) } ?? .null
    case "values": .object(sceneUse?.values ?? [])
    case "progress": playback.progress.map(JSONValue.number) ?? .null
    case "marker": markerValue
    case "animationDuration": .number(timeline?.duration ?? 0)
    case "frameRate": .number(timeline?.frameRate ?? 0)
    case "markers": .array((timeline?.markers ?? []).map { .object(timeline?.facts(of: $0) ?? []) })
    case "parameters":
      .object((importedScene?.lookup.parameters ?? []).map { .init(key: $0.name, value: $0.schema) })
    case "keyPaths": .array((importedScene?.lookup.keyPaths ?? []).map { .string($0.name) })
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

  private var markerValue: JSONValue {
    switch playback.markers.count {
    case 0: .null
    case 1: .string(playback.markers[0])
    default: .array(playback.markers.map(JSONValue.string))
    }
  }

  /// The default of a property that differs from that of a `CALayer`.
  func fitDefault(of row: LayerProperty) -> LayerValue? {
    row.key == "contentsGravity" ? .name(CALayerContentsGravity.resizeAspect.rawValue) : nil
  }
}

extension SceneTimeline {
  /// The name, and the start and length in seconds.
  fileprivate func facts(of marker: Marker) -> [JSONValue.Member] {
    [
      .init(key: "name", value: .string(marker.name)), .init(key: "time", value: .number(time(ofFrame: marker.frame))),
      .init(key: "duration", value: .number(marker.duration / frameRate)),
    ]
  }
}
