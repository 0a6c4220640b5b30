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

extension TiledValues {
  /// Whether the picture changes with time.
  var fades: Bool { tiles.contains { $0.fadeBegin != nil } }
}
