import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree

/// A change of existing layers, in the keys of the scene format: `{"opacity": 0.5, "position.x":
/// 10, "animate": 0.3, "timing": "easeOut"}`.
///
/// It may have all keys of the format with their values, except those that create layers, and key
/// paths such as `transform.rotation.z`. `animate` is the duration of the change in seconds, by
/// default 0, and `timing` its curve. The entries of `animations` are added to the layer's
/// animations and start at once.
package struct LayerChange {
  /// The keys that belong to the change, not to a layer.
  package static let ownKeys = ["animate", "timing"]

  private let members: [JSONValue.Member]
  private let reader: SceneReader
  /// Seconds.
  private let duration: Double
  private let timing: CAMediaTimingFunction?

  /// The keys that set values, without animations and the pace of the change.
  package var values: [JSONValue.Member] { members.filter { $0.key != "animations" } }

  /// Parses a change.
  ///
  /// - Parameters:
  ///   - images: the images that `contents` may name.
  ///   - name: the name of the text in messages.
  ///   - limits: limits on the changed scene.
  package init(
    _ members: [JSONValue.Member], images: [SceneImage], name: String, limits: SceneLimits = .standard
  ) throws(SceneError) {
    var reader = SceneReader(
      file: name, files: FilePlace(root: limits.root), limits: limits, clock: ReadingClock(seconds: nil))
    for image in images {
      reader.images[image.name] = image.image
      reader.barePixels += image.barePixels
    }
    self.reader = reader
    self.members = members.filter { !Self.ownKeys.contains($0.key) }
    (duration, timing) = try reader.pace(members)
  }

  /// Keys of a scene file that was read already.
  ///
  /// - Parameters:
  ///   - reader: has the images and fonts that values may name.
  ///   - duration: seconds.
  init(_ members: [JSONValue.Member], reader: SceneReader, duration: Double) {
    var reader = reader
    // Time that is over later must not end it halfway.
    reader.clock = ReadingClock(seconds: nil)
    self.members = members
    self.reader = reader
    self.duration = duration
    timing = nil
  }

  /// Parses a change.
  ///
  /// - Parameters:
  ///   - json: an object of changes, in UTF-8.
  ///   - name: the name of the text in messages.
  package init(json: [UInt8], name: String) throws(SceneError) {
    let value = try JSONValue.parse(json, name: name)
    guard case .object(let members) = value else {
      throw .invalid(file: name, place: "", problem: "expected an object of changes, found \(value.found)")
    }
    try self.init(members, images: [], name: name)
  }

  /// Applies the change to layers: completely, or, if anything is invalid for one of them, not at
  /// all.
  ///
  /// - Parameters:
  ///   - sceneImages: the images of several scenes, by root, because images of different scenes may
  ///     have the same name. Layers of another root have the images with which the change was
  ///     parsed.
  ///   - excess: the reason why a frame with other layer values would be refused; nil if it would
  ///     be drawn.
  /// - Throws: also if the tree would exceed the limits of a scene file or of drawing.
  package func apply(
    to layers: [CALayer], sceneImages: [ObjectIdentifier: [SceneImage]] = [:],
    excess: (_ values: [LayerIdentifier: LayerValues]) -> DrawingExcess? = { _ in nil }
  ) throws(SceneError) {
    let sceneImages = sceneImages.mapValues { images in
      Dictionary(images.map { ($0.name, $0.image) }) { _, last in last }
    }
    var reader = reader
    // On copies first: what is found wrong has changed nothing.
    var changes: [LayerAfterChange] = []
    for layer in layers {
      let copy = layer.copyOfSameClass()
      // It has the layer's own cells, which are objects.
      (copy as? CAEmitterLayer)?.separateCells()
      reader.images = images(of: layer, sceneImages)
      try reader.change(copy, by: members)
      changes.append(LayerAfterChange(layer: layer, copy: copy))
    }
    try reader.reckon(changes)
    if changesCost(of: layers), let problem = excess(changes.values), excess([:]) == nil {
      throw reader.invalid(.scene, "\(problem)")
    }
    try applyReckoned(to: layers, sceneImages: sceneImages)
  }

  /// Changes layers without checking the cost: it was checked, and its cost
  /// estimated, together with all that is changed beside it. Alone it may be too much, where
  /// another one makes room for it.
  ///
  /// - Parameter sceneImages: the images of several scenes, by root and name.
  func applyReckoned(
    to layers: [CALayer], sceneImages: [ObjectIdentifier: [String: CGImage]] = [:]
  ) throws(SceneError) {
    var reader = reader
    CATransaction.begin()
    defer { CATransaction.commit() }
    CATransaction.setDisableActions(duration == 0)
    // Without one, animations of the change that have no duration take the usual.
    if duration > 0 { CATransaction.setAnimationDuration(duration) }
    CATransaction.setAnimationTimingFunction(timing)
    for layer in layers {
      let animations = duration > 0 ? explicitAnimations(of: layer) : []
      reader.images = images(of: layer, sceneImages)
      try reader.change(layer, by: members)
      for animation in animations { layer.add(animation, forKey: animation.keyPath) }
    }
  }

  /// The images that a layer's `contents` may name.
  private func images(of layer: CALayer, _ sceneImages: [ObjectIdentifier: [String: CGImage]]) -> [String: CGImage] {
    guard !sceneImages.isEmpty else { return reader.images }
    var root = layer
    while let superlayer = root.superlayer { root = superlayer }
    return sceneImages[ObjectIdentifier(root)] ?? reader.images
  }

  /// Keys that change what a layer looks like and hardly what drawing it takes.
  private static let cheapKeys: Set<String> = [
    "name", "allowsHitTesting", "string", "foregroundColor", "backgroundColor", "borderColor", "fillColor",
    "strokeColor",
    "colors", "locations", "startPoint", "endPoint", "position", "position.x", "position.y", "zPosition",
  ]

  /// Whether a frame may take more with the change. The cost of drawing is estimated only then, as
  /// it takes about as long as flattening a frame.
  private func changesCost(of layers: [CALayer]) -> Bool {
    members.contains { member in
      // A visible layer is already drawn.
      if member.key == "opacity" { return layers.contains { $0.opacity <= 0 } }
      return !Self.cheapKeys.contains(member.key)
    }
  }

  /// Animations from what is shown, for the properties that change by intermediate values and do
  /// not animate by themselves, such as `path`.
  private func explicitAnimations(of layer: CALayer) -> [CABasicAnimation] {
    guard let shown = layer.presentation() else { return [] }
    return members.compactMap { member in
      guard let row = LayerProperties.row(member.key, of: layer.kind), !row.isImplicit,
        row.interpolation == .continuous, let value = shown.value(forKey: row.key)
      else { return nil }
      let animation = CABasicAnimation(keyPath: row.key)
      animation.fromValue = value
      return animation
    }
  }
}

extension SceneReader {
  /// Keys that would make layers, which a change does not.
  private static let fixedKeys = ["class", "sublayers", "mask"]

  /// How long a change takes, in seconds, and its curve.
  fileprivate func pace(
    _ members: [JSONValue.Member]
  ) throws(SceneError) -> (duration: Double, timing: CAMediaTimingFunction?) {
    var (duration, timing): (Double, CAMediaTimingFunction?) = (0, nil)
    for member in members {
      let place = Place.scene.key(member.key)
      switch member.key {
      case "animate":
        duration = try number(member.value, place)
        guard duration >= 0 else { throw expected("a number of seconds, at least 0", place, found: member.value) }
      case "timing": timing = try timingFunction(member.value, place)
      default: break
      }
    }
    return (duration, timing)
  }

  mutating func change(_ layer: CALayer, by members: [JSONValue.Member]) throws(SceneError) {
    isChange = true
    // What plays begins by the new speed, and a part that begins may be paused.
    let playback = ["marker", "progress"]
    let ordered =
      members.filter { !playback.contains($0.key) }
      + playback.compactMap { key in members.first { $0.key == key } }
    for member in ordered where !["frame", "animations"].contains(member.key) {
      let place = Place.scene.key(member.key)
      guard !Self.fixedKeys.contains(member.key) else {
        throw invalid(place, "cannot change while the scene is shown; change the scene file and reload it")
      }
      if member.key.contains(".") {
        try changePart(member, of: layer, place)
      } else {
        try readMember(member, of: layer, in: .scene)
      }
    }
    // After the others, as when a scene is read.
    if let frame = members.first(where: { $0.key == "frame" }) {
      try setFrame(sizedRect(frame.value, Place.scene.key("frame")), of: layer, members, .scene)
    }
    guard let animations = members.first(where: { $0.key == "animations" })?.value else { return }
    let place = Place.scene.key("animations")
    if let old = oldLayer(in: animations, place) {
      throw invalid(old.place, "is for scene files; here a transition begins with what is shown")
    }
    try addAnimations(animations, to: layer, place)
  }

  /// Stores a value at a key path such as `position.x` or `emitterCells.spark.birthRate`.
  private func changePart(_ member: JSONValue.Member, of layer: CALayer, _ place: Place) throws(SceneError) {
    func suggestion() -> String { Suggestion.sentence(for: member.key, among: LayerKeyPath.animatable(on: layer)) }
    guard let keyPath = LayerKeyPath(member.key, of: layer.kind) else {
      throw invalid(place, "is not a key path of \(layer.kind.rawValue)" + suggestion())
    }
    guard keyPath.isThere(on: layer) else {
      let problem =
        keyPath.isOfEmitterCell
        ? "names no emitter cell of the layer" : "is not a key path of \(layer.kind.rawValue)"
      throw invalid(place, problem + suggestion())
    }
    let value = try value(member.value, of: keyPath.kind, place)
    if keyPath.isOfEmitterCell, let emitter = layer as? CAEmitterLayer {
      // The layer's own values have no cells: those are objects, which a commit looks at.
      emitter.setCellValue(value, forKeyPath: member.key)
    } else {
      layer.store(value, at: keyPath)
    }
  }
}
