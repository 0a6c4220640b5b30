// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import MultiplaneCDynamicLibraries
import MultiplaneCPango
import MultiplaneGraphics

// The metrics of a font without a size, in glyph space: `unitsPerEm` units are one em, y up from
// the baseline (OpenType specification: `head`, `hhea`, `maxp`, `post`, `OS/2`). All is 0, empty or
// nil without Pango.

/// The index of a glyph in its font.
public typealias CGFontIndex = CGGlyph

extension CGFont {
  private func table(_ letters: String) -> FontTable? { fonts.table(letters, of: descriptor) }

  private func signed(_ letters: String, at place: Int) -> Int32 { Int32(table(letters)?.signed(at: place) ?? 0) }

  /// The number of glyphs.
  public var numberOfGlyphs: Int { table("maxp")?.unsigned(at: 4) ?? 0 }

  /// The units per em of glyph space.
  public var unitsPerEm: Int32 { Int32(table("head")?.unsigned(at: 18) ?? 0) }

  /// The distance from the baseline to the top of a line, in glyph space units.
  public var ascent: Int32 { signed("hhea", at: 4) }

  /// The distance from the baseline to the bottom of a line, in glyph space units; negative.
  public var descent: Int32 { signed("hhea", at: 6) }

  /// The recommended space between lines, in glyph space units.
  public var leading: Int32 { signed("hhea", at: 8) }

  /// The height of capital letters, in glyph space units: from the font's table, else that of its
  /// H.
  public var capHeight: Int32 { metricsHeight(at: 88) ?? heightOfGlyph("H") }

  /// The height of small letters without ascenders, in glyph space units: from the font's table,
  /// else that of its x.
  public var xHeight: Int32 { metricsHeight(at: 86) ?? heightOfGlyph("x") }

  /// The bounding box of all glyphs, in glyph space units.
  public var fontBBox: CGRect { table("head")?.fontBox ?? .zero }

  /// The slant, in degrees counterclockwise: negative for fonts that lean right.
  public var italicAngle: CGFloat { table("post")?.italicAngle ?? 0 }

  /// The approximate thickness of vertical stems, from the font's weight: 50 + (weight / 65)²
  /// thousandths of an em, as in PDF writers. Fonts have no such number.
  public var stemV: CGFloat {
    guard let weight = table("OS/2")?.unsigned(at: 4) else { return 0 }
    return (50 + pow(CGFloat(weight) / 65, 2)) * CGFloat(unitsPerEm) / 1000
  }

  /// Stores the advance of each glyph, in glyph space units; returns false without a font.
  public func getGlyphAdvances(
    glyphs: UnsafePointer<CGGlyph>, count: Int, advances: UnsafeMutablePointer<Int32>
  ) -> Bool {
    measure { font, unit in
      for index in 0..<max(count, 0) {
        let width = Double(hb_font_get_glyph_h_advance(font, UInt32(glyphs[index]))) * unit
        advances[index] = Int32(width.rounded())
      }
    }
  }

  /// Stores the bounding box of each glyph, in glyph space units, empty without an outline; returns
  /// false without a font.
  public func getGlyphBBoxes(
    glyphs: UnsafePointer<CGGlyph>, count: Int, bboxes: UnsafeMutablePointer<CGRect>
  ) -> Bool {
    measure { font, unit in
      for index in 0..<max(count, 0) {
        var box = hb_glyph_extents_t()
        _ = hb_font_get_glyph_extents(font, UInt32(glyphs[index]), &box)
        // Left, top, width, and height down from the top.
        let edges = [box.x_bearing, box.y_bearing, box.width, box.height].map { (CGFloat($0) * unit).rounded() }
        bboxes[index] = CGRect(x: edges[0], y: edges[1] + edges[3], width: edges[2], height: -edges[3])
      }
    }
  }

  /// The glyph with a name, such as "space"; 0 if there is none.
  public func getGlyphWithGlyphName(name: CFString) -> CGGlyph {
    CGGlyph(truncatingIfNeeded: fonts.glyph(named: name as String, in: descriptor) ?? 0)
  }

  /// The name of a glyph; nil if it has none.
  public func name(for glyph: CGGlyph) -> CFString? {
    fonts.name(ofGlyph: UInt32(glyph), in: descriptor).map { NSString(string: $0) }
  }

  /// The bytes of a font table, by its four-letter tag; nil if there is none.
  public func table(for tag: UInt32) -> CFData? {
    fonts.table(tag, of: descriptor).map { NSData(data: Data($0.bytes)) }
  }

  /// A height that only later versions of `OS/2` have; nil where it is missing or none.
  private func metricsHeight(at place: Int) -> Int32? {
    guard let metrics = table("OS/2"), (metrics.unsigned(at: 0) ?? 0) >= 2 else { return nil }
    return metrics.signed(at: place).flatMap { $0 > 0 ? Int32($0) : nil }
  }

  private func heightOfGlyph(_ name: String) -> Int32 {
    var (glyph, box) = (getGlyphWithGlyphName(name: NSString(string: name)), CGRect.zero)
    return getGlyphBBoxes(glyphs: &glyph, count: 1, bboxes: &box) ? Int32(box.maxY) : 0
  }

  /// Lends HarfBuzz's font, and what one of its units is in glyph space; false without a font.
  private func measure(_ body: (OpaquePointer, Double) -> Void) -> Bool {
    let units = Double(unitsPerEm)
    let measured: Void? = fonts.withHarfBuzzFont(descriptor) { font in
      body(font, units / (FontMap.lentSize * Pango.units))
    }
    return measured != nil
  }
}
