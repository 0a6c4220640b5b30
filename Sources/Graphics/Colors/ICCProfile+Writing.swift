import Foundation
import MultiplaneCLCMS2

extension ColorEncoding {
  /// The profile of a grey or RGB space, version 4, by lcms2; nil for curves that profiles have no
  /// formula for.
  ///
  /// The same bytes at any time: the date is fixed.
  func profileData(model: CGColorSpaceModel, name: String) -> Data? {
    guard model == .rgb || model == .monochrome, let curve = transfer.profileCurve else { return nil }
    defer { cmsFreeToneCurve(curve) }
    func chromaticity(_ xyz: LinearColor) -> cmsCIExyY { cmsCIExyY(x: xyz.x / xyz.sum(), y: xyz.y / xyz.sum(), Y: 1) }
    var white = chromaticity(WhitePoint.d65.xyz)
    let made: cmsHPROFILE?
    if model == .monochrome {
      made = cmsCreateGrayProfile(&white, curve)
    } else {
      let matrix = primaries.toXYZ
      var lights = cmsCIExyYTRIPLE(
        Red: chromaticity(matrix * LinearColor(1, 0, 0)), Green: chromaticity(matrix * LinearColor(0, 1, 0)),
        Blue: chromaticity(matrix * LinearColor(0, 0, 1)))
      made = [curve, curve, curve].withUnsafeBufferPointer { cmsCreateRGBProfile(&white, &lights, $0.baseAddress) }
    }
    guard let profile = made else { return nil }
    defer { cmsCloseProfile(profile) }
    if let text = cmsMLUalloc(nil, 1) {
      if cmsMLUsetASCII(text, "en", "US", name) != 0 {
        cmsWriteTag(profile, cmsSigProfileDescriptionTag, UnsafeRawPointer(text))
      }
      cmsMLUfree(text)
    }
    var count: cmsUInt32Number = 0
    guard cmsSaveProfileToMem(profile, nil, &count) != 0, count > 128 else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(count))
    guard cmsSaveProfileToMem(profile, &bytes, &count) != 0 else { return nil }
    // The header's date (ICC.1:2022, 7.2.8): 1 January 2000, midnight.
    bytes.replaceSubrange(24..<36, with: [0x07, 0xD0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0])
    return Data(bytes)
  }
}

extension TransferFunction {
  /// The curve from number to light as lcms2 has it, to be freed; nil for one without a formula.
  fileprivate var profileCurve: OpaquePointer? {
    switch self {
    case .linear: cmsBuildGamma(nil, 1)
    case .gamma18: cmsBuildGamma(nil, 1.8)
    case .gamma22: cmsBuildGamma(nil, 2.2)
    case .coreMedia: cmsBuildGamma(nil, Self.mediaPower)
    case .gamma26: cmsBuildGamma(nil, 2.6)
    case .adobeRGB: cmsBuildGamma(nil, Self.adobePower)
    // (a·x + b)^g from d on, c·x below: g, a, b, c, d.
    case .srgb: cmsBuildParametricToneCurve(nil, 4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
    case .rec2020:
      cmsBuildParametricToneCurve(
        nil, 4, [1 / 0.45, 1 / Self.alpha, (Self.alpha - 1) / Self.alpha, 1 / 4.5, 4.5 * Self.beta])
    case .romm: cmsBuildParametricToneCurve(nil, 4, [1.8, 1, 0, 1.0 / 16, 16.0 / 512])
    case .perceptualQuantizer, .hybridLogGamma: nil
    }
  }
}
