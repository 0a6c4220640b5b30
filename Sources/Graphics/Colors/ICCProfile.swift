import Foundation
import MultiplaneCLCMS2

/// A colour profile of the International Color Consortium, by lcms2: device numbers to CIE XYZ and
/// back, relative colorimetric.
///
/// `@unchecked Sendable`, because lcms2's transforms are pointers. The proof: nothing changes after
/// `init`, and transforms without a cache may be used by several threads at once (lcms2's manual,
/// "Thread safety").
final class ICCProfile: @unchecked Sendable {
  /// The longest profile, in bytes. Printers' have a few million.
  static let maximumBytes = 16 << 20
  /// The most channels of a format of lcms2.
  private static let mostChannels = 16

  let data: Data
  /// Grey, RGB, CMYK or Lab.
  let model: CGColorSpaceModel
  private let toXYZ: cmsHTRANSFORM
  /// Nil for a profile that only reads, as a scanner's.
  private let fromXYZ: cmsHTRANSFORM?

  /// Reads a profile; nil for what is none, or none of a device or colour space of the four models.
  init?(_ data: Data) {
    guard (128...Self.maximumBytes).contains(data.count),
      let profile = data.withUnsafeBytes({ cmsOpenProfileFromMem($0.baseAddress, cmsUInt32Number($0.count)) })
    else { return nil }
    defer { cmsCloseProfile(profile) }
    guard let model = Self.model(of: profile), let xyz = cmsCreateXYZProfile() else { return nil }
    defer { cmsCloseProfile(xyz) }
    // Doubles, of as many channels as the profile's space has.
    let own = cmsFormatterForColorspaceOfProfile(profile, 0, 1)
    let others = cmsFormatterForColorspaceOfProfile(xyz, 0, 1)
    let flags = cmsUInt32Number(cmsFLAGS_NOCACHE | cmsFLAGS_NOOPTIMIZE)
    let intent = cmsUInt32Number(INTENT_RELATIVE_COLORIMETRIC)
    guard let toXYZ = cmsCreateTransform(profile, own, xyz, others, intent, flags) else { return nil }
    (self.data, self.model, self.toXYZ) = (data, model, toXYZ)
    fromXYZ = cmsCreateTransform(xyz, others, profile, own, intent, flags)
  }

  deinit {
    cmsDeleteTransform(toXYZ)
    if let fromXYZ { cmsDeleteTransform(fromXYZ) }
  }

  static func model(of profile: cmsHPROFILE) -> CGColorSpaceModel? {
    switch cmsGetDeviceClass(profile) {
    case cmsSigInputClass, cmsSigDisplayClass, cmsSigOutputClass, cmsSigColorSpaceClass: break
    default: return nil
    }
    return switch cmsGetColorSpace(profile) {
    case cmsSigGrayData: .monochrome
    case cmsSigRgbData: .rgb
    case cmsSigCmykData: .cmyk
    case cmsSigLabData: .lab
    default: nil
    }
  }

  /// Whether colours can be converted to the profile's space.
  var canBeWritten: Bool { fromXYZ != nil }

  /// lcms2 counts ink in hundredths.
  private var unit: Double { model == .cmyk ? 100 : 1 }

  /// CIE XYZ, adapted to D65 with Y = 1 for white, of as many components as the space has.
  func xyz(_ components: [Double]) -> LinearColor {
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * Self.mostChannels) { numbers in
      numbers.initialize(repeating: 0)
      for (index, component) in components.prefix(Self.mostChannels).enumerated() { numbers[index] = component * unit }
      guard let start = numbers.baseAddress else { return .zero }
      let xyz = start + Self.mostChannels
      cmsDoTransform(toXYZ, start, xyz, 1)
      return WhitePoint.d50.adapted(LinearColor(xyz[0], xyz[1], xyz[2]), to: .d65)
    }
  }

  /// The components of a colour in CIE XYZ, adapted to D65; nil for a profile that only reads.
  func components(ofXYZ color: LinearColor) -> [Double]? {
    guard let fromXYZ else { return nil }
    let adapted = WhitePoint.d65.adapted(color, to: .d50)
    var components = [Double](repeating: 0, count: Self.mostChannels)
    cmsDoTransform(fromXYZ, [adapted.x, adapted.y, adapted.z], &components, 1)
    return components.map { $0 / unit }
  }
}

extension ICCProfile: Equatable {
  /// Whether the bytes are the same.
  static func == (a: ICCProfile, b: ICCProfile) -> Bool { a === b || a.data == b.data }
}

/// A white, in CIE XYZ with Y = 1.
struct WhitePoint: Sendable, Equatable {
  var xyz: LinearColor

  /// That of connections between profiles (ICC.1:2022, 7.2.16).
  static let d50 = WhitePoint(xyz: LinearColor(0.9642, 1, 0.8249))
  static let d65 = WhitePoint(x: 0.3127, y: 0.3290)

  init(xyz: LinearColor) { self.xyz = xyz }

  /// The white of a chromaticity.
  init(x: Double, y: Double) { xyz = LinearColor(x / y, 1, (1 - x - y) / y) }

  /// A colour seen under this white as it is seen under another, by Bradford's cone responses.
  func adapted(_ color: LinearColor, to other: WhitePoint) -> LinearColor {
    guard self != other else { return color }
    func cie(_ color: LinearColor) -> cmsCIEXYZ { cmsCIEXYZ(X: color.x, Y: color.y, Z: color.z) }
    var (source, target, value, result) = (cie(xyz), cie(other.xyz), cie(color), cmsCIEXYZ())
    guard cmsAdaptToIlluminant(&result, &source, &target, &value) != 0 else { return color }
    return LinearColor(result.X, result.Y, result.Z)
  }
}

/// CIE L*a*b*: lightness 0…100, and two numbers for red against green and yellow against blue.
struct LabEncoding: Sendable, Equatable {
  var white: WhitePoint
  /// The least and the greatest a, then b.
  var range: [Double]

  /// The ranges to which components are clamped.
  var limits: [ClosedRange<Double>] { [0...100, range[0]...range[1], range[2]...range[3]] }

  /// CIE XYZ, adapted to D65.
  func xyz(_ components: [Double]) -> LinearColor {
    var (lab, own, result) = (
      cmsCIELab(L: components[0], a: components[1], b: components[2]),
      cmsCIEXYZ(X: white.xyz.x, Y: white.xyz.y, Z: white.xyz.z), cmsCIEXYZ()
    )
    cmsLab2XYZ(&own, &result, &lab)
    return white.adapted(LinearColor(result.X, result.Y, result.Z), to: .d65)
  }

  /// The components of a colour in CIE XYZ, adapted to D65.
  func components(ofXYZ color: LinearColor) -> [Double] {
    let adapted = WhitePoint.d65.adapted(color, to: white)
    var (xyz, own, result) = (
      cmsCIEXYZ(X: adapted.x, Y: adapted.y, Z: adapted.z),
      cmsCIEXYZ(X: white.xyz.x, Y: white.xyz.y, Z: white.xyz.z), cmsCIELab()
    )
    cmsXYZ2Lab(&own, &result, &xyz)
    return [result.L, result.a, result.b]
  }
}
