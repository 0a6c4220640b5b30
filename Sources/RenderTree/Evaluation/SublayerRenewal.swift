extension CommittedSublayers {
  /// Makes nodes what the sublayers are at one time, those that can be seen, in array order.
  ///
  /// - Parameters:
  ///   - time: seconds in the superlayer's time.
  ///   - nodes: those of another time, or none. While they stand for the same layers in the same
  ///     order, those that nothing else holds are changed; from the first on that does not, all are
  ///     recreated.
  ///   - runs: which of these nodes are whole blocks' that never change; without those it takes a
  ///     look at each node.
  /// - Returns: what a node has to know of them, and whether all of them are certainly as they
  ///   were.
  func evaluate(
    at time: Double, renewing nodes: inout [RenderNode], runs: inout [StaticRun?]
  ) -> (inside: RenderNode.Inside, areStill: Bool) {
    var renewal = SublayerRenewal(time: time)
    let next =
      nodes.isEmpty ? 0 : nodes.withUnsafeMutableBufferPointer { renewal.run(over: self, $0, runs: &runs) }
    nodes.removeLast(nodes.count - renewal.kept)
    guard next < count else { return (renewal.inside, renewal.areStill) }
    runs.removeAll()
    nodes.reserveCapacity(count)
    for index in next..<count {
      guard let node = self[index].evaluate(at: time) else { continue }
      renewal.inside.add(node)
      nodes.append(node)
    }
    return (renewal.inside, false)
  }
}

/// How far the nodes of a layer's sublayers are brought to another time.
private struct SublayerRenewal {
  let time: Double
  var inside = RenderNode.Inside()
  /// The nodes that stand for layers already come first.
  private(set) var kept = 0
  /// Whether no node was looked at: all are those of blocks that never change.
  private(set) var areStill = true
  /// The next one to be looked at; those between are left over.
  private var next = 0

  init(time: Double) { self.time = time }

  /// Goes through layers and their nodes side by side.
  ///
  /// - Returns: the first layer that has no node, their number if none.
  mutating func run(
    over layers: CommittedSublayers, _ nodes: UnsafeMutableBufferPointer<RenderNode>, runs: inout [StaticRun?]
  ) -> Int {
    if layers.blocks.count == 1, layers.blocks[0].isAnimated {
      return run(over: layers.blocks[0], nodes) ?? layers.count
    }
    if runs.count != layers.blocks.count { runs = Array(repeating: nil, count: layers.blocks.count) }
    var first = 0
    for (number, block) in layers.blocks.enumerated() {
      if let run = runs[number], run.block === block, run.start == next, kept == next {
        pass(run)
      } else {
        let (before, start) = (inside, kept)
        inside = RenderNode.Inside()
        defer { inside.add(before) }
        if let missing = run(over: block, nodes) { return first + missing }
        runs[number] =
          block.isAnimated ? nil : StaticRun(block: block, start: start, count: kept - start, inside: inside)
      }
      first += block.layers.count
    }
    return first
  }

  /// Keeps all of a run's nodes.
  private mutating func pass(_ run: StaticRun) {
    inside.add(run.inside)
    kept += run.count
    next += run.count
  }

  /// Goes through the layers of a block and their nodes side by side.
  ///
  /// - Returns: the first layer that has no node, nil if none.
  private mutating func run(
    over block: CommittedSublayers.Block, _ nodes: UnsafeMutableBufferPointer<RenderNode>
  ) -> Int? {
    areStill = false
    for place in 0..<block.layers.count {
      guard next < nodes.count else { return place }
      if let records = block.records, records.holdStyle(of: nodes[next], at: place),
        isKnownUniquelyReferenced(&nodes[next])
      {
        let isSeen = records.renew(nodes[next], at: place, time: time)
        settle(isSeen ?? block.layers[place].renew(nodes[next], at: time), nodes)
      } else if !replace(block.layers[place], nodes) {
        return place
      }
    }
    return nil
  }

  /// Makes the node of a layer that was committed again, that has no plan, or whose node
  /// is shared.
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
