import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneSceneFile

/// Builds the layer tree of an animation.
///
/// The coordinates inside of a layer are those of its composition. A layer that only groups others
/// has bounds of 1 × 1 points and its anchor at their origin: an anchor in points is then its
/// `anchorPoint`.
final class LottieBuilder {
  let animation: LottieAnimation
  let reading: LottieReading
  private(set) var layerCount = 0

  /// The deepest nesting of compositions.
  private static let mostCompositions = 32

  init(_ animation: LottieAnimation, _ reading: LottieReading) {
    self.animation = animation
    self.reading = reading
  }

  var frames: ClosedRange<Double> { animation.frames }

  /// The root layer, with the size of the canvas.
  func root() throws(SceneError) -> CALayer {
    try checkCompositions()
    let root = CALayer()
    root.anchorPoint = .zero
    root.bounds = CGRect(origin: .zero, size: animation.size)
    root.masksToBounds = true
    try add(animation.layers, to: root, size: animation.size, TimeMap(), inside: [])
    try checkLevels(of: root)
    return root
  }

  /// A new layer, which counts towards the limit.
  func prepared<Layer: CALayer>(_ layer: Layer, _ place: LottiePlace) throws(SceneError) -> Layer {
    try checkLayers(1, place)
    layerCount += 1
    layer.anchorPoint = .zero
    return layer
  }

  /// Checks that a number of layers more may be made.
  func checkLayers(_ count: Int, _ place: LottiePlace) throws(SceneError) {
    guard layerCount + count <= reading.limits.maximumLayers else {
      throw reading.invalid(place, "expected at most \(reading.limits.maximumLayers) layers in all, found more")
    }
  }

  /// A new layer that groups others.
  func makeSpace(_ place: LottiePlace) throws(SceneError) -> CALayer {
    let layer = try prepared(CALayer(), place)
    layer.bounds = CGRect(x: 0, y: 0, width: 1, height: 1)
    return layer
  }

  /// Compositions that contain others twice, and so on, have more layers than can be counted by
  /// building them.
  private func checkCompositions() throws(SceneError) {
    var counts: [String: Int] = [:]
    func count(_ models: [LayerModel], inside names: [String]) -> Int {
      models.reduce(0) { sum, model in
        guard sum <= reading.limits.maximumLayers, case .composition(let name, _, _) = model.content,
          names.count <= Self.mostCompositions, let inner = animation.compositions[name]
        else { return sum + 1 }
        // A composition that contains itself is refused when it is built.
        guard !names.contains(name) else { return sum }
        let known = counts[name] ?? count(inner, inside: names + [name])
        counts[name] = known
        return sum + 1 + known
      }
    }
    guard count(animation.layers, inside: []) <= reading.limits.maximumLayers else {
      throw reading.invalid(.scene, "expected at most \(reading.limits.maximumLayers) layers in all, found more")
    }
  }

  /// Walking a tree recurses.
  private func checkLevels(of root: CALayer) throws(SceneError) {
    var pending = [(layer: root, level: 1)]
    while let (layer, level) = pending.popLast() {
      guard level <= reading.limits.maximumLevels else {
        throw reading.invalid(.scene, "expected at most \(reading.limits.maximumLevels) levels of layers, found more")
      }
      for sublayer in layer.sublayers ?? [] { pending.append((sublayer, level + 1)) }
      if let mask = layer.mask { pending.append((mask, level + 1)) }
    }
  }

  // MARK: Compositions

  /// Adds the layers of a composition.
  ///
  /// - Parameters:
  ///   - size: of the composition, in points.
  ///   - names: the compositions around it.
  private func add(
    _ models: [LayerModel], to parent: CALayer, size: CGSize, _ map: TimeMap, inside names: [String]
  ) throws(SceneError) {
    var indices: [Int: Int] = [:]
    for (position, model) in models.enumerated().reversed() {
      if let index = model.index { indices[index] = position }
    }
    var mattes: [Int: Int] = [:]
    var matteLayers: Set<Int> = []
    for (position, model) in models.enumerated() where model.matte != nil && !matteLayers.contains(position) {
      let source = model.matteIndex.flatMap { indices[$0] } ?? position - 1
      guard source >= 0, source != position else {
        reading.warn(model.place.key("tt"), "the layer has no matte; it is shown whole")
        continue
      }
      mattes[position] = source
      matteLayers.insert(source)
    }
    let composition = Composition(models: models, indices: indices, size: size, names: names)
    for (position, model) in models.enumerated().reversed() {
      guard !model.isMatte, !matteLayers.contains(position) else { continue }
      guard let layer = try layer(of: model, composition, map) else { continue }
      guard let source = mattes[position], let kind = model.matte else {
        parent.addSublayer(try inParents(layer, of: model, composition, map))
        continue
      }
      let container = try makeSpace(model.place)
      container.compositingFilter = layer.compositingFilter
      layer.compositingFilter = nil
      container.addSublayer(try inParents(layer, of: model, composition, map))
      container.mask = try matte(of: models[source], kind, composition, map)
      parent.addSublayer(container)
    }
  }

  /// A list of layers that refer to each other.
  struct Composition {
    let models: [LayerModel]
    /// Positions in the list, by the layers' own numbers.
    let indices: [Int: Int]
    let size: CGSize
    /// The compositions around it.
    let names: [String]
  }

  /// A layer with its content; nil if it shows nothing.
  func layer(of model: LayerModel, _ composition: Composition, _ map: TimeMap) throws(SceneError) -> CALayer? {
    guard !model.isHidden, let (content, size) = try content(of: model, composition, map) else { return nil }
    var layer = content
    if !model.masks.isEmpty { layer.mask = try mask(model.masks, map, model.place) }
    if !model.effects.isEmpty {
      // Effects apply to what masks leave, and reach beyond a composition's edges.
      let outer = try prepared(CALayer(), model.place)
      outer.bounds = layer.bounds
      outer.addSublayer(layer)
      try set(model.effects, of: outer, map)
      layer = outer
    }
    try setVisibility(from: model.inFrame, to: model.outFrame, of: layer, map)
    try setOpacity(model.transform.opacity, of: layer, map)
    if let shadow = model.shadow { try set(shadow, of: layer, map) }
    layer.name = model.name
    layer.compositingFilter = model.blendMode
    return try place(layer, by: model.transform, size: size, map, model.place)
  }

  /// The content of a layer, and the size of its bounds; nil if it shows nothing.
  private func content(
    of model: LayerModel, _ composition: Composition, _ map: TimeMap
  ) throws(SceneError) -> (CALayer, CGSize)? {
    switch model.content {
    case .none: return nil
    case .solid(let size, let color):
      guard size.width > 0, size.height > 0 else { return nil }
      let layer = try prepared(CALayer(), model.place)
      layer.bounds = CGRect(origin: .zero, size: size)
      layer.backgroundColor = color.cgColor
      return (layer, size)
    case .image(let name, let replacement):
      guard let asset = animation.images[name] else {
        reading.warn(model.place.key("refId"), "there is no image \(OneLine.quoted(name)); the layer is left out")
        return nil
      }
      guard let image = replacement ?? asset.image, asset.size.width > 0, asset.size.height > 0 else { return nil }
      let layer = try prepared(CALayer(), model.place)
      layer.bounds = CGRect(origin: .zero, size: asset.size)
      layer.contents = image
      if replacement != nil {
        layer.contentsGravity = .resizeAspectFill
        layer.masksToBounds = true
      }
      return (layer, asset.size)
    case .shapes(let items):
      let layer = try makeSpace(model.place)
      try addShapes(items, to: layer, map)
      return (layer, layer.bounds.size)
    case .text(let text):
      let layer = try makeSpace(model.place)
      try addText(text, to: layer, map, model.place)
      return (layer, layer.bounds.size)
    case .composition(let name, let size, let remap):
      guard let models = animation.compositions[name] else {
        reading.warn(
          model.place.key("refId"), "there is no composition \(OneLine.quoted(name)); the layer is left out")
        return nil
      }
      guard !composition.names.contains(name), composition.names.count < Self.mostCompositions else {
        throw reading.invalid(
          model.place.key("refId"),
          composition.names.contains(name)
            ? "the composition \(OneLine.quoted(name)) contains itself"
            : "expected at most \(Self.mostCompositions) compositions in each other, found more")
      }
      guard size.width > 0, size.height > 0 else { return nil }
      let layer = try prepared(CALayer(), model.place)
      layer.bounds = CGRect(origin: .zero, size: size)
      layer.masksToBounds = true
      let inside = map.inside(
        startTime: model.startTime, stretch: model.stretch, remap: remap, frameRate: animation.frameRate)
      try add(models, to: layer, size: size, inside, inside: composition.names + [name])
      return (layer, size)
    }
  }

  /// A layer in layers with the transforms of its parents.
  private func inParents(
    _ layer: CALayer, of model: LayerModel, _ composition: Composition, _ map: TimeMap
  ) throws(SceneError) -> CALayer {
    var result = layer
    var parent = model.parent
    var visited: Set<Int> = []
    while let number = parent, let position = composition.indices[number] {
      let model = composition.models[position]
      guard visited.insert(number).inserted else {
        throw reading.invalid(model.place.key("parent"), "the layer is its own parent, through \(visited.count) layers")
      }
      let space = try makeSpace(model.place)
      space.addSublayer(result)
      result = try place(space, by: model.transform, map, model.place)
      parent = model.parent
    }
    return result
  }

  // MARK: Mattes

  /// The mask of a layer that another one gives.
  private func matte(
    of model: LayerModel, _ kind: LayerModel.Matte, _ composition: Composition, _ map: TimeMap
  ) throws(SceneError) -> CALayer {
    let mask = try makeSpace(model.place)
    let matte = try layer(of: model, composition, map)
    if kind != .alpha {
      let ground = try prepared(CALayer(), model.place)
      ground.bounds = CGRect(origin: .zero, size: composition.size)
      ground.backgroundColor = CGColor(gray: 0, alpha: 1)
      mask.addSublayer(ground)
    }
    if let matte {
      if kind == .invertedAlpha { matte.compositingFilter = "destOut" }
      mask.addSublayer(try inParents(matte, of: model, composition, map))
    }
    if kind == .luma || kind == .invertedLuma, let filter = CIFilter(name: "CIColorMatrix") {
      // Over black, alpha becomes the luminance.
      let sign = kind == .luma ? 1.0 : -1.0
      for key in ["inputRVector", "inputGVector", "inputBVector"] {
        filter.setValue(CIVector(x: 0, y: 0, z: 0, w: 0), forKey: key)
      }
      filter.setValue(CIVector(x: 0.2126 * sign, y: 0.7152 * sign, z: 0.0722 * sign, w: 0), forKey: "inputAVector")
      filter.setValue(CIVector(x: 0, y: 0, z: 0, w: sign > 0 ? 0 : 1), forKey: "inputBiasVector")
      mask.filters = [filter]
    }
    return mask
  }

  /// A drop shadow.
  private func set(_ shadow: ShadowModel, of layer: CALayer, _ map: TimeMap) throws(SceneError) {
    try set(shadow.color, "shadowColor", of: layer, map) { $0.cgColor }
    try set(shadow.opacity, "shadowOpacity", of: layer, map)
    try set(shadow.radius, "shadowRadius", of: layer, map)
    try set(zipped(shadow.angle, shadow.distance), "shadowOffset", of: layer, map, isSampled: shadow.angle.isAnimated) {
      CGSize(width: $0.second * cos($0.first.radians), height: $0.second * sin($0.first.radians))
    }
  }
}
