import MultiplaneGraphics

extension ContentsFade {
  /// The two images as a node that lies beneath a layer's sublayers, or none: (1 − p)·old + p·new,
  /// as `TransitionStage.fade` makes it.
  func nodes(in layer: LayerIdentifier, values: LayerValues) -> [RenderNode] {
    let shares = [
      old.flatMap { share($0, 1 - fraction, in: layer, values: values) },
      new.flatMap { share($0, fraction, isAdded: old != nil, in: layer, values: values) },
    ].compactMap { $0 }
    guard shares.count > 1 else { return shares }
    var whole = LayerValues()
    whole.geometry = Self.place(of: values)
    whole.compositing.fadePart = .whole
    return [RenderNode(identifier: layer, name: nil, kind: .layer, values: whole, sublayers: shares)].compactMap { $0 }
  }

  /// A node that shows one image as the layer shows its contents, and nothing else.
  private func share(
    _ image: CGImage, _ opacity: Double, isAdded: Bool = false, in layer: LayerIdentifier, values: LayerValues
  ) -> RenderNode? {
    var alone = values.showing(image)
    alone.geometry = Self.place(of: values)
    alone.opacity = Float(opacity)
    // Half floats may have more than 1 to share.
    if old?.hasHalfFloats != true, new?.hasHalfFloats != true { alone.compositing.fadePart = .share }
    if isAdded { alone.compositing.blendMode = .plusL }
    return RenderNode(identifier: layer, name: nil, kind: .layer, values: alone, sublayers: [])
  }

  /// Where what has the layer's bounds and coordinates lies in it.
  private static func place(of values: LayerValues) -> LayerGeometry {
    var geometry = LayerGeometry()
    geometry.bounds = values.geometry.bounds
    geometry.position = CGPoint(x: geometry.bounds.midX, y: geometry.bounds.midY)
    return geometry
  }
}
