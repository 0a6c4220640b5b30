import MultiplaneGraphics

/// A font of any size, as a `FontMap` found it for a descriptor.
struct FontFace {
  /// Pango's description of it, of some size; the map lets it go.
  let description: OpaquePointer
  /// For a size of one point.
  let metrics: FontMetrics
  let names: FontNames
}

/// What a font is called.
struct FontNames: Equatable {
  var family: String
  var full: String
  var postScript: String

  /// A font that says only its family.
  init(_ family: String) {
    self.init(family: family, full: nil, postScript: nil)
  }

  init(family: String, full: String?, postScript: String?) {
    self.family = family
    self.full = full ?? family
    self.postScript = postScript ?? (full ?? family).filter { $0 != " " }
  }
}

extension PangoLibrary {
  /// The measures of a font of Pango's in its size, in points.
  func metrics(of font: OpaquePointer) -> FontMetrics {
    var measures = FontMetrics()
    func points(_ number: Int32) -> CGFloat { CGFloat(number) / Self.units }
    if let metrics = getMetrics(font, nil) {
      measures.ascent = points(metricsAscent(metrics))
      measures.descent = points(metricsDescent(metrics))
      measures.leading = max(points(metricsHeight(metrics)) - measures.ascent - measures.descent, 0)
      measures.underlineThickness = points(metricsUnderlineThickness(metrics))
      // Pango tells the top of a line; what is told here is its middle.
      measures.underlinePosition = points(metricsUnderlinePosition(metrics)) - measures.underlineThickness / 2
      measures.strikethroughPosition = points(metricsStrikethroughPosition(metrics)) - measures.underlineThickness / 2
      freeMetrics(metrics)
    }
    // A font that does not say is measured; one without Latin letters has none.
    measures.capHeight = metric("cpht", of: font) ?? height(of: "H", in: font) ?? 0
    measures.xHeight = metric("xhgt", of: font) ?? height(of: "x", in: font) ?? 0
    return measures
  }

  /// A number of the font's own tables, in points; nil where it has none.
  private func metric(_ letters: String, of font: OpaquePointer) -> CGFloat? {
    let tag = letters.utf8.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    var found: Int32 = 0
    guard let lent = getHarfBuzzFont(font), harfBuzz.metric(lent, tag, &found) != 0, found > 0 else { return nil }
    return CGFloat(found) / Self.units
  }

  /// How far a letter reaches above the baseline, in points; nil for a font without it.
  private func height(of letter: Unicode.Scalar, in font: OpaquePointer) -> CGFloat? {
    var glyph: UInt32 = 0
    var extents: [Int32] = [0, 0, 0, 0]
    guard let lent = getHarfBuzzFont(font), harfBuzz.glyph(lent, letter.value, &glyph) != 0,
      harfBuzz.extents(lent, glyph, &extents) != 0
    else { return nil }
    return CGFloat(extents[1]) / Self.units
  }
}
