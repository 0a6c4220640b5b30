// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

import Foundation

extension CGColorSpace {
  /// Creates a space from an ICC profile for grey, RGB, CMYK or Lab: `CFData` or a
  /// `CGDataProvider`. Nil for other data.
  ///
  /// Conversion is relative colorimetric and clips at the gamut of the profile.
  public convenience init?(iccData data: CFTypeRef) {
    let bytes: Data
    switch data {
    case let data as CFData: bytes = Data(referencing: data)
    case let provider as CGDataProvider: bytes = provider.bytes
    default: return nil
    }
    guard let profile = ICCProfile(bytes) else { return nil }
    var encoding = ColorEncoding(transfer: .linear)
    encoding.profile = profile
    // As Lab profiles store them.
    if profile.model == .lab { encoding.lab = LabEncoding(white: .d50, range: [-128, 127, -128, 127]) }
    self.init(name: nil, profile.model, encoding)
  }

  /// The space's ICC profile, or one made from its primaries and transfer function. Nil for PQ,
  /// HLG, Lab, XYZ, calibrated and indexed spaces, CMYK without a profile and patterns, which have
  /// none.
  public func copyICCData() -> CFData? {
    if let profile = encoding.profile { return profile.data as NSData }
    guard encoding.lab == nil, encoding.calibration == nil, encoding.inks == nil else { return nil }
    return encoding.profileData(model: model, name: knownName ?? "RGB").map { $0 as NSData }
  }

  /// Creates a CIE L*a*b* space.
  ///
  /// - Parameters:
  ///   - whitePoint: three numbers; Y must be 1, or the result is nil.
  ///   - blackPoint: has no effect.
  ///   - range: minimum and maximum of a and of b; nil for −100…100. An empty range gives nil.
  public convenience init?(
    labWhitePoint whitePoint: UnsafePointer<CGFloat>, blackPoint: UnsafePointer<CGFloat>?,
    range: UnsafePointer<CGFloat>?
  ) {
    let white = (0..<3).map { Double(whitePoint[$0]) }
    let limits = range.map { range in (0..<4).map { Double(range[$0]) } } ?? [-100, 100, -100, 100]
    guard white[0] > 0, white[0] < 10, white[1] == 1, white[2] > 0, white[2] < 10,
      limits.allSatisfy(\.isFinite), limits[0] < limits[1], limits[2] < limits[3]
    else { return nil }
    var encoding = ColorEncoding(transfer: .linear)
    encoding.lab = LabEncoding(white: WhitePoint(xyz: LinearColor(white[0], 1, white[2])), range: limits)
    self.init(name: nil, .lab, encoding)
  }

  /// A space of the same primaries; nil where that has no meaning: for profiles, Lab, XYZ, ink and
  /// patterns.
  fileprivate func variant(isLinear: Bool? = nil, isExtended: Bool) -> CGColorSpace? {
    guard model == .rgb || model == .monochrome, encoding.profile == nil, encoding.calibration == nil else {
      return nil
    }
    let transfer = isLinear == true ? .linear : encoding.transfer
    let changed = ColorEncoding(primaries: encoding.primaries, transfer: transfer)
    return CGColorSpace.known(model, changed, isExtended: isExtended)
      ?? CGColorSpace(name: nil, model, changed, isExtended: isExtended)
  }
}

/// The space with linear components; nil for spaces other than grey and RGB, and for ICC profiles.
public func CGColorSpaceCreateLinearized(_ space: CGColorSpace) -> CGColorSpace? {
  space.variant(isLinear: true, isExtended: space.isExtended)
}

/// The space with components outside 0…1; nil for spaces other than grey and RGB, and for ICC
/// profiles.
public func CGColorSpaceCreateExtended(_ space: CGColorSpace) -> CGColorSpace? { space.variant(isExtended: true) }

/// The space with linear components outside 0…1; nil for spaces other than grey and RGB, and for
/// ICC profiles.
public func CGColorSpaceCreateExtendedLinearized(_ space: CGColorSpace) -> CGColorSpace? {
  space.variant(isLinear: true, isExtended: true)
}

/// The space with components in 0…1; the space itself if it has no such variant.
public func CGColorSpaceCreateCopyWithStandardRange(_ s: CGColorSpace) -> CGColorSpace {
  s.isExtended ? s.variant(isExtended: false) ?? s : s
}

/// Whether components may be outside 0…1.
public func CGColorSpaceUsesExtendedRange(_ space: CGColorSpace) -> Bool { space.isExtended }

/// Whether the transfer function is PQ or HLG.
public func CGColorSpaceUsesITUR_2100TF(_ s: CGColorSpace) -> Bool {
  CGColorSpaceIsPQBased(s) || CGColorSpaceIsHLGBased(s)
}

/// Whether the transfer function is PQ, the perceptual quantizer.
public func CGColorSpaceIsPQBased(_ s: CGColorSpace) -> Bool {
  s.encoding.profile == nil && s.encoding.transfer == .perceptualQuantizer
}

/// Whether the transfer function is HLG, hybrid log-gamma.
public func CGColorSpaceIsHLGBased(_ s: CGColorSpace) -> Bool {
  s.encoding.profile == nil && s.encoding.transfer == .hybridLogGamma
}

/// Whether the space has colours brighter than white: PQ, HLG, or components above 1.
public func CGColorSpaceIsHDR(_ space: CGColorSpace) -> Bool {
  space.isExtended || CGColorSpaceUsesITUR_2100TF(space)
}
