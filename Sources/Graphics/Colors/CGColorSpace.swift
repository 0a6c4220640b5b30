// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

import Foundation

/// The models of colour spaces. Raw values are Apple's.
public enum CGColorSpaceModel: Int32, Sendable {
  /// An unknown model.
  case unknown = -1
  /// Grey.
  case monochrome
  /// Red, green and blue.
  case rgb
  /// Cyan, magenta, yellow and black.
  case cmyk
  /// Lightness and two chroma axes (CIE L*a*b*).
  case lab
  /// Any number of colorants.
  case deviceN
  /// Indices into a colour table.
  case indexed
  /// Patterns.
  case pattern
  /// Tristimulus values (CIE XYZ).
  case XYZ
}

/// A colour space: the meaning of a colour's components.
///
/// Immutable. Two spaces are equal if their names are, or, without names, their definitions. Device
/// RGB is sRGB, because displays count as sRGB here.
public final class CGColorSpace: Sendable {
  /// The model: the number and the kind of components.
  public let model: CGColorSpaceModel
  /// The name, one of the constants of this class; nil for spaces without one.
  public var name: CFString? { knownName as CFString? }
  /// The name, or nil.
  package let knownName: String?
  /// How the numbers become light.
  let encoding: ColorEncoding
  /// Whether components may be outside 0…1, for colours outside the gamut and brighter than white.
  package let isExtended: Bool
  /// The base space of an indexed space, or of a pattern space for the colours of uncoloured
  /// patterns; else nil.
  public let baseColorSpace: CGColorSpace?

  convenience init(
    _ name: CFString, _ model: CGColorSpaceModel, _ encoding: ColorEncoding, isExtended: Bool = false
  ) {
    self.init(name: name as String, model, encoding, isExtended: isExtended)
  }

  /// A space that may have no name.
  init(
    name: String?, _ model: CGColorSpaceModel, _ encoding: ColorEncoding, isExtended: Bool = false,
    base: CGColorSpace? = nil
  ) {
    knownName = name
    self.model = model
    self.encoding = encoding
    self.isExtended = isExtended
    baseColorSpace = base
  }

  /// A copy of another space.
  convenience init(_ other: CGColorSpace) {
    self.init(
      name: other.knownName, other.model, other.encoding, isExtended: other.isExtended, base: other.baseColorSpace)
  }

  /// Creates a pattern space: for coloured patterns without a base space, for uncoloured ones with
  /// colours of `baseSpace`.
  ///
  /// Nil if the base is itself a pattern space.
  public init?(patternBaseSpace baseSpace: CGColorSpace?) {
    guard baseSpace?.model != .pattern else { return nil }
    knownName = nil
    model = .pattern
    encoding = .srgb
    isExtended = false
    baseColorSpace = baseSpace
  }

  /// Creates the space with a name, one of the constants of this class; nil for other names.
  public convenience init?(name: CFString) {
    guard let known = CGColorSpace.known[name as String] else { return nil }
    self.init(known)
  }

  /// The number of colour components, excluding alpha.
  public var numberOfComponents: Int {
    switch model {
    case .monochrome, .indexed: 1
    case .cmyk: 4
    case .pattern: baseColorSpace?.numberOfComponents ?? 0
    default: 3
    }
  }

  /// Whether a context may use the space; false for pattern and indexed spaces, and for input-only
  /// profiles.
  public var supportsOutput: Bool {
    model != .pattern && model != .indexed && encoding.profile?.canBeWritten ?? true
  }

  /// Whether its gamut exceeds that of sRGB.
  public var isWideGamutRGB: Bool {
    guard model == .rgb, encoding.profile != nil || encoding.calibration != nil else {
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
  /// Whether two spaces have equal names, equal base spaces of patterns, or equal definitions.
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

/// The device RGB space, which is sRGB.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace.srgbSpace }

/// The device grey space: grey g is the sRGB colour (g, g, g).
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { CGColorSpace.deviceGraySpace }

/// The device CMYK space, which has no profile.
public func CGColorSpaceCreateDeviceCMYK() -> CGColorSpace { CGColorSpace.deviceCMYKSpace }
