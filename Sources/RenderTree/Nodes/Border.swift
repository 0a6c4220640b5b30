import MultiplaneGraphics

/// The line along the inside of a layer's rounded bounds, over contents and sublayers (rendering rules §7).
package struct Border: Sendable, Equatable {
  /// In points of layer space, above 0.
  package var width: Double
  package var color: StraightColor

  /// What of a border animations change.
  struct Numbers: Sendable {
    var width: CGFloat
    var color: StraightColor?

    init(_ values: LayerValues) {
      width = values.borderWidth
      color = values.borderColor?.straight
    }

    var isFinite: Bool { width.isFinite }
  }

  /// Nil when the layer has no border to be seen.
  package init?(_ values: LayerValues) {
    self.init(Numbers(values))
  }

  /// Nil when there is no border to be seen.
  init?(_ numbers: Numbers) {
    guard numbers.width > 0, let color = numbers.color, color.alpha > 0 else { return nil }
    width = Double(numbers.width)
    self.color = color
  }

  /// How far inside the bounds nothing but the border can be seen, with room for its edges: half of an opaque border. A
  /// border of less than a point may be thinner than a pixel, and hides nothing. With square corners whole points, so that
  /// clips on pixels' edges stay there.
  func hiddenInset(_ corners: CornerRadii) -> Double {
    guard color.alpha == 1, width >= 1 else { return 0 }
    return corners.isSquare ? (width / 2).rounded(.down) : width / 2
  }
}
