import MultiplaneGraphics

extension Transition {
  /// The layer on its way; nil when nothing of it can be seen.
  ///
  /// - Parameters:
  ///   - progress: 0…1.
  ///   - old: the old layer resolved, and nil for nothing; `new` likewise.
  ///   - layer: whose place it takes, with the values that it has now.
  ///   - effects: what a fade does to what lies beneath it, instead of old and new.
  func node(
    progress: Double, from old: RenderNode?, to new: RenderNode?, of layer: LayerIdentifier, values: LayerValues,
    effects: FadeEffects? = nil
  ) -> RenderNode? {
    var container = LayerValues()
    container.geometry = values.geometry
    container.geometry.sublayerTransform = CATransform3DIdentity
    let stage = TransitionStage(layer: layer, bounds: values.geometry.bounds)
    guard kind != .fade else {
      effects?.add(to: &container, of: values)
      return stage.fade(progress, from: old.map { stage.place($0) }, to: new.map { stage.place($0) }, in: container)
    }
    // What slides is seen within the bounds only; what fades may reach beyond them, as shadows do.
    container.masksToBounds = true
    let sublayers = slide(progress, from: old, to: new, on: stage)
    return RenderNode(identifier: layer, name: nil, kind: .layer, values: container, sublayers: sublayers)
  }

  private func slide(
    _ progress: Double, from old: RenderNode?, to new: RenderNode?, on stage: TransitionStage
  ) -> [RenderNode] {
    let (x, y) = (side.direction.x * stage.bounds.width, side.direction.y * stage.bounds.height)
    let moves = (new: kind != .reveal, old: kind != .moveIn)
    let newNode = new.map {
      stage.place($0, dx: moves.new ? (progress - 1) * x : 0, dy: moves.new ? (progress - 1) * y : 0)
    }
    let oldNode = old.map { stage.place($0, dx: moves.old ? progress * x : 0, dy: moves.old ? progress * y : 0) }
    return (kind == .reveal ? [newNode, oldNode] : [oldNode, newNode]).compactMap { $0 }
  }
}

extension Transition.Side {
  /// The way of what slides through the bounds, in widths and heights of them.
  fileprivate var direction: (x: Double, y: Double) {
    switch self {
    case .fromLeft: (1, 0)
    case .fromRight: (-1, 0)
    case .fromTop: (0, -1)
    case .fromBottom: (0, 1)
    }
  }
}

/// The inside of a transition's container: coordinates are those of the layer.
struct TransitionStage {
  let layer: LayerIdentifier
  let bounds: CGRect

  /// A layer placed so that its coordinates are the container's, its origin at the container's
  /// origin, and moved.
  func place(_ node: RenderNode, dx: Double = 0, dy: Double = 0) -> RenderNode {
    node.instance(tint: .white) { geometry in
      let (origin, anchor) = (geometry.bounds.origin, geometry.anchor)
      geometry.transform = CATransform3DIdentity
      geometry.isGeometryFlipped = false
      geometry.placement = nil
      geometry.zPosition = anchor.z
      geometry.position = CGPoint(
        x: anchor.x + bounds.minX - origin.x + dx, y: anchor.y + bounds.minY - origin.y + dy)
    }
  }

  /// The one fading into the other, in a container with these values.
  ///
  /// Wanted is (1 − p)·old + p·new, and that it is: on a surface of its own old with opacity 1 − p,
  /// and new with p added to it.
  func fade(_ progress: Double, from old: RenderNode?, to new: RenderNode?, in container: LayerValues) -> RenderNode? {
    var whole = container
    let nodes: [RenderNode?]
    if progress <= 0 {
      nodes = [old]
    } else if progress >= 1 {
      nodes = [new]
    } else if let old, let new {
      whole.compositing.fadePart = .whole
      nodes = [share(1 - progress, of: old), share(progress, of: new, isAdded: true)]
    } else {
      whole.opacity *= Float(old == nil ? progress : 1 - progress)
      nodes = [old, new]
    }
    return RenderNode(identifier: layer, name: nil, kind: .layer, values: whole, sublayers: nodes.compactMap { $0 })
  }

  private func share(_ opacity: Double, of node: RenderNode, isAdded: Bool = false) -> RenderNode? {
    var values = LayerValues()
    values.geometry.bounds = bounds
    values.geometry.position = CGPoint(x: bounds.midX, y: bounds.midY)
    values.opacity = Float(opacity)
    values.compositing.fadePart = .share
    if isAdded { values.compositing.blendMode = .plusL }
    return RenderNode(identifier: layer, name: nil, kind: .layer, values: values, sublayers: [node])
  }
}
