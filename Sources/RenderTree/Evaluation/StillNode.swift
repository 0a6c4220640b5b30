import MultiplaneGraphics

extension CommittedLayer {
  /// The node of a subtree without animations, for every time; nil when it cannot be seen. Made
  /// once, by the first evaluation and not by the commit, which has to be quick.
  var still: RenderNode? {
    let node = stillNode.load() ?? stillNode.storeIfNil(resolved() ?? .unseen)
    return node === RenderNode.unseen ? nil : node
  }

  private func resolved() -> RenderNode? {
    let earlier = earlier.withLock { $0.take() }
    if let earlier, let node = resolved(from: earlier) { return node }
    return RenderNode(
      identifier: identifier, name: name, kind: kind, values: values, sublayers: stillSublayers,
      mask: mask.map(\.still), tiles: tiles(of: values, at: 0))
  }

  /// The same without a look at the sublayers that did not change; nil where it takes one.
  private func resolved(from earlier: EarlierStill) -> RenderNode? {
    guard !isAnimated, mask == nil, values.contentsFade == nil, earlier.node.sublayers.count == sublayers.count else {
      return nil
    }
    var changes: [(index: Int, node: RenderNode)] = []
    for index in earlier.changes {
      guard let node = sublayers[index].still else { return nil }
      changes.append((index, node))
    }
    return earlier.node.replacing(
      changes, style: own.style(identifier: identifier, name: name, kind: kind), values: own.values)
  }

  private var stillSublayers: [RenderNode] {
    var nodes: [RenderNode] = []
    guard kind != .replicator else {
      _ = sublayers.evaluateInstances(of: Replicator(values.replicator, values.geometry), at: 0, renewing: &nodes)
      return nodes
    }
    nodes.reserveCapacity(sublayers.count)
    for sublayer in sublayers {
      if let node = sublayer.still { nodes.append(node) }
    }
    return nodes
  }
}

extension CommittedLayer {
  /// The tiles of a tiled layer, below its sublayers, at a local time; none for other classes.
  func tiles(of values: LayerValues, at time: Double) -> [RenderNode] {
    kind == .tiled ? values.tiled.nodes(in: identifier, at: time) : []
  }
}
