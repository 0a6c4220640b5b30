extension CommittedSublayers {
  /// Makes nodes what the sublayers are at one time, those that can be seen, in array order.
  ///
  /// - Parameters:
  ///   - time: seconds in the superlayer's time.
  ///   - nodes: those of another time, or none. While they stand for the same layers in the same order, those that nothing
  ///     else holds are changed; from the first on that does not, all are made anew.
  func evaluate(at time: Double, renewing nodes: inout [RenderNode]) -> RenderNode.Inside {
    var renewal = SublayerRenewal(time: time)
    let next = nodes.isEmpty ? 0 : nodes.withUnsafeMutableBufferPointer { renewal.run(over: self, $0) }
    nodes.removeLast(nodes.count - renewal.kept)
    guard next < count else { return renewal.inside }
    nodes.reserveCapacity(count)
    for index in next..<count {
      guard let node = self[index].evaluate(at: time) else { continue }
      renewal.inside.add(node)
      nodes.append(node)
    }
    return renewal.inside
  }
}

/// How far the nodes of a layer's sublayers are brought to another time.
private struct SublayerRenewal {
  let time: Double
  var inside = RenderNode.Inside()
  /// The nodes that stand for layers already come first.
  private(set) var kept = 0
  /// The next one to be looked at; those between are left over.
  private var next = 0

  init(time: Double) { self.time = time }

  /// Goes through layers and their nodes side by side.
  ///
  /// - Returns: the first layer that has no node, their number if none.
  mutating func run(over layers: CommittedSublayers, _ nodes: UnsafeMutableBufferPointer<RenderNode>) -> Int {
    var index = 0
    for block in layers.blocks {
      for place in 0..<block.layers.count {
        guard next < nodes.count else { return index }
        if let records = block.records, records.holdLook(of: nodes[next], at: place),
          isKnownUniquelyReferenced(&nodes[next])
        {
          let isSeen = records.renew(nodes[next], at: place, time: time)
          settle(isSeen ?? block.layers[place].renew(nodes[next], at: time), nodes)
        } else if !replace(block.layers[place], nodes) {
          return index
        }
        index += 1
      }
    }
    return index
  }

  /// Makes the node of a layer that was committed again, that has no short way, or whose node somebody holds.
  ///
  /// - Returns: false, and nothing is done, where there is none and no room for one.
  private mutating func replace(_ layer: CommittedLayer, _ nodes: UnsafeMutableBufferPointer<RenderNode>) -> Bool {
    if !layer.isAnimated, let still = layer.still, still === nodes[next] {
      settle(true, nodes)
    } else if nodes[next].identifier == layer.identifier {
      var old: RenderNode? = nodes[next]
      nodes[next] = RenderNode.unseen
      let node = layer.evaluate(at: time, reusing: old.take())
      if let node { nodes[next] = node }
      settle(node != nil, nodes)
    } else if let node = layer.evaluate(at: time) {
      guard kept < next else { return false }
      nodes[kept] = node
      inside.add(node)
      kept += 1
    }
    return true
  }

  /// Goes on to the next node, and keeps this one if it is seen.
  @inline(__always)
  private mutating func settle(_ isSeen: Bool, _ nodes: UnsafeMutableBufferPointer<RenderNode>) {
    if isSeen {
      inside.add(nodes[next])
      if kept < next { nodes.swapAt(kept, next) }
      kept += 1
    }
    next += 1
  }
}
