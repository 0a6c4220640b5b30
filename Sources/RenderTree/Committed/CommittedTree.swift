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
  /// Made by whoever first asks for `still`.
  private let stillNode = OnceReference<RenderNode>()
  /// The state from which it is computed quickly, until it is.
  private let earlier: Mutex<EarlierStill?>
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

  /// The node of a subtree without animations, for every time; nil when it cannot be seen. Made
  /// once, by the first evaluation and not by the commit, which has to be quick.
  var still: RenderNode? {
    let node = stillNode.load() ?? stillNode.storeIfNil(resolved() ?? .unseen)
    return node === RenderNode.unseen ? nil : node
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
  fileprivate let node: RenderNode
  fileprivate let changes: [Int]
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
