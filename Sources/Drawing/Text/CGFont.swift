// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import MultiplaneGraphics

/// A font without a size: an alternative to names and `CTFont` for `CATextLayer.font`. Metrics are
/// in `CGFont+Metrics.swift`.
public final class CGFont: Sendable {
  package let descriptor: FontDescriptor
  /// The collection in which the font is looked up.
  package let fonts: FontCollection
  /// The bytes that it was made of; nil for a font of a name.
  let file: FontFile?

  package init(_ descriptor: FontDescriptor, fonts: FontCollection = .system, file: FontFile? = nil) {
    (self.descriptor, self.fonts, self.file) = (descriptor, fonts, file)
  }

  /// Creates a font by its PostScript, full or family name; nil if it is not installed.
  public convenience init?(_ name: CFString) {
    guard FontCollection.system.hasFont(named: name as String) else { return nil }
    self.init(FontDescriptor(name: name as String))
  }

  /// Creates a font from the bytes of a TrueType or OpenType file; nil if they are no font.
  public convenience init?(_ provider: CGDataProvider) {
    guard let data = provider.data, let file = try? FontFile(Array(data as Data), name: "font"),
      let fonts = try? FontCollection([FontCollection.Entry(family: Self.ownName, file: file)])
    else { return nil }
    self.init(FontDescriptor(name: Self.ownName), fonts: fonts, file: file)
  }

  /// The name of the only font of a collection.
  private static let ownName = "font"

  /// The PostScript name of the font.
  public var postScriptName: CFString? { fonts.names(of: descriptor).map { NSString(string: $0.postScript) } }

  /// The full name of the font.
  public var fullName: CFString? { fonts.names(of: descriptor).map { NSString(string: $0.full) } }

  /// The type identifier of fonts without a size.
  public static var typeID: CFTypeID { classID(of: CGFont.self) }
}

/// Creates a `CTFont` from a `CGFont`, in points; 12 points if the size is not above 0. Matrix and
/// attributes are ignored.
public func CTFontCreateWithGraphicsFont(
  _ graphicsFont: CGFont, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?, _ attributes: CFDictionary?
) -> CTFont {
  CTFont(graphicsFont.descriptor, size: size, fonts: graphicsFont.fonts)
}

/// Returns the `CGFont` of a font, and optionally its descriptor.
public func CTFontCopyGraphicsFont(
  _ font: CTFont, _ attributes: UnsafeMutablePointer<Unmanaged<CTFontDescriptor>?>?
) -> CGFont {
  attributes?.pointee = Unmanaged.passRetained(CTFontCopyFontDescriptor(font))
  return CGFont(font.descriptor, fonts: font.fonts)
}
