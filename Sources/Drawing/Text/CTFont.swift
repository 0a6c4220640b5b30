// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import MultiplaneGraphics

/// A font: a name, a size in points, and the collection in which it is looked up on first use.
///
/// Immutable. Two fonts are equal if their names, sizes and collections are.
public final class CTFont: Sendable {
  /// The requested font.
  package let descriptor: FontDescriptor
  /// The size in points, finite and above 0.
  package let size: CGFloat
  /// The collection in which the font is looked up.
  package let fonts: FontCollection
  /// The glyphs that a text was laid out with, which may be another font's where this one lacks a
  /// letter; nil for a font that is looked up by its name.
  let laidOutGlyphs: GlyphFont?

  /// The default size, in points, for invalid ones.
  package static let defaultSize: CGFloat = 12

  /// Creates a font; an invalid size becomes `defaultSize`.
  package init(_ descriptor: FontDescriptor, size: CGFloat, fonts: FontCollection = .system) {
    self.descriptor = descriptor
    self.size = size.isFinite && size > 0 ? size : Self.defaultSize
    self.fonts = fonts
    laidOutGlyphs = nil
  }

  /// The font of glyphs that were laid out with another.
  init(_ font: CTFont, laidOutGlyphs: GlyphFont) {
    (descriptor, size, fonts, self.laidOutGlyphs) = (font.descriptor, font.size, font.fonts, laidOutGlyphs)
  }

  /// The font's glyphs; nil without Pango.
  var glyphs: GlyphFont? {
    laidOutGlyphs
      ?? fonts.withFontMap { map in map.withFont(descriptor) { map.glyphFont($0, size: FontMap.lentSize) } }
  }

  /// The metrics, in points.
  package var metrics: FontMetrics { fonts.metrics(of: descriptor, size: size) }

  fileprivate var names: FontNames { fonts.names(of: descriptor) ?? FontNames(descriptor.name) }
}

extension CTFont: Hashable {
  /// Whether name, size and collection are equal.
  public static func == (a: CTFont, b: CTFont) -> Bool {
    a === b || (a.descriptor == b.descriptor && a.size == b.size && a.fonts === b.fonts)
  }

  /// Hashes name and size.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(descriptor)
    hasher.combine(size)
  }
}

/// Creates a font by its PostScript, full or family name, in points. An unknown name gives the
/// system's nearest font, and a size that is not above 0 gives 12 points. The matrix is ignored.
public func CTFontCreateWithName(_ name: CFString, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?)
  -> CTFont
{
  CTFont(FontDescriptor(name: name as String), size: size)
}

/// Creates a copy in another size, in points; the size stays if `size` is not above 0. The matrix
/// is ignored.
public func CTFontCreateCopyWithSize(_ font: CTFont, _ size: CGFloat) -> CTFont {
  CTFont(font.descriptor, size: size.isFinite && size > 0 ? size : font.size, fonts: font.fonts)
}

/// The size, in points.
public func CTFontGetSize(_ font: CTFont) -> CGFloat { font.size }

/// The distance from the baseline to the top of a line, in points.
public func CTFontGetAscent(_ font: CTFont) -> CGFloat { font.metrics.ascent }

/// The distance from the baseline to the bottom of a line, in points; positive.
public func CTFontGetDescent(_ font: CTFont) -> CGFloat { font.metrics.descent }

/// The recommended space between lines, in points.
public func CTFontGetLeading(_ font: CTFont) -> CGFloat { font.metrics.leading }

/// The height of capital letters, in points.
public func CTFontGetCapHeight(_ font: CTFont) -> CGFloat { font.metrics.capHeight }

/// The height of small letters without ascenders, in points.
public func CTFontGetXHeight(_ font: CTFont) -> CGFloat { font.metrics.xHeight }

/// The centre of an underline, in points; negative below the baseline.
public func CTFontGetUnderlinePosition(_ font: CTFont) -> CGFloat { font.metrics.underlinePosition }

/// The thickness of an underline, in points.
public func CTFontGetUnderlineThickness(_ font: CTFont) -> CGFloat { font.metrics.underlineThickness }

/// The PostScript name of the font.
public func CTFontCopyPostScriptName(_ font: CTFont) -> CFString { NSString(string: font.names.postScript) }

/// The family name of the font.
public func CTFontCopyFamilyName(_ font: CTFont) -> CFString { NSString(string: font.names.family) }

/// The full name of the font.
public func CTFontCopyFullName(_ font: CTFont) -> CFString { NSString(string: font.names.full) }
