import MultiplaneGraphics
import MultiplaneRenderTree

// What a program may do to a tree between two frames.

extension RandomTree {
  /// A tree of which one layer was changed. The same seed changes the same tree in the same way.
  package static func edit(_ tree: CommittedTree, seed: UInt64) -> CommittedTree {
    var maker = RandomTree(seed: seed)
    // Far from those of the tree and of other edits.
    maker.nextIdentifier = 1 << 40 &+ seed &<< 10
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
    if chance(0.1) { return remasked(layer) }
    var values = layer.values
    if chance(0.4), changeClass(of: &values, layer.kind) { return layer.with(values: values) }
    switch whole(0...21) {
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
    case 14: if chance(0.3) { values.contents = nil } else { addContents(to: &values) }
    case 15: values.cornerRadius = chance(0.3) ? 0 : number(0, 30)
    case 16: values.geometry.sublayerTransform = chance(0.3) ? CATransform3DIdentity : transform()
    case 17: values.geometry.anchorPoint = CGPoint(x: number(-0.5, 1.5), y: number(-0.5, 1.5))
    case 18: values.compositing.filters = chance(0.3) ? nil : (0..<whole(1...2)).map { _ in filter() }
    case 19: values.geometry.bounds.origin = CGPoint(x: number(-10, 10), y: number(-10, 10))
    case 20: values.geometry.isGeometryFlipped.toggle()
    default: addCompositing(to: &values, isRoot: depth == 0)
    }
    return layer.with(values: values)
  }

  /// The layer with a mask that it had not, or without the one that it had.
  private mutating func remasked(_ layer: CommittedLayer) -> CommittedLayer {
    guard layer.mask == nil else { return layer.with(mask: .some(nil)) }
    let mask = opaque(self.layer(in: layer.values.geometry.bounds.size, depth: mostDepth))
    return layer.with(mask: mask)
  }

  /// Changes a property that only layers of the class have.
  ///
  /// - Returns: whether the class has any.
  private mutating func changeClass(of values: inout LayerValues, _ kind: LayerKind) -> Bool {
    switch (kind, whole(0...2)) {
    case (.shape, 0): values.shape.path = chance(0.1) ? nil : path(in: values.geometry.bounds)
    case (.shape, 1):
      values.shape.lineWidth = number(0, 9)
      values.shape.strokeStart = number(-0.1, 0.6)
      values.shape.strokeEnd = number(0.4, 1.1)
    case (.shape, _): addShape(to: &values)
    case (.gradient, 0): values.gradient.colors = values.gradient.colors?.map { _ in color() }
    case (.gradient, 1):
      values.gradient.locations = values.gradient.colors.map { $0.map { _ in number(0, 1) }.sorted() }
    case (.gradient, _): addGradient(to: &values)
    case (.replicator, 0): values.replicator.instanceCount = whole(0...5)
    case (.replicator, 1): values.replicator.instanceTransform = transform()
    case (.replicator, _): addInstances(to: &values)
    case (.text, 0): _ = setText(of: &values)
    case (.text, _): changeText(of: &values)
    case (.scroll, _): scroll(&values)
    case (.tiled, 0): values.tiled.tiles = Array(values.tiled.tiles.dropLast())
    case (.tiled, _): addTiles(to: &values)
    case (.emitter, 0): values.emitter.seed += 1
    case (.emitter, 1): values.emitter.renderMode = pick(CAEmitterLayerRenderMode.all)
    case (.emitter, _): addParticles(to: &values)
    default: return false
    }
    return true
  }
}

extension CommittedLayer {
  /// The layer with other values, sublayers or another mask.
  package func with(
    _ sublayers: [CommittedLayer]? = nil, values: LayerValues? = nil, mask: CommittedLayer?? = nil
  ) -> CommittedLayer {
    CommittedLayer(
      identifier: identifier, name: name, kind: kind, values: values ?? self.values, timing: timing,
      animations: animations, sublayers: sublayers.map { CommittedSublayers($0) } ?? self.sublayers,
      mask: mask ?? self.mask)
  }
}
