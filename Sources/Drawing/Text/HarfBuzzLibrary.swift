import MultiplaneDynamicLibraries

/// The functions of HarfBuzz that are called here, by fonts that Pango lends. Pango brings the library.
struct HarfBuzzLibrary: Sendable {
  typealias Object = OpaquePointer
  typealias Numbers = UnsafeMutablePointer<Int32>

  /// `hb_ot_metrics_get_position`: a font, a metric's four letters, where the number is put; 0 where the font lacks it.
  let metric: @convention(c) (Object, UInt32, Numbers) -> Int32
  /// `hb_font_get_nominal_glyph`: a font, a character, where the glyph is put; 0 where the font lacks it.
  let glyph: @convention(c) (Object, UInt32, UnsafeMutablePointer<UInt32>) -> Int32
  /// `hb_font_get_glyph_h_advance`, in Pango's units.
  let advance: @convention(c) (Object, UInt32) -> Int32
  /// `hb_font_get_glyph_extents`: four numbers from the left end of the baseline, y up: left, top, width, height (negative).
  let extents: @convention(c) (Object, UInt32, Numbers) -> Int32
  /// `hb_font_get_glyph_name`: a font, a glyph, where the name is put and how long it may be, its final 0 included; 0 for
  /// a glyph without one.
  let glyphName: @convention(c) (Object, UInt32, UnsafeMutablePointer<CChar>, UInt32) -> Int32
  /// `hb_font_get_glyph_from_name`: a font, a name, its length or -1, where the glyph is put; 0 where the font lacks it.
  let namedGlyph: @convention(c) (Object, UnsafePointer<CChar>, Int32, UnsafeMutablePointer<UInt32>) -> Int32
  /// `hb_font_get_face`: lent.
  let face: @convention(c) (Object) -> Object?
  /// `hb_face_reference_table`: a face, a table's four letters; empty where the font lacks it.
  let table: @convention(c) (Object, UInt32) -> Object?
  /// `hb_blob_get_data`: a table, where its length is put.
  let bytes: @convention(c) (Object, UnsafeMutablePointer<UInt32>) -> UnsafePointer<UInt8>?
  /// `hb_blob_destroy`.
  let freeTable: @convention(c) (Object) -> Void

  init(_ library: DynamicLibrary) throws(MissingSymbol) {
    metric = try library.function("hb_ot_metrics_get_position")
    glyph = try library.function("hb_font_get_nominal_glyph")
    advance = try library.function("hb_font_get_glyph_h_advance")
    extents = try library.function("hb_font_get_glyph_extents")
    glyphName = try library.function("hb_font_get_glyph_name")
    namedGlyph = try library.function("hb_font_get_glyph_from_name")
    face = try library.function("hb_font_get_face")
    table = try library.function("hb_face_reference_table")
    bytes = try library.function("hb_blob_get_data")
    freeTable = try library.function("hb_blob_destroy")
  }
}
