import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree
import Testing

/// How layers are put together: edges, groups, rasters, filters and blend modes.
@Suite struct CompositingTests {
  private let layer = CALayer()

  /// CALayer.h's.
  @Test func defaults() {
    #expect(!layer.isOpaque && !layer.shouldRasterize)
    #expect(layer.allowsGroupOpacity && layer.allowsEdgeAntialiasing)
    #expect(layer.edgeAntialiasingMask.rawValue == 15)
    #expect(layer.rasterizationScale == 1)
    #expect(layer.cornerCurve == .circular)
    #expect(layer.shadowPath == nil && layer.filters == nil && layer.backgroundFilters == nil)
    #expect(layer.compositingFilter == nil)
  }

  @Test(arguments: [(CALayerCornerCurve.circular, 1.0), (.continuous, 1.528665), (.init(rawValue: "square"), 1)])
  func cornerCurves(curve: CALayerCornerCurve, factor: CGFloat) {
    #expect(CALayer.cornerCurveExpansionFactor(curve) == factor)
    layer.cornerCurve = curve
    // An unknown one is stored as circular.
    #expect(layer.cornerCurve == (factor > 1 ? .continuous : .circular))
  }

  @Test func edgesByKey() {
    layer.setValue(CAEdgeAntialiasingMask([.layerLeftEdge, .layerTopEdge]), forKey: "edgeAntialiasingMask")
    #expect(layer.edgeAntialiasingMask.rawValue == 9)
    #expect(layer.value(forKey: "edgeAntialiasingMask") as? Int == 9)
  }

  // MARK: Filters

  private func blur(_ radius: Double = 4) throws -> CIFilter {
    try #require(CIFilter(name: "CIGaussianBlur", parameters: [kCIInputRadiusKey: radius]))
  }

  @Test func filtersAreGivenBackAsEqualOnes() throws {
    let invert = try #require(CIFilter(name: "CIColorInvert"))
    let blur = try blur()
    blur.name = "soft"
    blur.isEnabled = false
    layer.filters = [blur, invert]
    layer.backgroundFilters = [invert]
    #expect(layer.filters as? [CIFilter] == [blur, invert])
    #expect(layer.backgroundFilters as? [CIFilter] == [invert])
    #expect(layer.value(forKey: "filters") as? [CIFilter] == [blur, invert])
    let committed = layer.commit(at: 0)
    layer.filters = layer.filters
    #expect(layer.commit(at: 0) === committed)
  }

  @Test func aFilterThatIsChangedLaterDoesNotChangeTheLayer() throws {
    let blur = try blur()
    layer.filters = [blur]
    let committed = layer.commit(at: 0)
    blur.setValue(9, forKey: kCIInputRadiusKey)
    (layer.filters?.first as? CIFilter)?.setValue(9, forKey: kCIInputRadiusKey)
    #expect(layer.value(forKeyPath: "filters.CIGaussianBlur.inputRadius") as? Double == 4)
    #expect(layer.commit(at: 0) === committed)
    layer.filters = [blur]
    #expect(layer.value(forKeyPath: "filters.CIGaussianBlur.inputRadius") as? Double == 9)
  }

  @Test func whatIsNoFilterIsKept() throws {
    let blend = try #require(CIFilter(name: "CIMultiplyBlendMode"))
    let blur = try blur()
    layer.filters = ["CIGaussianBlur", blur, blend]
    #expect(layer.filters?.count == 3 && layer.filters?[0] as? String == "CIGaussianBlur")
    #expect(layer.filters?[1] as? CIFilter == blur && layer.filters?[2] as? CIFilter == blend)
    #expect(layer.commit(at: 0).values(at: 0).compositing.filters == [try #require(blur.filterValue)])
    let object = NSObject()
    layer.setValue([blur, object, 1] as [Any], forKey: "backgroundFilters")
    #expect(layer.backgroundFilters?.count == 3 && layer.backgroundFilters?[1] as? NSObject === object)
    #expect(layer.value(forKey: "backgroundFilters") as? [AnyHashable] == [blur, object, 1])
    #expect(CALayer(layer: layer).backgroundFilters?.count == 3)
    // An input that changes is seen in the list as it was given.
    layer.setValue(9, forKeyPath: "filters.CIGaussianBlur.inputRadius")
    #expect((layer.filters?[1] as? CIFilter)?.value(forKey: kCIInputRadiusKey) as? Double == 9)
    #expect(layer.filters?[0] as? String == "CIGaussianBlur")
    layer.filters = []
    #expect(layer.filters?.isEmpty == true && layer.commit(at: 0).values.compositing.filters == nil)
    layer.filters = [1]
    #expect(layer.filters?.first as? Int == 1)
    layer.setValue("CIGaussianBlur", forKey: "filters")
    #expect(layer.filters?.count == 1)
    layer.setValue(nil, forKey: "filters")
    layer.setValue(NSNull(), forKey: "backgroundFilters")
    #expect(layer.filters == nil && layer.backgroundFilters == nil)
  }

  @Test func inputsByKeyPath() throws {
    let (first, second) = (try blur(1), try blur(2))
    second.name = "second"
    layer.filters = [first, second]
    layer.backgroundFilters = [try #require(CIFilter(name: "CIPixellate"))]
    layer.setValue(5, forKeyPath: "filters.second.inputRadius")
    #expect(layer.value(forKeyPath: "filters.CIGaussianBlur.inputRadius") as? Double == 1)
    #expect(layer.value(forKeyPath: "filters.second.inputRadius") as? Double == 5)
    layer.setValue(CIVector(x: 3, y: 4), forKeyPath: "backgroundFilters.CIPixellate.inputCenter")
    #expect(layer.value(forKeyPath: "backgroundFilters.CIPixellate.inputCenter") as? CIVector == CIVector(x: 3, y: 4))
    let committed = layer.commit(at: 0)
    layer.setValue(CIVector(x: 3), forKeyPath: "backgroundFilters.CIPixellate.inputCenter")
    layer.setValue("7", forKeyPath: "filters.second.inputRadius")
    layer.setValue(7, forKeyPath: "filters.third.inputRadius")
    #expect(layer.commit(at: 0) === committed)
    #expect(layer.value(forKeyPath: "filters.third.inputRadius") == nil)
  }

  @Test func animationsOfFilters() throws {
    layer.filters = [try blur()]
    let animation = CABasicAnimation(keyPath: "filters.CIGaussianBlur.inputRadius")
    animation.toValue = 8
    animation.duration = 1
    layer.add(animation, forKey: nil)
    let whole = CABasicAnimation(keyPath: "backgroundFilters")
    whole.toValue = [try blur(2)]
    whole.duration = 1
    layer.add(whole, forKey: nil)
    let values = layer.commit(at: 0).values(at: 0.5).compositing
    #expect(values.filters?.first?.input("inputRadius") == .number(6))
    #expect(values.backgroundFilters?.first?.input("inputRadius") == .number(2))
  }

  // MARK: Blend modes

  @Test(
    arguments: [
      ("multiplyBlendMode", .multiply), ("CIMultiplyBlendMode", .multiply), ("xor", .xor), ("normalBlendMode", .normal),
      ("sourceOver", .normal),
    ] as [(String, BlendMode)])
  func blendModesByName(name: String, mode: BlendMode) {
    for set in [{ self.layer.compositingFilter = name }, { self.layer.setValue(name, forKey: "compositingFilter") }] {
      layer.compositingFilter = nil
      set()
      #expect(layer.commit(at: 0).values.compositing.blendMode == mode)
      #expect(layer.compositingFilter as? String == name)
      #expect(layer.value(forKeyPath: "compositingFilter") as? String == name)
    }
  }

  @Test func blendModesByFilter() throws {
    let filter = try #require(CIFilter(name: "CIScreenBlendMode"))
    layer.compositingFilter = filter
    #expect(layer.commit(at: 0).values.compositing.blendMode == .screen)
    #expect(layer.compositingFilter as? CIFilter == filter)
    #expect(CALayer(layer: layer).compositingFilter as? CIFilter == filter)
    layer.setValue(nil, forKey: "compositingFilter")
    #expect(layer.compositingFilter == nil)
    #expect(layer.commit(at: 0).values.compositing.blendMode == nil)
  }

  @Test func whatIsNoBlendModeCountsAsNone() throws {
    layer.compositingFilter = "multiply"
    layer.compositingFilter = "shinyBlendMode"
    #expect(layer.compositingFilter as? String == "shinyBlendMode")
    #expect(layer.commit(at: 0).values.compositing.blendMode == nil)
    layer.compositingFilter = try blur()
    #expect(layer.commit(at: 0).values.compositing.blendMode == nil)
  }
}
