import Graphics

/// What a layer with its sublayers casts beneath itself (rendering rules §15).
package struct Shadow: Sendable, Equatable {
  /// The layer's shadow opacity included.
  package var color: StraightColor
  /// In points of the layer.
  package var offset: CGSize
  /// The standard deviation of the blur, in points of the layer; not below 0.
  package var radius: Double
  /// What casts it, filled non-zero, in points of the layer; nil for the layer with its sublayers.
  package var path: CGPath?

  /// Nil when the layer casts no shadow to be seen.
  package init?(_ values: LayerValues) {
    let shadow = values.shadow
    let opacity = min(max(Double(shadow.opacity), 0), 1)
    guard var color = shadow.color?.straight, color.alpha > 0, opacity > 0 else { return nil }
    guard shadow.offset.width.isFinite, shadow.offset.height.isFinite, shadow.radius.isFinite else { return nil }
    color.alpha *= opacity
    self.color = color
    offset = shadow.offset
    radius = max(0, Double(shadow.radius))
    if let path = shadow.path {
      guard !path.isEmpty, path.isFinite else { return nil }
      self.path = path
    }
  }
}
