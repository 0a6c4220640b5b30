import Graphics

// What text is drawn with. Whoever draws it (Core Text's functions) reads these and fills glyph outlines as paths.

extension CGContext {
  /// From text space to user space. No part of the graphics state.
  public var textMatrix: CGAffineTransform {
    get { textTransform }
    set { textTransform = newValue }
  }

  /// Where the next glyph is placed, in user space: the move of `textMatrix`.
  public var textPosition: CGPoint {
    get { CGPoint(x: textTransform.tx, y: textTransform.ty) }
    set { (textTransform.tx, textTransform.ty) = (newValue.x, newValue.y) }
  }

  /// How glyphs are painted.
  public func setTextDrawingMode(_ mode: CGTextDrawingMode) { state.textDrawingMode = mode }

  /// Extra space between glyphs, in user space.
  public func setCharacterSpacing(_ spacing: CGFloat) { state.characterSpacing = spacing }

  /// Kept for source that sets it; glyphs are smoothed as other paths are.
  public func setShouldSmoothFonts(_ shouldSmoothFonts: Bool) {}

  /// Kept for source that sets it; glyphs are smoothed as other paths are.
  public func setAllowsFontSmoothing(_ allowsFontSmoothing: Bool) {}

  /// Kept for source that sets it; glyphs stand where they are asked to.
  public func setShouldSubpixelPositionFonts(_ shouldSubpixelPositionFonts: Bool) {}

  /// Kept for source that sets it; glyphs stand where they are asked to.
  public func setAllowsFontSubpixelPositioning(_ allowsFontSubpixelPositioning: Bool) {}

  /// Kept for source that sets it; glyphs stand where they are asked to.
  public func setShouldSubpixelQuantizeFonts(_ shouldSubpixelQuantizeFonts: Bool) {}

  /// Kept for source that sets it; glyphs stand where they are asked to.
  public func setAllowsFontSubpixelQuantization(_ allowsFontSubpixelQuantization: Bool) {}
}
