import MultiplaneRenderTree
import MultiplaneSceneFile

/// The titles of a scene's layers, the same in every stage of `inspect`: number, class and name,
/// such as `#3 CALayer "hand"`.
struct LayerTitles {
  private var layers: [LayerIdentifier: (kind: LayerKind, name: String?)] = [:]
  /// Layers of the scene. What repeats some, or makes tiles or particles, draws more.
  private(set) var count = 0

  init(_ tree: CommittedTree) {
    var open = [tree.root]
    while let layer = open.popLast() {
      layers[layer.identifier] = (layer.kind, layer.name)
      count += 1
      if let mask = layer.mask { open.append(mask) }
      for sublayer in layer.sublayers { open.append(sublayer) }
    }
  }

  /// The class of a layer; `CALayer` for one that the scene has not.
  func kind(_ identifier: LayerIdentifier) -> LayerKind { layers[identifier]?.kind ?? .layer }

  func title(_ identifier: LayerIdentifier) -> String {
    guard let layer = layers[identifier] else { return "\(identifier)" }
    return layerTitle(identifier, layer.kind, layer.name)
  }

  /// The same for machines: the members `layer`, `class` and `name`, as far as there are any.
  func members(_ identifier: LayerIdentifier?) -> [JSONValue.Member] {
    guard let identifier else { return [] }
    let layer = layers[identifier]
    return layerMembers(identifier, layer?.kind, layer?.name)
  }
}

/// The title of a layer for people.
func layerTitle(_ identifier: LayerIdentifier, _ kind: LayerKind, _ name: String?) -> String {
  "\(identifier) \(kind.rawValue)" + (name.map { " \"\($0)\"" } ?? "")
}

/// The title of a layer for machines.
func layerMembers(_ identifier: LayerIdentifier, _ kind: LayerKind?, _ name: String?) -> [JSONValue.Member] {
  let parts: [JSONValue.Member?] = [
    .init(key: "layer", value: .of(Int(clamping: identifier.rawValue))),
    kind.map { .init(key: "class", value: .string($0.rawValue)) },
    name.map { .init(key: "name", value: .string($0)) },
  ]
  return parts.compactMap { $0 }
}
