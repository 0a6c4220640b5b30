// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

import Foundation
import MultiplaneGraphics

extension CTFont {
  /// Creates a font by its PostScript, full or family name, in points, as `CTFontCreateWithName`.
  public convenience init(_ name: CFString, size: CGFloat) {
    self.init(FontDescriptor(name: name as String), size: size)
  }

  /// Creates the font of a descriptor, in points, as `CTFontCreateWithFontDescriptor`.
  public convenience init(_ descriptor: CTFontDescriptor, size: CGFloat) {
    let font = CTFontCreateWithFontDescriptor(descriptor, size, nil)
    self.init(font.descriptor, size: font.size, fonts: font.fonts)
  }

  /// Creates a user interface font, in points, as `CTFontCreateUIFontForLanguage`.
  public convenience init(_ uiType: CTFontUIFontType, size: CGFloat, language: CFString? = nil) {
    self.init(uiType.descriptor, size: size.isFinite && size > 0 ? size : uiType.size)
  }

  /// Creates the sized font of a `CGFont`, in points, as `CTFontCreateWithGraphicsFont`.
  public convenience init(_ graphicsFont: CGFont, size: CGFloat) {
    self.init(graphicsFont.descriptor, size: size, fonts: graphicsFont.fonts)
  }

  /// The type identifier of fonts.
  public static var typeID: CFTypeID { classID(of: CTFont.self) }
}

/// The type identifier of fonts.
public func CTFontGetTypeID() -> CFTypeID { CTFont.typeID }
