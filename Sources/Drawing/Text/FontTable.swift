import Foundation
import MultiplaneCDynamicLibraries
import MultiplaneCPango
import MultiplaneGraphics

/// A table of a font: numbers with their highest byte first.
struct FontTable {
  let bytes: [UInt8]

  func unsigned(at place: Int) -> Int? {
    place + 2 <= bytes.count ? Int(bytes[place]) << 8 | Int(bytes[place + 1]) : nil
  }

  func signed(at place: Int) -> Int? {
    unsigned(at: place).map { Int(Int16(truncatingIfNeeded: $0)) }
  }

  /// Of `head`: the box that all glyphs fit into, in units of the em, y up.
  var fontBox: CGRect {
    let edges = [36, 38, 40, 42].map { CGFloat(signed(at: $0) ?? 0) }
    return CGRect(x: edges[0], y: edges[1], width: edges[2] - edges[0], height: edges[3] - edges[1])
  }

  /// Of `post`: how far upright strokes lean, in degrees counter-clockwise.
  var italicAngle: CGFloat? {
    guard let whole = signed(at: 4), let part = unsigned(at: 6) else { return nil }
    return CGFloat(whole) + CGFloat(part) / 65536
  }
}

extension FontCollection {
  /// A table of the font that texts get for a descriptor, by its four letters; nil where it has
  /// none.
  func table(_ letters: String, of descriptor: FontDescriptor) -> FontTable? {
    table(letters.utf8.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }, of: descriptor)
  }

  /// The same, by the tag that the letters make.
  func table(_ tag: UInt32, of descriptor: FontDescriptor) -> FontTable? {
    withHarfBuzzFont(descriptor) { font in
      guard let table = hb_face_reference_table(hb_font_get_face(font), tag) else { return nil }
      defer { hb_blob_destroy(table) }
      var count: UInt32 = 0
      guard let bytes = hb_blob_get_data(table, &count), count > 0 else { return nil }
      return FontTable(bytes: [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(count))))
    }
  }

  /// The tags of all tables of the font that texts get for a descriptor, from the directory at the
  /// start of its file; nil where there is none.
  func tableTags(of descriptor: FontDescriptor) -> [UInt32]? {
    withHarfBuzzFont(descriptor) { font in
      guard let file = hb_face_reference_blob(hb_font_get_face(font)) else { return nil }
      defer { hb_blob_destroy(file) }
      var count: UInt32 = 0
      guard let bytes = hb_blob_get_data(file, &count), count >= 12 else { return nil }
      let start = FontTable(bytes: [UInt8](UnsafeRawBufferPointer(start: bytes, count: min(Int(count), 12 + 16 * 256))))
      return (0..<(start.unsigned(at: 4) ?? 0)).compactMap { index in
        let place = 12 + 16 * index
        guard let high = start.unsigned(at: place), let low = start.unsigned(at: place + 2) else { return nil }
        return UInt32(high << 16 | low)
      }
    }
  }

  /// Lends HarfBuzz's font of a descriptor, `FontMap.lentSize` points large in Pango's units; nil
  /// where there is no Pango.
  func withHarfBuzzFont<Result>(_ descriptor: FontDescriptor, _ body: (OpaquePointer) -> Result?) -> Result? {
    withFontMap { map in
      map.withFont(descriptor) { font in pango_font_get_hb_font(font).flatMap(body) }
    }
  }

  /// A glyph's name in the font; nil for a glyph without one.
  func name(ofGlyph glyph: UInt32, in descriptor: FontDescriptor) -> String? {
    withHarfBuzzFont(descriptor) { font in
      var letters = [CChar](repeating: 0, count: 128)
      guard hb_font_get_glyph_name(font, glyph, &letters, UInt32(letters.count)) != 0, letters[0] != 0 else {
        return nil
      }
      return String(decoding: letters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }

  /// The glyph of a name in the font; nil where it has none.
  func glyph(named name: String, in descriptor: FontDescriptor) -> UInt32? {
    withHarfBuzzFont(descriptor) { font in
      var glyph: hb_codepoint_t = 0
      return hb_font_get_glyph_from_name(font, name, -1, &glyph) != 0 ? glyph : nil
    }
  }
}
