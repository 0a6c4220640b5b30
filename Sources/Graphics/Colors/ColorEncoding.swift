import Foundation

/// How numbers of a colour space stand for light: the primaries that they mix, and the curve from
/// number to light.
struct ColorEncoding: Sendable, Equatable {
  var primaries: RGBPrimaries
  var transfer: TransferFunction
  /// The profile that defines the encoding; nil for primaries and a curve.
  var profile: ICCProfile?
  /// L*a*b* instead; nil for primaries and a curve.
  var lab: LabEncoding?
  /// A calibrated space instead; nil for primaries and a curve.
  var calibration: CalibratedEncoding?
  /// Printed inks instead; nil for primaries and a curve.
  var inks: InkEncoding?
  /// The colour table of an indexed space; nil for others.
  var table: [UInt8]?

  static let srgb = ColorEncoding(transfer: .srgb)
  static let displayP3 = ColorEncoding(primaries: .displayP3, transfer: .srgb)
  static let adobeRGB = ColorEncoding(primaries: .adobeRGB, transfer: .adobeRGB)
  static let rec2020 = ColorEncoding(primaries: .rec2020, transfer: .rec2020)
  static let linearRec2020 = ColorEncoding(primaries: .rec2020, transfer: .linear)
  static let rec2020PQ = ColorEncoding(primaries: .rec2020, transfer: .perceptualQuantizer)
  static let rec2020HLG = ColorEncoding(primaries: .rec2020, transfer: .hybridLogGamma)
  static let displayP3PQ = ColorEncoding(primaries: .displayP3, transfer: .perceptualQuantizer)
  static let genericLab: ColorEncoding = {
    var encoding = ColorEncoding(transfer: .linear)
    encoding.lab = LabEncoding(white: .d50, range: [-128, 127, -128, 127])
    return encoding
  }()
  static let genericCMYK: ColorEncoding = {
    var encoding = ColorEncoding(transfer: .linear)
    encoding.inks = .generic
    return encoding
  }()
  static let genericRGB = ColorEncoding(primaries: .genericRGB, transfer: .gamma18)
  static let linearDisplayP3 = ColorEncoding(primaries: .displayP3, transfer: .linear)

  init(primaries: RGBPrimaries = .srgb, transfer: TransferFunction) {
    self.primaries = primaries
    self.transfer = transfer
  }

  /// Linear light of red, green and blue, of their numbers.
  func light(_ rgb: LinearColor) -> LinearColor {
    let light = LinearColor(transfer.light(rgb.x), transfer.light(rgb.y), transfer.light(rgb.z))
    return transfer == .hybridLogGamma ? light * displayFactor(of: light, 0.2) : light
  }

  /// The numbers of linear light of red, green and blue.
  func encoded(_ light: LinearColor) -> LinearColor {
    let seen = transfer == .hybridLogGamma ? light * displayFactor(of: light, -0.2 / 1.2) : light
    return LinearColor(transfer.encoded(seen.x), transfer.encoded(seen.y), transfer.encoded(seen.z))
  }

  /// The factor from scene light to display light at the system gamma of 1.2, or back with the
  /// inverse power: a power of luminance.
  /// Source: Rec. ITU-R BT.2100-2, table 5.
  private func displayFactor(of light: LinearColor, _ power: Double) -> Double {
    let luminance = abs((primaries.toXYZ * light).y)
    return luminance > 0 ? pow(luminance, power) : 0
  }
}

/// The transfer function between an encoded component and linear light, both 0…1 inside the gamut.
///
/// Negative numbers are mirrored at the origin, as extended spaces require.
package enum TransferFunction: Sendable {
  case linear
  /// A pure power of 1.8.
  case gamma18
  /// A pure power of 2.2.
  case gamma22
  /// A straight piece near black, then a power of 2.4.
  case srgb
  /// A pure power of 563/256. Source: Adobe RGB (1998) Color Image Encoding, section 4.3.1.2.
  case adobeRGB
  /// A straight piece near black, then a power of 20/9: of Rec. 709 too. Source: Rec. ITU-R
  /// BT.2020-2, table 4.
  case rec2020
  /// A pure power of 1.961, Core Media's for video. Source: Apple, Technical Note TN2257.
  case coreMedia
  /// A pure power of 2.6. Source: SMPTE RP 431-2.
  case gamma26
  /// A straight piece near black, then a power of 1.8. Source: ISO 22028-2, ROMM RGB.
  case romm
  /// The perceptual quantizer, PQ, where 1 is a white of 203 cd/m². Sources: SMPTE ST 2084, Rec.
  /// ITU-R BT.2408.
  case perceptualQuantizer
  /// Hybrid log-gamma, HLG: the scene's light, which `ColorEncoding` makes that of a display of
  /// 1000 cd/m², where 1 is a white of 203. Sources: Rec. ITU-R BT.2100-2, BT.2408.
  case hybridLogGamma

  static let adobePower = 563.0 / 256
  static let mediaPower = 1.961
  /// The numbers α and β of BT.2020 with which the two pieces meet smoothly.
  static let (alpha, beta) = (1.09929682680944, 0.018053968510807)
  /// The light of 1 as a share of the peak light of a high-dynamic-range display.
  private static let (whiteOfPQ, whiteOfHLG) = (203.0 / 10_000, pow(203.0 / 1000, 1 / 1.2))
  private static let pq = (m1: 0.1593017578125, m2: 78.84375, c1: 0.8359375, c2: 18.8515625, c3: 18.6875)
  private static let hlg = (a: 0.17883277, b: 0.28466892, c: 0.55991073)

  /// Decodes a component to linear light. sRGB: IEC 61966-2-1:1999, section 5.2.
  package func light(_ encoded: Double) -> Double {
    let magnitude = abs(encoded)
    switch self {
    case .linear: return encoded
    case .gamma18: return copysign(pow(magnitude, 1.8), encoded)
    case .gamma22: return copysign(pow(magnitude, 2.2), encoded)
    case .srgb:
      let light = magnitude <= 0.04045 ? magnitude / 12.92 : pow((magnitude + 0.055) / 1.055, 2.4)
      return copysign(light, encoded)
    case .adobeRGB: return copysign(pow(magnitude, Self.adobePower), encoded)
    case .rec2020:
      let isStraight = magnitude < 4.5 * Self.beta
      let light = isStraight ? magnitude / 4.5 : pow((magnitude + Self.alpha - 1) / Self.alpha, 1 / 0.45)
      return copysign(light, encoded)
    case .coreMedia: return copysign(pow(magnitude, Self.mediaPower), encoded)
    case .gamma26: return copysign(pow(magnitude, 2.6), encoded)
    case .romm: return copysign(magnitude < 16.0 / 512 ? magnitude / 16 : pow(magnitude, 1.8), encoded)
    case .perceptualQuantizer:
      let root = pow(magnitude, 1 / Self.pq.m2)
      let light = pow(max(root - Self.pq.c1, 0) / (Self.pq.c2 - Self.pq.c3 * min(root, 1)), 1 / Self.pq.m1)
      return copysign(light / Self.whiteOfPQ, encoded)
    case .hybridLogGamma:
      let (a, b, c) = Self.hlg
      let scene = magnitude <= 0.5 ? magnitude * magnitude / 3 : (exp((magnitude - c) / a) + b) / 12
      return copysign(scene / Self.whiteOfHLG, encoded)
    }
  }

  /// Encodes linear light. sRGB: IEC 61966-2-1:1999, section 5.3.
  package func encoded(_ light: Double) -> Double {
    let magnitude = abs(light)
    switch self {
    case .linear: return light
    case .gamma18: return copysign(pow(magnitude, 1 / 1.8), light)
    case .gamma22: return copysign(pow(magnitude, 1 / 2.2), light)
    case .srgb:
      // 1.055 · p − 0.055, written so that white comes out as exactly 1.
      let encoded = magnitude <= 0.0031308 ? magnitude * 12.92 : 1.055 * (pow(magnitude, 1 / 2.4) - 1) + 1
      return copysign(encoded, light)
    case .adobeRGB: return copysign(pow(magnitude, 1 / Self.adobePower), light)
    case .rec2020:
      let isStraight = magnitude < Self.beta
      let encoded = isStraight ? magnitude * 4.5 : Self.alpha * (pow(magnitude, 0.45) - 1) + 1
      return copysign(encoded, light)
    case .coreMedia: return copysign(pow(magnitude, 1 / Self.mediaPower), light)
    case .gamma26: return copysign(pow(magnitude, 1 / 2.6), light)
    case .romm: return copysign(magnitude < 1.0 / 512 ? magnitude * 16 : pow(magnitude, 1 / 1.8), light)
    case .perceptualQuantizer:
      let root = pow(magnitude * Self.whiteOfPQ, Self.pq.m1)
      return copysign(pow((Self.pq.c1 + Self.pq.c2 * root) / (1 + Self.pq.c3 * root), Self.pq.m2), light)
    case .hybridLogGamma:
      let (a, b, c) = Self.hlg
      let scene = magnitude * Self.whiteOfHLG
      return copysign(scene <= 1.0 / 12 ? (3 * scene).squareRoot() : a * log(12 * scene - b) + c, light)
    }
  }
}

/// Linear light as red, green and blue of some primaries, or as CIE X, Y and Z.
typealias LinearColor = SIMD3<Double>

/// The three lights that a space mixes, with white at D65, to which others are adapted.
enum RGBPrimaries: Sendable {
  case srgb
  case displayP3
  case adobeRGB
  case rec2020
  case dciP3
  case romm
  case acescg
  /// Those of Apple's Generic RGB profile.
  case genericRGB

  /// From linear red, green, blue to CIE XYZ with Y = 1 for white.
  var toXYZ: ColorMatrix {
    switch self {
    case .srgb: Self.srgbToXYZ
    case .displayP3: Self.displayP3ToXYZ
    case .adobeRGB: Self.adobeRGBToXYZ
    case .rec2020: Self.rec2020ToXYZ
    case .dciP3: Self.dciP3ToXYZ
    case .romm: Self.rommToXYZ
    case .acescg: Self.acescgToXYZ
    case .genericRGB: Self.genericRGBToXYZ
    }
  }
  /// From CIE XYZ to linear red, green, blue.
  var fromXYZ: ColorMatrix {
    switch self {
    case .srgb: Self.xyzToSRGB
    case .displayP3: Self.xyzToDisplayP3
    case .adobeRGB: Self.xyzToAdobeRGB
    case .rec2020: Self.xyzToRec2020
    case .dciP3: Self.xyzToDCIP3
    case .romm: Self.xyzToROMM
    case .acescg: Self.xyzToACEScg
    case .genericRGB: Self.xyzToGenericRGB
    }
  }

  // Chromaticities (x, y). sRGB: IEC 61966-2-1:1999, table 1. Display P3: SMPTE RP 431-2 with white
  // D65. Adobe RGB: Adobe RGB (1998), section 4.3.1.1. Rec. 2020: Rec. ITU-R BT.2020-2, table 3.
  private static let srgbToXYZ = matrix(red: (0.64, 0.33), green: (0.30, 0.60), blue: (0.15, 0.06))
  private static let displayP3ToXYZ = matrix(red: (0.680, 0.320), green: (0.265, 0.690), blue: (0.150, 0.060))
  private static let adobeRGBToXYZ = matrix(red: (0.64, 0.33), green: (0.21, 0.71), blue: (0.15, 0.06))
  private static let rec2020ToXYZ = matrix(red: (0.708, 0.292), green: (0.170, 0.797), blue: (0.131, 0.046))
  // With other whites. DCI-P3: SMPTE RP 431-2. ROMM RGB: ISO 22028-2. ACEScg: Academy S-2014-004.
  private static let dciP3ToXYZ = matrix(
    red: (0.680, 0.320), green: (0.265, 0.690), blue: (0.150, 0.060), white: WhitePoint(x: 0.314, y: 0.351))
  private static let rommToXYZ = matrix(
    red: (0.734699, 0.265301), green: (0.159597, 0.840403), blue: (0.036598, 0.000105), white: .d50)
  private static let acescgToXYZ = matrix(
    red: (0.713, 0.293), green: (0.165, 0.830), blue: (0.128, 0.044), white: WhitePoint(x: 0.32168, y: 0.33767))
  // Generic RGB, whose profile Apple does not publish: its primaries in linear sRGB, from what
  // macOS shows for them (#FF2600, #00F900, #0433FF) and for their sums (#00FDFF, #FF40FF,
  // #FFFB00).
  private static let genericRGBToXYZ = ColorMatrix(
    srgbToXYZ * LinearColor(1.0240, 0.0194, -0.0020), srgbToXYZ * LinearColor(-0.0252, 0.9475, -0.0019),
    srgbToXYZ * LinearColor(0.0012, 0.0331, 1.0039))
  private static let xyzToGenericRGB = genericRGBToXYZ.inverted()
  private static let xyzToDCIP3 = dciP3ToXYZ.inverted()
  private static let xyzToROMM = rommToXYZ.inverted()
  private static let xyzToACEScg = acescgToXYZ.inverted()
  private static let xyzToAdobeRGB = adobeRGBToXYZ.inverted()
  private static let xyzToRec2020 = rec2020ToXYZ.inverted()
  private static let xyzToSRGB = srgbToXYZ.inverted()
  private static let xyzToDisplayP3 = displayP3ToXYZ.inverted()

  private typealias Chromaticity = (x: Double, y: Double)

  /// The matrix whose columns are the primaries' XYZ, scaled so that (1, 1, 1) is white. Source:
  /// SMPTE RP 177-1993.
  private static func matrix(
    red: Chromaticity, green: Chromaticity, blue: Chromaticity, white: WhitePoint = .d65
  ) -> ColorMatrix {
    func xyz(_ c: Chromaticity) -> LinearColor { LinearColor(c.x / c.y, 1, (1 - c.x - c.y) / c.y) }
    let unscaled = ColorMatrix(xyz(red), xyz(green), xyz(blue))
    let scale = unscaled.inverted() * white.xyz
    func column(_ light: Chromaticity, _ scale: Double) -> LinearColor { white.adapted(xyz(light) * scale, to: .d65) }
    return ColorMatrix(column(red, scale.x), column(green, scale.y), column(blue, scale.z))
  }
}

/// A 3×3 matrix for column vectors, kept by columns.
struct ColorMatrix: Sendable {
  private let columns: (LinearColor, LinearColor, LinearColor)

  init(_ column0: LinearColor, _ column1: LinearColor, _ column2: LinearColor) {
    columns = (column0, column1, column2)
  }

  static func * (matrix: ColorMatrix, vector: LinearColor) -> LinearColor {
    matrix.columns.0 * vector.x + matrix.columns.1 * vector.y + matrix.columns.2 * vector.z
  }

  /// The inverse: its rows are the cross products of two columns over the triple product (Cramer's
  /// rule).
  func inverted() -> ColorMatrix {
    let (a, b, c) = columns
    let (row0, row1, row2) = (cross(b, c), cross(c, a), cross(a, b))
    let determinant = (a * row0).sum()
    return ColorMatrix(
      LinearColor(row0.x, row1.x, row2.x) / determinant,
      LinearColor(row0.y, row1.y, row2.y) / determinant,
      LinearColor(row0.z, row1.z, row2.z) / determinant)
  }

  private func cross(_ a: LinearColor, _ b: LinearColor) -> LinearColor {
    LinearColor(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }
}
