import MultiplaneGraphics

// The text state. Core Text's functions read it and fill glyph outlines as paths.

extension CGContext {
  /// The transform from text space to user space. Not part of the graphics state.
  public var textMatrix: CGAffineTransform {
    get { textTransform }
    set { textTransform = newValue }
  }

  /// The position of the next glyph, in user space: the translation of `textMatrix`.
  public var textPosition: CGPoint {
    get { CGPoint(x: textTransform.tx, y: textTransform.ty) }
    set { (textTransform.tx, textTransform.ty) = (newValue.x, newValue.y) }
  }

  /// Sets how glyphs are drawn.
  public func setTextDrawingMode(_ mode: CGTextDrawingMode) { state.textDrawingMode = mode }

  /// Accepted for compatibility. Core Text and kerning (`.kern`) decide the spacing.
  public func setCharacterSpacing(_ spacing: CGFloat) { state.characterSpacing = spacing }

  /// Accepted for compatibility. Glyphs are anti-aliased as other paths are.
  public func setShouldSmoothFonts(_ shouldSmoothFonts: Bool) {}

  /// Accepted for compatibility. Glyphs are anti-aliased as other paths are.
  public func setAllowsFontSmoothing(_ allowsFontSmoothing: Bool) {}

  /// Accepted for compatibility. Glyphs always have subpixel positions.
  public func setShouldSubpixelPositionFonts(_ shouldSubpixelPositionFonts: Bool) {}

  /// Accepted for compatibility. Glyphs always have subpixel positions.
  public func setAllowsFontSubpixelPositioning(_ allowsFontSubpixelPositioning: Bool) {}

  /// Accepted for compatibility. Glyphs always have subpixel positions.
  public func setShouldSubpixelQuantizeFonts(_ shouldSubpixelQuantizeFonts: Bool) {}

  /// Accepted for compatibility. Glyphs always have subpixel positions.
  public func setAllowsFontSubpixelQuantization(_ allowsFontSubpixelQuantization: Bool) {}
}

// MARK: - Glyphs

extension CGContext {
  /// Sets the font of `showGlyphs(_:at:)`.
  public func setFont(_ font: CGFont) { state.font = font }

  /// Sets the font size of `showGlyphs(_:at:)`, in user space.
  public func setFontSize(_ size: CGFloat) { state.fontSize = size }

  /// Draws glyphs at positions in text space, without changing the text position. Does nothing
  /// without a font. Glyphs without a position are skipped.
  public func showGlyphs(_ glyphs: [CGGlyph], at positions: [CGPoint]) {
    guard let font = state.font else { return }
    CTFontDrawGlyphs(
      CTFont(font.descriptor, size: state.fontSize, fonts: font.fonts), glyphs, positions,
      min(glyphs.count, positions.count), self)
  }
}
