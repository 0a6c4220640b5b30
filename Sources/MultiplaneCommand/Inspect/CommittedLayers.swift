import MultiplaneGraphics
import MultiplaneMotion
import MultiplaneRenderTree
import MultiplaneSceneFile

extension InspectedLayers {
  /// What `--stage layers` shows: the layers as the scene sets them, the root first, in array
  /// order, with what differs from the defaults.
  ///
  /// - Parameters:
  ///   - titles: the classes of the layers.
  ///   - images: what the scene calls its images.
  init(_ tree: CommittedTree, titles: LayerTitles, images: ImageNames) {
    let canvas = Self.canvas(size: tree.size, scale: tree.scale, background: tree.background)
    let isAnimated = tree.root.isAnimated
    var layers: [InspectedLayer] = []
    Self.add(tree.root, titles, images, to: &layers)
    self.init(
      canvas: canvas + [InspectedFact("isAnimated", .boolean(isAnimated), whole: isAnimated ? "animated" : "still")],
      layers: layers)
  }

  private static func add(
    _ layer: CommittedLayer, _ titles: LayerTitles, _ images: ImageNames, isMask: Bool = false,
    in parent: Int? = nil, to layers: inout [InspectedLayer]
  ) {
    let index = layers.count
    let depth = parent.map { layers[$0].depth + 1 } ?? 0
    var inspected = InspectedLayer(
      identifier: layer.identifier, parent: parent, depth: depth, isMask: isMask,
      className: titles.className(layer.identifier), name: layer.name)
    inspected.facts = texts(layer.values)
    for row in LayerProperties.rows(of: layer.kind) {
      let value = row.get(layer.values)
      guard value != row.defaultValue(of: layer.kind) else { continue }
      if case .image(let image) = value {
        inspected.facts.append(images.fact(row.key, image))
      } else {
        inspected.facts.append(InspectedFact(row.key, value, kind: row.kind))
      }
    }
    inspected.facts += timingFacts(layer.timing, default: .layer)
    inspected.animations = layer.animations.map { InspectedAnimation($0) }
    layers.append(inspected)
    if let mask = layer.mask { add(mask, titles, images, isMask: true, in: index, to: &layers) }
    for sublayer in layer.sublayers { add(sublayer, titles, images, in: index, to: &layers) }
  }

  /// The beginning of a text, or its runs, and its font.
  private static func texts(_ values: LayerValues) -> [InspectedFact] {
    let string = values.text.shown?.text.map { text in
      let (string, isPlain) = (text.string, text.attributed == nil)
      return InspectedFact(
        "string", text.sceneValue,
        isPlain
          ? String(reflecting: String(string.prefix(40))) + (string.dropFirst(40).isEmpty ? "" : "…")
          : text.sceneValue.flatText)
    }
    let font = values.text.shown?.fontName.map { InspectedFact("font", .string($0), String(reflecting: $0)) }
    return [string, font].compactMap { $0 }
  }
}
