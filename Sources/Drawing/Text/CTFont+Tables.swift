// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import MultiplaneGraphics

// The metrics in a font's own tables (OpenType specification: `head`, `maxp`, `post`, `OS/2`).

/// The units per em of the font's outlines; 0 without Pango, or for a font without that table.
public func CTFontGetUnitsPerEm(_ font: CTFont) -> UInt32 {
  UInt32(font.table("head").flatMap { $0.unsigned(at: 18) } ?? 0)
}

/// The bounding box of all glyphs, in points, y up from the baseline.
public func CTFontGetBoundingBox(_ font: CTFont) -> CGRect {
  guard let head = font.table("head"), let units = head.unsigned(at: 18), units > 0 else { return .zero }
  let scale = font.size / CGFloat(units)
  return head.fontBox.applying(CGAffineTransform(scaleX: scale, y: scale))
}

/// The slant, in degrees counterclockwise: negative for fonts that lean right.
public func CTFontGetSlantAngle(_ font: CTFont) -> CGFloat {
  font.table("post")?.italicAngle ?? 0
}

/// The number of glyphs.
public func CTFontGetGlyphCount(_ font: CTFont) -> CFIndex {
  font.table("maxp").flatMap { $0.unsigned(at: 4) } ?? 0
}

/// The font's matrix: always the identity.
public func CTFontGetMatrix(_ font: CTFont) -> CGAffineTransform { .identity }

/// The symbolic traits of the font: bold, italic, condensed, expanded, monospaced.
public func CTFontGetSymbolicTraits(_ font: CTFont) -> CTFontSymbolicTraits {
  var traits: CTFontSymbolicTraits = []
  let style = font.table("head").flatMap { $0.unsigned(at: 44) } ?? 0
  for (bit, trait) in [
    (0, CTFontSymbolicTraits.traitBold), (1, .traitItalic), (5, .traitCondensed), (6, .traitExpanded),
  ]
  where style >> bit & 1 == 1 { traits.insert(trait) }
  if let post = font.table("post"), (post.unsigned(at: 12) ?? 0) | (post.unsigned(at: 14) ?? 0) != 0 {
    traits.insert(.traitMonoSpace)
  }
  return traits
}

/// The traits of the font as a dictionary: symbolic traits, weight, width and slant, by
/// `kCTFontSymbolicTrait` and the like.
public func CTFontCopyTraits(_ font: CTFont) -> CFDictionary {
  let symbolic = CTFontGetSymbolicTraits(font)
  let metrics = font.table("OS/2")
  let bold = symbolic.contains(.traitBold) ? 700 : 400
  // A class from 1, half as wide as usual, over 5 to 9, twice as wide.
  let width = metrics?.unsigned(at: 6) ?? 5
  let traits = NSMutableDictionary()
  traits.setObject(NSNumber(value: symbolic.rawValue), forKey: kCTFontSymbolicTrait)
  traits.setObject(
    NSNumber(value: FontWeight.trait(weight: metrics?.unsigned(at: 4) ?? bold)), forKey: kCTFontWeightTrait)
  traits.setObject(NSNumber(value: Double(min(max(width, 1), 9) - 5) / 10), forKey: kCTFontWidthTrait)
  // Apple's 1 is a slant of 30 degrees.
  let slant = min(max(-Double(CTFontGetSlantAngle(font)) / 30, -1), 1)
  traits.setObject(NSNumber(value: slant), forKey: kCTFontSlantTrait)
  return traits
}

/// The full name of the font.
public func CTFontCopyDisplayName(_ font: CTFont) -> CFString { CTFontCopyFullName(font) }

/// A name of the font, by its key: family, full or PostScript name; nil for other keys.
public func CTFontCopyName(_ font: CTFont, _ nameKey: CFString) -> CFString? {
  if nameKey == kCTFontFamilyNameKey { return CTFontCopyFamilyName(font) }
  if nameKey == kCTFontFullNameKey { return CTFontCopyFullName(font) }
  return nameKey == kCTFontPostScriptNameKey ? CTFontCopyPostScriptName(font) : nil
}

/// The key of the family name.
public var kCTFontFamilyNameKey: CFString { "CTFontFamilyName" }
/// The key of the full name.
public var kCTFontFullNameKey: CFString { "CTFontFullName" }
/// The key of the PostScript name.
public var kCTFontPostScriptNameKey: CFString { "CTFontPostScriptName" }

extension CTFont {
  /// A table of the font that is used, by its four letters; nil where it has none.
  fileprivate func table(_ letters: String) -> FontTable? { fonts.table(letters, of: descriptor) }
}
