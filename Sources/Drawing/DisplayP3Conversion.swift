import MultiplaneGraphics

extension StraightPixels {
  /// Takes the pixels for Display P3 and makes them sRGB; what sRGB cannot show is cut off, component by component.
  mutating func convertFromDisplayP3() {
    changeRGB(DisplayP3Conversion.shared.convert)
  }
}

/// Display P3 to sRGB by tables: number to light, a matrix, light to number.
struct DisplayP3Conversion {
  /// Made when the first such image is read.
  static let shared = DisplayP3Conversion()

  typealias RGB = SIMD3<Float>

  /// Linear light of each byte.
  private let light: [Float]
  /// The byte of each of 65536 steps of light; at the dark end, where numbers rise fastest, a byte is 20 steps.
  private let encoded: [UInt8]
  /// What one unit of the red, green and blue of Display P3 is in linear sRGB.
  private let columns: [RGB]

  private init() {
    func convert(_ color: [CGFloat], from source: CFString, to target: CFString) -> [Double] {
      guard let from = CGColorSpace(name: source), let to = CGColorSpace(name: target),
        let color = CGColor(colorSpace: from, components: color + [1])
      else { return [0, 0, 0] }
      return color.components(in: to)
    }
    light = (0...255).map { byte in
      let gray = CGFloat(byte) / 255
      return Float(convert([gray, gray, gray], from: CGColorSpace.sRGB, to: CGColorSpace.linearSRGB)[0])
    }
    encoded = (0...65535).map { step in
      let gray = CGFloat(step) / 65535
      let number = convert([gray, gray, gray], from: CGColorSpace.linearSRGB, to: CGColorSpace.sRGB)[0]
      return UInt8((number * 255).rounded())
    }
    let primaries: [[CGFloat]] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    columns = primaries.map { primary in
      let rgb = convert(primary, from: CGColorSpace.displayP3, to: CGColorSpace.extendedLinearSRGB)
      return RGB(Float(rgb[0]), Float(rgb[1]), Float(rgb[2]))
    }
  }

  /// A straight colour of Display P3 as one of extended sRGB, each number not cut off.
  func extended(_ color: RGB) -> RGB {
    func light(_ number: Float) -> Float { Float(TransferFunction.srgb.light(Double(number))) }
    func encoded(_ light: Float) -> Float { Float(TransferFunction.srgb.encoded(Double(light))) }
    let mixed = columns[0] * light(color.x) + columns[1] * light(color.y) + columns[2] * light(color.z)
    return RGB(encoded(mixed.x), encoded(mixed.y), encoded(mixed.z))
  }

  func convert(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> (UInt8, UInt8, UInt8) {
    let mixed = columns[0] * light[Int(red)] + columns[1] * light[Int(green)] + columns[2] * light[Int(blue)]
    let steps = (mixed.clamped(lowerBound: .zero, upperBound: .one) * 65535).rounded(.toNearestOrEven)
    return (encoded[Int(steps.x)], encoded[Int(steps.y)], encoded[Int(steps.z)])
  }
}
