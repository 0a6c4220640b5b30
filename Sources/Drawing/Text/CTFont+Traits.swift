// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import MultiplaneGraphics

/// What kind of font it is, one bit a fact; the numbers are Apple's.
public struct CTFontSymbolicTraits: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32
  /// Takes any bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Letters lean.
  public static let traitItalic = CTFontSymbolicTraits(rawValue: 1 << 0)
  /// Lines are thick.
  public static let traitBold = CTFontSymbolicTraits(rawValue: 1 << 1)
  /// Letters are wider than usual.
  public static let traitExpanded = CTFontSymbolicTraits(rawValue: 1 << 5)
  /// Letters are narrower than usual.
  public static let traitCondensed = CTFontSymbolicTraits(rawValue: 1 << 6)
  /// All letters are of one width.
  public static let traitMonoSpace = CTFontSymbolicTraits(rawValue: 1 << 10)
  /// The font is for upright text. Never set here.
  public static let traitVertical = CTFontSymbolicTraits(rawValue: 1 << 11)
  /// The font is for user interfaces. Never set here.
  public static let traitUIOptimized = CTFontSymbolicTraits(rawValue: 1 << 12)
  /// Letters have colours of their own.
  public static let traitColorGlyphs = CTFontSymbolicTraits(rawValue: 1 << 13)
}

/// The font with those traits of the mask that `symTraitValue` has, and without the others of the mask; its own size for
/// one that is not above 0. A family without such a font gets the nearest, leaned or thickened. The matrix changes
/// nothing.
public func CTFontCreateCopyWithSymbolicTraits(
  _ font: CTFont, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?, _ symTraitValue: CTFontSymbolicTraits,
  _ symTraitMask: CTFontSymbolicTraits
) -> CTFont? {
  let descriptor = font.descriptor.with(symTraitValue, mask: symTraitMask)
  return CTFont(descriptor, size: size.isFinite && size > 0 ? size : font.size, fonts: font.fonts)
}

/// The font in another family; its own size for one that is not above 0. The matrix changes nothing.
public func CTFontCreateCopyWithFamily(
  _ font: CTFont, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?, _ family: CFString
) -> CTFont? {
  let descriptor = CTFontDescriptorCreateCopyWithFamily(CTFontCopyFontDescriptor(font), family)
  return descriptor.map { CTFontCreateCopyWithAttributes(font, size, matrix, $0) }
}

/// The font that a part of a text is shown in: this one, or what takes its place where it lacks the first letter. A length
/// of 0 stands for all that follow.
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
