// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import Graphics

/// A glyph's number in its font.
public typealias CGGlyph = UInt16
/// A code unit of UTF-16.
public typealias UniChar = UInt16

/// Stores the glyph of each code unit, 0 where the font itself has none; false if there are such.
///
/// The second half of a surrogate pair gets 0, which does not count as none.
public func CTFontGetGlyphsForCharacters(
  _ font: CTFont, _ characters: UnsafePointer<UniChar>, _ glyphs: UnsafeMutablePointer<CGGlyph>, _ count: CFIndex
) -> Bool {
  guard count > 0 else { return true }
  glyphs.update(repeating: 0, count: count)
  let units = UnsafeBufferPointer(start: characters, count: count)
  return font.fonts.withFontMap { map in
    map.withFont(font.descriptor) { pangoFont -> Bool? in
      guard let harfBuzz = map.pango.getHarfBuzzFont(pangoFont) else { return nil }
      var (hasAll, offset) = (true, 0)
      for scalar in String(decoding: units, as: UTF16.self).unicodeScalars {
        var glyph: UInt32 = 0
        let isFound = map.pango.harfBuzzGlyph(harfBuzz, scalar.value, &glyph) != 0
        hasAll = hasAll && isFound
        if isFound { glyphs[offset] = CGGlyph(truncatingIfNeeded: glyph) }
        offset += UTF16.width(scalar)
      }
      return hasAll
    }
  } ?? false
}

/// A glyph's outline in points, y up from the pen's place on the baseline, mapped by the matrix; nil for a glyph without
/// one.
public func CTFontCreatePathForGlyph(
  _ font: CTFont, _ glyph: CGGlyph, _ matrix: UnsafePointer<CGAffineTransform>?
) -> CGPath? {
  let glyphFont = font.fonts.withFontMap { map in
    map.withFont(font.descriptor) { map.glyphFont($0, size: FontMap.lentSize) }
  }
  guard let glyphFont, !glyphFont.isColored else { return nil }
  let outline = glyphFont.outline(of: UInt32(glyph))
  guard !outline.elements.isEmpty else { return nil }
  let size = CGAffineTransform(scaleX: font.size, y: font.size)
  return CGPath(outline: outline.applying(matrix.map { size.concatenating($0.pointee) } ?? size))
}
