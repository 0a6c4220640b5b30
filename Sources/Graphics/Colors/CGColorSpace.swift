// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

import Foundation

/// The kinds of colour space; the numbers are Apple's.
public enum CGColorSpaceModel: Int32, Sendable {
  /// A model that is not known.
  case unknown = -1
  /// Grey.
  case monochrome
  /// Red, green and blue.
  case rgb
  /// Cyan, magenta, yellow and black.
  case cmyk
  /// Lightness and two axes of colour (CIE Lab).
  case lab
  /// Any number of colorants.
  case deviceN
  /// Indices into a table of colours.
  case indexed
  /// Patterns.
  case pattern
  /// Tristimulus values (CIE XYZ).
  case XYZ
}

/// What the numbers of a colour mean. Immutable; two spaces of the same name are equal, and two without one that mean the same.
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

  convenience init(
    _ name: CFString, _ model: CGColorSpaceModel, _ encoding: ColorEncoding, isExtended: Bool = false
  ) {
    self.init(name: name as String, model, encoding, isExtended: isExtended)
  }

  /// A space that may have no name.
  init(name: String?, _ model: CGColorSpaceModel, _ encoding: ColorEncoding, isExtended: Bool = false) {
    knownName = name
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
    self.init(name: known.knownName, known.model, known.encoding, isExtended: known.isExtended)
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

  /// Whether a context may have it: no space of patterns, and no profile that only reads.
  public var supportsOutput: Bool { model != .pattern && encoding.profile?.canBeWritten ?? true }

  /// Whether more colours than those of sRGB can be named in it.
  public var isWideGamutRGB: Bool {
    guard model == .rgb, encoding.profile != nil else {
      return model == .rgb && (isExtended || encoding.primaries != .srgb)
    }
    let primaries: [[Double]] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    return primaries.contains { primary in
      // A hundredth: numbers in profiles are rounded.
      convert(primary, to: .extendedSRGBSpace).contains { $0 < -0.01 || $0 > 1.01 }
    }
  }
}

extension CGColorSpace: Hashable {
  /// Whether the names are the same, of spaces of patterns those of their bases, else whether they mean the same.
  public static func == (a: CGColorSpace, b: CGColorSpace) -> Bool {
    guard a !== b else { return true }
    guard a.knownName == b.knownName, a.model == b.model, a.baseColorSpace == b.baseColorSpace else { return false }
    return a.knownName != nil || (a.encoding == b.encoding && a.isExtended == b.isExtended)
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
