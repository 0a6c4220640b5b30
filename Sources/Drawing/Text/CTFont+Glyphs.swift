// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import MultiplaneCDynamicLibraries
import MultiplaneCPango
import MultiplaneGraphics

/// The index of a glyph in its font.
public typealias CGGlyph = UInt16
/// A code unit of UTF-16.
public typealias UniChar = UInt16

/// Stores the glyph of each UTF-16 code unit, 0 for missing ones; returns false if any is missing.
///
/// The second unit of a surrogate pair gets 0, which does not count as missing.
public func CTFontGetGlyphsForCharacters(
  _ font: CTFont, _ characters: UnsafePointer<UniChar>, _ glyphs: UnsafeMutablePointer<CGGlyph>, _ count: CFIndex
) -> Bool {
  guard count > 0 else { return true }
  glyphs.update(repeating: 0, count: count)
  let units = UnsafeBufferPointer(start: characters, count: count)
  return font.fonts.withFontMap { map in
    map.withFont(font.descriptor) { pangoFont -> Bool? in
      guard let harfBuzz = pango_font_get_hb_font(pangoFont) else { return nil }
      var (hasAll, offset) = (true, 0)
      for scalar in String(decoding: units, as: UTF16.self).unicodeScalars {
        var glyph: hb_codepoint_t = 0
        let isFound = hb_font_get_nominal_glyph(harfBuzz, scalar.value, &glyph) != 0
        hasAll = hasAll && isFound
        if isFound { glyphs[offset] = CGGlyph(truncatingIfNeeded: glyph) }
        offset += UTF16.width(scalar)
      }
      return hasAll
    }
  } ?? false
}

/// The outline of a glyph, in points, y up from its origin on the baseline, transformed by the
/// matrix; nil if it has none. Curves of TrueType fonts are quadratic, those of PostScript fonts
/// cubic.
public func CTFontCreatePathForGlyph(
  _ font: CTFont, _ glyph: CGGlyph, _ matrix: UnsafePointer<CGAffineTransform>?
) -> CGPath? {
  guard let glyphFont = font.glyphs, !glyphFont.isColored else { return nil }
  let outline = glyphFont.outline(of: UInt32(glyph))
  guard !outline.elements.isEmpty else { return nil }
  let size = CGAffineTransform(scaleX: font.size, y: font.size)
  let curves = outline.withQuadCurves ?? outline
  return CGPath(outline: curves.applying(matrix.map { size.concatenating($0.pointee) } ?? size))
}

/// The orientation of text. Raw values are Apple's. Text is always horizontal.
public enum CTFontOrientation: UInt32, Sendable {
  /// The default orientation of the font.
  case `default` = 0
  /// Horizontal text.
  case horizontal = 1
  /// Vertical text.
  case vertical = 2
}

/// The glyph with a name, such as "space"; 0 if there is none.
public func CTFontGetGlyphWithName(_ font: CTFont, _ glyphName: CFString) -> CGGlyph {
  CGGlyph(truncatingIfNeeded: font.fonts.glyph(named: glyphName as String, in: font.descriptor) ?? 0)
}

/// The name of a glyph; nil if it has none.
public func CTFontCopyNameForGlyph(_ font: CTFont, _ glyph: CGGlyph) -> CFString? {
  font.fonts.name(ofGlyph: UInt32(glyph), in: font.descriptor).map { NSString(string: $0) }
}

/// Stores the advance of each glyph in `advances`, in points, and returns their sum.
public func CTFontGetAdvancesForGlyphs(
  _ font: CTFont, _ orientation: CTFontOrientation, _ glyphs: UnsafePointer<CGGlyph>,
  _ advances: UnsafeMutablePointer<CGSize>?, _ count: CFIndex
) -> Double {
  guard count > 0, let glyphFont = font.glyphs else { return 0 }
  var sum = 0.0
  for index in 0..<count {
    let width = glyphFont.advance(of: UInt32(glyphs[index])) * font.size
    advances?[index] = CGSize(width: width, height: 0)
    sum += Double(width)
  }
  return sum
}

/// Stores the bounding box of each glyph, in points, and returns their union; null without
/// outlines.
public func CTFontGetBoundingRectsForGlyphs(
  _ font: CTFont, _ orientation: CTFontOrientation, _ glyphs: UnsafePointer<CGGlyph>,
  _ boundingRects: UnsafeMutablePointer<CGRect>?, _ count: CFIndex
) -> CGRect {
  var all = CGRect.null
  for index in 0..<max(count, 0) {
    let box = CTFontCreatePathForGlyph(font, glyphs[index], nil)?.boundingBoxOfPath ?? .null
    boundingRects?[index] = box
    all = all.union(box)
  }
  return all
}

/// Draws glyphs at positions in text space, with the context's colours.
public func CTFontDrawGlyphs(
  _ font: CTFont, _ glyphs: UnsafePointer<CGGlyph>, _ positions: UnsafePointer<CGPoint>, _ count: Int,
  _ context: CGContext
) {
  guard count > 0, let glyphFont = font.glyphs else { return }
  var attributes = TextAttributes(font: font)
  attributes.color = nil
  let placed = (0..<count).map { index in
    TextLayout.Glyph(
      id: UInt32(glyphs[index]), position: positions[index],
      width: glyphFont.advance(of: UInt32(glyphs[index])) * font.size, textOffset: index)
  }
  let metrics = glyphFont.metrics.scaled(by: font.size)
  let (lowest, highest) = (placed.map(\.position.y).min() ?? 0, placed.map(\.position.y).max() ?? 0)
  let line = TextLayout.Line(
    range: 0..<count, width: placed.map { $0.position.x + $0.width }.max() ?? 0, ascent: metrics.ascent + highest,
    descent: metrics.descent - lowest, leading: 0, isRightToLeft: false, isTruncated: false,
    runs: [TextLayout.Run(font: glyphFont, attributes: attributes, glyphs: placed, x: 0, width: 0)])
  context.draw([.init(line: line, place: context.textMatrix)])
}
