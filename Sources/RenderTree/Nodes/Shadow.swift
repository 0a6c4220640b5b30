import MultiplaneGraphics

/// The shadow of a layer with its sublayers (rendering rules §15).
package struct Shadow: Sendable, Equatable {
  /// The colour, including the shadow's opacity.
  package var color: StraightColor
  /// The offset, in points of the layer.
  package var offset: CGSize
  /// The standard deviation of the blur, in points of the layer; at least 0.
  package var radius: Double
  /// The shape of the caster, filled non-zero, in points of the layer; nil for the layer with its
  /// sublayers.
  package var path: CGPath?

  /// What of a shadow animations change, but for its path.
  struct Numbers: Sendable {
    var color: StraightColor?
    var opacity: Float
    var offset: CGSize
    var radius: CGFloat

    init(_ shadow: ShadowValues) {
      color = shadow.color?.straight
      opacity = shadow.opacity
      offset = shadow.offset
      radius = shadow.radius
    }
  }

  /// Nil when the layer casts no visible shadow.
  ///
  /// - Parameter path: nil, or one that may cast a shadow.
  init?(_ numbers: Numbers, path: CGPath?) {
    let opacity = min(max(Double(numbers.opacity), 0), 1)
    guard var color = numbers.color, color.alpha > 0, opacity > 0 else { return nil }
    guard numbers.offset.width.isFinite, numbers.offset.height.isFinite, numbers.radius.isFinite else { return nil }
    color.alpha *= opacity
    self.color = color
    offset = numbers.offset
    radius = max(0, Double(numbers.radius))
    self.path = path
  }

  /// Whether a shadow can be made of a path.
  static func mayCast(_ path: CGPath) -> Bool { !path.isEmpty && path.outline.isFinite }
}
