import Foundation
import MultiplaneGraphics

// The table of filters: one row each. (Source of names, keys and defaults: the Core Image Filter
// Reference; where its default is meant for photographs, as for exposure and gamma, the one that
// changes nothing. Source of hue and sepia: the W3C's Filter Effects.)

extension ColorFilter {
  /// The functions of pointwise filters, one row each. The reference renderer has a function of the
  /// same name in `ColorFilter.swift`, `CPixels` a kernel and a row in `ColorFilters.h`, and the GL
  /// renderer a function in `colors.frag`.
  package enum Kind: String, NumberedCases {
    /// What red, green, blue and alpha are made of, and the bias: five rows.
    case colorMatrix
    /// The coefficients of red, green, blue and alpha, the constant first: four rows.
    case colorPolynomial
    /// The factor of linear light, not below 0.
    case exposure
    /// The exponent of encoded components, not below 0.
    case gamma
    /// The intensity, and the radius in halves of the bounds' diagonal, above 0.
    case vignette
  }
}

extension FilterDescription {
  /// Every filter that layers take.
  package static let all: [FilterDescription] = [
    row("CIGaussianBlur", [("inputRadius", .number(10))]) { inputs in
      let radius = inputs.number("inputRadius")
      return radius > 0 ? .gaussianBlur(radius: radius) : nil
    },
    row("CIBoxBlur", [("inputRadius", .number(10))]) { inputs in
      let radius = inputs.number("inputRadius")
      return radius > 0 ? .boxBlur(radius: radius) : nil
    },
    row("CIBloom", [("inputRadius", .number(10)), ("inputIntensity", .number(0.5))]) { inputs in
      let (radius, intensity) = (inputs.number("inputRadius"), inputs.number("inputIntensity"))
      return radius > 0 && intensity > 0 ? .bloom(radius: radius, intensity: min(intensity, 1000)) : nil
    },
    row(
      "CIColorMatrix",
      [
        ("inputRVector", .vector([1, 0, 0, 0])), ("inputGVector", .vector([0, 1, 0, 0])),
        ("inputBVector", .vector([0, 0, 1, 0])), ("inputAVector", .vector([0, 0, 0, 1])),
        ("inputBiasVector", .vector([0, 0, 0, 0])),
      ]
    ) { inputs in
      var matrix = ColorMatrix()
      matrix.red = inputs.vector4("inputRVector")
      matrix.green = inputs.vector4("inputGVector")
      matrix.blue = inputs.vector4("inputBVector")
      matrix.alpha = inputs.vector4("inputAVector")
      matrix.bias = inputs.vector4("inputBiasVector")
      return .changing(matrix)
    },
    row(
      "CIColorPolynomial",
      ["inputRedCoefficients", "inputGreenCoefficients", "inputBlueCoefficients", "inputAlphaCoefficients"]
        .map { ($0, .vector([0, 1, 0, 0])) }
    ) { inputs in
      let rows = ["Red", "Green", "Blue", "Alpha"].map { inputs.vector("input\($0)Coefficients") }
      return rows.allSatisfy { $0 == [0, 1, 0, 0] } ? nil : .color(ColorFilter(.colorPolynomial, rows))
    },
    row(
      "CIColorControls",
      [("inputSaturation", .number(1)), ("inputBrightness", .number(0)), ("inputContrast", .number(1))]
    ) { inputs in
      .changing(
        .controls(
          saturation: inputs.number("inputSaturation"), brightness: inputs.number("inputBrightness"),
          contrast: inputs.number("inputContrast")))
    },
    row("CIColorInvert", []) { _ in
      .color(.colorMatrix(ColorMatrix(red: [-1, 0, 0, 0], green: [0, -1, 0, 0], blue: [0, 0, -1, 0], bias: 1)))
    },
    row("CIHueAdjust", [("inputAngle", .number(0))]) { .changing(.hue(angle: $0.number("inputAngle"))) },
    row("CISepiaTone", [("inputIntensity", .number(1))]) { .changing(.sepia(intensity: $0.number("inputIntensity"))) },
    row("CIPhotoEffectMono", []) { _ in .changing(.controls(saturation: 0, brightness: 0, contrast: 1)) },
    row("CIExposureAdjust", [("inputEV", .number(0))]) { inputs in
      let factor = exp2(inputs.number("inputEV"))
      return factor != 1 && factor.isFinite ? .color(ColorFilter(.exposure, [[factor]])) : nil
    },
    row("CIGammaAdjust", [("inputPower", .number(1))]) { inputs in
      let power = max(0, inputs.number("inputPower"))
      return power != 1 ? .color(ColorFilter(.gamma, [[power]])) : nil
    },
    row("CIVignette", [("inputIntensity", .number(0)), ("inputRadius", .number(1))]) { inputs in
      let (intensity, radius) = (inputs.number("inputIntensity"), inputs.number("inputRadius"))
      return intensity != 0 && radius > 0 ? .color(ColorFilter(.vignette, [[intensity, radius]])) : nil
    },
    row("CIPixellate", [("inputScale", .number(8)), ("inputCenter", .vector([150, 150]))]) { inputs in
      let (scale, center) = (inputs.number("inputScale"), inputs.vector("inputCenter"))
      guard scale > 0, center.count == 2 else { return nil }
      return .pixellate(scale: scale, center: CGPoint(x: center[0], y: center[1]))
    },
  ]

  /// The row of a name; nil when there is no such filter.
  package static func named(_ name: String) -> FilterDescription? { byName[name] }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  private static func row(
    _ name: String, _ inputs: [(String, FilterValue.Input)], _ make: @escaping @Sendable (Inputs) -> Filter?
  ) -> FilterDescription {
    FilterDescription(name: name, inputs: inputs.map { Input(key: $0, defaultValue: $1) }, make: make)
  }
}

extension Filter {
  /// A colour matrix; nil for the one that changes nothing.
  fileprivate static func changing(_ matrix: ColorMatrix) -> Filter? {
    matrix == .identity ? nil : .color(.colorMatrix(matrix))
  }
}

extension ColorMatrix {
  /// Saturation, then brightness, then contrast.
  fileprivate static func controls(saturation: Double, brightness: Double, contrast: Double) -> ColorMatrix {
    let luminance = SIMD4(0.2126, 0.7152, 0.0722, 0) * (1 - saturation)
    func row(_ axis: SIMD4<Double>) -> SIMD4<Double> { (luminance + axis * saturation) * contrast }
    return ColorMatrix(
      red: row([1, 0, 0, 0]), green: row([0, 1, 0, 0]), blue: row([0, 0, 1, 0]),
      bias: (brightness - 0.5) * contrast + 0.5)
  }

  /// The hue turned by an angle in radians, at the same luminance.
  fileprivate static func hue(angle: Double) -> ColorMatrix {
    let (c, s) = (cos(angle), sin(angle))
    return ColorMatrix(
      red: [0.213 + 0.787 * c - 0.213 * s, 0.715 - 0.715 * c - 0.715 * s, 0.072 - 0.072 * c + 0.928 * s, 0],
      green: [0.213 - 0.213 * c + 0.143 * s, 0.715 + 0.285 * c + 0.140 * s, 0.072 - 0.072 * c - 0.283 * s, 0],
      blue: [0.213 - 0.213 * c - 0.787 * s, 0.715 - 0.715 * c + 0.715 * s, 0.072 + 0.928 * c + 0.072 * s, 0])
  }

  /// Mixed with brown tones.
  fileprivate static func sepia(intensity: Double) -> ColorMatrix {
    func row(_ tone: SIMD4<Double>, _ axis: SIMD4<Double>) -> SIMD4<Double> {
      tone * intensity + axis * (1 - intensity)
    }
    return ColorMatrix(
      red: row([0.393, 0.769, 0.189, 0], [1, 0, 0, 0]), green: row([0.349, 0.686, 0.168, 0], [0, 1, 0, 0]),
      blue: row([0.272, 0.534, 0.131, 0], [0, 0, 1, 0]))
  }
}
