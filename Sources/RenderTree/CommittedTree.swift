import Graphics
import Motion

/// A layer as one transaction handed it over: its values and its animations. Shared with later commits while nothing in
/// its subtree changes.
package final class CommittedLayer: Sendable {
  package let identifier: LayerIdentifier
  package let name: String?
  package let kind: LayerKind
  package let values: LayerValues
  package let timing: MediaTiming
  package let animations: [CommittedAnimation]
  /// In array order.
  package let sublayers: [CommittedLayer]
  package let mask: CommittedLayer?
  /// Whether any value of the subtree changes with time.
  package let isAnimated: Bool
  /// What a subtree without animations looks like at every time; nil when it cannot be seen. Made once.
  let still: RenderNode?

  package init(
    identifier: LayerIdentifier, name: String?, kind: LayerKind, values: LayerValues, timing: MediaTiming,
    animations: [CommittedAnimation], sublayers: [CommittedLayer], mask: CommittedLayer? = nil
  ) {
    self.identifier = identifier
    self.name = name
    self.kind = kind
    self.values = values
    self.timing = timing
    self.animations = animations
    self.sublayers = sublayers
    self.mask = mask
    isAnimated =
      !animations.isEmpty || mask?.isAnimated == true || sublayers.contains { $0.isAnimated }
    still =
      isAnimated
      ? nil
      : RenderNode(
        identifier: identifier, name: name, kind: kind, values: values,
        sublayers: kind == .replicator
          ? Self.instances(of: sublayers, Replicator(values)) { sublayer, _ in sublayer.still }
          : sublayers.compactMap(\.still),
        mask: mask.map(\.still))
  }

  /// A replicator's sublayers as they are drawn: once for each instance, later ones over earlier ones.
  ///
  /// - Parameter node: a sublayer resolved for an instance whose time lies so many seconds back; nil when it cannot be
  ///   seen.
  static func instances(
    of sublayers: [CommittedLayer], _ instance: Replicator, _ node: (CommittedLayer, _ delay: Double) -> RenderNode?
  ) -> [RenderNode] {
    guard !sublayers.isEmpty else { return [] }
    var nodes: [RenderNode] = []
    var layers = 0
    for _ in 0..<instance.count {
      for sublayer in sublayers {
        guard let node = node(sublayer, instance.delay).flatMap(instance.node) else { continue }
        layers += node.count
        guard layers <= Replicator.mostLayers else { return nodes }
        nodes.append(node)
      }
      instance.advance()
    }
    return nodes
  }
}

/// A whole committed tree and the canvas it is shown on.
package struct CommittedTree: Sendable {
  /// In points.
  package var size: CGSize
  /// Device pixels per point.
  package var scale: Double
  package var background: StraightColor?
  package var root: CommittedLayer

  package init(size: CGSize, scale: Double, background: StraightColor?, root: CommittedLayer) {
    self.size = size
    self.scale = scale
    self.background = background
    self.root = root
  }
}
