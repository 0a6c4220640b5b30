import MultiplaneLayerTree
import MultiplaneRenderTree
import MultiplaneSceneFile

/// The titles of a scene's layers, the same in every stage of `inspect`: number, class and name,
/// such as `#3 CALayer "hand"`.
struct LayerTitles {
  private var layers: [LayerIdentifier: (className: String, name: String?)] = [:]
  /// Layers of the scene. What repeats some, or makes tiles or particles, draws more.
  private(set) var count = 0

  /// - Parameters:
  ///   - tree: the committed layers.
  ///   - root: the layer that they were committed from, for classes that are drawn as a `CALayer`.
  init(_ tree: CommittedTree, of root: CALayer) {
    var classes: [LayerIdentifier: String] = [:]
    var models = [root]
    while let model = models.popLast() {
      classes[model.identifier] = model.sceneClass
      models += (model.sublayers ?? []) + (model.mask.map { [$0] } ?? [])
    }
    var open = [tree.root]
    while let layer = open.popLast() {
      layers[layer.identifier] = (classes[layer.identifier] ?? layer.kind.rawValue, layer.name)
      count += 1
      if let mask = layer.mask { open.append(mask) }
      for sublayer in layer.sublayers { open.append(sublayer) }
    }
  }

  /// The class of a layer; `CALayer` for one that the scene has not.
  func className(_ identifier: LayerIdentifier) -> String {
    layers[identifier]?.className ?? LayerKind.layer.rawValue
  }

  func title(_ identifier: LayerIdentifier) -> String {
    guard let layer = layers[identifier] else { return "\(identifier)" }
    return layerTitle(identifier, layer.className, layer.name)
  }

  /// The same for machines: the members `layer`, `class` and `name`, as far as there are any.
  func members(_ identifier: LayerIdentifier?) -> [JSONValue.Member] {
    guard let identifier else { return [] }
    let layer = layers[identifier]
    return layerMembers(identifier, layer?.className, layer?.name)
  }
}

/// The title of a layer for people.
func layerTitle(_ identifier: LayerIdentifier, _ className: String, _ name: String?) -> String {
  "\(identifier) \(className)" + (name.map { " \"\($0)\"" } ?? "")
}

/// The title of a layer for machines.
func layerMembers(_ identifier: LayerIdentifier, _ className: String?, _ name: String?) -> [JSONValue.Member] {
  let parts: [JSONValue.Member?] = [
    .init(key: "layer", value: .of(Int(clamping: identifier.rawValue))),
    className.map { .init(key: "class", value: .string($0)) },
    name.map { .init(key: "name", value: .string($0)) },
  ]
  return parts.compactMap { $0 }
}
