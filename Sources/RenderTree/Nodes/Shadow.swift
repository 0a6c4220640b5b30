import MultiplaneGraphics

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
    self.init(
      color: shadow.color?.straight, opacity: shadow.opacity, offset: shadow.offset, radius: shadow.radius,
      path: nil)
    if let path = shadow.path {
      guard Self.mayCast(path) else { return nil }
      self.path = path
    }
  }

  /// - Parameter path: nil, or one that may cast a shadow.
  init?(color: StraightColor?, opacity: Float, offset: CGSize, radius: CGFloat, path: CGPath?) {
    let opacity = min(max(Double(opacity), 0), 1)
    guard var color, color.alpha > 0, opacity > 0 else { return nil }
    guard offset.width.isFinite, offset.height.isFinite, radius.isFinite else { return nil }
    color.alpha *= opacity
    self.color = color
    self.offset = offset
    self.radius = max(0, Double(radius))
    self.path = path
  }

  /// Whether a shadow can be made of a path.
  static func mayCast(_ path: CGPath) -> Bool { !path.isEmpty && path.isFinite }
}
