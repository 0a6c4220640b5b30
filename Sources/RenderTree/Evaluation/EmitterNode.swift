import MultiplaneGraphics

extension CommittedLayer {
  /// An emitter layer with these values at a time of its own: its particles over everything else in
  /// it, its border included.
  func emitterNode(_ values: LayerValues, at time: Double) -> RenderNode? {
    let particles = Emission(of: self, values: values, at: time).nodes
    let nodes = sublayers.compactMap { $0.evaluate(at: time) }
    let mask = mask.map { $0.evaluate(at: time) }
    let adds = values.emitter.renderMode == .additive && !values.isSpace(kind)
    let hasBorder = values.borderWidth > 0 && values.borderColor != nil
    // A sum has the layer's place, and gives its particles the sublayer transform, which so is not
    // the layer's own.
    let isTurned = adds && !CATransform3DIsIdentity(values.geometry.sublayerTransform)
    guard !particles.isEmpty, !values.isSpace(kind), hasBorder || isTurned else {
      return RenderNode(
        identifier: identifier, name: name, kind: kind, values: values, sublayers: nodes, mask: mask,
        particles: adds ? sum(of: particles, in: values.geometry) : particles)
    }
    // A layer's border lies over its sublayers, so the layer stands without its particles in a
    // group that has its place.
    let stage = TransitionStage(layer: identifier, bounds: values.geometry.bounds)
    let ground = RenderNode(
      identifier: identifier, name: nil, kind: kind, values: values.ground, sublayers: nodes)
    var group = values.group
    group.geometry.sublayerTransform = CATransform3DIdentity
    var clip = values.ground
    clip.backgroundColor = nil
    clip.borderWidth = 0
    clip.contents = nil
    clip.contentsFade = nil
    if adds { clip.geometry.sublayerTransform = CATransform3DIdentity }
    let over = RenderNode(
      identifier: identifier, name: nil, kind: kind, values: clip, sublayers: [],
      particles: adds ? sum(of: particles, in: values.geometry) : particles)
    return RenderNode(
      identifier: identifier, name: name, kind: kind, values: group, sublayers: [], mask: mask,
      particles: [ground, over].compactMap { $0.map { stage.place($0) } })
  }

  /// Particles that are added up, as one group, which meets what lies beneath it once: a clip's
  /// edge, a mask and an opacity around it count for the sum, and not for each of them.
  ///
  /// - Parameter geometry: the emitter's.
  private func sum(of particles: [RenderNode], in geometry: LayerGeometry) -> [RenderNode] {
    guard !particles.isEmpty else { return [] }
    var values = LayerValues()
    values.geometry.bounds = geometry.bounds
    values.geometry.anchorPoint = geometry.anchorPoint
    values.geometry.anchorPointZ = geometry.anchorPointZ
    values.geometry.sublayerTransform = geometry.sublayerTransform
    values.compositing.blendMode = .plusL
    let stage = TransitionStage(layer: identifier, bounds: geometry.bounds)
    let sum = RenderNode(
      identifier: identifier, name: nil, kind: .layer, values: values, sublayers: [], particles: particles)
    return sum.map { [stage.place($0)] } ?? []
  }
}

extension LayerValues {
  /// The layer's own drawing, without effects on the layer as a whole.
  fileprivate var ground: LayerValues {
    var values = self
    values.opacity = 1
    values.isDoubleSided = true
    values.shadow = ShadowValues()
    values.compositing.filters = nil
    values.compositing.backgroundFilters = nil
    values.compositing.blendMode = nil
    values.compositing.shouldRasterize = false
    return values
  }

  /// The effects on the layer as a whole, without its own drawing.
  fileprivate var group: LayerValues {
    var values = self
    values.backgroundColor = nil
    values.borderWidth = 0
    values.contents = nil
    values.contentsFade = nil
    // A layer that clips clips its own shadow away.
    if values.masksToBounds { values.shadow.opacity = 0 }
    values.masksToBounds = false
    return values
  }
}
