// Structures of C that Pango and fontconfig hand out, member by member as their headers declare them and Swift lays them
// out alike: each member at the next multiple of its own alignment.

/// `FcFontSet`: patterns, and room for more.
struct FontconfigSet {
  let count: Int32
  let capacity: Int32
  let patterns: UnsafeMutablePointer<OpaquePointer?>?

  /// The fonts in it.
  var fonts: [OpaquePointer] { (0..<Int(count)).compactMap { patterns?[$0] } }
}

/// `PangoGlyphItem` of Pango 1.50: a run of glyphs in visual order.
struct PangoGlyphItem {
  let item: UnsafePointer<PangoItem>?
  let glyphs: UnsafePointer<PangoGlyphString>?
  /// How far the run is raised, and moved before and after, in Pango's units.
  let riseOfRun: Int32
  let moveBefore: Int32
  let moveAfter: Int32
}

/// `PangoItem`, with its `PangoAnalysis`: a piece of text of one font and one direction.
struct PangoItem {
  /// Of the text, in bytes.
  let offset: Int32
  let length: Int32
  let characterCount: Int32
  let shapeEngine: OpaquePointer?
  let languageEngine: OpaquePointer?
  let font: OpaquePointer?
  /// Odd for right to left.
  let level: UInt8
  let gravity: UInt8
  /// Bit 1: these are the dots that stand for what was left out.
  let flags: UInt8

  var isEllipsis: Bool { flags & 2 != 0 }
}

/// `PangoGlyphString`.
struct PangoGlyphString {
  let count: Int32
  let glyphs: UnsafePointer<PangoGlyph>?
  /// For each glyph the byte of the item's text that it begins to show.
  let clusters: UnsafePointer<Int32>?
}

/// `PangoGlyphInfo`: a glyph and its place, in Pango's units.
struct PangoGlyph {
  let id: UInt32
  let width: Int32
  let offsetX: Int32
  /// Down.
  let offsetY: Int32
  let attributes: UInt32

  /// Stands for nothing that is seen: `PANGO_GLYPH_EMPTY`.
  var isEmpty: Bool { id == 0x0FFF_FFFF }
  /// No font has the character: `PANGO_GLYPH_UNKNOWN_FLAG`.
  var isUnknown: Bool { id & 0x1000_0000 != 0 }
}
