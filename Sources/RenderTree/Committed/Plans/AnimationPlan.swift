import MultiplaneGraphics
import MultiplaneMotion

/// How the animations of a layer run, worked out once when it is committed: for each of them the
/// ends in the type of what they change, with what lies beneath them and transforms taken apart.
///
/// It makes a short way of what most animations do, and says the same as
/// `CommittedLayer.values(at:)` with `RenderNode.init`, to the last bit: those are the definition,
/// and what everything else goes through. A plan exists where each animation changes a property
/// that has an `AnimationChannel`, none of them the same lanes as another, and hence in any order;
/// components of the transform are set one after the other. One more may hide the layer.
final class AnimationPlan: Sendable {
  /// Without animations; that of all nodes, unless they have styles of their own.
  let style: RenderNode.Style
  /// The only one of most layers, without an array around it.
  private let first: PlannedAnimation?
  private let others: [PlannedAnimation]
  private let visibility: PlannedVisibility?
  private let rows: PlannedRows
  private let dirties: DirtyMask
  /// What makes the nodes' own styles; nil where no animation changes the style.
  private let animatedStyle: AnimatedStyle?
  /// What a node itself has, without animations.
  let still: MovingValues
  /// The background that nodes begin with.
  var background: Background? { style.draws ? still.background : nil }

  /// Nil where there is no short way.
  init?(
    identifier: LayerIdentifier, name: String?, kind: LayerKind, values: LayerValues, animations: [CommittedAnimation]
  ) {
    guard kind != .emitter, kind != .tiled, !values.isHidden, values.geometry.isFinite else {
      return nil
    }
    var rows = PlannedRows()
    var all: [PlannedAnimation] = []
    var visibility: PlannedVisibility?
    for animation in animations {
      if let planned = PlannedVisibility(animation) {
        guard visibility == nil else { return nil }
        visibility = planned
        continue
      }
      // A transition shows nodes of another kind.
      guard animation.transition == nil, let planned = PlannedAnimation(animation, over: values, beside: &rows) else {
        return nil
      }
      all.append(planned)
    }
    let changesStyle = !rows.dirties.isDisjoint(with: .style)
    // Text that animations change is redrawn for all values together.
    guard !changesStyle || values.text.shown?.pictures == nil else { return nil }
    let (constants, numbers) = (StyleConstants(kind: kind, values: values), StyleNumbers(values))
    style = RenderNode.Style(identifier: identifier, name: name, values: values, constants, numbers)
    animatedStyle = changesStyle ? AnimatedStyle(constants, still: numbers, dirties: rows.dirties) : nil
    still = MovingValues(values)
    self.rows = rows
    dirties = rows.dirties
    first = all.first
    others = Array(all.dropFirst())
    self.visibility = visibility
  }

  /// The layer without its sublayers and its mask at a time of its own in seconds; nil when it
  /// cannot be seen.
  func node(at time: Double) -> RenderNode? {
    // A layer that waits to be seen takes no memory.
    guard !isHidden(at: time), opacity(at: time) > 0 else { return nil }
    let node = RenderNode(animatedStyle == nil ? style : style.owned(), still)
    return renew(node, at: time) ? node : nil
  }

  /// The only animation, if there is one.
  var only: PlannedAnimation? { others.isEmpty && visibility == nil ? first : nil }

  /// Whether no animation lifts the layer out of its superlayer's plane.
  var keepsPlane: Bool { dirties.isDisjoint(with: .plane) }

  /// Whether all that an animation changes of a node is what its channel stores there.
  var storesAlone: Bool { keepsPlane && (style.draws || !dirties.contains(.background)) }

  /// Whether nodes have styles of their own.
  var changesStyle: Bool { animatedStyle != nil }

  private func isHidden(at time: Double) -> Bool { visibility?.isHidden(at: time) == true }

  /// The layer's opacity, or 1 where it takes more than one animation to know.
  private func opacity(at time: Double) -> Float {
    guard dirties.contains(.opacity) else { return still.opacity }
    guard case .lanes(let animation) = only else { return 1 }
    return animation.motion.lanes(at: time).map { Float($0.x) } ?? still.opacity
  }

  /// Changes a node of this plan to another time of the layer's own.
  ///
  /// - Precondition: the node is uniquely referenced.
  /// - Returns: whether the layer can be seen then.
  func renew(_ node: RenderNode, at time: Double) -> Bool {
    if case .lanes(let animation) = only {
      return renew(node, animation.channel, animation.allLanes(at: time))
    }
    if isHidden(at: time) { return false }
    // Nothing moves but what is in the layer.
    if dirties.isEmpty { return shows(node) }
    begin(node)
    withUnsafeTemporaryAllocation(of: SIMD4<Double>.self, capacity: rows.count) { values in
      for index in 0..<rows.count { values.initializeElement(at: index, to: rows[index].still) }
      var path = rows.hasPath ? animatedStyle?.still.shape.path : nil
      first?.run(at: time, into: values, &path, of: self, node)
      for animation in others { animation.run(at: time, into: values, &path, of: self, node) }
      for index in 0..<rows.count { rows[index].channel.store(values[index], in: node) }
      guard let animatedStyle else { return }
      var numbers = animatedStyle.still
      for index in 0..<rows.count { rows[index].channel.store(values[index], in: &numbers) }
      if rows.hasPath { numbers.shape.path = path }
      animatedStyle.resolve(numbers, in: node.geometry.bounds, into: node.style)
    }
    return finish(node)
  }

  /// The same where lanes of one row are all that the animations change.
  func renew(_ node: RenderNode, _ channel: AnimationChannel, _ lanes: SIMD4<Double>) -> Bool {
    begin(node)
    channel.store(lanes, in: node)
    if let animatedStyle {
      var numbers = animatedStyle.still
      channel.store(lanes, in: &numbers)
      animatedStyle.resolve(numbers, in: node.geometry.bounds, into: node.style)
    }
    return finish(node)
  }

  private func begin(_ node: RenderNode) {
    // In its own coordinates it reaches as far wherever it is.
    if !dirties.isDisjoint(with: .extent) { node.forgetExtent() }
    // A style that drew nothing had none.
    if animatedStyle != nil, !node.style.draws { node.background = still.background }
  }

  private func finish(_ node: RenderNode) -> Bool {
    if animatedStyle != nil {
      node.takeStyle()
    } else if dirties.contains(.background), !style.draws {
      node.background = nil
    }
    if !keepsPlane { node.liesAtDepthZero = node.geometry.liesAtDepthZero }
    return shows(node)
  }

  /// Whether what the animations make of a node can be seen. What they leave alone is finite, else
  /// there would be no plan.
  private func shows(_ node: RenderNode) -> Bool {
    node.opacity > 0 && (!dirties.contains(.numbers) || node.geometry.numbersAreFinite)
      && (!dirties.contains(.transform) || node.geometry.transform.isFinite)
      && (!dirties.contains(.sublayerTransform) || node.geometry.sublayerTransform.isFinite)
  }
}
