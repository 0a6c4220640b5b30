import MultiplaneGraphics
import MultiplaneMotion

// Evaluation: a committed tree at one time. A pure function; subtrees without animations are not
// visited.

extension CommittedTree {
  /// Every value at one time.
  ///
  /// - Parameter time: the scene time in seconds, which is the root's superlayer's time.
  package func evaluate(at time: Double) -> RenderTree { evaluate(at: time, reusing: nil) }

  /// Every value at one time, as `evaluate(at:)` gives it, in the memory of an older tree.
  ///
  /// - Parameters:
  ///   - time: the scene time in seconds, which is the root's superlayer's time.
  ///   - old: a tree that the caller needs no more, of this committed tree or an older one. Of its
  ///     nodes those that nothing else holds are changed rather than recreated.
  package func evaluate(at time: Double, reusing old: consuming RenderTree?) -> RenderTree {
    RenderTree(
      size: size, scale: scale, background: background, root: root.evaluate(at: time, reusing: old?.root.take()),
      time: time)
  }
}

extension CommittedLayer {
  /// The layer and its sublayers at one time; nil when nothing of them can be seen.
  ///
  /// - Parameters:
  ///   - parentTime: seconds in the superlayer's time.
  ///   - old: a node whose memory, and that of the nodes in it, is used again if nothing else holds
  ///     it.
  func evaluate(at parentTime: Double, reusing old: consuming RenderNode? = nil) -> RenderNode? {
    guard isAnimated else { return still }
    let time = timing.localTime(fromParent: parentTime)
    guard let plan else { return evaluate(within: time, reusing: old) }
    if var node = old.take(), isKnownUniquelyReferenced(&node) {
      if node.isOf(plan.style) { return renew(node, at: parentTime) ? node : nil }
      return self.node(plan, at: time, inside: node.takeInside())
    }
    return node(plan, at: time, inside: nil)
  }

  /// Changes a node of this layer's plan to another time.
  ///
  /// - Precondition: there is a plan, and the node is uniquely referenced.
  /// - Parameter parentTime: seconds in the superlayer's time.
  /// - Returns: whether anything of the layer can be seen then.
  func renew(_ node: RenderNode, at parentTime: Double) -> Bool {
    let time = timing.localTime(fromParent: parentTime)
    guard plan?.renew(node, at: time) == true else { return false }
    return sublayers.isEmpty && mask == nil || renewInside(of: node, at: time)
  }

  /// The layer by its plan, at a time of its own.
  ///
  /// - Parameter old: nodes whose memory is used again.
  private func node(_ plan: AnimationPlan, at time: Double, inside old: consuming RenderNode.Parts?) -> RenderNode? {
    guard let node = plan.node(at: time) else { return nil }
    if sublayers.isEmpty && mask == nil { return node }
    if let old = old.take() {
      node.sublayers = old.sublayers
      if mask != nil { node.mask = old.mask }
    }
    return renewInside(of: node, at: time) ? node : nil
  }

  /// Changes the sublayers and the mask of a node to another time of the layer.
  ///
  /// - Returns: whether anything of the layer can be seen then.
  private func renewInside(of node: RenderNode, at time: Double) -> Bool {
    if let mask {
      node.forgetExtent()
      let renewed = mask.evaluate(at: time, reusing: node.mask.take())
      if !node.isSpace {
        guard renewed != nil else { return false }
        node.mask = renewed
      }
    }
    node.unsortSublayers()
    let (inside, areStill) =
      kind == .replicator
      ? (
        sublayers.evaluateInstances(
          of: Replicator(values.replicator, node.geometry), at: time, renewing: &node.sublayers), false
      )
      : sublayers.evaluate(at: time, renewing: &node.sublayers, runs: &node.staticRuns)
    if !areStill { node.forgetExtent() }
    if !inside.liesAtDepthZero, !node.isSpace { node.sortSublayers() }
    node.set(inside)
    return true
  }

  /// The layer and its sublayers at a time of its own, by all that animations can do. Apart from
  /// `evaluate(at:)`, so that that takes less stack a level.
  @inline(never)
  private func evaluate(within time: Double, reusing old: consuming RenderNode?) -> RenderNode? {
    let values = HeapValues(of: self, at: time)
    // The last one counts; a layer that is only a space has no bounds to show one in.
    guard let (transition, progress, beginTime) = animations.lazy.compactMap({ $0.transition(at: time) }).last,
      !values.isSpace
    else { return node(values, at: time, reusing: old) }
    if transition.isMixed(at: progress) {
      let before = transition.old.map { HeapValues(of: $0, at: beginTime) }
      return mixed(before, at: beginTime, with: values, at: time, by: transition, progress, reusing: old)
    }
    let node = node(values, at: time, reusing: old)
    let old = transition.old?.node(standingAt: beginTime)
    return values.transition(transition, progress: progress, from: old, to: node)
  }

  /// The layer while an old one fades into it: what both do alike to what lies beneath them is left
  /// to the whole.
  ///
  /// - Parameters:
  ///   - before: the old layer's values at a time of its own; nil for nothing.
  ///   - values: the layer's at a time of its own.
  @inline(never)
  private func mixed(
    _ before: HeapValues?, at beginTime: Double, with values: HeapValues, at time: Double, by transition: Transition,
    _ progress: Double, reusing old: consuming RenderNode?
  ) -> RenderNode? {
    guard let effects = HeapValues.effects(of: before, and: values) else {
      let node = node(values, at: time, reusing: old)
      let old = transition.old?.node(standingAt: beginTime)
      return values.transition(transition, progress: progress, from: old, to: node)
    }
    let whole = values.copy()
    before?.remove(effects)
    values.remove(effects)
    let node = node(values, at: time, reusing: old)
    let old = before.flatMap { transition.old?.node($0, at: beginTime, reusing: nil) }
    return whole.transition(transition, progress: progress, from: old, to: node, effects: effects)
  }

  /// The layer and its sublayers as they were at a time of its own.
  private func node(standingAt time: Double) -> RenderNode? {
    isAnimated ? node(HeapValues(of: self, at: time), at: time, reusing: nil) : still
  }

  /// The layer and its sublayers with these values at a time of its own; nil when nothing of them
  /// can be seen.
  private func node(_ values: HeapValues, at time: Double, reusing old: consuming RenderNode?) -> RenderNode? {
    // A hidden subtree is not evaluated any further.
    guard values.isVisible else { return nil }
    if emits { return values.emitterNode(at: time) }
    var parts = RenderNode.Parts()
    if var node = old.take(), isKnownUniquelyReferenced(&node) { parts = node.takeInside() }
    if kind == .replicator {
      _ = sublayers.evaluateInstances(of: values.replicator, at: time, renewing: &parts.sublayers)
    } else {
      var runs: [StaticRun?] = []
      _ = sublayers.evaluate(at: time, renewing: &parts.sublayers, runs: &runs)
    }
    return values.node(
      sublayers: parts.sublayers, mask: mask.map { $0.evaluate(at: time, reusing: parts.mask.take()) }, at: time)
  }
}

/// A layer's values at one time, kept off the stack: evaluation goes down into the sublayers while
/// it holds them, and the deepest tree has to fit the stack of a thread. What needs a copy of them
/// does so in functions that are never inlined.
private final class HeapValues {
  private let layer: CommittedLayer
  private var values: LayerValues

  @inline(never) init(of layer: CommittedLayer, at time: Double) {
    self.layer = layer
    values = layer.values(at: time)
  }

  @inline(never) private init(_ other: HeapValues) {
    layer = other.layer
    values = other.values
  }

  func copy() -> HeapValues { HeapValues(self) }

  var isVisible: Bool { !values.isHidden && values.opacity > 0 }

  @inline(never) var isSpace: Bool { values.isSpace(layer.kind) }

  @inline(never) var replicator: Replicator { Replicator(values.replicator, values.geometry) }

  @inline(never) func emitterNode(at time: Double) -> RenderNode? { layer.emitterNode(values, at: time) }

  @inline(never) func node(sublayers: [RenderNode], mask: RenderNode??, at time: Double) -> RenderNode? {
    RenderNode(
      identifier: layer.identifier, name: layer.name, kind: layer.kind, values: values, sublayers: sublayers,
      mask: mask, tiles: layer.tiles(of: values, at: time))
  }

  @inline(never) func transition(
    _ transition: Transition, progress: Double, from old: RenderNode?, to new: RenderNode?,
    effects: FadeEffects? = nil
  ) -> RenderNode? {
    transition.node(
      progress: progress, from: old, to: new, of: layer.identifier, values: values, effects: effects)
  }

  /// What two states of a layer do alike to what lies beneath; nil for nothing.
  @inline(never) static func effects(of old: HeapValues?, and new: HeapValues) -> FadeEffects? {
    FadeEffects(of: old?.state, and: new.state)
  }

  /// Takes from the layer what the whole of a fade does for it.
  @inline(never) func remove(_ effects: FadeEffects) { effects.remove(from: &values) }

  /// Nil for one that cannot be seen.
  private var state: FadeEffects.State? {
    isVisible && !isSpace ? FadeEffects.State(values: values, hasMask: layer.mask != nil) : nil
  }
}
