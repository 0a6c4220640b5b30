import MultiplaneGraphics

/// The metrics of a font in a size, in points, y up from the baseline.
package struct FontMetrics: Sendable, Equatable {
  /// The distance from the baseline to the top of the line, positive.
  package var ascent: CGFloat = 0
  /// The distance from the baseline to the bottom of the line, positive.
  package var descent: CGFloat = 0
  /// The recommended space between lines.
  package var leading: CGFloat = 0
  /// The height of capital letters.
  package var capHeight: CGFloat = 0
  /// The height of small letters without ascenders.
  package var xHeight: CGFloat = 0
  /// The centre of an underline, negative below the baseline.
  package var underlinePosition: CGFloat = 0
  /// The thickness of an underline.
  package var underlineThickness: CGFloat = 0
  /// The centre of a strikethrough.
  package var strikethroughPosition: CGFloat = 0

  /// The metrics at a multiple of the size.
  package func scaled(by factor: CGFloat) -> FontMetrics {
    FontMetrics(
      ascent: ascent * factor, descent: descent * factor, leading: leading * factor, capHeight: capHeight * factor,
      xHeight: xHeight * factor, underlinePosition: underlinePosition * factor,
      underlineThickness: underlineThickness * factor, strikethroughPosition: strikethroughPosition * factor)
  }
}
