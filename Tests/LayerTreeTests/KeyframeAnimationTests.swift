import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree
import Testing

/// Keyframes from the layer to the evaluated value, over four seconds.
@Suite struct KeyframeAnimationTests {
  private let layer = CALayer()

  private func animation(_ path: String = "cornerRadius", _ values: [Any]? = nil) -> CAKeyframeAnimation {
    let animation = CAKeyframeAnimation(keyPath: path)
    animation.values = values
    animation.duration = 4
    return animation
  }

  private func values(_ animation: CAAnimation, at time: Double) -> LayerValues {
    layer.removeAllAnimations()
    layer.add(animation, forKey: "a")
    return layer.commit(at: 0).values(at: time)
  }

  @Test func defaults() {
    let animation = CAKeyframeAnimation()
    #expect(animation.values == nil && animation.path == nil && animation.keyTimes == nil)
    #expect(animation.timingFunctions == nil && animation.rotationMode == nil && animation.tensionValues == nil)
    #expect(animation.calculationMode == .linear)
  }

  @Test(arguments: [(0.0, 0.0), (0.8, 5), (1.6, 10), (2.8, 15), (4, 20)])
  func keyTimes(time: Double, expected: Double) {
    let animation = animation("cornerRadius", [0, 10, 20])
    animation.keyTimes = [0, 0.4, 1]
    #expect(abs(values(animation, at: time).cornerRadius - expected) < 1e-12)
  }

  @Test(arguments: [(0.4, 0.0), (1.6, 50), (3.2, 100)])
  func keyTimesAreUsedAsTheyAre(time: Double, expected: Double) {
    let animation = animation("cornerRadius", [0, 100])
    animation.keyTimes = [0.2, 0.6]
    #expect(abs(values(animation, at: time).cornerRadius - expected) < 1e-12)
    // Held values change in the middle of the way.
    let hides = self.animation("hidden", [false, true])
    hides.keyTimes = [0.2, 0.6]
    #expect(values(hides, at: time).isHidden == (time >= 1.6))
    let moves = self.animation("transform.translation")
    let path = CGMutablePath()
    path.move(to: .zero)
    path.addLine(to: CGPoint(x: 100, y: 0))
    path.closeSubpath()
    moves.path = path
    moves.keyTimes = [0.2, 0.6]
    #expect(abs(values(moves, at: time).geometry.transform.m41 - expected) < 1e-12)
  }

  @Test func oneValueHasNoEffect() {
    layer.opacity = 1
    for mode in [CAAnimationCalculationMode.linear, .discrete, .paced, .cubic, .cubicPaced] {
      let animation = animation("opacity", [0])
      animation.keyTimes = [0, 1]
      animation.calculationMode = mode
      #expect(values(animation, at: 2).opacity == 1)
    }
    #expect(!values(animation("hidden", [true]), at: 2).isHidden)
    #expect(values(animation("transform", [CATransform3DMakeScale(2, 2, 2)]), at: 2).geometry.transform == .identity)
  }

  @Test func timingFunctionsBendTheWayBetweenTwoValues() {
    let animation = animation("cornerRadius", [0, 10, 20])
    animation.timingFunctions = [CAMediaTimingFunction(name: .easeIn)]
    // easeIn at ½; the missing second one is linear.
    #expect(abs(values(animation, at: 1).cornerRadius - 3.15357) < 1e-5)
    #expect(values(animation, at: 3).cornerRadius == 15)
  }

  @Test(arguments: [(0.0, 1.0), (1.9, 1), (2, 2), (3.9, 2)])
  func discrete(time: Double, expected: Double) {
    let animation = animation("cornerRadius", [1, 2])
    animation.calculationMode = .discrete
    #expect(abs(values(animation, at: time).cornerRadius - expected) < 1e-12)
  }

  /// 0, 1, 4, 9 at ½.
  @Test(
    arguments: [
      ([], [], [], 2.25), ([0, 1, 1, 0], [], [], 2.5), ([], [0, 1], [], 2.125), ([], [], [0, 0, 1], 2.375),
    ]
      as [([Double], [Double], [Double], Double)])
  func cubic(tension: [Double], continuity: [Double], bias: [Double], expected: Double) {
    let animation = animation("cornerRadius", [0, 1, 4, 9])
    animation.keyTimes = [0, 0.25, 0.75, 1]
    animation.calculationMode = .cubic
    animation.tensionValues = tension.map { NSNumber(value: $0) }
    animation.continuityValues = continuity.map { NSNumber(value: $0) }
    animation.biasValues = bias.map { NSNumber(value: $0) }
    #expect(abs(values(animation, at: 2).cornerRadius - expected) < 1e-12)
  }

  @Test func cubicPassesOnSmoothly() {
    let animation = animation("cornerRadius", [0, 10, 10])
    animation.calculationMode = .cubic
    #expect(abs(values(animation, at: 3).cornerRadius - 10.625) < 1e-12)
  }

  @Test func valuesThatCannotBeMixedSwitchInTheMiddle() {
    let animation = animation("hidden", [false, true, false])
    #expect([0.9, 1.1, 2.9, 3.1].map { values(animation, at: $0).isHidden } == [false, true, true, false])
  }

  @Test func noColorCountsAsATransparentOne() {
    let animation = animation("backgroundColor", [NSNull(), CGColor(red: 1, green: 0, blue: 0, alpha: 1)])
    #expect(values(animation, at: 1).backgroundColor == CGColor(red: 1, green: 0, blue: 0, alpha: 0.25))
  }

  @Test func additiveAndCumulative() {
    layer.cornerRadius = 100
    let animation = animation("cornerRadius", [0, 10])
    animation.isAdditive = true
    animation.isCumulative = true
    animation.repeatCount = 3
    #expect(values(animation, at: 10).cornerRadius == 125)
    // There and back ends at the start, so that nothing accumulates.
    animation.autoreverses = true
    #expect(values(animation, at: 10).cornerRadius == 105)
  }

  @Test func wrongValuesHaveNoEffect() {
    layer.cornerRadius = 7
    for list in [nil, [], [1, "a"], [CGPoint.zero]] as [[Any]?] {
      #expect(values(animation("cornerRadius", list), at: 1).cornerRadius == 7)
    }
    let onPath = animation()
    onPath.path = CGPath(rect: CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(values(onPath, at: 1).cornerRadius == 7)
  }

  // MARK: Paths

  private func corner() -> CAKeyframeAnimation {
    let path = CGMutablePath()
    path.move(to: .zero)
    path.addLine(to: CGPoint(x: 10, y: 0))
    path.addLine(to: CGPoint(x: 10, y: 90))
    let animation = animation("position")
    animation.path = path
    return animation
  }

  @Test func alongAPath() {
    let animation = corner()
    #expect(values(animation, at: 1).geometry.position == CGPoint(x: 5, y: 0))
    animation.keyTimes = [0, 0.8, 1]
    #expect(abs(values(animation, at: 1).geometry.position.x - 3.125) < 1e-12)
    animation.calculationMode = .paced
    let paced = values(animation, at: 1).geometry.position
    #expect(abs(paced.x - 10) < 1e-9 && abs(paced.y - 15) < 1e-9)
  }

  @Test func theLayerTurnsWithThePath() {
    layer.transform = CATransform3DMakeScale(2, 3, 1)
    let animation = corner()
    #expect(values(animation, at: 3).geometry.transform.m12 == 0)
    animation.rotationMode = .rotateAuto
    let up = values(animation, at: 3).geometry.transform
    #expect(abs(up.m12 - 3) < 1e-12 && abs(up.m21 + 2) < 1e-12 && abs(up.m11) < 1e-12)
    animation.rotationMode = .rotateAutoReverse
    #expect(abs(values(animation, at: 3).geometry.transform.m12 + 3) < 1e-12)
  }

  @Test func theLayerKeepsACopyOfEverything() throws {
    let path = CGMutablePath()
    path.addRect(CGRect(x: 0, y: 0, width: 1, height: 1))
    let animation = animation("position", [1, 2])
    animation.path = path
    animation.calculationMode = .cubicPaced
    animation.rotationMode = .rotateAuto
    animation.biasValues = [1]
    layer.add(animation, forKey: "a")
    path.addRect(CGRect(x: 5, y: 5, width: 1, height: 1))
    let copy = try #require(layer.animation(forKey: "a") as? CAKeyframeAnimation)
    #expect(copy.path?.elements.count == 5 && copy.values?.count == 2 && copy.biasValues == [1])
    #expect(copy.calculationMode == .cubicPaced && copy.rotationMode == .rotateAuto)
  }
}
