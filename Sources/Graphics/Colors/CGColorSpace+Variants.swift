// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

import Foundation

extension CGColorSpace {
  /// The space of an ICC profile, grey, RGB, CMYK or Lab: `CFData` or a `CGDataProvider`; nil for what is no such profile.
  ///
  /// Colours are converted relative to the white of the medium, and cut off where the profile's device ends.
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

  /// The profile that the space was made of, or one of its primaries and its curve; nil where there is none: for PQ, HLG, Lab,
  /// XYZ, ink and patterns.
  public func copyICCData() -> CFData? {
    if let profile = encoding.profile { return profile.data as NSData }
    guard encoding.lab == nil else { return nil }
    return encoding.profileData(model: model, name: knownName ?? "RGB").map { $0 as NSData }
  }

  /// CIE L*a*b* of a white and a range of a and b, −100…100 each without one. `whitePoint` has three numbers, `range` four;
  /// the black point changes nothing. Nil for a white that is none (Y must be 1), or an empty range.
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

  /// A space of the same primaries; nil where that has no meaning: for profiles, Lab, XYZ, ink and patterns.
  fileprivate func variant(isLinear: Bool? = nil, isExtended: Bool) -> CGColorSpace? {
    guard model == .rgb || model == .monochrome, encoding.profile == nil else { return nil }
    let transfer = isLinear == true ? .linear : encoding.transfer
    let changed = ColorEncoding(primaries: encoding.primaries, transfer: transfer)
    return CGColorSpace.known(model, changed, isExtended: isExtended)
      ?? CGColorSpace(name: nil, model, changed, isExtended: isExtended)
  }
}

/// The space with numbers in proportion to light; nil for a space that is neither grey nor RGB, or that of a profile.
public func CGColorSpaceCreateLinearized(_ space: CGColorSpace) -> CGColorSpace? {
  space.variant(isLinear: true, isExtended: space.isExtended)
}

/// The space with numbers below 0 and above 1; nil for a space that is neither grey nor RGB, or that of a profile.
public func CGColorSpaceCreateExtended(_ space: CGColorSpace) -> CGColorSpace? { space.variant(isExtended: true) }

/// Both; nil for a space that is neither grey nor RGB, or that of a profile.
public func CGColorSpaceCreateExtendedLinearized(_ space: CGColorSpace) -> CGColorSpace? {
  space.variant(isLinear: true, isExtended: true)
}

/// The space with numbers 0…1; itself where it has no other.
public func CGColorSpaceCreateCopyWithStandardRange(_ s: CGColorSpace) -> CGColorSpace {
  s.isExtended ? s.variant(isExtended: false) ?? s : s
}

/// Whether numbers below 0 and above 1 are kept.
public func CGColorSpaceUsesExtendedRange(_ space: CGColorSpace) -> Bool { space.isExtended }

/// Whether the curve is one of high dynamic range, PQ or HLG.
public func CGColorSpaceUsesITUR_2100TF(_ s: CGColorSpace) -> Bool {
  CGColorSpaceIsPQBased(s) || CGColorSpaceIsHLGBased(s)
}

/// Whether the curve is the perceptual quantizer.
public func CGColorSpaceIsPQBased(_ s: CGColorSpace) -> Bool {
  s.encoding.profile == nil && s.encoding.transfer == .perceptualQuantizer
}

/// Whether the curve is hybrid log-gamma.
public func CGColorSpaceIsHLGBased(_ s: CGColorSpace) -> Bool {
  s.encoding.profile == nil && s.encoding.transfer == .hybridLogGamma
}

/// Whether colours brighter than white can be named: PQ, HLG, and numbers above 1.
public func CGColorSpaceIsHDR(_ space: CGColorSpace) -> Bool {
  space.isExtended || CGColorSpaceUsesITUR_2100TF(space)
}
