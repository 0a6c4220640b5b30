import Graphics
import Motion

/// How the animations of a layer run, worked out once when it is committed: for each of them the ends in the type of what
/// they change, with what lies beneath them and transforms taken apart.
///
/// It makes a short way of what most animations do, and says the same as `CommittedLayer.values(at:)` with
/// `RenderNode.init`, to the last bit: those are the definition, and what everything else goes through. A plan exists
/// where each animation changes a `MovingPart`, none of them the same as another, and hence in any order.
final class AnimationPlan: Sendable {
  let look: RenderNode.Look
  /// The only one of most layers, without an array around it.
  private let first: MovingAnimation?
  private let moves: MovingPart.Places
  private let others: [MovingAnimation]
  /// What moves, without animations.
  let still: MovingValues

  /// Nil where there is no short way.
  init?(
    identifier: LayerIdentifier, name: String?, kind: LayerKind, values: LayerValues, animations: [CommittedAnimation]
  ) {
    guard kind != .replicator, kind != .emitter, kind != .tiled, !values.isHidden, values.geometry.isFinite else {
      return nil
    }
    var taken: MovingPart.Places = []
    var all: [MovingAnimation] = []
    for animation in animations {
      // A transition shows nodes of another kind.
      guard animation.transition == nil, let moving = MovingAnimation(animation, over: values, beside: &taken) else {
        return nil
      }
      all.append(moving)
    }
    look = RenderNode.Look(identifier: identifier, name: name, kind: kind, values: values)
    still = MovingValues(values)
    moves = taken
    first = all.first
    others = Array(all.dropFirst())
  }

  /// The layer without its sublayers and its mask at a time of its own in seconds; nil when it cannot be seen.
  func node(at time: Double) -> RenderNode? {
    // A layer that waits to be seen takes no memory.
    guard opacity(at: time) > 0 else { return nil }
    let node = RenderNode(look, still)
    return renew(node, at: time) ? node : nil
  }

  /// The only animation, if there is one.
  var only: MovingAnimation? { others.isEmpty ? first : nil }

  /// Whether no animation lifts the layer out of its superlayer's plane.
  var keepsPlane: Bool { moves.isDisjoint(with: .depth) }

  /// The layer's opacity, or 1 where it takes more than one animation to know.
  private func opacity(at time: Double) -> Float {
    guard moves.contains(.opacity) else { return still.opacity }
    guard case .numbers(let numbers) = only else { return 1 }
    return numbers.motion.numbers(at: time).map { Float($0.x) } ?? still.opacity
  }

  /// Changes a node of this plan to another time of the layer's own.
  ///
  /// - Precondition: nobody else holds the node.
  /// - Returns: whether the layer can be seen then.
  func renew(_ node: RenderNode, at time: Double) -> Bool {
    // In its own coordinates it reaches as far wherever it is.
    if !moves.isDisjoint(with: .extent) { node.storedExtent.reset() }
    first?.apply(at: time, of: self, to: node)
    for animation in others { animation.apply(at: time, of: self, to: node) }
    if moves.contains(.backgroundColor), !look.draws { node.background = nil }
    if !keepsPlane { node.liesAtDepthZero = node.geometry.liesAtDepthZero }
    return shows(node)
  }

  /// Whether what the animations make of a node can be seen. What they leave alone is finite, else there would be no plan.
  private func shows(_ node: RenderNode) -> Bool {
    node.opacity > 0 && (moves.isDisjoint(with: .place) || node.geometry.placeIsFinite)
      && (!moves.contains(.transform) || node.geometry.transform.isFinite)
  }
}
