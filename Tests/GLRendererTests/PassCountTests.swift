import Graphics
import RenderTree
import Testing

@testable import GLRenderer

/// How many passes each effect takes, the frame's own included: what reads pixels needs them drawn first, and nothing else
/// does.
@Suite struct PassCountTests {
  /// One effect on a layer of 40 × 40 points with a red background, and what it costs.
  struct Effect: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let passes: Int
    let configure: @Sendable (inout LayerValues) -> Void

    init(_ name: String, passes: Int, _ configure: @escaping @Sendable (inout LayerValues) -> Void) {
      testDescription = name
      self.passes = passes
      self.configure = configure
    }
  }

  private static func filter(_ name: String, _ inputs: [String: Double] = [:]) -> FilterValue {
    guard let description = FilterDescription.named(name) else { preconditionFailure("\(name) is in the table.") }
    var filter = FilterValue(description)
    filter.inputs = inputs.mapValues { .number($0) }
    return filter
  }

  private static let triangle: CGPath = {
    let path = CGMutablePath()
    path.addLines(between: [CGPoint(x: 4, y: 4), CGPoint(x: 36, y: 8), CGPoint(x: 12, y: 36)])
    path.closeSubpath()
    return path
  }()

  static let effects: [Effect] = [
    // Coverage and colour of the layer's own pixels.
    Effect("continuous corners", passes: 1) {
      $0.cornerRadius = 12
      $0.compositing.cornerCurve = .continuous
      $0.masksToBounds = true
    },
    Effect("edges without anti-aliasing", passes: 1) { $0.compositing.allowsEdgeAntialiasing = false },
    Effect("opacity of background and border as a group", passes: 2) {
      $0.opacity = 0.5
      $0.borderWidth = 2
    },
    Effect("opacity of background and border one by one", passes: 1) {
      $0.opacity = 0.5
      $0.borderWidth = 2
      $0.compositing.allowsGroupOpacity = false
    },
    // The path's silhouette, two directions of blur, the frame.
    Effect("shadow of a path", passes: 4) {
      $0.shadow.opacity = 1
      $0.shadow.path = triangle
    },
    Effect("sharp shadow of a path", passes: 2) {
      $0.shadow.opacity = 1
      $0.shadow.radius = 0
      $0.shadow.path = triangle
    },
    // The layer; then a pass for each filter, of which the last is the frame's.
    Effect("colour filter", passes: 2) { $0.compositing.filters = [filter("CIColorInvert")] },
    Effect("two colour filters", passes: 3) {
      $0.compositing.filters = [filter("CIColorInvert"), filter("CIGammaAdjust", ["inputPower": 2])]
    },
    Effect("vignette", passes: 2) { $0.compositing.filters = [filter("CIVignette", ["inputIntensity": 1])] },
    Effect("pixellation", passes: 2) { $0.compositing.filters = [filter("CIPixellate")] },
    Effect("Gaussian blur in two directions", passes: 3) {
      $0.compositing.filters = [filter("CIGaussianBlur", ["inputRadius": 3])]
    },
    // Made smaller first, and larger in the end.
    Effect("wide Gaussian blur", passes: 5) {
      $0.compositing.filters = [filter("CIGaussianBlur", ["inputRadius": 10])]
    },
    Effect("box blur in two directions", passes: 3) { $0.compositing.filters = [filter("CIBoxBlur")] },
    Effect("filter that changes nothing", passes: 1) { $0.compositing.filters = [filter("CIExposureAdjust")] },
    Effect("filter under opacity", passes: 2) {
      $0.compositing.filters = [filter("CIColorInvert")]
      $0.opacity = 0.5
    },
    // The filtered layer once more as the silhouette.
    Effect("filter with a sharp shadow", passes: 4) {
      $0.compositing.filters = [filter("CIColorInvert")]
      $0.shadow.opacity = 1
      $0.shadow.radius = 0
    },
    // The layer, the frame so far, a copy of it, the rest of the frame.
    Effect("blend mode", passes: 4) { $0.compositing.blendMode = .multiply },
    Effect("blend mode under opacity", passes: 4) {
      $0.compositing.blendMode = .multiply
      $0.opacity = 0.5
    },
    Effect("blend mode of a filtered layer", passes: 5) {
      $0.compositing.blendMode = .multiply
      $0.compositing.filters = [filter("CIColorInvert")]
    },
    Effect("normal blend mode", passes: 1) { $0.compositing.blendMode = .normal },
    // The frame so far, a copy of it, a pass for each filter, the rest of the frame.
    Effect("filtered backdrop", passes: 4) { $0.compositing.backgroundFilters = [filter("CIColorInvert")] },
    Effect("blurred backdrop", passes: 5) {
      $0.compositing.backgroundFilters = [filter("CIGaussianBlur", ["inputRadius": 3])]
    },
    Effect("filtered backdrop and blend mode", passes: 7) {
      $0.compositing.backgroundFilters = [filter("CIColorInvert")]
      $0.compositing.blendMode = .multiply
    },
    // The raster is a surface as any other.
    Effect("rasterisation", passes: 2) { $0.compositing.shouldRasterize = true },
    Effect("rasterisation of a faded group", passes: 2) {
      $0.compositing.shouldRasterize = true
      $0.borderWidth = 2
      $0.opacity = 0.5
    },
    Effect("rasterisation of a filtered layer", passes: 3) {
      $0.compositing.shouldRasterize = true
      $0.compositing.filters = [filter("CIColorInvert")]
    },
  ]

  @Test(arguments: effects)
  func effect(_ effect: Effect) {
    let stream = flatten(layer(20, 20, 40, 40, color: .red, configure: effect.configure))
    #expect(stream.passCount == effect.passes, "\(stream)")
  }

  @Test(arguments: effects)
  func theFrameShowsNothingFromOutsideOfTheCanvas(_ effect: Effect) {
    let stream = flatten(layer(300, 20, 40, 40, color: .red, configure: effect.configure))
    #expect(stream.passes.last?.batches.isEmpty == true, "\(stream)")
  }

  /// Of a raster it is only known how far it reaches when it is written.
  @Test func aRasterThatDoesNotShowIsNotDrawn() {
    let rasterised = layer(300, 20, 40, 40, color: .red) { $0.compositing.shouldRasterize = true }
    let stream = flatten(rasterised, layer(0, 0, 9, 9, color: .blue))
    #expect(stream.passCount == 1 && stream.quadCount == 1, "\(stream)")
    // One that reaches into the canvas is.
    let reaching = layer(300, 20, 40, 40, sublayers: [layer(-250, 0, 20, 20, color: .red)]) {
      $0.compositing.shouldRasterize = true
    }
    #expect(flatten(reaching).passCount == 2)
  }

  @Test func aShapeWithFillAndStrokeIsOnePass() {
    let stream = flatten(
      layer(20, 20, 40, 40, color: .red, kind: .shape) {
        $0.shape.path = Self.triangle
        $0.shape.strokeColor = CGColor(.blue)
      })
    #expect(stream.passes.map { $0.batches.map(\.key.program.shape) } == [[.fill, .shape, .shape]])
  }

  @Test func aBlendModeInAGroupReadsTheGroup() {
    let blended = layer(0, 0, 20, 20, color: .blue, identifier: 2) { $0.compositing.blendMode = .multiply }
    let group = layer(10, 10, 40, 40, color: .red, identifier: 1, sublayers: [blended]) { $0.opacity = 0.5 }
    let stream = flatten(group)
    // The blended layer, the group so far, a copy of it, the rest of the group, the frame.
    #expect(stream.passes.map { $0.group?.rawValue } == [2, 1, nil, 1, nil])
    #expect(stream.passes.map(\.copies) == [nil, nil, 1, nil, nil])
    #expect(stream.passes.map(\.continues) == [nil, nil, nil, 1, nil])
  }

  @Test func aMaskIsAppliedAfterTheFilters() {
    let mask = layer(0, 0, 20, 20, color: StraightColor(red: 0, green: 0, blue: 1, alpha: 0.5))
    var values = LayerValues()
    values.geometry.bounds = CGRect(x: 0, y: 0, width: 40, height: 40)
    values.geometry.position = CGPoint(x: 50, y: 50)
    values.backgroundColor = CGColor(.red)
    values.compositing.filters = [Self.filter("CIColorInvert")]
    let masked = RenderNode(
      identifier: LayerIdentifier(rawValue: 1), name: nil, kind: .layer, values: values, sublayers: [],
      mask: .some(mask))
    let stream = flatten(masked)
    #expect(stream.passes.map { $0.batches.map(\.key.program.shape) } == [[.fill], [.fill], [.colorMatrix], [.masked]])
  }

  @Test func aRootsBackdropIsNotFiltered() {
    let root = layer(0, 0, 100, 100, color: .red) {
      $0.compositing.backgroundFilters = [Self.filter("CIColorInvert")]
    }
    #expect(Flattener.flatten(tree(root), width: 100, height: 100).passCount == 1)
  }
}
