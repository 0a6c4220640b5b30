import MultiplaneCDynamicLibraries
import MultiplaneCPango

/// Pango, which lays text out, with HarfBuzz and fontconfig, which it brings.
///
/// The libraries are not linked: with the dozen others that they bring they would lengthen the
/// start of every program by about 5 ms (half as long again), and most programs show no text. Their
/// functions, as their headers declare them, open them when the first is called. Lengths are in
/// Pango's units.
enum Pango {
  /// Pango's units in a point.
  static let units = Double(PANGO_SCALE)

  /// Whether the library is installed, in version 1.50 or newer.
  static let isAvailable = cdl_missing_pango() == nil
}

extension PangoItem {
  /// Whether these are the dots that stand for what was left out.
  var isEllipsis: Bool { Int32(analysis.flags) & PANGO_ANALYSIS_FLAG_IS_ELLIPSIS != 0 }
}

extension PangoGlyphInfo {
  /// Whether nothing is seen of it.
  var isEmpty: Bool { glyph == CPANGO_GLYPH_EMPTY }
  /// Whether no font has the character.
  var isUnknown: Bool { glyph & CPANGO_GLYPH_UNKNOWN_FLAG != 0 }
}
