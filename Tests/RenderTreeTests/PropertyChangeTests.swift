import MultiplaneGraphics
import MultiplaneMotion
import MultiplaneRenderTree
import Testing

@Suite struct PropertyChangeTests {
  /// The value after a change is applied to some values.
  private func result(
    _ path: String, from: LayerValue? = nil, to: LayerValue? = nil, by: LayerValue? = nil, isAdditive: Bool = false,
    isCumulative: Bool = false, fraction: Double = 0.25, cycle: Int = 0, beneath values: LayerValues = LayerValues()
  ) throws -> LayerValue? {
    let keyPath = try #require(LayerKeyPath(path, of: .layer))
    var values = values
    PropertyChange(
      keyPath: keyPath, from: from, to: to, by: by, isAdditive: isAdditive, isCumulative: isCumulative
    ).apply(at: AnimationMoment(fraction: fraction, time: fraction), cycle: cycle, to: &values)
    return keyPath.value(in: values)
  }

  /// Over a value of 8, a quarter of the way.
  @Test(
    arguments: [
      (10, 20, nil, 12.5),
      (10, 20, 99, 12.5),
      (10, nil, 20, 15),
      (nil, 20, 8, 14),
      (10, nil, nil, 9.5),
      (nil, 20, nil, 11),
      (nil, nil, 4, 9),
      (nil, nil, nil, 8),
    ] as [(Double?, Double?, Double?, Double)])
  func ends(from: Double?, to: Double?, by: Double?, expected: Double) throws {
    let values = layerValues { $0.cornerRadius = 8 }
    let result = try result(
      "cornerRadius", from: from.map(LayerValue.number), to: to.map(LayerValue.number), by: by.map(LayerValue.number),
      beneath: values)
    #expect(result == .number(expected))
  }

  /// Added to a value of 8, a quarter of the way; what is missing counts as nothing added.
  @Test(
    arguments: [(10, 20, nil, 20.5), (10, nil, nil, 15.5), (nil, 20, nil, 13), (nil, nil, 4, 9), (10, nil, 20, 23)]
      as [(Double?, Double?, Double?, Double)])
  func additive(from: Double?, to: Double?, by: Double?, expected: Double) throws {
    let values = layerValues { $0.cornerRadius = 8 }
    let result = try result(
      "cornerRadius", from: from.map(LayerValue.number), to: to.map(LayerValue.number), by: by.map(LayerValue.number),
      isAdditive: true, beneath: values)
    #expect(result == .number(expected))
  }

  /// From 10 to 20: cycle k goes on from k times the end.
  @Test(arguments: [(0, 12.5), (1, 32.5), (3, 72.5)])
  func cumulative(cycle: Int, expected: Double) throws {
    let result = try result("cornerRadius", from: .number(10), to: .number(20), isCumulative: true, cycle: cycle)
    #expect(result == .number(expected))
  }

  @Test func pointsAndRectangles() throws {
    #expect(
      try result("position", from: .point(CGPoint(x: 0, y: 100)), to: .point(CGPoint(x: 40, y: 0)))
        == .point(CGPoint(x: 10, y: 75)))
    #expect(
      try result(
        "bounds", from: .rect(CGRect(x: 0, y: 0, width: 10, height: 10)),
        to: .rect(CGRect(x: 4, y: 8, width: 50, height: 30))) == .rect(CGRect(x: 1, y: 2, width: 20, height: 15)))
    #expect(try result("bounds.size.width", from: .number(10), to: .number(30)) == .number(15))
  }

  @Test func colorsMixStraight() throws {
    let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    let clearBlue = CGColor(red: 0, green: 0, blue: 1, alpha: 0)
    #expect(
      try result("backgroundColor", from: .color(red), to: .color(clearBlue))
        == .color(CGColor(red: 0.75, green: 0, blue: 0.25, alpha: 0.75)))
  }

  /// No colour is the other end's with alpha 0, whether it is given as an end or lies beneath.
  @Test func fromAndToNoColor() throws {
    let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    let quarter = LayerValue.color(CGColor(red: 1, green: 0, blue: 0, alpha: 0.25))
    let rest = LayerValue.color(CGColor(red: 1, green: 0, blue: 0, alpha: 0.75))
    #expect(try result("backgroundColor", from: LayerValue.none, to: .color(red)) == quarter)
    #expect(try result("backgroundColor", from: .color(red), to: LayerValue.none) == rest)
    #expect(try result("backgroundColor", to: .color(red)) == quarter)
    #expect(try result("backgroundColor", from: .color(red)) == rest)
    #expect(try result("backgroundColor", from: LayerValue.none, to: LayerValue.none) == LayerValue.none)
  }

  /// What is added to no colour is all there is.
  @Test func noColorInSums() throws {
    let gray = CGColor(red: 0.4, green: 0.4, blue: 0.4, alpha: 1)
    let color = LayerValue.color(gray)
    #expect(try result("backgroundColor", from: color, to: color, isAdditive: true) == color)
    #expect(try result("backgroundColor", by: color, fraction: 1) == color)
    #expect(try result("backgroundColor", from: LayerValue.none, by: color, fraction: 1) == color)
    #expect(try result("backgroundColor", to: color, isCumulative: true, fraction: 0, cycle: 1) == color)
    let part = CGColor(red: 0.1, green: 0.1, blue: 0.1, alpha: 0.25)
    #expect(try result("backgroundColor", by: color) == .color(part))
  }

  @Test func transformsAreMixedByParts() throws {
    let result = try result(
      "transform", from: .transform(CATransform3DIdentity),
      to: .transform(CATransform3DConcat(CATransform3DMakeScale(5, 1, 1), CATransform3DMakeTranslation(8, 0, 0))))
    guard case .transform(let transform) = result else {
      Issue.record("\(String(describing: result))")
      return
    }
    #expect(abs(transform.m11 - 2) < 1e-12)
    #expect(abs(transform.m41 - 2) < 1e-12)
  }

  @Test func additiveTransformsAreConcatenated() throws {
    let values = layerValues { $0.geometry.transform = CATransform3DMakeScale(2, 2, 1) }
    let move = LayerValue.transform(CATransform3DMakeTranslation(5, 0, 0))
    let result = try result("transform", from: move, to: move, isAdditive: true, beneath: values)
    // The move comes first and is scaled.
    #expect(
      result == .transform(CATransform3DConcat(CATransform3DMakeTranslation(5, 0, 0), CATransform3DMakeScale(2, 2, 1))))
    if case .transform(let transform) = result { #expect(transform.m41 == 10) }
  }

  /// An additive animation's path replaces the layer's, as on iOS, of like elements and of unlike
  /// ones. One without a start begins at the layer's.
  @Test(arguments: ["path", "shadowPath"]) func additivePaths(_ name: String) throws {
    let keyPath = try #require(LayerKeyPath(name, of: .shape))
    func square(_ origin: Double, _ side: Double) -> LayerValue {
      .path(CGPath(rect: CGRect(x: origin, y: origin, width: side, height: side), transform: nil))
    }
    var values = LayerValues()
    #expect(keyPath.set(square(1, 3), in: &values))
    func shown(from: LayerValue?, to path: LayerValue) -> LayerValue? {
      var values = values
      PropertyChange(keyPath: keyPath, from: from, to: path, by: nil, isAdditive: true, isCumulative: false)
        .apply(at: AnimationMoment(fraction: 0.5, time: 0.5), to: &values)
      return keyPath.value(in: values)
    }
    let circle = LayerValue.path(CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 8, height: 8), transform: nil))
    #expect(shown(from: circle, to: circle) == circle)
    #expect(shown(from: square(10, 1), to: square(10, 1)) == square(10, 1))
    #expect(shown(from: nil, to: square(3, 5)) == square(2, 4))
  }

  @Test func transformComponents() throws {
    let values = layerValues { $0.geometry.transform = CATransform3DMakeTranslation(3, 0, 0) }
    #expect(
      try result("transform.translation.x", from: .number(0), to: .number(4), isAdditive: true, beneath: values)
        == .number(4))
    let turned = try result("transform.rotation.z", from: .number(0), to: .number(2), beneath: values)
    guard case .number(let angle) = turned else {
      Issue.record("\(String(describing: turned))")
      return
    }
    #expect(abs(angle - 0.5) < 1e-12)
  }

  @Test func curvesMayOvershoot() throws {
    #expect(try result("cornerRadius", from: .number(0), to: .number(8), fraction: 1.25) == .number(10))
    #expect(try result("cornerRadius", from: .number(0), to: .number(8), fraction: -0.25) == .number(-2))
    // Bounds that would turn inside out are standardised.
    let box = CGRect(x: 0, y: 0, width: 10, height: 10)
    #expect(
      try result("bounds", from: .rect(box), to: .rect(.zero), fraction: 1.5)
        == .rect(CGRect(x: -5, y: -5, width: 5, height: 5)))
  }

  @Test(arguments: [(0.0, true), (0.49, true), (0.5, false), (1, false)])
  func discreteValuesSwitchInTheMiddle(fraction: Double, isHidden: Bool) throws {
    let values = layerValues { $0.isHidden = true }
    #expect(
      try result("hidden", from: .boolean(true), to: .boolean(false), fraction: fraction) == .boolean(isHidden))
    #expect(try result("hidden", to: .boolean(false), fraction: fraction, beneath: values) == .boolean(isHidden))
    #expect(try result("hidden", from: .boolean(true), fraction: fraction) == .boolean(isHidden))
  }

  @Test func contentsSwitchInTheMiddle() throws {
    let image = try #require(pixel())
    #expect(try result("contents", from: LayerValue.none, to: .image(image), fraction: 0.4) == LayerValue.none)
    #expect(try result("contents", from: LayerValue.none, to: .image(image), fraction: 0.6) == .image(image))
  }

  @Test func endsThatDoNotFitTogetherDoNothing() throws {
    #expect(try result("cornerRadius", from: .number(3), to: .point(.zero)) == .number(0))
    #expect(try result("cornerRadius", from: .color(.black), to: .color(.white)) == .number(0))
    #expect(try result("hidden", from: .number(1), to: .number(1)) == .boolean(false))
    // to − by of a transform that has no inverse.
    #expect(
      try result(
        "transform", to: .transform(CATransform3DIdentity), by: .transform(CATransform3DMakeScale(0, 0, 0)))
        == .transform(CATransform3DIdentity))
  }
}
