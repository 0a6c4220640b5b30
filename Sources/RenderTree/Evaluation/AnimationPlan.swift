import MultiplaneGraphics
import MultiplaneMotion

/// How the animations of a layer run, worked out once when it is committed: for each of them the ends in the type of what
/// they change, with what lies beneath them and transforms taken apart.
///
/// It makes a short way of what most animations do, and says the same as `CommittedLayer.values(at:)` with
/// `RenderNode.init`, to the last bit: those are the definition, and what everything else goes through. A plan exists
/// where each animation changes a `MovingPart`, none of them the same as another, and hence in any order.
final class AnimationPlan: Sendable {
  /// Without animations; that of all nodes, unless they have looks of their own.
  let look: RenderNode.Look
  /// The only one of most layers, without an array around it.
  private let first: MovingAnimation?
  private let moves: MovingPart.Places
  private let others: [MovingAnimation]
  /// What makes the nodes' own looks; nil where no animation changes the look.
  private let movingLook: MovingLook?
  /// What moves, without animations.
  let still: MovingValues
  /// The background that nodes begin with.
  var background: Background? { look.draws ? still.background : nil }

  /// Nil where there is no short way.
  init?(
    identifier: LayerIdentifier, name: String?, kind: LayerKind, values: LayerValues, animations: [CommittedAnimation]
  ) {
    guard kind != .emitter, kind != .tiled, !values.isHidden, values.geometry.isFinite else {
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
    let changesLook = !taken.isDisjoint(with: [.look, .size])
    // Text that animations change is drawn anew for all values together.
    guard !changesLook || values.text.shown?.pictures == nil else { return nil }
    let look = RenderNode.Look(identifier: identifier, name: name, kind: kind, values: values)
    self.look = look
    movingLook = changesLook ? MovingLook(kind: kind, values: values, moves: taken) : nil
    still = MovingValues(values)
    moves = taken
    first = all.first
    others = Array(all.dropFirst())
  }

  /// The layer without its sublayers and its mask at a time of its own in seconds; nil when it cannot be seen.
  func node(at time: Double) -> RenderNode? {
    // A layer that waits to be seen takes no memory.
    guard opacity(at: time) > 0 else { return nil }
    let node = RenderNode(movingLook == nil ? look : look.owned(), still)
    return renew(node, at: time) ? node : nil
  }

  /// The only animation, if there is one.
  var only: MovingAnimation? { others.isEmpty ? first : nil }

  /// Whether no animation lifts the layer out of its superlayer's plane.
  var keepsPlane: Bool { moves.isDisjoint(with: .depth) }

  /// Whether nodes have looks of their own.
  var changesLook: Bool { movingLook != nil }

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
    if !moves.isDisjoint(with: .extent) { node.forgetExtent() }
    restoreBackground(of: node)
    first?.apply(at: time, of: self, to: node)
    for animation in others { animation.apply(at: time, of: self, to: node) }
    if let movingLook {
      var numbers = movingLook.still
      first?.change(&numbers, at: time)
      for animation in others { animation.change(&numbers, at: time) }
      movingLook.resolve(numbers, in: node.geometry.bounds, into: node.look)
      node.takeLook()
    } else if moves.contains(.backgroundColor), !look.draws {
      node.background = nil
    }
    if !keepsPlane { node.liesAtDepthZero = node.geometry.liesAtDepthZero }
    return shows(node)
  }

  /// The same where numbers are all that the only animation changes: that has them already.
  func renew(_ node: RenderNode, _ part: MovingPart, _ numbers: SIMD4<Double>) -> Bool {
    node.forgetExtent()
    restoreBackground(of: node)
    node.set(part, numbers, over: self)
    if let movingLook {
      if part.isOfLook {
        var look = movingLook.still
        look.set(part, numbers)
        movingLook.resolve(look, in: node.geometry.bounds, into: node.look)
      } else {
        movingLook.resolve(movingLook.still, in: node.geometry.bounds, into: node.look)
      }
      node.takeLook()
    }
    return node.opacity > 0 && node.geometry.numbersAreFinite
  }

  /// A look that drew nothing had none.
  private func restoreBackground(of node: RenderNode) {
    if movingLook != nil, !node.look.draws { node.background = still.background }
  }

  /// Whether what the animations make of a node can be seen. What they leave alone is finite, else there would be no plan.
  private func shows(_ node: RenderNode) -> Bool {
    node.opacity > 0 && (moves.isDisjoint(with: .numbers) || node.geometry.numbersAreFinite)
      && (!moves.contains(.transform) || node.geometry.transform.isFinite)
      && (!moves.contains(.sublayerTransform) || node.geometry.sublayerTransform.isFinite)
  }
}
