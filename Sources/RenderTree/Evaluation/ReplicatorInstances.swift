import MultiplaneGraphics

extension CommittedSublayers {
  /// Makes nodes what a replicator draws of its sublayers at one time: once for each instance,
  /// later ones over earlier ones.
  ///
  /// - Parameters:
  ///   - first: the first instance.
  ///   - time: seconds in the replicator's own time.
  ///   - nodes: those of another time, or none. As long as they stand for the same layers in the
  ///     same order, those that nothing else holds are changed; from the first on that does not,
  ///     all are recreated.
  /// - Returns: what a node has to know of them.
  func evaluateInstances(
    of first: Replicator, at time: Double, renewing nodes: inout [RenderNode]
  ) -> RenderNode.Inside {
    var instance = first
    var inside = RenderNode.Inside()
    // Those that are made come first, then those that are left over, then those that are still to
    // be looked at.
    var (made, next) = (0, 0)
    defer { nodes.removeLast(nodes.count - made) }
    guard !isEmpty else { return inside }
    let meter = EvaluationMeter.current
    for _ in 0..<instance.count {
      for sublayer in self {
        guard meter?.admits(.instance) ?? true else { return inside }
        var old: RenderNode?
        if next < nodes.count, nodes[next].identifier == sublayer.identifier {
          old = nodes[next]
          nodes[next] = .unseen
          next += 1
        }
        guard let node = instance.node(of: sublayer, at: time, reusing: old.take()) else { continue }
        guard inside.count + node.count <= Replicator.mostLayers else { return inside }
        inside.add(node)
        if made < next {
          nodes[made] = node
        } else {
          // One that could not be seen: what comes after it stands for others.
          nodes.removeLast(nodes.count - next)
          nodes.append(node)
          next += 1
        }
        made += 1
      }
      instance.advance()
    }
    return inside
  }
}

extension RenderNode {
  /// Whether this is what an instance makes of a node that never changes: of its colours, and of
  /// where it lies.
  func isInstance(of still: RenderNode, tint: StraightColor, place: CATransform3D?) -> Bool {
    style.tint == tint && (tint == .white ? style === still.style : style.origin === still.style)
      && geometry.placement == still.geometry.placement(again: place)
  }

  /// Whether this is what an instance made of a layer at another time, and can be changed into what
  /// it makes of it now.
  func isInstance(of layer: CommittedLayer, tint: StraightColor) -> Bool {
    guard style.tint == tint else { return false }
    if tint == .white { return true }
    // A layer whose style or contents change would lose its tint.
    guard let plan = layer.plan, !plan.changesStyle, layer.sublayers.isEmpty, layer.mask == nil else { return false }
    return isOf(plan.style)
  }

  /// Appends a transform to its placement; nil for none.
  func place(again place: CATransform3D?) {
    geometry.place(again: place)
    liesAtDepthZero = geometry.liesAtDepthZero
  }
}

extension LayerGeometry {
  /// Appends a transform to the layer's placement; nil for none.
  mutating func place(again place: CATransform3D?) {
    if place != nil { placement = placement(again: place) }
  }

  /// The matrix that is applied after its own placement.
  fileprivate func placement(again place: CATransform3D?) -> CATransform3D? {
    guard let place, let placement else { return place ?? placement }
    return CATransform3DConcat(placement, place)
  }
}
