import Graphics
import Motion
import Synchronization

/// A layer as one transaction handed it over: its values and its animations. Shared with later commits while nothing in
/// its subtree changes.
package final class CommittedLayer: Sendable {
  // What evaluation reads of every animated layer comes first and so lies together: it waits for memory most of all.

  /// The short way to the layer's node; nil where there is none, and for a subtree without animations.
  let plan: AnimationPlan?
  /// Whether any value of the subtree changes with time.
  package let isAnimated: Bool
  package let kind: LayerKind
  package let mask: CommittedLayer?
  /// In array order.
  package let sublayers: CommittedSublayers
  package let timing: MediaTiming
  /// Made by whoever first asks for `still`.
  private let stillNode = AtomicLazyReference<RenderNode>()
  package let identifier: LayerIdentifier
  package let name: String?
  package let animations: [CommittedAnimation]
  package let values: LayerValues

  package init(
    identifier: LayerIdentifier, name: String?, kind: LayerKind, values: LayerValues, timing: MediaTiming,
    animations: [CommittedAnimation], sublayers: CommittedSublayers, mask: CommittedLayer? = nil
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
      !animations.isEmpty || kind == .emitter && values.emitter.emits || kind == .tiled && values.tiled.fades
      || mask?.isAnimated == true || sublayers.isAnimated
    plan =
      isAnimated
      ? AnimationPlan(identifier: identifier, name: name, kind: kind, values: values, animations: animations) : nil
  }

  package convenience init(
    identifier: LayerIdentifier, name: String?, kind: LayerKind, values: LayerValues, timing: MediaTiming,
    animations: [CommittedAnimation], sublayers: [CommittedLayer], mask: CommittedLayer? = nil
  ) {
    self.init(
      identifier: identifier, name: name, kind: kind, values: values, timing: timing, animations: animations,
      sublayers: CommittedSublayers(sublayers), mask: mask)
  }

  /// What a subtree without animations looks like at every time; nil when it cannot be seen. Made once, by the first
  /// evaluation and not by the commit, which has to be quick.
  var still: RenderNode? {
    let node = stillNode.load() ?? stillNode.storeIfNil(resolved() ?? .unseen)
    return node === RenderNode.unseen ? nil : node
  }

  private func resolved() -> RenderNode? {
    RenderNode(
      identifier: identifier, name: name, kind: kind, values: values,
      sublayers: kind == .replicator
        ? Self.instances(of: sublayers, Replicator(values)) { sublayer, _ in sublayer.still }
        : sublayers.compactMap(\.still),
      mask: mask.map(\.still), tiles: tiles(of: values, at: 0))
  }

  /// A replicator's sublayers as they are drawn: once for each instance, later ones over earlier ones.
  ///
  /// - Parameter node: a sublayer resolved for an instance whose time lies so many seconds back; nil when it cannot be
  ///   seen.
  static func instances(
    of sublayers: CommittedSublayers, _ instance: Replicator, _ node: (CommittedLayer, _ delay: Double) -> RenderNode?
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
