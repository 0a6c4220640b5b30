import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneSceneFile

extension CALayer {
  /// The layer and all below it, masks too, each before those within it.
  var layersWithin: [CALayer] {
    var layers: [CALayer] = []
    var pending: [CALayer] = [self]
    while let layer = pending.popLast() {
      layers.append(layer)
      pending += (layer.sublayers ?? []).reversed()
      if let mask = layer.mask { pending.append(mask) }
    }
    return layers
  }

  /// What commands report about a layer: its name and class, where its box is shown now in its
  /// superlayer, and what is within it.
  var liveDescription: JSONValue {
    let shown = presentation() ?? self
    var members: [JSONValue.Member] = []
    if let name { members.append(.init(key: "name", value: .string(name))) }
    members.append(.init(key: "class", value: .string(sceneClass)))
    let frame = shown.frame
    let numbers = [frame.origin.x, frame.origin.y, frame.width, frame.height].map {
      (Double($0) * 1000).rounded() / 1000
    }
    if numbers.allSatisfy(\.isFinite) { members.append(.init(key: "frame", value: .list(numbers))) }
    if shown.opacity != 1, shown.opacity.isFinite {
      members.append(.init(key: "opacity", value: .number((Double(shown.opacity) * 1000).rounded() / 1000)))
    }
    if isHidden { members.append(.init(key: "hidden", value: .boolean(true))) }
    if let mask { members.append(.init(key: "mask", value: mask.liveDescription)) }
    if let sublayers { members.append(.init(key: "sublayers", value: .array(sublayers.map(\.liveDescription)))) }
    return .object(members)
  }
}
