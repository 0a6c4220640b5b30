import Foundation

/// The conversion of images of high dynamic range, PQ and HLG, to sRGB.
///
/// A white of 203 cd/m² is the white of sRGB (Rec. ITU-R BT.2408), and an HLG display has 1000
/// cd/m². The curve of Rec. ITU-R BT.2390-11, section 5.4, maps 1000 cd/m² to white: light below 88
/// cd/m² is unchanged, brighter light is compressed, and light above 1000 cd/m² is clipped. It is
/// applied to the largest component, so that hue is unchanged.
package struct ToneMapping: Sendable {
  private let encoding: ColorEncoding
  /// The luminance of linear red, green and blue.
  private let luminance: SIMD3<Float>
  /// The columns of the matrix from linear light to that of sRGB.
  private let matrix: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)
  /// The factor of light, by the square root of its share of the peak.
  private let factors: [Float]

  /// The brightest light that is distinguished, where 1 is white.
  private static let peak = 1000.0 / 203
  private static let steps = 1024

  init(_ encoding: ColorEncoding) {
    self.encoding = encoding
    let (toXYZ, toSRGB) = (encoding.primaries.toXYZ, RGBPrimaries.srgb.fromXYZ)
    let units = [LinearColor(1, 0, 0), LinearColor(0, 1, 0), LinearColor(0, 0, 1)].map { toXYZ * $0 }
    luminance = SIMD3(Float(units[0].y), Float(units[1].y), Float(units[2].y))
    matrix = (SIMD3<Float>(toSRGB * units[0]), SIMD3<Float>(toSRGB * units[1]), SIMD3<Float>(toSRGB * units[2]))
    factors = (0...Self.steps).map { step in
      let share = Double(max(step, 1)) / Double(Self.steps)
      let light = share * share * Self.peak
      return Float(Self.compressed(light) / light)
    }
  }

  /// The light that a light, where 1 is white, becomes on a display whose brightest light is white.
  static func compressed(_ light: Double) -> Double {
    let curve = TransferFunction.perceptualQuantizer
    let (whole, target) = (curve.encoded(peak), curve.encoded(1))
    let most = target / whole
    let knee = 1.5 * most - 0.5
    let number = curve.encoded(light) / whole
    guard number > knee else { return light }
    guard number < 1 else { return 1 }
    // A cubic from the knee, with its slope of 1, to the target, with a slope of 0.
    let t = (number - knee) / (1 - knee)
    let (t2, t3) = (t * t, t * t * t)
    let spline = (2 * t3 - 3 * t2 + 1) * knee + (t3 - 2 * t2 + t) * (1 - knee) + (3 * t2 - 2 * t3) * most
    return curve.light(spline * whole)
  }

  /// Linear light of sRGB, of what the curve has made linear.
  private func mapped(_ light: SIMD3<Float>) -> SIMD3<Float> {
    var light = light
    if encoding.transfer == .hybridLogGamma {
      let seen = (light * luminance).sum()
      light *= seen > 0 ? powf(seen, 0.2) : 0
    }
    let most = light.max()
    if most > 0 {
      let position = (most / Float(Self.peak)).squareRoot() * Float(Self.steps)
      let step = Int(min(position, Float(Self.steps - 1)))
      let part = min(position - Float(step), 1)
      let factor = factors[step] + (factors[step + 1] - factors[step]) * part
      light *= position < Float(Self.steps) ? factor : 1 / most
    }
    return matrix.0 * light.x + matrix.1 * light.y + matrix.2 * light.z
  }

  /// The light of a number of values from 0 to 1, evenly spaced.
  private func lights(_ count: Int) -> [Float] {
    (0..<count).map { Float(encoding.transfer.light(Double($0) / Double(count - 1))) }
  }

  /// Converts unpremultiplied RGBA8 pixels to sRGB in place; alpha is unchanged.
  func convert(rgba8 pixels: UnsafeMutableRawBufferPointer) {
    let lights = lights(256)
    // By the square root of the light, which is nearly even in what is seen.
    let steps = 4095
    let numbers = (0...steps).map { step in
      let root = Double(step) / Double(steps)
      return UInt8((TransferFunction.srgb.encoded(root * root) * 255).rounded())
    }
    for pixel in stride(from: 0, to: pixels.count - 3, by: 4) {
      let light = mapped(
        SIMD3(lights[Int(pixels[pixel])], lights[Int(pixels[pixel + 1])], lights[Int(pixels[pixel + 2])]))
      let inside = light.clamped(lowerBound: .zero, upperBound: .one)
      for channel in 0..<3 {
        pixels[pixel + channel] = numbers[Int((inside[channel].squareRoot() * Float(steps)).rounded())]
      }
    }
  }

  /// Converts unpremultiplied numbers from 0 to 1 to extended sRGB.
  func makeExtendedSRGB(_ colors: inout [SIMD3<Float>]) {
    for index in colors.indices {
      let color = colors[index]
      let light = mapped(
        SIMD3(
          Float(encoding.transfer.light(Double(color.x))), Float(encoding.transfer.light(Double(color.y))),
          Float(encoding.transfer.light(Double(color.z)))))
      func encoded(_ light: Float) -> Float { Float(TransferFunction.srgb.encoded(Double(light))) }
      colors[index] = SIMD3(encoded(light.x), encoded(light.y), encoded(light.z))
    }
  }
}
