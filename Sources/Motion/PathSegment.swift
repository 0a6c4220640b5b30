import Foundation
import MultiplaneGraphics

/// One line or curve of a path along which something moves; all are written as cubic Bézier curves.
struct PathSegment: Sendable, Equatable {
  let start: CGPoint
  let control1: CGPoint
  let control2: CGPoint
  let end: CGPoint
  /// Length up to each of evenly spaced parameters, the last being that of the whole, in the path's unit.
  private let lengths: [Double]

  init(from start: CGPoint, control1: CGPoint, control2: CGPoint, to end: CGPoint) {
    self.start = start
    self.control1 = control1
    self.control2 = control2
    self.end = end
    var lengths = [0.0]
    var last = start
    for step in 1...Self.steps {
      let point = Self.point(start, control1, control2, end, at: Double(step) / Double(Self.steps))
      lengths.append(lengths[step - 1] + hypot(point.x - last.x, point.y - last.y))
      last = point
    }
    self.lengths = lengths
  }

  /// A straight line, its controls at the thirds so that it is run through evenly.
  init(lineFrom start: CGPoint, to end: CGPoint) {
    self.init(
      from: start, control1: Self.mix(start, end, 1.0 / 3), control2: Self.mix(start, end, 2.0 / 3), to: end)
  }

  /// A quadratic curve, raised to a cubic.
  init(quadFrom start: CGPoint, control: CGPoint, to end: CGPoint) {
    self.init(
      from: start, control1: Self.mix(start, control, 2.0 / 3), control2: Self.mix(end, control, 2.0 / 3), to: end)
  }

  /// All lines and curves of a path, closing lines included, but not the jumps of moves.
  static func segments(of path: [PathElement]) -> [PathSegment] {
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
    return segments
  }

  var length: Double { lengths[Self.steps] }

  func point(at parameter: Double) -> CGPoint { Self.point(start, control1, control2, end, at: parameter) }

  /// Direction of travel in radians, positive x toward positive y; 0 for a segment that is a single point.
  func tangentAngle(at parameter: Double) -> Double {
    let (s, r) = (parameter, 1 - parameter)
    func slope(_ a: CGFloat, _ b: CGFloat, _ c: CGFloat, _ d: CGFloat) -> Double {
      r * r * (b - a) + 2 * r * s * (c - b) + s * s * (d - c)
    }
    let dx = slope(start.x, control1.x, control2.x, end.x)
    let dy = slope(start.y, control1.y, control2.y, end.y)
    if hypot(dx, dy) > length * 1e-9 { return atan2(dy, dx) }
    // A control point lies on its end: the direction there is that of a short step inside.
    let (a, b) = s < 0.5 ? (point(at: s), point(at: s + 1e-4)) : (point(at: s - 1e-4), point(at: s))
    return a == b ? 0 : atan2(b.y - a.y, b.x - a.x)
  }

  /// The curve parameter at which a fraction of the length is covered.
  func parameter(atLengthFraction fraction: Double) -> Double {
    let target = fraction * length
    guard target > 0 else { return 0 }
    guard let step = lengths.firstIndex(where: { $0 >= target }) else { return 1 }
    let (low, high) = (lengths[step - 1], lengths[step])
    return (Double(step - 1) + (target - low) / (high - low)) / Double(Self.steps)
  }

  /// Chords a segment is measured by: the error falls with the square, and 128 leave a few millionths of the length.
  private static let steps = 128

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
