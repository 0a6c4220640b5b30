import MultiplaneGraphics

/// A tile of a tiled layer.
package struct TileValues: Sendable, Equatable {
  package let image: ImageReference
  /// The frame of the tile, in points of the layer.
  package let frame: CGRect
  /// The start of the fade-in, in the layer's time space, in seconds; nil if it is complete.
  package let fadeBegin: Double?
  /// The duration of the fade-in, in seconds.
  package let fadeDuration: Double

  package init(image: CGImage, frame: CGRect, fadeBegin: Double?, fadeDuration: Double) {
    self.image = ImageReference(image)
    self.frame = frame
    self.fadeBegin = fadeBegin
    self.fadeDuration = fadeDuration
  }

  /// Its opacity at a time of the layer, 0…1.
  func opacity(at time: Double) -> Double {
    guard let fadeBegin, fadeDuration > 0 else { return 1 }
    return min(max((time - fadeBegin) / fadeDuration, 0), 1)
  }
}

extension CommittedLayer {
  /// The tiles of a tiled layer, below its sublayers, at a local time; none for other classes.
  func tiles(of values: LayerValues, at time: Double) -> [RenderNode] {
    kind == .tiled ? values.tiled.nodes(in: identifier, at: time) : []
  }
}

extension TiledValues {
  /// Whether the picture changes with time.
  var fades: Bool { tiles.contains { $0.fadeBegin != nil } }

  /// The tiles as nodes beneath a layer's sublayers.
  fileprivate func nodes(in layer: LayerIdentifier, at time: Double) -> [RenderNode] {
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
