// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import MultiplaneGraphics

/// A description of a font by attributes, which is looked up when a font is created from it.
///
/// Immutable. Two descriptors are equal if their attributes and collections are.
public final class CTFontDescriptor: Sendable {
  let descriptor: FontDescriptor
  /// In points; nil where it is left to the font.
  let size: CGFloat?
  let fonts: FontCollection

  init(_ descriptor: FontDescriptor, size: CGFloat?, fonts: FontCollection = .system) {
    (self.descriptor, self.fonts) = (descriptor, fonts)
    self.size = size.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
  }
}

extension CTFontDescriptor: Hashable {
  /// Whether attributes, size and font collection are equal.
  public static func == (a: CTFontDescriptor, b: CTFontDescriptor) -> Bool {
    a.descriptor == b.descriptor && a.size == b.size && a.fonts === b.fonts
  }

  /// Hashes attributes and size.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(descriptor)
    hasher.combine(size)
  }
}

// MARK: - Keys

/// The key of the PostScript or full name.
public var kCTFontNameAttribute: CFString { "NSFontNameAttribute" }
/// The key of the display name.
public var kCTFontDisplayNameAttribute: CFString { "NSFontVisibleNameAttribute" }
/// The key of the family name.
public var kCTFontFamilyNameAttribute: CFString { "NSFontFamilyAttribute" }
/// The key of the style name within the family, such as "Bold Italic".
public var kCTFontStyleNameAttribute: CFString { "NSFontFaceAttribute" }
/// The key of the dictionary of traits.
public var kCTFontTraitsAttribute: CFString { "NSCTFontTraitsAttribute" }
/// The key of the size, a number in points.
public var kCTFontSizeAttribute: CFString { "NSFontSizeAttribute" }
/// The key of the descriptors of fonts that are asked for characters that the font lacks, an array.
public var kCTFontCascadeListAttribute: CFString { "NSCTFontCascadeListAttribute" }

/// The key of the `CTFontSymbolicTraits`, a number.
public var kCTFontSymbolicTrait: CFString { "NSCTFontSymbolicTrait" }
/// The key of the weight: −1 (thin) to 1; 0 is regular, 0.4 bold.
public var kCTFontWeightTrait: CFString { "NSCTFontWeightTrait" }
/// The key of the width: below 0 for fonts that are narrower than normal.
public var kCTFontWidthTrait: CFString { "NSCTFontProportionTrait" }
/// The key of the slant: above 0 for fonts that lean right.
public var kCTFontSlantTrait: CFString { "NSCTFontSlantTrait" }

// MARK: - Making descriptors

/// Creates a descriptor with a PostScript, full or family name; without a size if `size` is not
/// above 0.
public func CTFontDescriptorCreateWithNameAndSize(_ name: CFString, _ size: CGFloat) -> CTFontDescriptor {
  CTFontDescriptor(FontDescriptor(name: name as String), size: size)
}

/// Creates a descriptor from name, family, style, traits, size and cascade list; other attributes
/// are ignored. Without a name it is Helvetica, or a monospaced font with `traitMonoSpace`.
public func CTFontDescriptorCreateWithAttributes(_ attributes: CFDictionary) -> CTFontDescriptor {
  CTFontDescriptor(FontAttributes(attributes), over: nil)
}

/// Creates a copy with some attributes replaced.
public func CTFontDescriptorCreateCopyWithAttributes(
  _ original: CTFontDescriptor, _ attributes: CFDictionary
) -> CTFontDescriptor {
  CTFontDescriptor(FontAttributes(attributes), over: original)
}

/// Creates a copy with the traits of `symTraitValue` among those in the mask.
public func CTFontDescriptorCreateCopyWithSymbolicTraits(
  _ original: CTFontDescriptor, _ symTraitValue: CTFontSymbolicTraits, _ symTraitMask: CTFontSymbolicTraits
) -> CTFontDescriptor? {
  let descriptor = original.descriptor.with(symTraitValue, mask: symTraitMask)
  return CTFontDescriptor(descriptor, size: original.size, fonts: original.fonts)
}

/// Creates a copy in another family.
public func CTFontDescriptorCreateCopyWithFamily(
  _ original: CTFontDescriptor, _ family: CFString
) -> CTFontDescriptor? {
  CTFontDescriptorCreateCopyWithAttributes(original, [kCTFontFamilyNameAttribute: family] as NSDictionary)
}

/// An attribute of the font that matches; nil for unknown attributes.
public func CTFontDescriptorCopyAttribute(_ descriptor: CTFontDescriptor, _ attribute: CFString) -> CFTypeRef? {
  if attribute == kCTFontSizeAttribute { return descriptor.size.map { NSNumber(value: Double($0)) } }
  return CTFontCopyAttribute(CTFontCreateWithFontDescriptor(descriptor, 0, nil), attribute)
}

// MARK: - Fonts of descriptors

/// Creates the font of a descriptor; its own size, or 12 points, if `size` is not above 0. The
/// matrix is ignored.
public func CTFontCreateWithFontDescriptor(
  _ descriptor: CTFontDescriptor, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?
) -> CTFont {
  let wanted = size.isFinite && size > 0 ? size : descriptor.size ?? CTFont.defaultSize
  return CTFont(descriptor.descriptor, size: wanted, fonts: descriptor.fonts)
}

/// The descriptor of a font.
public func CTFontCopyFontDescriptor(_ font: CTFont) -> CTFontDescriptor {
  CTFontDescriptor(font.descriptor, size: font.size, fonts: font.fonts)
}

/// Creates a copy with the attributes of a descriptor; the size stays if `size` is not above 0. The
/// matrix is ignored.
public func CTFontCreateCopyWithAttributes(
  _ font: CTFont, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?, _ attributes: CTFontDescriptor?
) -> CTFont {
  let wanted = size.isFinite && size > 0 ? size : attributes?.size ?? font.size
  return CTFont(attributes?.descriptor ?? font.descriptor, size: wanted, fonts: attributes?.fonts ?? font.fonts)
}

/// An attribute of a font; nil for unknown attributes.
public func CTFontCopyAttribute(_ font: CTFont, _ attribute: CFString) -> CFTypeRef? {
  switch attribute {
  case kCTFontNameAttribute: CTFontCopyPostScriptName(font)
  case kCTFontDisplayNameAttribute: CTFontCopyFullName(font)
  case kCTFontFamilyNameAttribute: CTFontCopyFamilyName(font)
  case kCTFontSizeAttribute: NSNumber(value: Double(font.size))
  case kCTFontTraitsAttribute: CTFontCopyTraits(font)
  case kCTFontCascadeListAttribute:
    NSArray(array: font.descriptor.cascade.map { CTFontDescriptor(FontDescriptor(name: $0), size: nil) })
  default: nil
  }
}

// MARK: - What attributes say

/// The attributes of a dictionary that are known here.
private struct FontAttributes {
  let name: String?
  let family: String?
  let style: String?
  let size: CGFloat?
  let symbolic: CTFontSymbolicTraits?
  let weight: Double?
  let slant: Double?
  let width: Double?
  let cascade: [String]?

  init(_ attributes: CFDictionary) {
    func text(_ key: CFString) -> String? {
      (attributes[key] ?? attributes[key as String]).flatMap { $0 as? String ?? ($0 as? NSString).map(String.init) }
    }
    let traits = (attributes[kCTFontTraitsAttribute] ?? attributes[kCTFontTraitsAttribute as String]) as? NSDictionary
    func number(_ key: CFString, in dictionary: NSDictionary?) -> Double? {
      (dictionary?[key] ?? dictionary?[key as String]).flatMap(TextAttributes.number)
    }
    name = text(kCTFontNameAttribute) ?? text(kCTFontDisplayNameAttribute)
    family = text(kCTFontFamilyNameAttribute)
    style = text(kCTFontStyleNameAttribute)
    size = number(kCTFontSizeAttribute, in: attributes).map { CGFloat($0) }
    symbolic = number(kCTFontSymbolicTrait, in: traits).flatMap { UInt32(exactly: $0) }.map(
      CTFontSymbolicTraits.init)
    weight = number(kCTFontWeightTrait, in: traits)
    slant = number(kCTFontSlantTrait, in: traits)
    width = number(kCTFontWidthTrait, in: traits)
    let fallbacks = attributes[kCTFontCascadeListAttribute] ?? attributes[kCTFontCascadeListAttribute as String]
    cascade = (fallbacks as? [Any] ?? (fallbacks as? NSArray).map { Array($0) })?
      .compactMap { ($0 as? CTFontDescriptor)?.descriptor.name }
  }
}

extension CTFontDescriptor {
  /// A descriptor of attributes, and of another's where they say nothing.
  fileprivate convenience init(_ attributes: FontAttributes, over other: CTFontDescriptor?) {
    let isEven = attributes.symbolic?.contains(.traitMonoSpace) ?? false
    var descriptor = other?.descriptor ?? FontDescriptor(name: isEven ? "monospace" : "Helvetica")
    if let name = attributes.name {
      descriptor = FontDescriptor(name: name)
    } else if let family = attributes.family {
      descriptor.name = attributes.style.map { "\(family) \($0)" } ?? family
    } else if let style = attributes.style {
      descriptor.name = "\(FontNameWords(descriptor.name).family) \(style)"
    }
    if let symbolic = attributes.symbolic {
      descriptor = descriptor.with(symbolic, mask: symbolic)
    }
    if let weight = attributes.weight { descriptor.weight = FontWeight.weight(trait: weight) }
    if let slant = attributes.slant { descriptor.isItalic = slant > 0 }
    if let width = attributes.width { descriptor.isCondensed = width < 0 }
    if let cascade = attributes.cascade { descriptor.cascade = cascade }
    self.init(descriptor, size: attributes.size ?? other?.size, fonts: other?.fonts ?? .system)
  }
}
