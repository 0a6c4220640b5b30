import Foundation
import MultiplaneCLCMS2

/// The colour information of an image file.
package enum ImageColors {
  /// sRGB, within the rounding to bytes.
  case sRGB
  case profile(ImageProfile)
  /// PQ or HLG.
  case highDynamicRange(ToneMapping)

  /// Converts unpremultiplied RGBA8 pixels, grey or RGB, to sRGB in place; alpha is unchanged.
  package func convert(rgba8 pixels: UnsafeMutableRawBufferPointer) {
    switch self {
    case .sRGB: break
    case .profile(let profile): profile.convert(rgba8: pixels)
    case .highDynamicRange(let mapping): mapping.convert(rgba8: pixels)
    }
  }

  /// Converts unpremultiplied colours, grey (three equal numbers) or RGB, to extended sRGB: colours
  /// outside the gamut have components outside 0…1.
  package func makeExtendedSRGB(_ colors: inout [SIMD3<Float>]) {
    switch self {
    case .sRGB: break
    case .profile(let profile): profile.makeExtendedSRGB(&colors)
    case .highDynamicRange(let mapping): mapping.makeExtendedSRGB(&colors)
    }
  }
}

/// The conversion of an image file's colours to sRGB: by lcms2, relative colorimetric. It clips to
/// the gamut of sRGB, except in `extendedSRGB`.
///
/// Not thread-safe.
package final class ImageProfile {
  /// The maximum size of an image's ICC profile, in bytes. Those of printers have some hundred
  /// thousand to three million.
  package static let maximumBytes = 4 << 20

  /// Grey, RGB or ink.
  private let model: CGColorSpaceModel
  private let profile: cmsHPROFILE
  /// From bytes to bytes of sRGB.
  private let toSRGB: cmsHTRANSFORM
  /// The sRGB bytes of each grey, four a grey; empty for other models.
  private var grays: [UInt8] = []

  deinit {
    cmsDeleteTransform(toSRGB)
    cmsCloseProfile(profile)
  }

  /// Takes over a profile, whether it is of use or not.
  private init?(owning profile: cmsHPROFILE, model: CGColorSpaceModel) {
    let format: cmsUInt32Number? =
      switch model {
      case .monochrome: CLCMS2_GRAY_8
      case .rgb: CLCMS2_RGBA_8
      case .cmyk: CLCMS2_CMYK_8
      default: nil
      }
    guard let format, let toSRGB = Self.transform(profile, format) else {
      cmsCloseProfile(profile)
      return nil
    }
    (self.model, self.profile, self.toSRGB) = (model, profile, toSRGB)
    if model == .monochrome {
      grays = [UInt8](repeating: 255, count: 256 * 4)
      cmsDoTransform(toSRGB, (0...255).map { UInt8($0) }, &grays, 256)
    }
  }

  private static func transform(_ profile: cmsHPROFILE, _ format: cmsUInt32Number) -> cmsHTRANSFORM? {
    guard let sRGB = cmsCreate_sRGBProfile() else { return nil }
    defer { cmsCloseProfile(sRGB) }
    // Greys are few, and lcms2's approximation for them is coarse near black.
    var flags: Int32 = 0
    if format == CLCMS2_RGBA_8 { flags = cmsFLAGS_COPY_ALPHA }
    if format == CLCMS2_GRAY_8 { flags = cmsFLAGS_NOOPTIMIZE }
    return cmsCreateTransform(
      profile, format, sRGB, CLCMS2_RGBA_8, cmsUInt32Number(INTENT_RELATIVE_COLORIMETRIC), cmsUInt32Number(flags))
  }

  /// Converts unpremultiplied RGBA8 pixels, grey or RGB, to sRGB in place; alpha is unchanged.
  fileprivate func convert(rgba8 pixels: UnsafeMutableRawBufferPointer) {
    guard model == .monochrome else {
      return cmsDoTransform(toSRGB, pixels.baseAddress, pixels.baseAddress, cmsUInt32Number(pixels.count / 4))
    }
    for pixel in stride(from: 0, to: pixels.count, by: 4) {
      let gray = Int(pixels[pixel]) * 4
      for channel in 0..<3 { pixels[pixel + channel] = grays[gray + channel] }
    }
  }

  /// Converts CMYK pixels, four bytes each and 255 for no ink, to opaque sRGB RGBA8 in place.
  ///
  /// - Parameter profile: nil for none. Each ink then lets a share of light through, and the shares
  ///   are multiplied: (1 − C)(1 − K). (Chromium, Pillow and ImageMagick do the same.)
  package static func convert(invertedInk pixels: UnsafeMutableRawBufferPointer, by profile: ImageProfile?) {
    if let profile, profile.model == .cmyk {
      for place in pixels.indices { pixels[place] = 255 - pixels[place] }
      cmsDoTransform(profile.toSRGB, pixels.baseAddress, pixels.baseAddress, cmsUInt32Number(pixels.count / 4))
    } else {
      for pixel in stride(from: 0, to: pixels.count, by: 4) {
        let key = Int(pixels[pixel + 3])
        for channel in pixel..<pixel + 3 { pixels[channel] = UInt8((Int(pixels[channel]) * key + 127) / 255) }
      }
    }
    for pixel in stride(from: 3, to: pixels.count, by: 4) { pixels[pixel] = 255 }
  }

  /// Converts unpremultiplied colours, grey (three equal numbers) or RGB, to extended sRGB: colours
  /// outside the gamut have components outside 0…1.
  fileprivate func makeExtendedSRGB(_ colors: inout [SIMD3<Float>]) {
    guard let xyz = cmsCreateXYZProfile() else { return }
    defer { cmsCloseProfile(xyz) }
    // Floats, of as many channels as the profile's space has; unbounded, as nothing is optimized.
    let transform = cmsCreateTransform(
      profile, cmsFormatterForColorspaceOfProfile(profile, 4, 1), xyz, cmsFormatterForColorspaceOfProfile(xyz, 4, 1),
      cmsUInt32Number(INTENT_RELATIVE_COLORIMETRIC), cmsUInt32Number(cmsFLAGS_NOCACHE | cmsFLAGS_NOOPTIMIZE))
    guard let transform else { return }
    defer { cmsDeleteTransform(transform) }
    var samples: [Float] = []
    samples.reserveCapacity(colors.count * 3)
    for color in colors {
      samples.append(color.x)
      guard model == .rgb else { continue }
      samples.append(color.y)
      samples.append(color.z)
    }
    var light = [Float](repeating: 0, count: colors.count * 3)
    cmsDoTransform(transform, samples, &light, cmsUInt32Number(colors.count))
    for index in colors.indices {
      let (x, y, z) = (Double(light[3 * index]), Double(light[3 * index + 1]), Double(light[3 * index + 2]))
      let linear = Self.linearSRGB.0 * x + Self.linearSRGB.1 * y + Self.linearSRGB.2 * z
      func encoded(_ light: Double) -> Float { Float(TransferFunction.srgb.encoded(light)) }
      colors[index] = SIMD3(encoded(linear.x), encoded(linear.y), encoded(linear.z))
    }
  }

  /// One unit of X, Y and Z, relative to the profiles' white point (D50), in linear sRGB.
  private static let linearSRGB: (LinearColor, LinearColor, LinearColor) = {
    func column(_ unit: LinearColor) -> LinearColor {
      RGBPrimaries.srgb.fromXYZ * WhitePoint.d50.adapted(unit, to: .d65)
    }
    return (column(LinearColor(1, 0, 0)), column(LinearColor(0, 1, 0)), column(LinearColor(0, 0, 1)))
  }()

  /// Whether no byte becomes another one by more than rounding.
  private var isSRGB: Bool {
    func isAlike(_ converted: [UInt8], _ given: [UInt8]) -> Bool {
      zip(converted, given).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
    }
    var colors: [UInt8] = []
    for level in 0...255 { colors += [UInt8(level), UInt8(level), UInt8(level), 255] }
    if model == .monochrome { return isAlike(grays, colors) }
    guard model == .rgb else { return false }
    let levels: [UInt8] = [0, 32, 64, 128, 192, 255]
    for red in levels {
      for green in levels {
        for blue in levels { colors += [red, green, blue, 255] }
      }
    }
    var converted = colors
    converted.withUnsafeMutableBytes { convert(rgba8: $0) }
    return isAlike(converted, colors)
  }

  private var colors: ImageColors { isSRGB ? .sRGB : .profile(self) }

  // MARK: What files say

  /// The colours of an ICC profile.
  ///
  /// - Parameter model: the model of the image: grey, RGB or CMYK.
  /// - Returns: nil for an invalid or too long profile, and for one of another model. Such profiles
  ///   are ignored.
  package static func colors(icc bytes: [UInt8], model: CGColorSpaceModel) -> ImageColors? {
    guard (128...maximumBytes).contains(bytes.count),
      let profile = cmsOpenProfileFromMem(bytes, cmsUInt32Number(bytes.count))
    else { return nil }
    guard ICCProfile.model(of: profile) == model else {
      cmsCloseProfile(profile)
      return nil
    }
    // A profile of high dynamic range also has the code points (ICC.1:2022, 9.2.17): a signature,
    // four zeros, and four bytes of which the first two are primaries and transfer function.
    var code = [UInt8](repeating: 0, count: 12)
    if model == .rgb, cmsReadRawTag(profile, cmsTagSignature(rawValue: cicpTag), &code, 12) == 12,
      case .highDynamicRange(let mapping) = colors(primaries: code[8], transfer: code[9])
    {
      cmsCloseProfile(profile)
      return .highDynamicRange(mapping)
    }
    return ImageProfile(owning: profile, model: model)?.colors
  }

  private static let cicpTag: UInt32 = 0x6369_6370

  /// The colours of code points (ITU-T H.273): primaries and transfer function.
  ///
  /// - Returns: nil for unknown ones.
  package static func colors(primaries: UInt8, transfer: UInt8) -> ImageColors? {
    let lights: [UInt8: RGBPrimaries] = [1: .srgb, 9: .rec2020, 12: .displayP3]
    let ranges: [UInt8: TransferFunction] = [16: .perceptualQuantizer, 18: .hybridLogGamma]
    if let lights = lights[primaries], let curve = ranges[transfer] {
      return .highDynamicRange(ToneMapping(ColorEncoding(primaries: lights, transfer: curve)))
    }
    let curves: [UInt8: TransferFunction] = [
      1: .rec2020, 4: .gamma22, 6: .rec2020, 8: .linear, 13: .srgb, 14: .rec2020, 15: .rec2020,
    ]
    guard let lights = lights[primaries], let curve = curves[transfer],
      let data = ColorEncoding(primaries: lights, transfer: curve).profileData(model: .rgb, name: "RGB")
    else { return nil }
    return colors(icc: [UInt8](data), model: .rgb)
  }

  /// The colours of chromaticities, x and y of white and three primaries, and a gamma.
  ///
  /// - Returns: nil for invalid chromaticities.
  package static func colors(chromaticities xy: [Double], power: Double) -> ImageColors? {
    guard xy.count == 8, xy.allSatisfy({ $0 >= 0 && $0 <= 1 }), xy[1] > 0, power > 0 else { return nil }
    guard let curve = cmsBuildGamma(nil, 1 / power) else { return nil }
    defer { cmsFreeToneCurve(curve) }
    func light(_ index: Int) -> cmsCIExyY { cmsCIExyY(x: xy[index], y: xy[index + 1], Y: 1) }
    var white = light(0)
    var lights = cmsCIExyYTRIPLE(Red: light(2), Green: light(4), Blue: light(6))
    let made = [curve, curve, curve].withUnsafeBufferPointer { cmsCreateRGBProfile(&white, &lights, $0.baseAddress) }
    guard let made else { return nil }
    return ImageProfile(owning: made, model: .rgb)?.colors
  }
}
