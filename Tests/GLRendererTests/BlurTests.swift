import Graphics
import Testing

@testable import GLRenderer

/// A Gaussian on device pixels as passes along one direction each, wide ones on a smaller picture.
@Suite struct BlurTests {
  private let bounds = CGRect(x: 0, y: 0, width: 10, height: 10)

  @Test func unevenScalesBlurUnevenly() throws {
    let plane = try #require(Plane(CATransform3DMakeScale(2, 3, 1), in: Plane(scale: 1)))
    let blur = try #require(Blur(1.5, at: bounds, on: plane))
    #expect(blur.directions == [Vector2(1, 0), Vector2(0, 1)])
    #expect(blur.deviations == [3, 4.5])
    #expect(blur.steps.map(\.reach) == [Vector2(9, 0), Vector2(0, 13)])
    #expect(blur.shrink == Vector2(1, 1))
  }

  @Test func aTurnedCircleStaysRound() throws {
    let plane = try #require(Plane(CATransform3DMakeRotation(0.7, 0, 0, 1), in: Plane(scale: 2)))
    let blur = try #require(Blur(2, at: bounds, on: plane))
    #expect(blur.steps.allSatisfy { !$0.isSmooth } && blur.deviations.allSatisfy { abs($0 - 4) < 1e-6 })
  }

  /// The covariances of the directions and of the smaller picture, with linear filtering between its pixels, add up to that
  /// of the transformed Gaussian: radius² · J·Jᵀ with J = (1, 0.8; 0.3, 1).
  @Test("Steps add up", arguments: [1.5, 2, 7, 40, 100])
  func aShearedGaussianIsTheSumOfItsSteps(radius: Double) throws {
    var shear = CATransform3DIdentity
    shear.m21 = 0.8
    shear.m12 = 0.3
    let plane = try #require(Plane(shear, in: Plane(scale: 1)))
    let blur = try #require(Blur(radius, at: bounds, on: plane))
    var sum = (xx: 0.0, xy: 0.0, yy: 0.0)
    for (direction, deviation) in zip(blur.directions, blur.deviations) {
      let step = Blur.Direction(step: direction, deviation: deviation)
      sum.xx += deviation * deviation * direction.x * direction.x
      if blur.shrink != Vector2(1, 1) { sum.xx += step.mixingVariance }
      sum.xy += deviation * deviation * direction.x * direction.y
      sum.yy += deviation * deviation * direction.y * direction.y
    }
    // A mean of n pixels spreads by (n² − 1)/12 of them, linear interpolation by 1/6 of its pixels.
    func spread(_ factor: Double) -> Double { factor == 1 ? 0 : (1 - 1 / (factor * factor)) / 12 + 1.0 / 6 }
    let (x, y) = (blur.shrink.x, blur.shrink.y)
    let square = radius * radius
    #expect(abs((sum.xx + spread(x)) * x * x / square - 1.64) < 1e-5)
    #expect(abs(sum.xy * x * y / square - 1.1) < 1e-5)
    #expect(abs((sum.yy + spread(y)) * y * y / square - 1.09) < 1e-5)
  }

  /// Few samples, however wide: the cost of a wide blur is that of a narrow one.
  @Test("A wide kernel is shrunk", arguments: [(4.9, 1.0), (5, 2), (10, 4), (100, 32), (300, 64)])
  func shrinks(radius: Double, factor: Double) throws {
    let blur = try #require(Blur(radius, at: bounds, on: Plane(scale: 1)))
    #expect(blur.shrink == Vector2(factor, factor))
    #expect(blur.deviations.allSatisfy { $0 < 5 })
  }

  @Test func aHugeRadiusShrinksToTheMostReach() throws {
    let blur = try #require(Blur(1e6, at: bounds, on: Plane(scale: 1)))
    #expect(blur.deviations.allSatisfy { abs($0 * blur.shrink.x * 3 - 1024) < 12 })
  }
}

extension Blur {
  fileprivate var directions: [Vector2] {
    steps.filter { $0.shape == .blur }.map { Vector2(Double($0.sampling.x), Double($0.sampling.y)) }
  }

  fileprivate var deviations: [Double] { steps.filter { $0.shape == .blur }.map { Double($0.sampling.z) } }
}

extension Blur {
  fileprivate var steps: [FilterStep] {
    var steps: [FilterStep] = []
    addSteps(to: &steps)
    return steps
  }
}
