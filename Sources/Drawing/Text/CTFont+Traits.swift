// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import MultiplaneGraphics

/// Symbolic traits of a font. Raw values are Apple's.
public struct CTFontSymbolicTraits: OptionSet, Hashable, Sendable {
  /// The raw bits, equal to Apple's.
  public let rawValue: UInt32
  /// Creates traits from any bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Italic or oblique.
  public static let traitItalic = CTFontSymbolicTraits(rawValue: 1 << 0)
  /// Bold.
  public static let traitBold = CTFontSymbolicTraits(rawValue: 1 << 1)
  /// Wider than normal.
  public static let traitExpanded = CTFontSymbolicTraits(rawValue: 1 << 5)
  /// Narrower than normal.
  public static let traitCondensed = CTFontSymbolicTraits(rawValue: 1 << 6)
  /// Monospaced.
  public static let traitMonoSpace = CTFontSymbolicTraits(rawValue: 1 << 10)
  /// For vertical text. Never set here.
  public static let traitVertical = CTFontSymbolicTraits(rawValue: 1 << 11)
  /// For user interfaces. Never set here.
  public static let traitUIOptimized = CTFontSymbolicTraits(rawValue: 1 << 12)
  /// Colour glyphs, such as emoji.
  public static let traitColorGlyphs = CTFontSymbolicTraits(rawValue: 1 << 13)
}

/// Creates a copy with the traits of `symTraitValue` among those in the mask; the size stays if
/// `size` is not above 0. A family without such a font gives the nearest one, slanted or
/// emboldened. The matrix is ignored.
public func CTFontCreateCopyWithSymbolicTraits(
  _ font: CTFont, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?, _ symTraitValue: CTFontSymbolicTraits,
  _ symTraitMask: CTFontSymbolicTraits
) -> CTFont? {
  let descriptor = font.descriptor.with(symTraitValue, mask: symTraitMask)
  return CTFont(descriptor, size: size.isFinite && size > 0 ? size : font.size, fonts: font.fonts)
}

/// Creates a copy in another family; the size stays if `size` is not above 0. The matrix is
/// ignored.
public func CTFontCreateCopyWithFamily(
  _ font: CTFont, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?, _ family: CFString
) -> CTFont? {
  let descriptor = CTFontDescriptorCreateCopyWithFamily(CTFontCopyFontDescriptor(font), family)
  return descriptor.map { CTFontCreateCopyWithAttributes(font, size, matrix, $0) }
}

/// The font for a range of a string: this one, or its fallback if the first letter is missing. A
/// length of 0 means up to the end.
public func CTFontCreateForString(_ currentFont: CTFont, _ string: CFString, _ range: CFRange) -> CTFont {
  let text = StyledText(string as String, TextAttributes(font: currentFont))
  let part = text.piece(CTFramesetter(text).range(range))
  let units = part.string.unicodeScalars.first.map { Array(String($0).utf16) } ?? []
  var glyphs: [CGGlyph] = [0, 0]
  guard !units.isEmpty, !CTFontGetGlyphsForCharacters(currentFont, units, &glyphs, units.count) else {
    return currentFont
  }
  let run = TextLayout(part).lines.first?.runs.first { !$0.glyphs.isEmpty }
  return run.map { CTFont(currentFont, laidOutGlyphs: $0.font) } ?? currentFont
}

extension FontDescriptor {
  /// The descriptor with those traits of a mask that are on, and without the others of the mask.
  func with(_ traits: CTFontSymbolicTraits, mask: CTFontSymbolicTraits) -> FontDescriptor {
    var changed = self
    if mask.contains(.traitItalic) { changed.isItalic = traits.contains(.traitItalic) }
    if mask.contains(.traitBold) { changed.weight = traits.contains(.traitBold) ? 700 : 400 }
    if mask.contains(.traitCondensed) { changed.isCondensed = traits.contains(.traitCondensed) }
    return changed
  }
}
