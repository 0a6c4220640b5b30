import MultiplaneGraphics
import MultiplaneMotion
import MultiplaneRenderTree
import Testing

/// Animations of paths, shapes, filters and how layers are put together.
@Suite struct CompositingAnimationTests {
  private static func line(_ x: Double, _ y: Double) -> CGPath {
    CGPath(elements: [.move(to: .zero), .line(to: CGPoint(x: x, y: y))])
  }

  private static let corner = CGPath(elements: [
    .move(to: .zero), .line(to: CGPoint(x: 1, y: 0)), .line(to: CGPoint(x: 1, y: 1)),
  ])

  /// A layer's values while a course of one second is `time` seconds old.
  private func values(
    _ path: String, of kind: LayerKind = .shape, at time: Double = 0.5, _ course: AnimationCourse,
    repeats: Double = 1, isAdditive: Bool = false, isCumulative: Bool = false,
    _ change: (inout LayerValues) -> Void = { _ in }
  ) throws -> LayerValues {
    let animation = CommittedAnimation(
      key: nil, timing: MediaTiming(duration: 1, repeatCount: repeats), curve: nil, isRemovedOnCompletion: true,
      change: PropertyChange(
        keyPath: try #require(LayerKeyPath(path, of: kind)), course: course, isAdditive: isAdditive,
        isCumulative: isCumulative))
    return committedLayer(kind: kind, animations: [animation], change).values(at: time)
  }

  private func ends(from: LayerValue? = nil, to: LayerValue? = nil, by: LayerValue? = nil) -> AnimationCourse {
    .basic(BasicCourse(from: from, to: to, by: by))
  }

  // MARK: Paths

  @Test(arguments: ["path", "shadowPath"])
  func pathsOfTheSameElementsAreMixed(key: String) throws {
    let (a, b) = (Self.line(0, 4), Self.line(8, 0))
    let property = try #require(LayerProperties.row(key, of: .shape))
    // Nothing beneath, and something that the course does not ask for.
    for beneath in [LayerValue.none, .path(Self.corner)] {
      let values = try values(key, at: 0.25, ends(from: .path(a), to: .path(b))) { _ = property.set(&$0, beneath) }
      #expect(property.get(values) == .path(Self.line(2, 3)))
    }
    let toOnly = try values(key, at: 0.75, ends(to: .path(b))) { _ = property.set(&$0, .path(a)) }
    #expect(property.get(toOnly) == .path(Self.line(6, 1)))
    let keyframes = AnimationCourse.keyframes(KeyframeCourse(values: [.path(a), .path(b), .path(a)]))
    #expect(property.get(try values(key, at: 0.25, keyframes)) == .path(Self.line(4, 2)))
  }

  @Test(arguments: [(0.49, false), (0.5, true)])
  func otherPathsAndNoneChangeInTheMiddle(time: Double, isSecond: Bool) throws {
    let line = Self.line(1, 1)
    func path(_ course: AnimationCourse, beneath: CGPath? = nil) throws -> CGPath? {
      try values("path", at: time, course) { $0.shape.path = beneath }.shape.path
    }
    #expect(try path(ends(from: .path(line), to: .path(Self.corner))) == (isSecond ? Self.corner : line))
    #expect(try path(ends(from: LayerValue.none, to: .path(line))) == (isSecond ? line : nil))
    #expect(try path(ends(to: .path(line))) == (isSecond ? line : nil))
    #expect(try path(ends(from: .path(line))) == (isSecond ? nil : line))
    #expect(try path(ends(to: LayerValue.none), beneath: line) == (isSecond ? nil : line))
    let keyframes = AnimationCourse.keyframes(KeyframeCourse(values: [.path(line), .none]))
    #expect(try path(keyframes) == (isSecond ? nil : line))
  }

  /// The steps of a cumulative animation and those from the layer's value add up, point by point.
  @Test func pathsAddUpPointByPoint() throws {
    let beneath = Self.line(10, 20)
    // 1.5 cycles: the end of the first and half of the second.
    let course = ends(from: .path(Self.line(0, 0)), to: .path(Self.line(4, 2)))
    #expect(
      try values("path", at: 1.5, course, repeats: 2, isCumulative: true).shape.path == Self.line(6, 3))
    #expect(
      try values("path", ends(by: .path(Self.line(4, 2)))) { $0.shape.path = beneath }.shape.path == Self.line(12, 21))
  }

  /// Over like elements, others, and none.
  @Test func pathsOfAdditiveAnimationsAreShownThemselves() throws {
    let course = ends(from: .path(Self.line(0, 0)), to: .path(Self.line(4, 2)))
    for beneath in [Self.line(10, 20), Self.corner, nil] {
      #expect(try values("path", course, isAdditive: true) { $0.shape.path = beneath }.shape.path == Self.line(2, 1))
    }
  }

  @Test func springsDoNotBendPathsBeyondTheirEnds() throws {
    let spring = Spring(damping: 1)
    let course = AnimationCourse.spring(
      BasicCourse(from: .path(Self.line(0, 0)), to: .path(Self.line(4, 2)), by: nil), spring)
    // Half a swing of √100 rad/s: far beyond the end.
    #expect(spring.position(at: 0.31) > 1.5)
    #expect(try values("path", at: 0.31, course).shape.path == Self.line(4, 2))
  }

  // MARK: Shapes

  @Test(
    arguments: [
      ("strokeStart", 0.5, \.shape.strokeStart, 0.25), ("strokeEnd", 0.5, \.shape.strokeEnd, 0.75),
      ("lineWidth", 5, \.shape.lineWidth, 3), ("miterLimit", 2, \.shape.miterLimit, 6),
      ("lineDashPhase", 9, \.shape.dashPhase, 4.5), ("rasterizationScale", 2, \.compositing.rasterizationScale, 1.5),
    ] as [(String, Double, any WritableKeyPath<LayerValues, CGFloat> & Sendable, CGFloat)])
  func numbers(
    key: String, end: Double, path: any WritableKeyPath<LayerValues, CGFloat> & Sendable, middle: CGFloat
  ) throws {
    #expect(try values(key, ends(to: .number(end)))[keyPath: path] == middle)
  }

  @Test func colours() throws {
    let white = LayerValue.color(CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1))
    #expect(try values("fillColor", ends(to: white)).shape.fillColor?.straight.red == 0.5)
    // No colour is the other one with alpha 0.
    let stroke = try #require(try values("strokeColor", ends(to: white)).shape.strokeColor?.straight)
    #expect(stroke == StraightColor(red: 1, green: 1, blue: 1, alpha: 0.5))
  }

  @Test func dashes() throws {
    let course = ends(from: .numbers([4, 2]), to: .numbers([8, 4]))
    #expect(try values("lineDashPattern", course).shape.dashPattern == [6, 3])
    // No dashes are an unbroken line, which no lengths stand for.
    for (time, pattern) in [(0.4, nil), (0.6, [8, 4])] as [(Double, [Double]?)] {
      #expect(try values("lineDashPattern", at: time, ends(to: .numbers([8, 4]))).shape.dashPattern == pattern)
    }
    #expect(
      try values("lineDashPattern", ends(to: .numbers([1]))) { $0.shape.dashPattern = [4, 2] }.shape.dashPattern
        == [4, 2])
  }

  @Test(arguments: ["fillRule", "lineCap", "lineJoin", "cornerCurve"])
  func enumerationsDoNotAnimate(key: String) throws {
    let property = try #require(LayerProperties.row(key, of: .shape))
    #expect(property.interpolation == LayerProperty.Interpolation.none)
  }

  // MARK: Filters

  private func filtered(_ values: inout LayerValues) {
    values.compositing.filters = [filter("CIColorInvert"), filter("CIGaussianBlur", name: "blur")]
    values.compositing.backgroundFilters = [filter("CIPixellate")]
  }

  @Test func inputs() throws {
    func radius(_ values: LayerValues) -> FilterValue.Input? { values.compositing.filters?.last?.input("inputRadius") }
    let path = "filters.blur.inputRadius"
    #expect(radius(try values(path, of: .layer, ends(from: .number(2), to: .number(4)), filtered)) == .number(3))
    // The default beneath is 10.
    #expect(radius(try values(path, of: .layer, ends(to: .number(0)), filtered)) == .number(5))
    #expect(
      radius(try values(path, of: .layer, ends(from: .number(0), to: .number(4)), isAdditive: true, filtered))
        == .number(12))
    let center = try values(
      "backgroundFilters.CIPixellate.inputCenter", of: .layer, at: 0.25,
      ends(from: .numbers([0, 8]), to: .numbers([4, 0])), filtered)
    #expect(center.compositing.backgroundFilters?.first?.input("inputCenter") == .vector([1, 6]))
    #expect(center.compositing.filters?.first == filter("CIColorInvert"))
  }

  @Test func inputsOfNoFilterAreLeftAlone() throws {
    for path in ["filters.other.inputRadius", "backgroundFilters.CIPixellate.inputRadius"] {
      let course = ends(from: .number(1), to: .number(2))
      #expect(try values(path, of: .layer, course, filtered).compositing == layerValues(filtered).compositing)
    }
  }

  @Test func anAnimatedInputReachesTheRenderTree() throws {
    let animation = CommittedAnimation(
      key: nil, timing: MediaTiming(duration: 2), curve: nil, isRemovedOnCompletion: true,
      change: PropertyChange(
        keyPath: try #require(LayerKeyPath("filters.CIGaussianBlur.inputRadius", of: .layer)), from: .number(0),
        to: .number(8), by: nil, isAdditive: false, isCumulative: false))
    let tree = committedTree(
      committedLayer(animations: [animation]) { $0.compositing.filters = [filter("CIGaussianBlur")] })
    #expect(tree.evaluate(at: 0.5).root?.filters == [.gaussianBlur(radius: 2)])
    // A blur of no radius changes nothing.
    #expect(tree.evaluate(at: 0).root?.filters == [])
  }

  @Test(arguments: [(0.49, 1), (0.5, 2)])
  func wholeListsAndModesChangeAtOnce(time: Double, count: Int) throws {
    let invert = filter("CIColorInvert")
    let lists = ends(from: .filters([invert]), to: .filters([invert, invert]))
    #expect(try values("filters", of: .layer, at: time, lists).compositing.filters?.count == count)
    let modes = ends(to: .blendMode(.multiply))
    #expect(
      try values("compositingFilter", of: .layer, at: time, modes).compositing.blendMode
        == (count == 2 ? .multiply : nil))
    let raster = ends(from: .boolean(false), to: .boolean(true))
    #expect(
      try values("shouldRasterize", of: .layer, at: time, raster).compositing.shouldRasterize == (count == 2))
  }
}
