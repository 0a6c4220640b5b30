import MultiplaneCDynamicLibraries
import MultiplaneCPango
import MultiplaneGraphics

/// A font of any size, as a `FontMap` found it for a descriptor.
struct FontFace {
  /// Pango's description of it, of some size; the map lets it go.
  let description: OpaquePointer
  /// For a size of one point.
  let metrics: FontMetrics
  let names: FontNames
}

/// The names of a font.
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

extension FontMetrics {
  /// The measures of a font of Pango's in its size, in points.
  init(of font: UnsafeMutablePointer<PangoFont>) {
    self.init()
    func points(_ number: Int32) -> CGFloat { CGFloat(number) / Pango.units }
    if let metrics = pango_font_get_metrics(font, nil) {
      ascent = points(pango_font_metrics_get_ascent(metrics))
      descent = points(pango_font_metrics_get_descent(metrics))
      leading = max(points(pango_font_metrics_get_height(metrics)) - ascent - descent, 0)
      underlineThickness = points(pango_font_metrics_get_underline_thickness(metrics))
      // Pango tells the top of a line; what is told here is its middle.
      underlinePosition = points(pango_font_metrics_get_underline_position(metrics)) - underlineThickness / 2
      strikethroughPosition = points(pango_font_metrics_get_strikethrough_position(metrics)) - underlineThickness / 2
      pango_font_metrics_unref(metrics)
    }
    // A font that does not say is measured; one without Latin letters has none.
    guard let lent = pango_font_get_hb_font(font) else { return }
    capHeight = Self.metric(HB_OT_METRICS_TAG_CAP_HEIGHT, of: lent) ?? Self.height(of: "H", in: lent) ?? 0
    xHeight = Self.metric(HB_OT_METRICS_TAG_X_HEIGHT, of: lent) ?? Self.height(of: "x", in: lent) ?? 0
  }

  /// A number of the font's own tables, in points; nil where it has none.
  private static func metric(_ tag: hb_ot_metrics_tag_t, of font: OpaquePointer) -> CGFloat? {
    var found: hb_position_t = 0
    guard hb_ot_metrics_get_position(font, tag, &found) != 0, found > 0 else { return nil }
    return CGFloat(found) / Pango.units
  }

  /// How far a letter reaches above the baseline, in points; nil for a font without it.
  private static func height(of letter: Unicode.Scalar, in font: OpaquePointer) -> CGFloat? {
    var glyph: hb_codepoint_t = 0
    var extents = hb_glyph_extents_t()
    guard hb_font_get_nominal_glyph(font, letter.value, &glyph) != 0,
      hb_font_get_glyph_extents(font, glyph, &extents) != 0
    else { return nil }
    return CGFloat(extents.y_bearing) / Pango.units
  }
}
