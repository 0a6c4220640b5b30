import Graphics
import RenderTree

// What a program may do to a tree between two frames.

extension RandomTree {
  /// A tree of which one layer was changed. The same seed changes the same tree in the same way.
  package static func edit(_ tree: CommittedTree, seed: UInt64) -> CommittedTree {
    var maker = RandomTree(seed: seed)
    var tree = tree
    tree.root = maker.edited(tree.root, seed: seed, depth: 0)
    return tree
  }

  /// The layer with a change of its own or in one of its sublayers.
  private mutating func edited(_ layer: CommittedLayer, seed: UInt64, depth: Int) -> CommittedLayer {
    if let mask = layer.mask, chance(0.3) {
      return layer.with(mask: edited(mask, seed: seed, depth: depth + 1))
    }
    let sublayers = Array(layer.sublayers)
    // The root stays where it is.
    guard depth == 0 || !sublayers.isEmpty && chance(0.7) else { return changed(layer, depth: depth) }
    guard !sublayers.isEmpty, !chance(0.25) else { return layer.with(rearranged(sublayers, seed: seed)) }
    var copy = sublayers
    let index = whole(0...sublayers.count - 1)
    copy[index] = edited(copy[index], seed: seed, depth: depth + 1)
    return layer.with(copy)
  }

  /// One sublayer more, one less, or two that changed places.
  private mutating func rearranged(_ sublayers: [CommittedLayer], seed: UInt64) -> [CommittedLayer] {
    var sublayers = sublayers
    switch whole(0...2) {
    case 0 where !sublayers.isEmpty: sublayers.remove(at: whole(0...sublayers.count - 1))
    case 1 where sublayers.count > 1:
      sublayers.swapAt(whole(0...sublayers.count - 1), whole(0...sublayers.count - 1))
    default:
      var values = LayerValues()
      values.geometry = geometry(in: CGSize(width: 60, height: 50), depth: 1)
      values.backgroundColor = color()
      let new = CommittedLayer(
        identifier: LayerIdentifier(rawValue: 1_000_000 + seed), name: nil, kind: .layer, values: values,
        timing: .layer, animations: [], sublayers: CommittedSublayers([]))
      sublayers.insert(new, at: whole(0...sublayers.count))
    }
    return sublayers
  }

  /// The layer with one property changed.
  private mutating func changed(_ layer: CommittedLayer, depth: Int) -> CommittedLayer {
    var values = layer.values
    switch whole(0...15) {
    case 0...3:
      values.geometry.position.x += number(-12, 12)
      values.geometry.position.y += number(-12, 12)
    case 4: values.geometry.bounds.size = CGSize(width: number(0, 80), height: number(0, 60))
    case 5: values.geometry.transform = transform()
    case 6: values.geometry.zPosition += number(-30, 30)
    case 7: values.opacity = Float(number(0.1, 1))
    case 8, 9: values.backgroundColor = chance(0.2) ? nil : color()
    case 10: values.isHidden.toggle()
    case 11: values.masksToBounds.toggle()
    case 12:
      values.borderWidth = number(0, 6)
      values.borderColor = color()
    case 13: addShadow(to: &values)
    case 14: addContents(to: &values)
    default: addCompositing(to: &values, isRoot: depth == 0)
    }
    return layer.with(values: values)
  }
}

extension CommittedLayer {
  /// The layer with other values, sublayers or another mask.
  package func with(
    _ sublayers: [CommittedLayer]? = nil, values: LayerValues? = nil, mask: CommittedLayer? = nil
  ) -> CommittedLayer {
    CommittedLayer(
      identifier: identifier, name: name, kind: kind, values: values ?? self.values, timing: timing,
      animations: animations, sublayers: sublayers.map { CommittedSublayers($0) } ?? self.sublayers,
      mask: mask ?? self.mask)
  }
}
