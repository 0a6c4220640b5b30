import Foundation
import MultiplaneGraphics

extension CGPath {
  /// The interpolated path; see `PathElement.interpolate`.
  package func interpolated(to other: CGPath, fraction: Double) -> CGPath {
    CGPath(outline: PathOutline(moved: PathElement.interpolate(elements, other.elements, fraction: fraction)))
  }
}

extension PathElement {
  /// The interpolated path, point by point, if the elements can be converted to the same kinds.
  ///
  /// Of two cubic curves the handles, from each end point to its control point, are interpolated by
  /// angle, the shorter way, and length. (Source: a picture of iOS.)
  ///
  /// A line and a quadratic curve are raised to the degree of the other curve, which changes no
  /// point of them. (Source: pictures of iOS.) Otherwise the path changes half-way. The fraction is
  /// clamped to 0…1: paths do not overshoot.
  package static func interpolate(_ from: [PathElement], _ to: [PathElement], fraction: Double) -> [PathElement] {
    let fraction = fraction.isNaN ? 0 : min(max(fraction, 0), 1)
    if fraction == 0 { return from }
    if fraction == 1 { return to }
    guard var elements = combined(from, to, { $0 + ($1 - $0) * fraction }) else { return fraction < 0.5 ? from : to }
    Handles.turn(&elements, from, to, fraction)
    return elements
  }

  /// Applies an operation, which has to be linear, to each pair of coordinates; nil for paths whose
  /// elements cannot be brought to the same kinds.
  @inline(__always)
  static func combined(
    _ a: [PathElement], _ b: [PathElement], _ operation: (Double, Double) -> Double
  ) -> [PathElement]? {
    guard a.count == b.count else { return nil }
    var elements: [PathElement] = []
    elements.reserveCapacity(a.count)
    var (penA, penB) = (Pen(), Pen())
    for (a, b) in zip(a, b) {
      if let element = a.combined(with: b, operation) {
        elements.append(element)
        penA.follow(a)
        penB.follow(b)
        continue
      }
      let degree = max(a.degree, b.degree)
      let (raisedA, raisedB) = (a.raised(to: degree, from: penA.point), b.raised(to: degree, from: penB.point))
      guard let element = raisedA.combined(with: raisedB, operation) else { return nil }
      elements.append(element)
      penA.follow(a)
      penB.follow(b)
    }
    return elements
  }

  @inline(__always)
  private func combined(with other: PathElement, _ operation: (Double, Double) -> Double) -> PathElement? {
    func mix(_ a: CGPoint, _ b: CGPoint) -> CGPoint {
      CGPoint(x: operation(a.x, b.x), y: operation(a.y, b.y))
    }
    switch (self, other) {
    case (.move(let a), .move(let b)): return .move(to: mix(a, b))
    case (.line(let a), .line(let b)): return .line(to: mix(a, b))
    case (.quadCurve(let a, let c), .quadCurve(let b, let d)): return .quadCurve(to: mix(a, b), control: mix(c, d))
    case (.curve(let a, let c1, let c2), .curve(let b, let d1, let d2)):
      return .curve(to: mix(a, b), control1: mix(c1, d1), control2: mix(c2, d2))
    case (.close, .close): return .close
    default: return nil
    }
  }

  /// Of lines and curves the degree; 0 for a move and a close.
  private var degree: Int {
    switch self {
    case .move, .close: 0
    case .line: 1
    case .quadCurve: 2
    case .curve: 3
    }
  }

  /// The same line or curve from `pen` on as a curve of that degree; what is of it already, or no
  /// line or curve, as it is.
  private func raised(to degree: Int, from pen: CGPoint) -> PathElement {
    func between(_ a: CGPoint, _ b: CGPoint, _ fraction: Double) -> CGPoint {
      CGPoint(x: a.x + (b.x - a.x) * fraction, y: a.y + (b.y - a.y) * fraction)
    }
    switch (self, degree) {
    case (.line(let end), 2): return .quadCurve(to: end, control: between(pen, end, 0.5))
    case (.line(let end), 3):
      return .curve(to: end, control1: between(pen, end, 1.0 / 3), control2: between(pen, end, 2.0 / 3))
    case (.quadCurve(let end, let control), 3):
      return .curve(to: end, control1: between(pen, control, 2.0 / 3), control2: between(end, control, 2.0 / 3))
    default: return self
    }
  }
}

/// The start of the next element of a path.
private struct Pen {
  private(set) var point = CGPoint.zero
  private var subpathStart = CGPoint.zero

  mutating func follow(_ element: PathElement) {
    point = element.end ?? subpathStart
    if case .move = element { subpathStart = point }
  }
}

/// The handles of cubic curves: from each end point to its control point.
private enum Handles {
  /// Interpolates the handles of cubic curves that both paths have.
  ///
  /// - Parameter elements: the path, interpolated point by point.
  static func turn(
    _ elements: inout [PathElement], _ from: [PathElement], _ to: [PathElement], _ fraction: Double
  ) {
    var (penFrom, penTo, pen) = (Pen(), Pen(), Pen())
    for index in elements.indices {
      if case .curve(let endFrom, let from1, let from2) = from[index],
        case .curve(let endTo, let to1, let to2) = to[index],
        case .curve(let end, let control1, let control2) = elements[index]
      {
        elements[index] = .curve(
          to: end,
          control1: tip(
            from: (penFrom.point, from1), to: (penTo.point, to1), at: pen.point, fraction) ?? control1,
          control2: tip(from: (endFrom, from2), to: (endTo, to2), at: end, fraction) ?? control2)
      }
      penFrom.follow(from[index])
      penTo.follow(to[index])
      pen.follow(elements[index])
    }
  }

  /// The control point of a handle that turns and changes its length. Nil for one that keeps its
  /// direction, has no direction, or turns by half a turn, for which neither way is shorter: its
  /// points are interpolated.
  private static func tip(
    from: (start: CGPoint, end: CGPoint), to: (start: CGPoint, end: CGPoint), at start: CGPoint, _ fraction: Double
  ) -> CGPoint? {
    let (ax, ay) = (from.end.x - from.start.x, from.end.y - from.start.y)
    let (bx, by) = (to.end.x - to.start.x, to.end.y - to.start.y)
    let (cross, dot) = (ax * by - ay * bx, ax * bx + ay * by)
    guard cross != 0, cross.isFinite, dot.isFinite else { return nil }
    let (lengthA, lengthB) = ((ax * ax + ay * ay).squareRoot(), (bx * bx + by * by).squareRoot())
    let angle = atan2(cross, dot) * fraction
    let stretch = (lengthA + (lengthB - lengthA) * fraction) / lengthA
    let (c, s) = (cos(angle) * stretch, sin(angle) * stretch)
    return CGPoint(x: start.x + ax * c - ay * s, y: start.y + ax * s + ay * c)
  }
}
