// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

import Foundation

/// The kinds of colour space; the numbers are Apple's.
public enum CGColorSpaceModel: Int32, Sendable {
  case unknown = -1
  case monochrome
  case rgb
  case cmyk
  case lab
  case deviceN
  case indexed
  case pattern
  case XYZ
}

/// What the numbers of a colour mean. Immutable; two spaces of the same name are equal.
///
/// Device spaces are taken for the display's, and a display for sRGB: device RGB is sRGB itself.
public final class CGColorSpace: Sendable {
  /// How many numbers and of what kind a colour has.
  public let model: CGColorSpaceModel
  /// Apple's name of the space, one of the constants of this class.
  public var name: CFString? { knownName as CFString? }
  /// The same, or nil.
  package let knownName: String?
  /// How the numbers become light.
  let encoding: ColorEncoding
  /// Whether numbers below 0 and above 1 are kept, for colours outside the gamut and brighter than white.
  package let isExtended: Bool
  /// Of a space of patterns the one in which uncoloured patterns are given their colour; else nil.
  public let baseColorSpace: CGColorSpace?

  init(_ name: CFString, _ model: CGColorSpaceModel, _ encoding: ColorEncoding, isExtended: Bool = false) {
    knownName = name as String
    self.model = model
    self.encoding = encoding
    self.isExtended = isExtended
    baseColorSpace = nil
  }

  /// The space of patterns: coloured ones without a base space, others painted with colours of `baseSpace`.
  ///
  /// Nil for a space of patterns as the base.
  public init?(patternBaseSpace baseSpace: CGColorSpace?) {
    guard baseSpace?.model != .pattern else { return nil }
    knownName = nil
    model = .pattern
    encoding = .srgb
    isExtended = false
    baseColorSpace = baseSpace
  }

  /// The space with one of the names below; nil for a name that is not among them.
  public convenience init?(name: CFString) {
    guard let known = CGColorSpace.known[name as String] else { return nil }
    self.init(known.name ?? name, known.model, known.encoding, isExtended: known.isExtended)
  }

  /// The number of colour components, without alpha.
  public var numberOfComponents: Int {
    switch model {
    case .monochrome: 1
    case .cmyk: 4
    case .pattern: baseColorSpace?.numberOfComponents ?? 0
    default: 3
    }
  }

  /// Whether a context may have it; no space of patterns.
  public var supportsOutput: Bool { model != .pattern }

  /// Whether more colours than those of sRGB can be named in it.
  public var isWideGamutRGB: Bool {
    model == .rgb && (isExtended || encoding.primaries != .srgb)
  }
}

extension CGColorSpace {
  /// sRGB, IEC 61966-2-1.
  public static var sRGB: CFString { "kCGColorSpaceSRGB" }
  /// The primaries of sRGB with numbers in proportion to light.
  public static var linearSRGB: CFString { "kCGColorSpaceLinearSRGB" }
  /// sRGB with numbers below 0 and above 1.
  public static var extendedSRGB: CFString { "kCGColorSpaceExtendedSRGB" }
  /// Linear sRGB with numbers below 0 and above 1.
  public static var extendedLinearSRGB: CFString { "kCGColorSpaceExtendedLinearSRGB" }
  /// The primaries of DCI-P3, the white point D65 and the transfer function of sRGB.
  public static var displayP3: CFString { "kCGColorSpaceDisplayP3" }
  /// Display P3 with numbers below 0 and above 1.
  public static var extendedDisplayP3: CFString { "kCGColorSpaceExtendedDisplayP3" }
  /// Display P3 in proportion to light.
  public static var linearDisplayP3: CFString { "kCGColorSpaceLinearDisplayP3" }
  /// Display P3 in proportion to light with numbers below 0 and above 1.
  public static var extendedLinearDisplayP3: CFString { "kCGColorSpaceExtendedLinearDisplayP3" }
  /// Adobe RGB (1998).
  public static var adobeRGB1998: CFString { "kCGColorSpaceAdobeRGB1998" }
  /// Rec. ITU-R BT.709: the primaries of sRGB with its own transfer function.
  public static var itur_709: CFString { "kCGColorSpaceITUR_709" }
  /// Rec. ITU-R BT.2020.
  public static var itur_2020: CFString { "kCGColorSpaceITUR_2020" }
  /// BT.2020 with numbers below 0 and above 1.
  public static var extendedITUR_2020: CFString { "kCGColorSpaceExtendedITUR_2020" }
  /// BT.2020 in proportion to light.
  public static var linearITUR_2020: CFString { "kCGColorSpaceLinearITUR_2020" }
  /// BT.2020 in proportion to light with numbers below 0 and above 1.
  public static var extendedLinearITUR_2020: CFString { "kCGColorSpaceExtendedLinearITUR_2020" }
  /// Grey with a pure power of 2.2.
  public static var genericGrayGamma2_2: CFString { "kCGColorSpaceGenericGrayGamma2_2" }
  /// Grey in proportion to light.
  public static var linearGray: CFString { "kCGColorSpaceLinearGray" }
  /// Grey with a pure power of 2.2 and numbers below 0 and above 1.
  public static var extendedGray: CFString { "kCGColorSpaceExtendedGray" }
  /// Grey in proportion to light with numbers below 0 and above 1.
  public static var extendedLinearGray: CFString { "kCGColorSpaceExtendedLinearGray" }
  /// Generic RGB in proportion to light; its primaries are taken to be those of sRGB.
  public static var genericRGBLinear: CFString { "kCGColorSpaceGenericRGBLinear" }
  /// Ink without a profile.
  public static var deviceCMYK: CFString { "kCGColorSpaceDeviceCMYK" }

  private static var deviceRGB: CFString { "kCGColorSpaceDeviceRGB" }
  private static var deviceGray: CFString { "kCGColorSpaceDeviceGray" }

  static let srgbSpace = CGColorSpace(sRGB, .rgb, .srgb)
  package static let extendedSRGBSpace = CGColorSpace(extendedSRGB, .rgb, .srgb, isExtended: true)
  static let grayGamma22Space = CGColorSpace(genericGrayGamma2_2, .monochrome, ColorEncoding(transfer: .gamma22))
  static let deviceGraySpace = CGColorSpace(deviceGray, .monochrome, .srgb)
  static let deviceCMYKSpace = CGColorSpace(deviceCMYK, .cmyk, .srgb)

  private static let known: [String: CGColorSpace] = byName([
    sRGB: srgbSpace,
    deviceRGB: srgbSpace,
    linearSRGB: CGColorSpace(linearSRGB, .rgb, ColorEncoding(transfer: .linear)),
    extendedSRGB: extendedSRGBSpace,
    extendedLinearSRGB: CGColorSpace(extendedLinearSRGB, .rgb, ColorEncoding(transfer: .linear), isExtended: true),
    displayP3: CGColorSpace(displayP3, .rgb, .displayP3),
    extendedDisplayP3: CGColorSpace(extendedDisplayP3, .rgb, .displayP3, isExtended: true),
    linearDisplayP3: CGColorSpace(linearDisplayP3, .rgb, .linearDisplayP3),
    extendedLinearDisplayP3: CGColorSpace(extendedLinearDisplayP3, .rgb, .linearDisplayP3, isExtended: true),
    adobeRGB1998: CGColorSpace(adobeRGB1998, .rgb, .adobeRGB),
    itur_709: CGColorSpace(itur_709, .rgb, ColorEncoding(transfer: .rec2020)),
    itur_2020: CGColorSpace(itur_2020, .rgb, .rec2020),
    extendedITUR_2020: CGColorSpace(extendedITUR_2020, .rgb, .rec2020, isExtended: true),
    linearITUR_2020: CGColorSpace(linearITUR_2020, .rgb, .linearRec2020),
    extendedLinearITUR_2020: CGColorSpace(extendedLinearITUR_2020, .rgb, .linearRec2020, isExtended: true),
    genericRGBLinear: CGColorSpace(genericRGBLinear, .rgb, ColorEncoding(transfer: .linear)),
    genericGrayGamma2_2: grayGamma22Space,
    linearGray: CGColorSpace(linearGray, .monochrome, ColorEncoding(transfer: .linear)),
    extendedGray: CGColorSpace(extendedGray, .monochrome, ColorEncoding(transfer: .gamma22), isExtended: true),
    extendedLinearGray: CGColorSpace(
      extendedLinearGray, .monochrome, ColorEncoding(transfer: .linear), isExtended: true),
    deviceGray: deviceGraySpace,
    deviceCMYK: deviceCMYKSpace,
  ])

  private static func byName(_ spaces: [CFString: CGColorSpace]) -> [String: CGColorSpace] {
    Dictionary(uniqueKeysWithValues: spaces.map { ($0 as String, $1) })
  }
}

extension CGColorSpace: Hashable {
  /// Whether the names are the same, of spaces of patterns those of their bases.
  public static func == (a: CGColorSpace, b: CGColorSpace) -> Bool {
    a === b || (a.knownName == b.knownName && a.model == b.model && a.baseColorSpace == b.baseColorSpace)
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(knownName ?? baseColorSpace?.knownName)
  }
}

/// The display's RGB space, which is sRGB.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace.srgbSpace }

/// The display's grey: a grey g is the sRGB colour (g, g, g).
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { CGColorSpace.deviceGraySpace }

/// Ink without a profile.
public func CGColorSpaceCreateDeviceCMYK() -> CGColorSpace { CGColorSpace.deviceCMYKSpace }
