import MultiplaneGraphics

extension TiledValues {
  /// The tiles as nodes beneath a layer's sublayers.
  func nodes(in layer: LayerIdentifier, at time: Double) -> [RenderNode] {
    tiles.compactMap { tile in
      var values = LayerValues()
      values.geometry.bounds = CGRect(origin: .zero, size: tile.frame.size)
      values.geometry.position = CGPoint(x: tile.frame.midX, y: tile.frame.midY)
      values.contents = tile.image.image
      values.opacity = Float(tile.opacity(at: time))
      // Of two tiles that meet, each pixel belongs to one (rendering rules §4).
      values.compositing.allowsEdgeAntialiasing = false
      return RenderNode(identifier: layer, name: nil, kind: .layer, values: values, sublayers: [])
    }
  }
}
