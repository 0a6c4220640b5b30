import Foundation
import Graphics
import RenderTree

/// A Gaussian on device pixels as passes along one direction each.
///
/// A Gaussian with the covariance (a, b; b, c) is one along x with the variance a − b²/c, and one along (b/c, 1) with the
/// variance c in steps of one row. (Geusebroek, Smeulders and van de Weijer, Fast Anisotropic Gauss Filtering, 2003.)
///
/// A wide one runs on a smaller picture: its pixels are means of those of the device, and in the end it is shown between its
/// pixels. Both spread colour themselves, which the Gaussian then spreads less; so its cost depends little on its width.
struct Blur {
  /// The kernel on the pixels of the picture that it runs on.
  private let covariance: Covariance
  /// Device pixels that a pixel of the last step's surface is wide and high.
  let shrink: Vector2

  /// No kernel reaches farther than this, in steps (rule 15).
  private static let mostReach = 1024.0
  /// A blur below this deviation moves no 8-bit colour.
  private static let least = 0.05
  /// A kernel of less pixels than this is not shrunk: linear interpolation of what it leaves would show.
  private static let shrunkDeviation = 2.5

  /// The same where what is blurred is then multiplied, and so what interpolation is off.
  private static let magnifiedDeviation = 10.0

  /// - Parameters:
  ///   - radius: the standard deviation in points of the plane.
  ///   - bounds: where on the plane its derivative is taken: in the middle.
  ///   - isMagnified: whether differences in what it makes are shown several times as large.
  /// - Returns: nil when that middle is behind the eye.
  init?(_ radius: Double, at bounds: CGRect, on plane: Plane, isMagnified: Bool = false) {
    guard let derivative = plane.derivative(at: bounds) else { return nil }
    var covariance = Covariance(derivative.x * radius, derivative.y * radius)
    guard covariance.isFinite else { return nil }
    // A wider kernel shrinks as a whole.
    let factor = min(1, Self.mostReach / (3 * max(covariance.a, covariance.c).squareRoot()))
    covariance.scale(Vector2(factor, factor))
    // Of a slanted kernel the width across counts, as its passes have it: means of pixels would smear that.
    let across = covariance.conditional
    let deviation = isMagnified ? Self.magnifiedDeviation : Self.shrunkDeviation
    shrink = Vector2(Self.shrink(across.x, to: deviation), Self.shrink(across.y, to: deviation))
    if shrink != Vector2(1, 1) {
      covariance.scale(1 / shrink)
      covariance.a -= Self.spread(byShrinking: shrink.x)
      covariance.c -= Self.spread(byShrinking: shrink.y)
    }
    self.covariance = covariance
  }

  /// Adds the passes on surfaces.
  func addSteps(to steps: inout [FilterStep]) {
    if shrink != Vector2(1, 1) { steps.append(.shrinking(by: shrink)) }
    let (a, b, c) = (covariance.a, covariance.b, covariance.c)
    let isUpright = abs(b) <= 1e-9 * max(a, c)
    let slanted = Direction(step: Vector2(isUpright ? 0 : b / c, 1), deviation: max(c, 0).squareRoot())
    // The rule's kernel mixes between the device's pixels, which these are larger than.
    let mixing = shrink != Vector2(1, 1) ? slanted.mixingVariance : 0
    let along = isUpright || c <= 0 ? max(0, a) : max(0, a - b * b / c - mixing)
    if along.squareRoot() > Self.least {
      steps.append(FilterStep(Direction(step: Vector2(1, 0), deviation: along.squareRoot())))
    }
    if slanted.deviation > Self.least { steps.append(FilterStep(slanted)) }
  }

  /// The largest power of two that leaves a kernel wide enough.
  private static func shrink(_ variance: Double, to deviation: Double) -> Double {
    var factor = 1.0
    while variance.squareRoot() >= deviation * factor * 2, factor < 64 { factor *= 2 }
    return factor
  }

  /// The variance that means and linear interpolation add, in pixels of the smaller picture: that of a square, less that of
  /// the device's own; and that of a triangle one pixel to either side.
  private static func spread(byShrinking factor: Double) -> Double {
    factor == 1 ? 0 : (1 - 1 / (factor * factor)) / 12 + 1.0 / 6
  }

  /// What places the blurred alpha in a colour.
  func placing(in color: StraightColor) -> FilterStep {
    FilterStep(
      shape: .shadow, isSmooth: shrink != Vector2(1, 1), shrink: 1 / shrink, sampling: color.premultiplied.vector)
  }
}

/// The spread of a Gaussian on pixels: (a, b; b, c).
private struct Covariance {
  var a: Double
  var b: Double
  var c: Double

  /// That of a round one that was mapped, with the images of the axes.
  init(_ x: Vector2, _ y: Vector2) {
    a = x.x * x.x + y.x * y.x
    b = x.x * x.y + y.x * y.y
    c = x.y * x.y + y.y * y.y
  }

  var isFinite: Bool { a.isFinite && b.isFinite && c.isFinite }

  /// The variance of x where y is known, and of y where x is; those of the axes for an upright one.
  var conditional: Vector2 {
    guard abs(b) > 1e-9 * max(a, c) else { return Vector2(a, c) }
    return Vector2(max(0, a - b * b / c), max(0, c - b * b / a))
  }

  mutating func scale(_ factor: Vector2) {
    a *= factor.x * factor.x
    b *= factor.x * factor.y
    c *= factor.y * factor.y
  }
}

extension Blur {
  /// One direction of a kernel: samples so many steps to either side.
  struct Direction {
    /// Pixels.
    var step: Vector2
    /// In steps.
    var deviation: Double

    /// The kernel ends at three deviations (rule 15).
    var reach: Double { (3 * deviation).rounded(.down) }
    var isOnPixels: Bool { step.x == 0 || step.y == 0 }
    /// How far it spreads colour along x and y, in pixels.
    var reachInPixels: Vector2 { Vector2(abs(step.x), abs(step.y)) * reach }
    /// The variance that linear filtering adds along x, in square pixels: a sample a fraction f between two pixels is mixed
    /// from both, which spreads it by f(1 − f).
    var mixingVariance: Double {
      guard !isOnPixels, reach >= 1 else { return 0 }
      var sum = 0.0
      var weights = 1.0
      for index in 1...Int(reach) {
        let k = Double(index)
        let weight = 2 * exp(-k * k / (2 * deviation * deviation))
        let f = abs(k * step.x).truncatingRemainder(dividingBy: 1)
        sum += weight * f * (1 - f)
        weights += weight
      }
      return sum / weights
    }
    /// As `blur.frag` reads it.
    var vector: SIMD4<Float> {
      SIMD4(Float(step.x), Float(step.y), Float(deviation), Float(reach))
    }
  }
}
