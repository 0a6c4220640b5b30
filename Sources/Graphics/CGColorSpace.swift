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
  public let name: String?
  /// How the numbers become light.
  let encoding: ColorEncoding
  /// Whether numbers below 0 and above 1 are kept, for colours outside the gamut and brighter than white.
  package let isExtended: Bool
  /// Of a space of patterns the one in which uncoloured patterns are given their colour; else nil.
  public let baseColorSpace: CGColorSpace?

  init(_ name: String, _ model: CGColorSpaceModel, _ encoding: ColorEncoding, isExtended: Bool = false) {
    self.name = name
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
    name = nil
    model = .pattern
    encoding = .srgb
    isExtended = false
    baseColorSpace = baseSpace
  }

  /// The space with one of the names below; nil for a name that is not among them.
  public convenience init?(name: String) {
    guard let known = CGColorSpace.known[name] else { return nil }
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

  /// Whether more colours than those of sRGB can be named in it.
  public var isWideGamutRGB: Bool {
    model == .rgb && (isExtended || encoding.primaries == .displayP3)
  }
}

extension CGColorSpace {
  /// sRGB, IEC 61966-2-1.
  public static let sRGB = "kCGColorSpaceSRGB"
  /// The primaries of sRGB with numbers in proportion to light.
  public static let linearSRGB = "kCGColorSpaceLinearSRGB"
  /// sRGB with numbers below 0 and above 1.
  public static let extendedSRGB = "kCGColorSpaceExtendedSRGB"
  /// Linear sRGB with numbers below 0 and above 1.
  public static let extendedLinearSRGB = "kCGColorSpaceExtendedLinearSRGB"
  /// The primaries of DCI-P3, the white point D65 and the transfer function of sRGB.
  public static let displayP3 = "kCGColorSpaceDisplayP3"
  /// Display P3 with numbers below 0 and above 1.
  public static let extendedDisplayP3 = "kCGColorSpaceExtendedDisplayP3"
  /// Display P3 in proportion to light.
  public static let linearDisplayP3 = "kCGColorSpaceLinearDisplayP3"
  /// Display P3 in proportion to light with numbers below 0 and above 1.
  public static let extendedLinearDisplayP3 = "kCGColorSpaceExtendedLinearDisplayP3"
  /// Grey with a pure power of 2.2.
  public static let genericGrayGamma2_2 = "kCGColorSpaceGenericGrayGamma2_2"
  /// Grey in proportion to light.
  public static let linearGray = "kCGColorSpaceLinearGray"
  /// Grey with a pure power of 2.2 and numbers below 0 and above 1.
  public static let extendedGray = "kCGColorSpaceExtendedGray"
  /// Grey in proportion to light with numbers below 0 and above 1.
  public static let extendedLinearGray = "kCGColorSpaceExtendedLinearGray"
  /// Generic RGB in proportion to light; its primaries are taken to be those of sRGB.
  public static let genericRGBLinear = "kCGColorSpaceGenericRGBLinear"
  /// Ink without a profile.
  public static let deviceCMYK = "kCGColorSpaceDeviceCMYK"

  private static let deviceRGB = "kCGColorSpaceDeviceRGB"
  private static let deviceGray = "kCGColorSpaceDeviceGray"

  static let srgbSpace = CGColorSpace(sRGB, .rgb, .srgb)
  static let grayGamma22Space = CGColorSpace(genericGrayGamma2_2, .monochrome, ColorEncoding(transfer: .gamma22))
  static let deviceGraySpace = CGColorSpace(deviceGray, .monochrome, .srgb)
  static let deviceCMYKSpace = CGColorSpace(deviceCMYK, .cmyk, .srgb)

  private static let known: [String: CGColorSpace] = [
    sRGB: srgbSpace,
    deviceRGB: srgbSpace,
    linearSRGB: CGColorSpace(linearSRGB, .rgb, ColorEncoding(transfer: .linear)),
    extendedSRGB: CGColorSpace(extendedSRGB, .rgb, .srgb, isExtended: true),
    extendedLinearSRGB: CGColorSpace(extendedLinearSRGB, .rgb, ColorEncoding(transfer: .linear), isExtended: true),
    displayP3: CGColorSpace(displayP3, .rgb, .displayP3),
    extendedDisplayP3: CGColorSpace(extendedDisplayP3, .rgb, .displayP3, isExtended: true),
    linearDisplayP3: CGColorSpace(linearDisplayP3, .rgb, .linearDisplayP3),
    extendedLinearDisplayP3: CGColorSpace(extendedLinearDisplayP3, .rgb, .linearDisplayP3, isExtended: true),
    genericRGBLinear: CGColorSpace(genericRGBLinear, .rgb, ColorEncoding(transfer: .linear)),
    genericGrayGamma2_2: grayGamma22Space,
    linearGray: CGColorSpace(linearGray, .monochrome, ColorEncoding(transfer: .linear)),
    extendedGray: CGColorSpace(extendedGray, .monochrome, ColorEncoding(transfer: .gamma22), isExtended: true),
    extendedLinearGray: CGColorSpace(
      extendedLinearGray, .monochrome, ColorEncoding(transfer: .linear), isExtended: true),
    deviceGray: deviceGraySpace,
    deviceCMYK: deviceCMYKSpace,
  ]
}

extension CGColorSpace: Hashable {
  /// Whether the names are the same, of spaces of patterns those of their bases.
  public static func == (a: CGColorSpace, b: CGColorSpace) -> Bool {
    a === b || (a.name == b.name && a.model == b.model && a.baseColorSpace == b.baseColorSpace)
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name ?? baseColorSpace?.name)
  }
}

/// The display's RGB space, which is sRGB.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace.srgbSpace }

/// The display's grey: a grey g is the sRGB colour (g, g, g).
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { CGColorSpace.deviceGraySpace }

/// Ink without a profile.
public func CGColorSpaceCreateDeviceCMYK() -> CGColorSpace { CGColorSpace.deviceCMYKSpace }
