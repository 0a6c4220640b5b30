import MultiplaneGraphics

/// The border inside a layer's rounded bounds, above contents and sublayers (rendering rules §7).
package struct Border: Sendable, Equatable {
  /// The width, in points of the layer, above 0.
  package var width: Double
  package var color: StraightColor
  /// The dash pattern, as `Shape.Stroke.dashes`; empty for a solid border.
  package var dashes: [Double]
  /// The offset into the dash pattern, in points.
  package var dashPhase: Double

  /// What of a border animations change. Plain numbers: a style has them, and is copied for every
  /// node of every frame.
  struct Numbers: Sendable {
    var width: CGFloat
    var color: StraightColor?
    var dashPhase: CGFloat

    init(_ values: LayerValues) {
      width = values.borderWidth
      color = values.borderColor?.straight
      dashPhase = values.borderDash.phase
    }

    var isFinite: Bool { width.isFinite && dashPhase.isFinite }
  }

  /// Nil when there is no border to be seen.
  init?(_ numbers: Numbers, dashes: [Double]) {
    guard numbers.width > 0, let color = numbers.color, color.alpha > 0 else { return nil }
    width = Double(numbers.width)
    self.color = color
    self.dashes = dashes
    dashPhase = Double(numbers.dashPhase)
  }

  /// How far inside the bounds nothing but the border can be seen, with room for its edges: half of
  /// an opaque border, which is taken for a pixel wide at least. A border with gaps hides nothing.
  /// With square corners whole points, so that clips on pixels' edges stay there.
  func hiddenInset(_ corners: CornerRadii) -> Double {
    guard color.alpha == 1, dashes.isEmpty else { return 0 }
    return corners.isSquare ? (width / 2).rounded(.down) : width / 2
  }

  /// The border with its colour multiplied (§17).
  func tinted(_ tint: StraightColor) -> Border {
    var copy = self
    copy.color = color.tinted(tint)
    return copy
  }
}
