import MultiplaneGraphics

/// The background colour of a layer's rounded bounds (rendering rules §6).
package struct Background: Sendable, Equatable {
  package var color: StraightColor

  /// Resolves the background; nil without a colour, or with a transparent one.
  package init?(_ values: LayerValues) {
    guard let color = values.backgroundColor?.straight else { return nil }
    self.init(color)
  }

  /// Nil for a fully transparent colour.
  init?(_ color: StraightColor) {
    guard color.alpha > 0 else { return nil }
    self.color = color
  }

  /// The background with its colour multiplied (§17).
  func tinted(_ tint: StraightColor) -> Background {
    var copy = self
    copy.color = color.tinted(tint)
    return copy
  }
}
