import Foundation
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree
import Testing

@Suite struct SpringAnimationTests {
  private let layer = CALayer()

  @Test func defaults() {
    let spring = CASpringAnimation(keyPath: "opacity")
    #expect(spring.mass == 1 && spring.stiffness == 100 && spring.damping == 10 && spring.initialVelocity == 0)
    #expect(!spring.allowsOverdamping && spring.duration == 0)
    #expect(abs(spring.settlingDuration - 1.4727003346780927) < 1e-12)
    #expect(abs(spring.bounce - 0.5) < 1e-12 && abs(spring.perceptualDuration - 0.2 * Double.pi) < 1e-12)
  }

  @Test func numbersOutOfRangeAreNotTaken() {
    let spring = CASpringAnimation()
    (spring.mass, spring.stiffness, spring.damping) = (2, 50, 5)
    for number: CGFloat in [-1, .nan, -.infinity] {
      (spring.mass, spring.stiffness, spring.damping) = (number, number, number)
      for key in ["mass", "stiffness", "damping"] { spring.setValue(number, forKey: key) }
      #expect(spring.mass == 2 && spring.stiffness == 50 && spring.damping == 5)
    }
    (spring.mass, spring.stiffness, spring.damping) = (0, 0, 0)
    #expect(spring.mass == 2 && spring.stiffness == 50 && spring.damping == 0)
  }

  @Test func perceptualDurationAndBounce() {
    let spring = CASpringAnimation(perceptualDuration: 1, bounce: 0.5)
    #expect(abs(spring.stiffness - 4 * .pi * .pi) < 1e-12 && abs(spring.damping - 2 * .pi) < 1e-12)
    #expect(spring.mass == 1 && spring.allowsOverdamping)
    #expect(abs(spring.duration - 2.3438753795710707) < 1e-12)
  }

  private func position(_ spring: CASpringAnimation, at time: Double) -> Double {
    spring.keyPath = "cornerRadius"
    spring.fromValue = 0
    spring.toValue = 10
    layer.removeAllAnimations()
    layer.add(spring, forKey: "a")
    return layer.commit(at: 0).values(at: time).cornerRadius
  }

  /// Critically damped with ω = 10: 1 − e^(−10t)(1 + 10t), in seconds whatever the duration.
  @Test(arguments: [0.0, 2, .infinity])
  func runsInSeconds(duration: Double) {
    let spring = CASpringAnimation()
    spring.damping = 20
    spring.duration = duration
    #expect(abs(position(spring, at: 0.1) - 10 * (1 - 2 * exp(-1))) < 1e-9)
  }

  @Test func withoutADurationTheSettlingTime() {
    let spring = CASpringAnimation()
    _ = position(spring, at: 0)
    #expect(layer.commit(at: 0).animations.first?.timing.duration == spring.settlingDuration)
    #expect((layer.animation(forKey: "a") as? CASpringAnimation)?.duration == 0)
  }

  @Test func aSwingGoesBeyondTheEnd() {
    // Half a swing: t = π / ωd, x = 1 + e^(−βt), β = 5, ωd = √75.
    let time = Double.pi / 75.0.squareRoot()
    #expect(abs(position(CASpringAnimation(), at: time) - 10 * (1 + exp(-5 * time))) < 1e-9)
  }

  @Test func theLayerKeepsACopyOfEverything() throws {
    let spring = CASpringAnimation(perceptualDuration: 1, bounce: -0.5)
    spring.initialVelocity = 3
    spring.mass = 2
    layer.add(spring, forKey: "a")
    let copy = try #require(layer.animation(forKey: "a") as? CASpringAnimation)
    #expect(copy.mass == 2 && copy.stiffness == spring.stiffness && copy.damping == spring.damping)
    #expect(copy.initialVelocity == 3 && copy.allowsOverdamping && copy.duration == spring.duration)
  }
}
