import MultiplaneGraphics

/// A font's own measures, in points, for one size; y up from the baseline.
package struct FontMetrics: Sendable, Equatable {
  /// From the baseline to the top of the line, positive.
  package var ascent: CGFloat = 0
  /// From the baseline to the bottom of the line, positive.
  package var descent: CGFloat = 0
  /// What the font wants between the bottom of a line and the top of the next.
  package var leading: CGFloat = 0
  /// The height of a capital letter.
  package var capHeight: CGFloat = 0
  /// The height of a small letter without an ascender.
  package var xHeight: CGFloat = 0
  /// Where the middle of an underline lies, negative below the baseline.
  package var underlinePosition: CGFloat = 0
  /// How thick an underline is.
  package var underlineThickness: CGFloat = 0
  /// Where the middle of a line through the text lies.
  package var strikethroughPosition: CGFloat = 0

  /// The measures of the same font at a size so many times as large.
  package func scaled(by factor: CGFloat) -> FontMetrics {
    FontMetrics(
      ascent: ascent * factor, descent: descent * factor, leading: leading * factor, capHeight: capHeight * factor,
      xHeight: xHeight * factor, underlinePosition: underlinePosition * factor,
      underlineThickness: underlineThickness * factor, strikethroughPosition: strikethroughPosition * factor)
  }
}
