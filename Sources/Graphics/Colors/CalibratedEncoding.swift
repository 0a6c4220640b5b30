import Foundation

/// A calibrated grey or RGB space: a power per component, then a matrix to CIE XYZ under a white.
/// Source: ISO 32000-1, 8.6.5.2 and 8.6.5.3.
struct CalibratedEncoding: Sendable, Equatable {
  var white: WhitePoint
  /// One power for grey, three for RGB.
  var gamma: [Double]
  /// X, Y and Z of red, of green and of blue; empty for grey.
  var matrix: [Double]

  /// Nil for a white without Y = 1, or powers that are not above 0.
  init?(white: [Double], gamma: [Double], matrix: [Double] = []) {
    guard white[0] > 0, white[0] < 10, white[1] == 1, white[2] > 0, white[2] < 10,
      gamma.allSatisfy({ $0 > 0 && $0 < 100 }), matrix.allSatisfy(\.isFinite)
    else { return nil }
    self.white = WhitePoint(xyz: LinearColor(white[0], 1, white[2]))
    self.gamma = gamma
    self.matrix = matrix
  }

  /// CIE XYZ, adapted to D65.
  func xyz(_ components: [Double]) -> LinearColor {
    let light = zip(components, gamma).map { pow(max($0, 0), $1) }
    guard light.count == 3 else { return white.adapted(white.xyz * (light.first ?? 0), to: .d65) }
    return white.adapted(toXYZ * LinearColor(light[0], light[1], light[2]), to: .d65)
  }

  /// The components of a colour in CIE XYZ, adapted to D65.
  func components(ofXYZ color: LinearColor) -> [Double] {
    let adapted = WhitePoint.d65.adapted(color, to: white)
    guard gamma.count == 3 else { return [pow(max(adapted.y, 0), 1 / gamma[0])] }
    let light = toXYZ.inverted() * adapted
    return zip([light.x, light.y, light.z], gamma).map { pow(max($0, 0), 1 / $1) }
  }

  private var toXYZ: ColorMatrix {
    func column(_ index: Int) -> LinearColor {
      LinearColor(matrix[3 * index], matrix[3 * index + 1], matrix[3 * index + 2])
    }
    return ColorMatrix(column(0), column(1), column(2))
  }
}
