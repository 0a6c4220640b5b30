import Foundation

/// Cyan, magenta, yellow and black printed on white paper, by the Neugebauer equations with the
/// Yule–Nielsen factor: the mean of the sixteen solid overprints, weighted by the area that each
/// covers, in a power of their light.
///
/// An approximation of Apple's Generic CMYK profile, which is not free.
/// Source: H. Kang, Color Technology for Electronic Imaging Devices (1997), chapter 2.
struct InkEncoding: Sendable, Equatable {
  /// The light of the overprints relative to the paper, to the power of 1/n, in CIE XYZ. Bits of an
  /// index: cyan, magenta, yellow, black.
  private var roots: [LinearColor]

  /// The Yule–Nielsen factor of coated paper, for the spread of light in it.
  private static let spread = 1.7

  /// Solids and overprints of offset printing on coated paper in CIE L*a*b* under D50, from ISO
  /// 12647-2:2004, table 5, but magenta, which is Apple's: (216, 17, 125) in sRGB.
  static let generic: InkEncoding = {
    let paper = Self.light(95, 0, -2)
    let magenta = LinearColor(0.3309, 0.1692, 0.1566) / WhitePoint.d50.xyz
    let black = Self.light(16, 0, 0) / paper
    let solids = [
      LinearColor(1, 1, 1), Self.light(55, -37, -50) / paper, magenta, Self.light(24, 17, -46) / paper,
      Self.light(89, -5, 93) / paper, Self.light(50, -68, 25) / paper, Self.light(47, 68, 48) / paper,
      Self.light(23, 0, 0) / paper,
    ]
    // Under black little of the other inks is seen.
    let covered = solids.map { black * $0.squareRoot() }
    return InkEncoding(roots: (solids + covered).map { Self.power($0, 1 / Self.spread) })
  }()

  /// CIE XYZ of four amounts of ink, 0…1, adapted to D65, with Y = 1 for the paper.
  func xyz(_ inks: [Double]) -> LinearColor {
    var sum = LinearColor.zero
    for (index, root) in roots.enumerated() {
      var area = 1.0
      for (bit, ink) in inks.enumerated() { area *= index >> bit & 1 == 1 ? ink : 1 - ink }
      sum += root * area
    }
    return WhitePoint.d50.adapted(Self.power(sum, Self.spread) * WhitePoint.d50.xyz, to: .d65)
  }

  /// The amounts of ink for a colour in CIE XYZ, adapted to D65: black by its darkness, then the
  /// others by Newton's method, each limited to 0…1.
  func components(ofXYZ color: LinearColor) -> [Double] {
    let light = WhitePoint.d65.adapted(color, to: .d50) / WhitePoint.d50.xyz
    let dark = 1 - max(0, min(light.max(), 1)).squareRoot()
    var inks = [0, 0, 0, dark * dark]
    for _ in 0..<12 {
      let miss = color - xyz(inks)
      let step = 1e-4
      let slopes = (0..<3).map { index in
        var moved = inks
        // Away from the limit, so that the difference is one.
        let side = inks[index] > 0.5 ? -step : step
        moved[index] += side
        return (xyz(moved) - xyz(inks)) / side
      }
      let change = ColorMatrix(slopes[0], slopes[1], slopes[2]).inverted() * miss
      for (index, amount) in [change.x, change.y, change.z].enumerated() where amount.isFinite {
        inks[index] = min(max(inks[index] + amount, 0), 1)
      }
    }
    return inks
  }

  private static func power(_ color: LinearColor, _ exponent: Double) -> LinearColor {
    LinearColor(pow(max(color.x, 0), exponent), pow(max(color.y, 0), exponent), pow(max(color.z, 0), exponent))
  }

  /// The light of a colour in L*a*b*, as a share of its white.
  private static func light(_ lightness: Double, _ a: Double, _ b: Double) -> LinearColor {
    let y = (lightness + 16) / 116
    func inverse(_ t: Double) -> Double { t > 6.0 / 29 ? t * t * t : 3 * 36.0 / 841 * (t - 4.0 / 29) }
    return LinearColor(inverse(y + a / 500), inverse(y), inverse(y - b / 200))
  }
}
