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
    let values = values(at: time)
    // A hidden subtree is not evaluated any further.
    guard !values.isHidden, values.opacity > 0 else { return nil }
    return RenderNode(
      identifier: identifier, name: name, kind: kind, values: values,
      sublayers: kind == .replicator ? instances(values, at: time) : sublayers.compactMap { $0.evaluate(at: time) },
      mask: mask.map { $0.evaluate(at: time) })
  }

  /// A replicator's instances, each at its own time.
  private func instances(_ values: LayerValues, at time: Double) -> [RenderNode] {
    Self.instances(of: sublayers, values: values) { sublayer, delay in sublayer.evaluate(at: time - delay) }
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
