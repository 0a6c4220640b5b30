import MultiplaneGraphics

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

  /// Kept for source that sets it: Core Text and kerns (`.kern`) say how far glyphs lie apart.
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

// MARK: - Glyphs

extension CGContext {
  /// The font of `showGlyphs(_:at:)`.
  public func setFont(_ font: CGFont) { state.font = font }

  /// Its size, in user space.
  public func setFontSize(_ size: CGFloat) { state.fontSize = size }

  /// Paints glyphs of the font, each with its pen at a place that the text matrix maps to user space, without a move of the
  /// text position. Nothing without a font; glyphs without a place are left out.
  public func showGlyphs(_ glyphs: [CGGlyph], at positions: [CGPoint]) {
    guard let font = state.font else { return }
    CTFontDrawGlyphs(
      CTFont(font.descriptor, size: state.fontSize, fonts: font.fonts), glyphs, positions,
      min(glyphs.count, positions.count), self)
  }
}
