import Foundation
import MultiplaneGraphics
import MultiplaneReferenceRenderer
import MultiplaneRenderTree
import Testing

@Suite("Filters")
struct FilterTests {
  private static let color = StraightColor(red: 0.8, green: 0.2, blue: 0.5, alpha: 0.5)

  /// Colour filters, and what they make of (0.8, 0.2, 0.5), straight, by hand.
  private static let colors: [(name: String, inputs: [String: FilterValue.Input], expected: [Double])] = [
    ("CIColorInvert", [:], [0.2, 0.8, 0.5]),
    (
      "CIColorMatrix", ["inputRVector": .vector([0, 1, 0, 0]), "inputBiasVector": .vector([0.1, 0, -1, 0])],
      [0.3, 0.2, 0]
    ),
    // Alpha takes part, straight: 0.5 of it.
    ("CIColorMatrix", ["inputGVector": .vector([0, 0, 0, 1])], [0.8, 0.5, 0.5]),
    (
      "CIColorPolynomial",
      [
        "inputRedCoefficients": .vector([0.1, 0, 1, 0]), "inputGreenCoefficients": .vector([0, 0, 0, 8]),
        "inputBlueCoefficients": .vector([1, -1, 0, 0]),
      ], [0.74, 0.064, 0.5]
    ),
    // l = 0.2126·0.8 + 0.7152·0.2 + 0.0722·0.5 = 0.34922
    ("CIPhotoEffectMono", [:], [0.34922, 0.34922, 0.34922]),
    ("CIColorControls", ["inputSaturation": .number(0.5)], [0.57461, 0.27461, 0.42461]),
    ("CIColorControls", ["inputBrightness": .number(0.1)], [0.9, 0.3, 0.6]),
    ("CIColorControls", ["inputContrast": .number(2)], [1, 0, 0.5]),
    ("CIColorControls", ["inputBrightness": .number(-0.2), "inputContrast": .number(0.5)], [0.55, 0.25, 0.4]),
    // Half a turn: each row is 2·(0.213, 0.715, 0.072) less the component itself.
    ("CIHueAdjust", ["inputAngle": .number(.pi)], [0, 0.4988, 0.1988]),
    ("CISepiaTone", [:], [0.5627, 0.5004, 0.3899]),
    ("CISepiaTone", ["inputIntensity": .number(0.5)], [0.68135, 0.3502, 0.44495]),
    ("CIGammaAdjust", ["inputPower": .number(2)], [0.64, 0.04, 0.25]),
    ("CIGammaAdjust", ["inputPower": .number(-3)], [1, 1, 1]),
    // Linear: 0.603827, 0.033105, 0.214041; doubled and encoded.
    ("CIExposureAdjust", ["inputEV": .number(1)], [1, 0.285384, 0.685836]),
    ("CIExposureAdjust", ["inputEV": .number(-8)], [0.030474, 0.001671, 0.010802]),
  ]

  private func filter(_ name: String, _ inputs: [String: FilterValue.Input] = [:]) throws -> FilterValue {
    var filter = FilterValue(try #require(FilterDescription.named(name)))
    for (key, value) in inputs {
      let isKnown = filter.set(value, for: key)
      #expect(isKnown, "\(key)")
    }
    return filter
  }

  @Test("a colour filter changes straight components", arguments: colors.indices)
  func color(index: Int) throws {
    let row = FilterTests.colors[index]
    let filter = try filter(row.name, row.inputs)
    let drawn = picture(4, 4, layer(0, 0, 3, 4, color: FilterTests.color) { $0.compositing.filters = [filter] })
    let straight = drawn.color(1, 1).dropLast().map { $0 / 0.5 }
    #expect(isClose(straight, row.expected, within: 1e-5), "\(row.name): \(straight)")
    #expect(drawn.alpha(1, 1) == 0.5 && drawn.color(3, 1) == [0, 0, 0, 0])
  }

  @Test("alpha may change, and is clamped")
  func alpha() throws {
    let double = try filter("CIColorMatrix", ["inputAVector": .vector([0, 0, 0, 3])])
    let drawn = picture(4, 4, layer(0, 0, 4, 4, color: FilterTests.color) { $0.compositing.filters = [double] })
    #expect(isClose(drawn.color(1, 1), [0.8, 0.2, 0.5, 1]))
  }

  @Test("filters go in order, and one that is off is left out")
  func order() throws {
    let (invert, gamma) = (try filter("CIColorInvert"), try filter("CIGammaAdjust", ["inputPower": .number(2)]))
    func red(_ filters: [FilterValue]) -> Double {
      picture(4, 4, layer(0, 0, 4, 4, color: FilterTests.color) { $0.compositing.filters = filters }).red(1, 1) / 0.5
    }
    #expect(isClose([red([invert, gamma]), red([gamma, invert])], [0.04, 0.36]))
    var off = invert
    off.isEnabled = false
    #expect(isClose([red([off]), red([])], [0.8, 0.8]))
  }

  @Test("a Gaussian blurs all components by the product of two normalised rows", arguments: [1.0, 2])
  func gaussian(scale: Double) throws {
    let filter = try filter("CIGaussianBlur", ["inputRadius": .number(2 / scale)])
    let root = layer(10 / scale, 10 / scale, 1 / scale, 1 / scale, color: FilterTests.color) {
      $0.compositing.filters = [filter]
    }
    let drawn = picture(21 / scale, 21 / scale, scale: scale, root)
    let weights = (0...6).map { exp(-Double($0 * $0) / 8) }
    let total = weights.reduce(-1) { $0 + 2 * $1 }
    for (dx, dy) in [(0, 0), (1, 0), (-3, 2), (6, -6), (0, 7)] {
      let weight = dx > 6 || dy > 6 ? 0 : weights[abs(dx)] * weights[abs(dy)] / total / total
      #expect(isClose(drawn.color(10 + dx, 10 + dy), [0.4, 0.1, 0.25, 0.5].map { $0 * weight }))
    }
    #expect(abs(drawn.area - 0.5) < 1e-9)
  }

  /// Radii of the box, and the shares of pixels at distances 0, 1, 2, 3.
  private static let boxes: [(radius: Double, shares: [Double])] = [
    (2, [0.25, 0.25, 0.125, 0]), (1.25, [0.4, 0.3, 0, 0]), (0.25, [1, 0, 0, 0]), (0.01, [1, 0, 0, 0]),
    (2.5, [0.2, 0.2, 0.2, 0]),
  ]

  @Test("a box is two means", arguments: boxes.indices)
  func box(index: Int) throws {
    let row = FilterTests.boxes[index]
    let filter = try filter("CIBoxBlur", ["inputRadius": .number(row.radius)])
    let drawn = picture(13, 13, layer(6, 6, 1, 1, color: .red) { $0.compositing.filters = [filter] })
    for (dx, dy) in [(0, 0), (1, 0), (0, 2), (-2, 1), (3, 3)] {
      #expect(isClose([drawn.alpha(6 + dx, 6 + dy)], [row.shares[abs(dx)] * row.shares[abs(dy)]]))
    }
  }

  @Test("on a turned plane the means run along its directions")
  func turnedBox() throws {
    // d = (2, 2) and (−2, 2): the steps are pixels along the diagonals.
    let filter = try filter("CIBoxBlur", ["inputRadius": .number(8.0.squareRoot())])
    let dot = layer(10, 10, 1, 1, color: .red)
    let root = layer(
      0, 0, 21, 21,
      sublayers: [
        layer(0, 0, 21, 21, sublayers: [dot]) {
          $0.geometry.transform = CATransform3DMakeRotation(-.pi / 4, 0, 0, 1)
        }
      ]
    ) {
      $0.geometry.transform = CATransform3DMakeRotation(.pi / 4, 0, 0, 1)
      $0.compositing.filters = [filter]
    }
    let drawn = picture(21, 21, root)
    #expect(
      isClose(
        [drawn.alpha(10, 10), drawn.alpha(11, 11), drawn.alpha(12, 10), drawn.alpha(11, 10)],
        [1 / 16.0, 1 / 16.0, 1 / 16.0, 0], within: 1e-6))
    #expect(isClose([drawn.alpha(12, 12), drawn.alpha(14, 10)], [1 / 32.0, 1 / 64.0], within: 1e-6))
  }

  @Test("what lies outside of the frame, or of a clip around the layer, reaches into it")
  func outside() throws {
    let filter = try filter("CIGaussianBlur", ["inputRadius": .number(4)])
    let wide = layer(-40, -40, 40, 100, color: .red) { $0.compositing.filters = [filter] }
    let drawn = picture(12, 12, layer(0, 0, 12, 12, sublayers: [wide]) { $0.masksToBounds = true })
    // An eighth of a deviation from the edge.
    #expect(abs(drawn.alpha(0, 6) - 0.45026) < 0.006)
  }

  /// Of an opaque mask, which is a clip, and of any other.
  @Test("the mask comes after the filters, shapes what casts the shadow, and cuts it", arguments: [1, 0.5])
  func maskAndShadow(alpha: Double) throws {
    let color = StraightColor(red: 0, green: 1, blue: 0, alpha: alpha)
    let fade = try filter("CIColorMatrix", ["inputAVector": .vector([0, 0, 0, 0.5])])
    let root = layer(0, 0, 4, 4, color: .red, mask: layer(0, 0, 2, 4, color: color)) {
      $0.compositing.filters = [fade]
      $0.shadow.opacity = 1
      $0.shadow.radius = 0
      $0.shadow.offset = CGSize(width: 1, height: 0)
    }
    let drawn = picture(16, 4, root)
    // Half of the layer, over half of the mask's shadow in the second column.
    let expected = [0.5 * alpha, (0.5 + 0.5 * 0.5 * alpha) * alpha, 0, 0]
    #expect(isClose([0, 1, 2, 5].map { drawn.alpha($0, 1) }, expected))
    let blur = try filter("CIBoxBlur", ["inputRadius": .number(2)])
    let blurred = picture(
      16, 4,
      layer(0, -10, 8, 30, color: .red, mask: layer(0, 0, 4, 30, color: color)) {
        $0.compositing.filters = [blur]
      })
    // The layer's edge at 0 is blurred, and the mask's at 4 is not.
    #expect(isClose([0, 1, 3, 4].map { blurred.alpha($0, 1) }, [0.625 * alpha, 0.875 * alpha, alpha, 0]))
  }

  @Test("a vignette darkens with the square of the distance in half diagonals")
  func vignette() throws {
    let filter = try filter("CIVignette", ["inputIntensity": .number(0.8), "inputRadius": .number(0.5)])
    let drawn = picture(
      12, 16,
      layer(0, 0, 6, 8, color: .white) {
        $0.compositing.filters = [filter]
        $0.geometry.transform = CATransform3DMakeScale(2, 2, 1)
        $0.geometry.position = CGPoint(x: 6, y: 8)
      })
    // Half the diagonal is 5 points. Pixel (7, 8) shows (3.75, 4.25), (11, 15) shows (5.75, 7.75).
    #expect(isClose([drawn.red(7, 8)], [1 - 0.8 * (0.5625 + 0.0625) / 6.25]))
    #expect(drawn.red(11, 15) == 0 && drawn.alpha(11, 15) == 1)
  }

  @Test("pixels take the mean of their square", arguments: [1.0, 2])
  func pixellate(scale: Double) throws {
    let filter = try filter("CIPixellate", ["inputScale": .number(8), "inputCenter": .vector([4, 4])])
    let drawn = picture(
      24, 24, scale: scale,
      layer(4, 4, 16, 16, color: .red) { $0.compositing.filters = [filter] })
    // Squares begin at −4, 4 and 12 of the layer: corners hold a quarter of it, sides a half.
    func alpha(_ x: Double, _ y: Double) -> Double { drawn.alpha(Int(x * scale), Int(y * scale)) }
    #expect(
      isClose([alpha(1, 2), alpha(7, 7), alpha(12, 3), alpha(12, 12), alpha(20, 12)], [0.25, 0.25, 0.5, 1, 0.5]))
    #expect(alpha(23, 23) == 0.25)
  }

  @Test("a layer whose middle lies behind the camera is not drawn")
  func behindTheCamera() throws {
    let invert = try filter("CIColorInvert")
    func area(_ filters: [FilterValue]) -> Double {
      picture(
        200, 60,
        layer(-300, 20, 400, 20, color: .red) {
          $0.geometry.anchorPoint = CGPoint(x: 1, y: 0.5)
          $0.geometry.position = CGPoint(x: 100, y: 30)
          $0.geometry.transform.m34 = -0.01
          $0.geometry.transform = CATransform3DRotate($0.geometry.transform, .pi / 3, 0, 1, 0)
          $0.compositing.filters = filters
        }
      ).area
    }
    #expect(area([]) > 100 && area([invert]) == 0)
  }

  @Test(
    "a bloom adds what is brighter than a half to itself",
    arguments: [
      ([0.75, 0.75, 0.75, 1], [0.9375, 0.9375, 0.9375, 1]), ([0.5, 0.5, 0.5, 1], [0.5, 0.5, 0.5, 1]),
      ([1, 1, 1, 0.5], [0.75, 0.75, 0.75, 0.75]), ([0.2, 0.3, 0.9, 0.8], [0.16, 0.24, 0.72, 0.8]),
    ] as [([Double], [Double])])
  func bloom(color: [Double], expected: [Double]) throws {
    let bloom = try filter("CIBloom", ["inputRadius": .number(2), "inputIntensity": .number(0.5)])
    let color = StraightColor(red: color[0], green: color[1], blue: color[2], alpha: color[3])
    let drawn = picture(40, 40, layer(4, 4, 32, 32, color: color) { $0.compositing.filters = [bloom] })
    #expect(isClose(drawn.color(20, 20), expected))
  }

  @Test("a bloom glows beyond the layer as its blur does") func glow() throws {
    let bloom = try filter("CIBloom", ["inputRadius": .number(2), "inputIntensity": .number(0.5)])
    let drawn = picture(40, 40, layer(10, 10, 20, 20, color: .white) { $0.compositing.filters = [bloom] })
    // Of the kernel's weights those beyond the first pixel on one side.
    let rest = (1...6).reduce(0.0) { $0 + exp(-Double($1 * $1) / 8) }
    let expected = 0.5 * rest / (1 + 2 * rest)
    #expect(isClose(drawn.color(30, 20), [expected, expected, expected, expected]))
    #expect(isClose(drawn.color(29, 20), [1, 1, 1, 1]) && isClose(drawn.color(37, 20), [0, 0, 0, 0]))
  }

  @Test("huge and tiny inputs, and filters inside filters, end", arguments: [1e-300, 1e9, 1e300])
  func degenerate(number: Double) throws {
    let filters = [
      try filter("CIGaussianBlur", ["inputRadius": .number(number)]),
      try filter("CIPixellate", ["inputScale": .number(number)]),
      try filter("CIBoxBlur", ["inputRadius": .number(number)]),
      try filter("CIBloom", ["inputRadius": .number(number), "inputIntensity": .number(number)]),
      try filter("CIExposureAdjust", ["inputEV": .number(number)]),
      try filter("CIGammaAdjust", ["inputPower": .number(number)]),
      try filter("CIVignette", ["inputIntensity": .number(number), "inputRadius": .number(number)]),
      try filter("CIColorMatrix", ["inputRVector": .vector([number, -number, 1, 0])]),
    ]
    for filter in filters {
      var node = layer(0, 0, 6, 6, color: .red)
      for _ in 0..<2 { node = layer(0, 0, 6, 6, sublayers: [node]) { $0.compositing.filters = [filter] } }
      #expect(picture(6, 6, node).pixels.allSatisfy { $0 >= 0 && $0 <= 1 + 1e-9 }, "\(filter.description.name)")
    }
  }
}
