/// A pacing curve: a cubic Bézier curve from (0, 0) to (1, 1) with two control points, as
/// `CAMediaTimingFunction`.
///
/// x is the fraction of time and y the fraction of the change. y may leave 0…1, so that a value
/// overshoots.
package struct TimingCurve: Sendable, Hashable, BitwiseCopyable {
  package var x1: Double
  package var y1: Double
  package var x2: Double
  package var y2: Double

  package init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    self.x1 = x1
    self.y1 = y1
    self.x2 = x2
    self.y2 = y2
  }

  package static let linear = TimingCurve(0, 0, 1, 1)
  package static let easeIn = TimingCurve(0.42, 0, 1, 1)
  package static let easeOut = TimingCurve(0, 0, 0.58, 1)
  package static let easeInEaseOut = TimingCurve(0.42, 0, 0.58, 1)
  /// The curve of implicit animations.
  package static let `default` = TimingCurve(0.25, 0.1, 0.25, 1)

  /// The curve with one of Apple's names (`linear`, `easeIn`, `easeOut`, `easeInEaseOut`,
  /// `default`); nil for others.
  package init?(named name: String) {
    switch name {
    case "linear": self = .linear
    case "easeIn": self = .easeIn
    case "easeOut": self = .easeOut
    case "easeInEaseOut": self = .easeInEaseOut
    case "default": self = .default
    default: return nil
    }
  }

  /// The control point 0…3, including the ends; nil for another index.
  package func controlPoint(at index: Int) -> (x: Double, y: Double)? {
    switch index {
    case 0: (0, 0)
    case 1: (x1, y1)
    case 2: (x2, y2)
    case 3: (1, 1)
    default: nil
    }
  }

  /// The fraction of the change at a fraction of time, which is clamped to 0…1; within 1e-9 of the
  /// exact curve in x.
  package func value(at time: Double) -> Double {
    if !(time > 0) { return 0 }
    if time >= 1 { return 1 }
    if x1 == y1 && x2 == y2 { return time }
    return Self.bezier(y1, y2, at: parameter(atX: time))
  }

  /// The curve parameter at which x is reached: Newton's method while it converges, else bisection.
  private func parameter(atX x: Double) -> Double {
    var parameter = x
    for _ in 0..<8 {
      let error = Self.bezier(x1, x2, at: parameter) - x
      if abs(error) < Self.tolerance { return parameter }
      let slope = Self.bezierSlope(x1, x2, at: parameter)
      // A flat spot throws Newton's step far away; leave it to bisection.
      if abs(slope) < 1e-6 { break }
      parameter -= error / slope
      if parameter < 0 || parameter > 1 { break }
    }
    var (low, high) = (0.0, 1.0)
    while high - low > Self.tolerance * 1e-3 {
      parameter = (low + high) / 2
      let error = Self.bezier(x1, x2, at: parameter) - x
      if abs(error) < Self.tolerance { return parameter }
      if error < 0 { low = parameter } else { high = parameter }
    }
    return parameter
  }

  /// Largest error in x of the solution: a billionth of the duration.
  private static let tolerance = 1e-9

  /// One coordinate of the curve whose ends are 0 and 1: 3a(1−s)²s + 3b(1−s)s² + s³, in Horner's
  /// form.
  private static func bezier(_ a: Double, _ b: Double, at s: Double) -> Double {
    ((3 * a - 3 * b + 1) * s + (3 * b - 6 * a)) * s * s + 3 * a * s
  }

  private static func bezierSlope(_ a: Double, _ b: Double, at s: Double) -> Double {
    (3 * (3 * a - 3 * b + 1) * s + 2 * (3 * b - 6 * a)) * s + 3 * a
  }
}
