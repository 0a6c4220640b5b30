import MultiplaneGraphics
import MultiplaneMotion
import MultiplaneRenderTree

extension RandomTree {
  /// Containers (`makeContainers`) of whose layers every other moves or changes, for two seconds at
  /// most at a time.
  package static func makeAnimated(seed: UInt64) -> CommittedTree {
    let tree = makeContainers(seed: seed)
    var maker = RandomTree(seed: seed &+ 1_000_000)
    return CommittedTree(
      size: tree.size, scale: tree.scale, background: tree.background, root: maker.animated(tree.root))
  }

  private mutating func animated(_ layer: CommittedLayer) -> CommittedLayer {
    var sublayers: [CommittedLayer] = []
    for sublayer in layer.sublayers { sublayers.append(animated(sublayer)) }
    let mask = layer.mask.map { animated($0) }
    var animations: [CommittedAnimation] = []
    if chance(0.5) { animations = (0..<pick([1, 1, 2])).compactMap { _ in animation(of: layer) } }
    return CommittedLayer(
      identifier: layer.identifier, name: layer.name, kind: layer.kind, values: layer.values, timing: layer.timing,
      animations: animations, sublayers: CommittedSublayers(sublayers), mask: mask)
  }

  /// Parts of values, and those of the properties that animations change most. Half of the
  /// animations are of these, the others of any row of the table.
  private static let paths = [
    "position.x", "position", "transform.rotation", "transform.scale", "opacity", "backgroundColor", "cornerRadius",
    "bounds.size.width", "bounds.origin.y", "borderWidth", "shadowRadius", "zPosition",
  ]

  private mutating func animation(of layer: CommittedLayer) -> CommittedAnimation? {
    if layer.kind == .text, chance(0.25) {
      return animation(LayerKeyPath(property: .textString, component: .whole), .text(string()), .text(string()))
    }
    let row = chance(0.5) ? pick(Self.animatableRows(of: layer.kind)) : nil
    let path = row?.key ?? pick(Self.paths)
    let ends = row.map { (value(of: $0, layer.values), value(of: $0, layer.values)) } ?? ends(of: path, layer.values)
    guard let keyPath = LayerKeyPath(path, of: layer.kind), let (from, to) = ends else { return nil }
    return animation(keyPath, from, to)
  }

  private mutating func animation(
    _ keyPath: LayerKeyPath, _ from: LayerValue, _ to: LayerValue
  ) -> CommittedAnimation {
    let timing = MediaTiming(
      beginTime: pick([0, 0, 0.3]), duration: pick([0.5, 1, 2]), repeatCount: pick([1, 2.5, .infinity]),
      autoreverses: chance(0.3))
    return CommittedAnimation(
      key: nil, timing: timing, curve: pick([nil, .linear, .easeInEaseOut] as [TimingCurve?]),
      isRemovedOnCompletion: chance(0.5),
      change: PropertyChange(
        keyPath: keyPath, from: from, to: to, by: nil, isAdditive: false, isCumulative: false))
  }

  private mutating func ends(of path: String, _ values: LayerValues) -> (LayerValue, LayerValue)? {
    let position = values.geometry.position
    switch path {
    case "position.x": return (.number(position.x), .number(position.x + number(-40, 40)))
    case "position":
      return (.point(position), .point(CGPoint(x: position.x + number(-30, 30), y: position.y + number(-30, 30))))
    case "transform.rotation": return (.number(0), .number(number(-3, 3)))
    case "transform.scale": return (.number(1), .number(number(0.2, 1.6)))
    case "opacity": return (.number(1), .number(number(0, 0.8)))
    case "backgroundColor": return (.color(color()), .color(color()))
    case "bounds.size.width": return (.number(values.geometry.bounds.size.width), .number(number(0, 90)))
    case "bounds.origin.y": return (.number(0), .number(number(-20, 20)))
    case "zPosition": return (.number(0), .number(number(-40, 40)))
    case "cornerRadius", "borderWidth", "shadowRadius": return (.number(0), .number(number(1, 14)))
    default: return nil
    }
  }
}
