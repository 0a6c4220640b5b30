import Foundation
import MultiplaneGraphics

/// One line or curve of a path along which something moves; all are written as cubic Bézier curves.
struct PathSegment: Sendable, Equatable {
  let start: CGPoint
  let control1: CGPoint
  let control2: CGPoint
  let end: CGPoint
  /// Whether the segment is a straight line that is run through evenly, whose length is that
  /// between its ends.
  private let isLine: Bool
  /// Length up to the end of each run of chords, the last being that of the whole, in the path's
  /// unit; empty before `measure()`, and for a line.
  ///
  /// A length for each chord would take more memory than all else of a segment, of which a path may
  /// have hundreds of thousands.
  private var lengths: [Double] = []

  init(from start: CGPoint, control1: CGPoint, control2: CGPoint, to end: CGPoint) {
    self.init(start, control1, control2, end, isLine: false)
  }

  private init(_ start: CGPoint, _ control1: CGPoint, _ control2: CGPoint, _ end: CGPoint, isLine: Bool) {
    self.start = start
    self.control1 = control1
    self.control2 = control2
    self.end = end
    self.isLine = isLine
  }

  /// A straight line, its controls at the thirds so that it is run through evenly.
  init(lineFrom start: CGPoint, to end: CGPoint) {
    self.init(start, Self.mix(start, end, 1.0 / 3), Self.mix(start, end, 2.0 / 3), end, isLine: true)
  }

  /// A quadratic curve, raised to a cubic.
  init(quadFrom start: CGPoint, control: CGPoint, to end: CGPoint) {
    self.init(
      from: start, control1: Self.mix(start, control, 2.0 / 3), control2: Self.mix(end, control, 2.0 / 3), to: end)
  }

  /// All lines and curves of a path, closing lines included, but not the jumps of moves.
  ///
  /// - Parameter isMeasured: whether they will be run through by their lengths, which are then
  ///   kept.
  static func segments(of path: [PathElement], isMeasured: Bool) -> [PathSegment] {
    var segments: [PathSegment] = []
    var (pen, subpathStart) = (CGPoint.zero, CGPoint.zero)
    for element in path {
      switch element {
      case .move: subpathStart = element.end ?? pen
      case .line(let end): segments.append(PathSegment(lineFrom: pen, to: end))
      case .quadCurve(let end, let control):
        segments.append(PathSegment(quadFrom: pen, control: control, to: end))
      case .curve(let end, let control1, let control2):
        segments.append(PathSegment(from: pen, control1: control1, control2: control2, to: end))
      case .close:
        if pen != subpathStart { segments.append(PathSegment(lineFrom: pen, to: subpathStart)) }
      }
      pen = element.end ?? subpathStart
    }
    if isMeasured { for index in segments.indices { segments[index].measure() } }
    return segments
  }

  /// Length of the whole, measured again where it is not cached.
  var length: Double {
    if isLine { return Self.distance(start, end) }
    return (lengths.isEmpty ? measuredLengths : lengths).last ?? 0
  }

  /// Keeps the lengths that `parameter(atLengthFraction:)` needs.
  private mutating func measure() {
    if !isLine { lengths = measuredLengths }
  }

  /// Length up to the end of each run of chords.
  private var measuredLengths: [Double] {
    var lengths: [Double] = []
    lengths.reserveCapacity(Self.steps / Self.run)
    var (length, last) = (0.0, start)
    for step in 1...Self.steps {
      let point = point(after: step)
      length += Self.distance(last, point)
      last = point
      if step % Self.run == 0 { lengths.append(length) }
    }
    return lengths
  }

  /// The end of a chord, counted from 1; 0 is the start.
  private func point(after step: Int) -> CGPoint {
    step == 0 ? start : point(at: Double(step) / Double(Self.steps))
  }

  func point(at parameter: Double) -> CGPoint { Self.point(start, control1, control2, end, at: parameter) }

  /// Direction of travel in radians, positive x toward positive y; 0 for a segment that is a single
  /// point.
  func tangentAngle(at parameter: Double) -> Double {
    let (s, r) = (parameter, 1 - parameter)
    func slope(_ a: CGFloat, _ b: CGFloat, _ c: CGFloat, _ d: CGFloat) -> Double {
      r * r * (b - a) + 2 * r * s * (c - b) + s * s * (d - c)
    }
    let dx = slope(start.x, control1.x, control2.x, end.x)
    let dy = slope(start.y, control1.y, control2.y, end.y)
    let speed = hypot(dx, dy)
    // No curve is longer than its control polygon, which is quickly measured. (The rest is for
    // rounding.)
    if speed > polygonLength * 1.001e-9 || speed > length * 1e-9 { return atan2(dy, dx) }
    // A control point lies on its end: the direction there is that of a short step inside.
    let (a, b) = s < 0.5 ? (point(at: s), point(at: s + 1e-4)) : (point(at: s - 1e-4), point(at: s))
    return a == b ? 0 : atan2(b.y - a.y, b.x - a.x)
  }

  /// Length of the lines from point to point, at least that of the curve.
  private var polygonLength: Double {
    Self.distance(start, control1) + Self.distance(control1, control2) + Self.distance(control2, end)
  }

  /// The curve parameter at which a fraction of the length is covered.
  func parameter(atLengthFraction fraction: Double) -> Double {
    if isLine { return min(max(fraction, 0), 1) }
    let lengths = lengths.isEmpty ? measuredLengths : lengths
    let target = fraction * (lengths.last ?? 0)
    guard target > 0, let run = lengths.firstIndex(where: { $0 >= target }) else { return target > 0 ? 1 : 0 }
    // The chords of that run are measured again, with the very sums of before.
    let first = run * Self.run
    var low = run == 0 ? 0 : lengths[run - 1]
    var last = point(after: first)
    for step in (first + 1)...(first + Self.run) {
      let point = point(after: step)
      let high = low + Self.distance(last, point)
      if high >= target { return (Double(step - 1) + (target - low) / (high - low)) / Double(Self.steps) }
      (low, last) = (high, point)
    }
    return 1
  }

  /// Chords a curve is measured by: the error falls with the square, and 128 leave a few millionths
  /// of the length.
  private static let steps = 128
  /// Chords between two lengths that are kept.
  private static let run = 16

  /// Length of the line between two points.
  private static func distance(_ a: CGPoint, _ b: CGPoint) -> Double { hypot(b.x - a.x, b.y - a.y) }

  private static func mix(_ a: CGPoint, _ b: CGPoint, _ fraction: Double) -> CGPoint {
    CGPoint(x: a.x + (b.x - a.x) * fraction, y: a.y + (b.y - a.y) * fraction)
  }

  private static func point(
    _ start: CGPoint, _ control1: CGPoint, _ control2: CGPoint, _ end: CGPoint, at s: Double
  ) -> CGPoint {
    let r = 1 - s
    let (a, b, c, d) = (r * r * r, 3 * r * r * s, 3 * r * s * s, s * s * s)
    return CGPoint(
      x: a * start.x + b * control1.x + c * control2.x + d * end.x,
      y: a * start.y + b * control1.y + c * control2.y + d * end.y)
  }
}
