import MultiplaneCDynamicLibraries
import MultiplaneCPango
import Synchronization

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
  static let isAvailable: Bool = {
    guard cdl_missing_pango() == nil else { return false }
    if FontLibraries.endProcess.load(ordering: .relaxed) { cdl_end_process_by_fatal_messages() }
    return true
  }()
}

/// How the font libraries treat the process.
package enum FontLibraries {
  fileprivate static let endProcess = Atomic(false)

  /// Makes what the font libraries cannot go on after, such as a thread that cannot be started, a
  /// line on standard error and status 1. By default they raise SIGTRAP.
  ///
  /// For programs that decide about their process, before the first text.
  package static func endProcessWithStatus() { endProcess.store(true, ordering: .relaxed) }
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
