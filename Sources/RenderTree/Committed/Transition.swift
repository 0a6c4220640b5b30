import MultiplaneGraphics

/// How a layer gives way from what it was to what it is, as one transition shows it.
///
/// At every time it is made of ordinary nodes: a container in the layer's place, and in it the old
/// and the new layer with all within them, moved or faded.
package struct Transition: Sendable {
  /// What the old and the new layer do.
  package enum Kind: String, Sendable, CaseIterable {
    /// The one fades into the other, in place.
    case fade
    /// The new one slides in over the old one.
    case moveIn
    /// The new one slides in and pushes the old one out.
    case push
    /// The old one slides out and shows the new one.
    case reveal
  }

  /// From where something slides in. Left is the least x of the layer, bottom the least y.
  package enum Side: String, Sendable, CaseIterable {
    case fromLeft, fromRight, fromTop, fromBottom

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

  package let kind: Kind
  package let side: Side
  /// Where it begins and ends, 0…1; other values are clamped.
  package let startProgress: Double
  package let endProgress: Double
  /// The layer as it was; nil for nothing.
  package let old: CommittedLayer?

  package init(
    kind: Kind, side: Side = .fromLeft, startProgress: Double = 0, endProgress: Double = 1, old: CommittedLayer?
  ) {
    self.kind = kind
    self.side = side
    self.startProgress = startProgress
    self.endProgress = endProgress
    self.old = old
  }

  /// How much of the new layer there is: 0…1.
  func progress(at fraction: Double) -> Double {
    let progress = startProgress + (endProgress - startProgress) * fraction
    return progress.isFinite ? min(max(progress, 0), 1) : 0
  }

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

  /// Whether old and new are both on their way at once, and not in places of their own.
  func isMixed(at progress: Double) -> Bool { kind == .fade && progress > 0 && progress < 1 }

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

extension CommittedLayer {
  /// The layer without transitions of its own; those of layers within it stay.
  package var withoutTransitions: CommittedLayer {
    let others = animations.filter { $0.transition == nil }
    guard others.count < animations.count else { return self }
    return CommittedLayer(
      identifier: identifier, name: name, kind: kind, values: values, timing: timing, animations: others,
      sublayers: sublayers, mask: mask)
  }
}
