// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

import Foundation

extension CGColorSpace {
  /// sRGB (IEC 61966-2-1).
  public static var sRGB: CFString { "kCGColorSpaceSRGB" }
  /// sRGB primaries, linear.
  public static var linearSRGB: CFString { "kCGColorSpaceLinearSRGB" }
  /// sRGB with components outside 0…1.
  public static var extendedSRGB: CFString { "kCGColorSpaceExtendedSRGB" }
  /// Linear sRGB with components outside 0…1.
  public static var extendedLinearSRGB: CFString { "kCGColorSpaceExtendedLinearSRGB" }
  /// Display P3: DCI-P3 primaries, white point D65, and the transfer function of sRGB.
  public static var displayP3: CFString { "kCGColorSpaceDisplayP3" }
  /// Display P3 with components outside 0…1.
  public static var extendedDisplayP3: CFString { "kCGColorSpaceExtendedDisplayP3" }
  /// Linear Display P3.
  public static var linearDisplayP3: CFString { "kCGColorSpaceLinearDisplayP3" }
  /// Linear Display P3 with components outside 0…1.
  public static var extendedLinearDisplayP3: CFString { "kCGColorSpaceExtendedLinearDisplayP3" }
  /// Adobe RGB (1998).
  public static var adobeRGB1998: CFString { "kCGColorSpaceAdobeRGB1998" }
  /// ITU-R BT.709: the primaries of sRGB with a different transfer function.
  public static var itur_709: CFString { "kCGColorSpaceITUR_709" }
  /// ITU-R BT.2020.
  public static var itur_2020: CFString { "kCGColorSpaceITUR_2020" }
  /// BT.2020 with components outside 0…1.
  public static var extendedITUR_2020: CFString { "kCGColorSpaceExtendedITUR_2020" }
  /// Linear BT.2020.
  public static var linearITUR_2020: CFString { "kCGColorSpaceLinearITUR_2020" }
  /// Linear BT.2020 with components outside 0…1.
  public static var extendedLinearITUR_2020: CFString { "kCGColorSpaceExtendedLinearITUR_2020" }
  /// Grey with gamma 2.2.
  public static var genericGrayGamma2_2: CFString { "kCGColorSpaceGenericGrayGamma2_2" }
  /// Linear grey.
  public static var linearGray: CFString { "kCGColorSpaceLinearGray" }
  /// Grey with gamma 2.2, and components outside 0…1.
  public static var extendedGray: CFString { "kCGColorSpaceExtendedGray" }
  /// Linear grey with components outside 0…1.
  public static var extendedLinearGray: CFString { "kCGColorSpaceExtendedLinearGray" }
  /// Linear generic RGB, with the primaries of Apple's Generic RGB profile.
  public static var genericRGBLinear: CFString { "kCGColorSpaceGenericRGBLinear" }
  /// CMYK as printed on coated paper, close to Apple's Generic CMYK profile.
  public static var genericCMYK: CFString { "kCGColorSpaceGenericCMYK" }
  /// The space of video in Core Media: the primaries of BT.709, with a power of 1.961.
  public static var coreMedia709: CFString { "kCGColorSpaceCoreMedia709" }
  /// CMYK without a profile.
  public static var deviceCMYK: CFString { "kCGColorSpaceDeviceCMYK" }
  /// CIE XYZ, white point D50, Y = 1.
  public static var genericXYZ: CFString { "kCGColorSpaceGenericXYZ" }
  /// CIE L*a*b*, white point D50, a and b in −128…127.
  public static var genericLab: CFString { "kCGColorSpaceGenericLab" }
  /// DCI-P3 (SMPTE RP 431-2), with its own white point and gamma 2.6.
  public static var dcip3: CFString { "kCGColorSpaceDCIP3" }
  /// ROMM RGB (ISO 22028-2), white point D50.
  public static var rommrgb: CFString { "kCGColorSpaceROMMRGB" }
  /// ACEScg, linear, with components outside 0…1.
  public static var acescgLinear: CFString { "kCGColorSpaceACESCGLinear" }
  /// BT.2020 primaries with the transfer function of sRGB.
  public static var itur_2020_sRGBGamma: CFString { "kCGColorSpaceITUR_2020_sRGBGamma" }
  /// ITU-R BT.2100 PQ: BT.2020 primaries with the perceptual quantizer. sRGB white is 203 cd/m².
  public static var itur_2100_PQ: CFString { "kCGColorSpaceITUR_2100_PQ" }
  /// ITU-R BT.2100 HLG: BT.2020 primaries with hybrid log-gamma, for a display of 1000 cd/m².
  public static var itur_2100_HLG: CFString { "kCGColorSpaceITUR_2100_HLG" }
  /// An older name of `itur_2100_PQ`.
  public static var itur_2020_PQ: CFString { "kCGColorSpaceITUR_2020_PQ" }
  /// An older name of `itur_2100_PQ`.
  public static var itur_2020_PQ_EOTF: CFString { "kCGColorSpaceITUR_2020_PQ_EOTF" }
  /// An older name of `itur_2100_HLG`.
  public static var itur_2020_HLG: CFString { "kCGColorSpaceITUR_2020_HLG" }
  /// Display P3 primaries with PQ.
  public static var displayP3_PQ: CFString { "kCGColorSpaceDisplayP3_PQ" }
  /// An older name of `displayP3_PQ`.
  public static var displayP3_PQ_EOTF: CFString { "kCGColorSpaceDisplayP3_PQ_EOTF" }
  /// Display P3 primaries with HLG.
  public static var displayP3_HLG: CFString { "kCGColorSpaceDisplayP3_HLG" }
  /// BT.709 primaries with PQ.
  public static var itur_709_PQ: CFString { "kCGColorSpaceITUR_709_PQ" }
  /// BT.709 primaries with HLG.
  public static var itur_709_HLG: CFString { "kCGColorSpaceITUR_709_HLG" }

  /// Apple's older generic spaces of the power 1.8, which have no public constants any more.
  private static var genericRGB: CFString { "kCGColorSpaceGenericRGB" }
  private static var genericGray: CFString { "kCGColorSpaceGenericGray" }
  private static var deviceRGB: CFString { "kCGColorSpaceDeviceRGB" }
  private static var deviceGray: CFString { "kCGColorSpaceDeviceGray" }

  static let srgbSpace = CGColorSpace(sRGB, .rgb, .srgb)
  package static let extendedSRGBSpace = CGColorSpace(extendedSRGB, .rgb, .srgb, isExtended: true)
  static let grayGamma22Space = CGColorSpace(genericGrayGamma2_2, .monochrome, ColorEncoding(transfer: .gamma22))
  /// Generic grey, of the power 1.8.
  static let genericGraySpace = CGColorSpace(genericGray, .monochrome, ColorEncoding(transfer: .gamma18))
  /// Generic RGB, in which gradients without a space are mixed.
  package static let genericRGBSpace = CGColorSpace(genericRGB, .rgb, .genericRGB)
  static let genericCMYKSpace = CGColorSpace(genericCMYK, .cmyk, .genericCMYK)
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
    coreMedia709: CGColorSpace(coreMedia709, .rgb, ColorEncoding(transfer: .coreMedia)),
    genericRGB: genericRGBSpace,
    genericGray: genericGraySpace,
    genericCMYK: genericCMYKSpace,
    genericRGBLinear: CGColorSpace(
      genericRGBLinear, .rgb, ColorEncoding(primaries: .genericRGB, transfer: .linear)),
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
