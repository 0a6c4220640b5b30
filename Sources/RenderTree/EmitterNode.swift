import Graphics

extension CommittedLayer {
  /// An emitter layer with these values at a time of its own: its particles over everything else in it, its border
  /// included.
  func emitterNode(_ values: LayerValues, at time: Double) -> RenderNode? {
    let particles = Emission(of: self, values: values, at: time).nodes
    let nodes = sublayers.compactMap { $0.evaluate(at: time) }
    let mask = mask.map { $0.evaluate(at: time) }
    guard !particles.isEmpty, !values.isSpace(kind), values.borderWidth > 0, values.borderColor != nil else {
      return RenderNode(
        identifier: identifier, name: name, kind: kind, values: values, sublayers: nodes, mask: mask,
        particles: particles)
    }
    // A layer's border lies over its sublayers, so the layer stands without its particles in a group that has its
    // place.
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
    let over = RenderNode(
      identifier: identifier, name: nil, kind: kind, values: clip, sublayers: [], particles: particles)
    return RenderNode(
      identifier: identifier, name: name, kind: kind, values: group, sublayers: [], mask: mask,
      particles: [ground, over].compactMap { $0.map { stage.place($0) } })
  }
}

extension LayerValues {
  /// What a layer shows itself, without what is done to it as a whole.
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

  /// What is done to a layer as a whole, without what it shows itself.
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
