import Graphics
import Motion

/// How the animations of a layer run, worked out once when it is committed: for each of them the ends in the type of what
/// they change, with what lies beneath and transforms taken apart.
///
/// It makes a short way of what most animations do, and says the same as `CommittedLayer.values(at:)` with
/// `RenderNode.init`, to the last bit: those are the definition, and what everything else goes through. A plan exists
/// where each animation changes a `MovingPart`, none of them the same as another, and hence in any order.
final class AnimationPlan: Sendable {
  let look: RenderNode.Look
  private let still: MovingValues
  /// The only one of most layers, without an array around it.
  private let first: MovingAnimation?
  private let others: [MovingAnimation]

  /// Nil where there is no short way.
  init?(
    identifier: LayerIdentifier, name: String?, kind: LayerKind, values: LayerValues, animations: [CommittedAnimation]
  ) {
    guard kind != .replicator, kind != .emitter, kind != .tiled, !values.isHidden else { return nil }
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
    first = all.first
    others = Array(all.dropFirst())
  }

  /// What moves, at a time of the layer's own in seconds.
  func values(at time: Double) -> MovingValues {
    var values = still
    first?.apply(at: time, to: &values)
    for animation in others { animation.apply(at: time, to: &values) }
    return values
  }
}
