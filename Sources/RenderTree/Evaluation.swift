import Graphics
import Motion

// Evaluation: a committed tree at one time. A pure function; subtrees without animations are not visited.

extension CommittedTree {
  /// Every value at one time.
  ///
  /// - Parameter time: the scene time in seconds, which is the root's superlayer's time.
  package func evaluate(at time: Double) -> RenderTree {
    RenderTree(
      size: size, scale: scale, background: background, root: root.evaluate(at: time),
      time: time)
  }
}

extension CommittedLayer {
  /// The layer and its sublayers at one time; nil when nothing of them can be seen.
  ///
  /// - Parameter parentTime: seconds in the superlayer's time.
  func evaluate(at parentTime: Double) -> RenderNode? {
    guard isAnimated else { return still }
    let time = timing.localTime(fromParent: parentTime)
    if let plan { return node(plan, at: time) }
    return evaluate(within: time)
  }

  /// The layer and its sublayers at a time of its own, by all that animations can do. Apart from `evaluate(at:)`, so that
  /// that takes less stack a level.
  @inline(never)
  private func evaluate(within time: Double) -> RenderNode? {
    let values = HeapValues(of: self, at: time)
    let node = node(values, at: time)
    // The last one counts; a layer that is only a space has no bounds to show one in.
    guard let (transition, progress, beginTime) = animations.lazy.compactMap({ $0.transition(at: time) }).last,
      !values.isSpace
    else { return node }
    let old = transition.old?.node(standingAt: beginTime)
    return values.transition(transition, progress: progress, from: old, to: node)
  }

  /// The layer and its sublayers as they were at a time of its own.
  private func node(standingAt time: Double) -> RenderNode? {
    isAnimated ? node(HeapValues(of: self, at: time), at: time) : still
  }

  /// The layer and its sublayers with these values at a time of its own; nil when nothing of them can be seen.
  private func node(_ values: HeapValues, at time: Double) -> RenderNode? {
    // A hidden subtree is not evaluated any further.
    guard values.isVisible else { return nil }
    if kind == .emitter, values.emits { return values.emitterNode(at: time) }
    let sublayers =
      kind == .replicator
      ? Self.instances(of: sublayers, values.replicator) { sublayer, delay in sublayer.evaluate(at: time - delay) }
      : nodes(at: time)
    return values.node(sublayers: sublayers, mask: mask.map { $0.evaluate(at: time) }, at: time)
  }

  /// The same by the layer's plan.
  private func node(_ plan: AnimationPlan, at time: Double) -> RenderNode? {
    let values = plan.values(at: time)
    guard values.opacity > 0 else { return nil }
    return RenderNode(plan.look, values, sublayers: nodes(at: time), mask: mask.map { $0.evaluate(at: time) })
  }

  /// The sublayers at a time of this layer, in array order.
  private func nodes(at time: Double) -> [RenderNode] {
    guard !sublayers.isEmpty else { return [] }
    var nodes: [RenderNode] = []
    nodes.reserveCapacity(sublayers.count)
    for sublayer in sublayers {
      if let node = sublayer.evaluate(at: time) { nodes.append(node) }
    }
    return nodes
  }

  /// The layer's values with its animations applied: those that replace first, then those that add, in and out of
  /// groups, each in the order in which they were attached.
  ///
  /// - Parameter time: seconds in the layer's own time.
  package func values(at time: Double) -> LayerValues {
    var values = values
    for additive in [false, true] {
      for animation in animations {
        animation.apply(at: time, isAdditive: additive, to: &values)
      }
    }
    return values
  }
}

/// A layer's values at one time, kept off the stack: evaluation goes down into the sublayers while it holds them, and the
/// deepest tree has to fit the stack of a thread. What needs a copy of them does so in functions that are never inlined.
private final class HeapValues {
  private let layer: CommittedLayer
  private let values: LayerValues

  @inline(never) init(of layer: CommittedLayer, at time: Double) {
    self.layer = layer
    values = layer.values(at: time)
  }

  var isVisible: Bool { !values.isHidden && values.opacity > 0 }

  @inline(never) var isSpace: Bool { values.isSpace(layer.kind) }

  @inline(never) var replicator: Replicator { Replicator(values) }

  var emits: Bool { values.emitter.emits }

  @inline(never) func emitterNode(at time: Double) -> RenderNode? { layer.emitterNode(values, at: time) }

  @inline(never) func node(sublayers: [RenderNode], mask: RenderNode??, at time: Double) -> RenderNode? {
    RenderNode(
      identifier: layer.identifier, name: layer.name, kind: layer.kind, values: values, sublayers: sublayers,
      mask: mask, tiles: layer.tiles(of: values, at: time))
  }

  @inline(never) func transition(
    _ transition: Transition, progress: Double, from old: RenderNode?, to new: RenderNode?
  ) -> RenderNode? {
    transition.node(progress: progress, from: old, to: new, of: layer.identifier, values: values)
  }
}
