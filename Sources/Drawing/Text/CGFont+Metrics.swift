// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import MultiplaneGraphics

// What a font without a size says of itself, in glyph space: `unitsPerEm` units are one em, y up from the baseline
// (OpenType specification: `head`, `hhea`, `maxp`, `post`, `OS/2`). All is 0, empty or nil without Pango.

/// A glyph's number in its font.
public typealias CGFontIndex = CGGlyph

extension CGFont {
  private func table(_ letters: String) -> FontTable? { fonts.table(letters, of: descriptor) }

  private func signed(_ letters: String, at place: Int) -> Int32 { Int32(table(letters)?.signed(at: place) ?? 0) }

  /// How many glyphs the font has.
  public var numberOfGlyphs: Int { table("maxp")?.unsigned(at: 4) ?? 0 }

  /// The units of glyph space that the sides of the em are divided into.
  public var unitsPerEm: Int32 { Int32(table("head")?.unsigned(at: 18) ?? 0) }

  /// From the baseline to the top of a line.
  public var ascent: Int32 { signed("hhea", at: 4) }

  /// From the baseline to the bottom of a line: negative.
  public var descent: Int32 { signed("hhea", at: 6) }

  /// What the font wants between two lines.
  public var leading: Int32 { signed("hhea", at: 8) }

  /// The height of a capital letter: what the font says, else that of its H.
  public var capHeight: Int32 { metricsHeight(at: 88) ?? heightOfGlyph("H") }

  /// The height of a small letter without an ascender: what the font says, else that of its x.
  public var xHeight: Int32 { metricsHeight(at: 86) ?? heightOfGlyph("x") }

  /// The box that all of the font's glyphs fit into.
  public var fontBBox: CGRect { table("head")?.fontBox ?? .zero }

  /// How far upright strokes lean, in degrees counter-clockwise: negative for letters that lean to the right.
  public var italicAngle: CGFloat { table("post")?.italicAngle ?? 0 }

  /// About how thick upright strokes are, by the font's weight: 50 + (weight / 65)² thousandths of an em, as makers of
  /// PDF files take it to be. The font itself does not say.
  public var stemV: CGFloat {
    guard let weight = table("OS/2")?.unsigned(at: 4) else { return 0 }
    return (50 + pow(CGFloat(weight) / 65, 2)) * CGFloat(unitsPerEm) / 1000
  }

  /// Stores how far the pen moves by each glyph; false, and nothing stored, without a font.
  public func getGlyphAdvances(
    glyphs: UnsafePointer<CGGlyph>, count: Int, advances: UnsafeMutablePointer<Int32>
  ) -> Bool {
    measure { harfBuzz, font, unit in
      for index in 0..<max(count, 0) {
        let width = Double(harfBuzz.advance(font, UInt32(glyphs[index]))) * unit
        advances[index] = Int32(width.rounded())
      }
    }
  }

  /// Stores the box of each glyph's outline, of no size for a glyph without one; false, and nothing stored, without a font.
  public func getGlyphBBoxes(
    glyphs: UnsafePointer<CGGlyph>, count: Int, bboxes: UnsafeMutablePointer<CGRect>
  ) -> Bool {
    measure { harfBuzz, font, unit in
      for index in 0..<max(count, 0) {
        // Left, top, width, and height down from the top.
        var box: [Int32] = [0, 0, 0, 0]
        _ = harfBuzz.extents(font, UInt32(glyphs[index]), &box)
        let edges = box.map { (CGFloat($0) * unit).rounded() }
        bboxes[index] = CGRect(x: edges[0], y: edges[1] + edges[3], width: edges[2], height: -edges[3])
      }
    }
  }

  /// The glyph of a name, such as "space"; 0 where the font has none.
  public func getGlyphWithGlyphName(name: CFString) -> CGGlyph {
    CGGlyph(truncatingIfNeeded: fonts.glyph(named: name as String, in: descriptor) ?? 0)
  }

  /// A glyph's name; nil for one without.
  public func name(for glyph: CGGlyph) -> CFString? {
    fonts.name(ofGlyph: UInt32(glyph), in: descriptor).map { NSString(string: $0) }
  }

  /// The bytes of a table of the font, by the tag that its four letters make; nil where it has none.
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
  private func measure(_ body: (HarfBuzzLibrary, OpaquePointer, Double) -> Void) -> Bool {
    let units = Double(unitsPerEm)
    let measured: Void? = fonts.withHarfBuzzFont(descriptor) { harfBuzz, font in
      body(harfBuzz, font, units / (FontMap.lentSize * PangoLibrary.units))
    }
    return measured != nil
  }
}
