// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

import Foundation

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
  /// CIE XYZ with white at D50, Y = 1.
  public static var genericXYZ: CFString { "kCGColorSpaceGenericXYZ" }
  /// CIE L*a*b* with white at D50, a and b −128…127.
  public static var genericLab: CFString { "kCGColorSpaceGenericLab" }
  /// DCI-P3 of SMPTE RP 431-2, with its own white and a power of 2.6.
  public static var dcip3: CFString { "kCGColorSpaceDCIP3" }
  /// ROMM RGB of ISO 22028-2, with white at D50.
  public static var rommrgb: CFString { "kCGColorSpaceROMMRGB" }
  /// ACEScg, in proportion to light, with numbers below 0 and above 1.
  public static var acescgLinear: CFString { "kCGColorSpaceACESCGLinear" }
  /// The primaries of BT.2020 with the curve of sRGB.
  public static var itur_2020_sRGBGamma: CFString { "kCGColorSpaceITUR_2020_sRGBGamma" }
  /// Rec. ITU-R BT.2100: the primaries of BT.2020 with PQ, the perceptual quantizer, where 1 in sRGB is 203 cd/m².
  public static var itur_2100_PQ: CFString { "kCGColorSpaceITUR_2100_PQ" }
  /// Rec. ITU-R BT.2100: the primaries of BT.2020 with HLG, hybrid log-gamma, for a display of 1000 cd/m².
  public static var itur_2100_HLG: CFString { "kCGColorSpaceITUR_2100_HLG" }
  /// An older name of `itur_2100_PQ`.
  public static var itur_2020_PQ: CFString { "kCGColorSpaceITUR_2020_PQ" }
  /// An older name of `itur_2100_PQ`.
  public static var itur_2020_PQ_EOTF: CFString { "kCGColorSpaceITUR_2020_PQ_EOTF" }
  /// An older name of `itur_2100_HLG`.
  public static var itur_2020_HLG: CFString { "kCGColorSpaceITUR_2020_HLG" }
  /// Display P3 with PQ.
  public static var displayP3_PQ: CFString { "kCGColorSpaceDisplayP3_PQ" }
  /// An older name of `displayP3_PQ`.
  public static var displayP3_PQ_EOTF: CFString { "kCGColorSpaceDisplayP3_PQ_EOTF" }
  /// Display P3 with HLG.
  public static var displayP3_HLG: CFString { "kCGColorSpaceDisplayP3_HLG" }
  /// The primaries of BT.709 with PQ.
  public static var itur_709_PQ: CFString { "kCGColorSpaceITUR_709_PQ" }
  /// The primaries of BT.709 with HLG.
  public static var itur_709_HLG: CFString { "kCGColorSpaceITUR_709_HLG" }

  private static var deviceRGB: CFString { "kCGColorSpaceDeviceRGB" }
  private static var deviceGray: CFString { "kCGColorSpaceDeviceGray" }

  static let srgbSpace = CGColorSpace(sRGB, .rgb, .srgb)
  package static let extendedSRGBSpace = CGColorSpace(extendedSRGB, .rgb, .srgb, isExtended: true)
  static let grayGamma22Space = CGColorSpace(genericGrayGamma2_2, .monochrome, ColorEncoding(transfer: .gamma22))
  static let deviceGraySpace = CGColorSpace(deviceGray, .monochrome, .srgb)
  static let deviceCMYKSpace = CGColorSpace(deviceCMYK, .cmyk, .srgb)

  static let known: [String: CGColorSpace] = byName([
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
    dcip3: CGColorSpace(dcip3, .rgb, ColorEncoding(primaries: .dciP3, transfer: .gamma26)),
    rommrgb: CGColorSpace(rommrgb, .rgb, ColorEncoding(primaries: .romm, transfer: .romm)),
    acescgLinear: CGColorSpace(
      acescgLinear, .rgb, ColorEncoding(primaries: .acescg, transfer: .linear), isExtended: true),
    itur_2020_sRGBGamma: CGColorSpace(itur_2020_sRGBGamma, .rgb, ColorEncoding(primaries: .rec2020, transfer: .srgb)),
    itur_2100_PQ: CGColorSpace(itur_2100_PQ, .rgb, .rec2020PQ),
    itur_2100_HLG: CGColorSpace(itur_2100_HLG, .rgb, .rec2020HLG),
    itur_2020_PQ: CGColorSpace(itur_2020_PQ, .rgb, .rec2020PQ),
    itur_2020_PQ_EOTF: CGColorSpace(itur_2020_PQ_EOTF, .rgb, .rec2020PQ),
    itur_2020_HLG: CGColorSpace(itur_2020_HLG, .rgb, .rec2020HLG),
    displayP3_PQ: CGColorSpace(displayP3_PQ, .rgb, .displayP3PQ),
    displayP3_PQ_EOTF: CGColorSpace(displayP3_PQ_EOTF, .rgb, .displayP3PQ),
    displayP3_HLG: CGColorSpace(displayP3_HLG, .rgb, ColorEncoding(primaries: .displayP3, transfer: .hybridLogGamma)),
    itur_709_PQ: CGColorSpace(itur_709_PQ, .rgb, ColorEncoding(transfer: .perceptualQuantizer)),
    itur_709_HLG: CGColorSpace(itur_709_HLG, .rgb, ColorEncoding(transfer: .hybridLogGamma)),
    genericXYZ: CGColorSpace(genericXYZ, .XYZ, ColorEncoding(transfer: .linear), isExtended: true),
    genericLab: CGColorSpace(genericLab, .lab, .genericLab),
    deviceGray: deviceGraySpace,
    deviceCMYK: deviceCMYKSpace,
  ])

  /// The first of the named spaces, in order of their names, that has an encoding.
  static func known(_ model: CGColorSpaceModel, _ encoding: ColorEncoding, isExtended: Bool) -> CGColorSpace? {
    known.values.filter { $0.model == model && $0.encoding == encoding && $0.isExtended == isExtended }
      .min { ($0.knownName ?? "") < ($1.knownName ?? "") }
  }

  private static func byName(_ spaces: [CFString: CGColorSpace]) -> [String: CGColorSpace] {
    Dictionary(uniqueKeysWithValues: spaces.map { ($0 as String, $1) })
  }
}
