import Graphics

/// The line along the inside of a layer's rounded bounds, over contents and sublayers (rendering rules §7).
package struct Border: Sendable, Equatable {
  /// In points of layer space, above 0.
  package var width: Double
  package var color: StraightColor

  /// Nil when the layer has no border to be seen.
  package init?(_ values: LayerValues) {
    guard values.borderWidth > 0, let color = values.borderColor?.straight,
      color.alpha > 0
    else { return nil }
    self.width = Double(values.borderWidth)
    self.color = color
  }
}
