import MultiplaneGraphics
import MultiplaneMotion
import Synchronization

/// A layer in a committed transaction: its values and animations. Shared with later commits while
/// its subtree is unchanged.
package final class CommittedLayer: Sendable {
  // Fields that evaluation reads of every animated layer come first, to be adjacent in memory,
  // which it waits for most.

  /// The short way to the layer's node; nil where there is none, and for a subtree without
  /// animations.
  let plan: AnimationPlan?
  /// Whether any value of the subtree changes with time.
  package let isAnimated: Bool
  package let kind: LayerKind
  package let mask: CommittedLayer?
  /// The sublayers, in array order.
  package let sublayers: CommittedSublayers
  package let timing: MediaTiming
  /// The node of a subtree without animations, stored by the first evaluation (`still`).
  let stillNode = OnceReference<RenderNode>()
  /// The state that the node is derived from, until that is done.
  let earlier: Mutex<EarlierStill?>
  package let identifier: LayerIdentifier
  package let name: String?
  package let animations: [CommittedAnimation]
  package let own: CommittedValues
  package var values: LayerValues { _read { yield own.values } }

  /// Creates a committed layer.
  ///
  /// - Parameters:
  ///   - own: the layer's own values; may be those of an earlier commit.
  ///   - earlier: a cached node of an earlier commit, to derive the still node from; nil for none.
  package init(
    identifier: LayerIdentifier, name: String?, kind: LayerKind, own: CommittedValues, timing: MediaTiming,
    animations: [CommittedAnimation], sublayers: CommittedSublayers, mask: CommittedLayer? = nil,
    earlier: EarlierStill? = nil
  ) {
    self.earlier = Mutex(earlier)
    self.identifier = identifier
    self.name = name
    self.kind = kind
    self.own = own
    self.timing = timing
    self.animations = animations
    self.sublayers = sublayers
    self.mask = mask
    isAnimated =
      !animations.isEmpty || kind == .emitter && own.values.emitter.emits || kind == .tiled && own.values.tiled.fades
      || mask?.isAnimated == true || sublayers.isAnimated
    plan =
      isAnimated
      ? AnimationPlan(identifier: identifier, name: name, kind: kind, values: own.values, animations: animations) : nil
  }

  package convenience init(
    identifier: LayerIdentifier, name: String?, kind: LayerKind, values: LayerValues, timing: MediaTiming,
    animations: [CommittedAnimation], sublayers: CommittedSublayers, mask: CommittedLayer? = nil,
    earlier: EarlierStill? = nil
  ) {
    self.init(
      identifier: identifier, name: name, kind: kind, own: CommittedValues(values), timing: timing,
      animations: animations, sublayers: sublayers, mask: mask, earlier: earlier)
  }

  package convenience init(
    identifier: LayerIdentifier, name: String?, kind: LayerKind, values: LayerValues, timing: MediaTiming,
    animations: [CommittedAnimation], sublayers: [CommittedLayer], mask: CommittedLayer? = nil
  ) {
    self.init(
      identifier: identifier, name: name, kind: kind, values: values, timing: timing, animations: animations,
      sublayers: CommittedSublayers(sublayers), mask: mask)
  }

  /// The cached node for a commit of the same layer with some other sublayers; nil if it would save
  /// no time. It retains a node and no commit, so that commits do not retain each other.
  ///
  /// - Parameter changes: the indices of the changed sublayers; all others are the same objects.
  package func earlierStill(changes: [Int]) -> EarlierStill? {
    guard !isAnimated, mask == nil, kind.showsEachSublayerOnce, let node = stillNode.load(),
      node.sublayers.count == sublayers.count, node.liesFlatInside
    else { return nil }
    return EarlierStill(node: node, changes: changes)
  }
}

extension CommittedLayer {
  /// The layer's values with its animations applied: those that replace first, then those that add,
  /// in and out of groups, each in the order in which they were attached.
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

extension LayerKind {
  /// Whether nodes of the class hold one node for each sublayer that can be seen, and no others.
  fileprivate var showsEachSublayerOnce: Bool {
    switch self {
    case .replicator, .tiled, .emitter, .transform: false
    case .layer, .gradient, .shape, .scroll, .text: true
    }
  }
}

/// The node of an earlier commit, and the indices of the sublayers that have changed since.
package struct EarlierStill: Sendable {
  let node: RenderNode
  let changes: [Int]
}

/// A committed tree with its canvas.
package struct CommittedTree: Sendable {
  /// The size of the canvas, in points.
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

extension CommittedLayer {
  /// A superlayer for this layer, without its own picture, whose bounds are those of a canvas in
  /// the space of this layer's position.
  package func onCanvas(_ bounds: CGRect) -> CommittedLayer {
    var values = LayerValues()
    values.geometry.bounds = bounds
    values.geometry.anchorPoint = .zero
    return CommittedLayer(
      identifier: LayerIdentifier(rawValue: 0), name: nil, kind: .layer, values: values, timing: .layer, animations: [],
      sublayers: [self])
  }
}
