import Foundation
import MultiplaneGraphics

// Pucker and bloat, zig-zag. (Source: lottie-web, `PuckerAndBloatModifier` and `ZigZagModifier`.)
// Twist. (After Effects turns a path more in its centre than at its edges; neither it nor the
// Lottie specification gives a formula.)

extension Outline {
  /// The vertices moved towards their centre, and the control points away from it.
  ///
  /// - Parameter share: of the way to the centre; negative for the opposite direction.
  func puckered(by share: Double) -> Outline {
    guard !vertices.isEmpty, share != 0 else { return self }
    let count = Double(vertices.count)
    let center = CGPoint(
      x: vertices.reduce(0) { $0 + $1.point.x } / count, y: vertices.reduce(0) { $0 + $1.point.y } / count)
    return Outline(
      vertices: vertices.map {
        Vertex(
          point: $0.point.mixed(with: center, at: share), into: $0.into.mixed(with: center, at: -share),
          out: $0.out.mixed(with: center, at: -share))
      }, isClosed: isClosed)
  }

  /// The most ridges of a segment.
  static let mostRidges = 1000

  /// The outline with ridges along each of its segments.
  ///
  /// - Parameters:
  ///   - amplitude: their height, to either side.
  ///   - ridges: the vertices within a segment.
  func zigZagged(amplitude: Double, ridges: Int, isSmooth: Bool) -> Outline {
    let segments = segments
    guard !segments.isEmpty else { return self }
    var result: [Vertex] = []
    var direction = -1.0
    func add(_ point: CGPoint, normal: CGPoint, out: Double, into: Double) {
      let moved = CGPoint(x: point.x + normal.x * direction * amplitude, y: point.y + normal.y * direction * amplitude)
      // Along the outline.
      let tangent = CGPoint(x: -normal.y, y: normal.x)
      result.append(
        Vertex(
          point: moved, into: CGPoint(x: moved.x - tangent.x * into, y: moved.y - tangent.y * into),
          out: CGPoint(x: moved.x + tangent.x * out, y: moved.y + tangent.y * out)))
    }
    func length(_ from: CGPoint, _ to: CGPoint) -> Double {
      isSmooth ? hypot(to.x - from.x, to.y - from.y) / Double(2 * (ridges + 1)) : 0
    }
    func addCorner(_ index: Int) {
      let count = vertices.count
      let (before, after) = (vertices[(index + count - 1) % count].point, vertices[(index + 1) % count].point)
      let point = vertices[index % count].point
      add(point, normal: .normal(of: (before, after)), out: length(point, after), into: length(before, point))
    }
    addCorner(0)
    for (index, segment) in segments.enumerated() {
      direction = -direction
      for ridge in 0..<max(0, ridges) {
        let fraction = Double(ridge + 1) / Double(ridges + 1)
        let size = length(segment.start, segment.end)
        add(segment.point(at: fraction), normal: segment.normal(at: fraction), out: size, into: size)
        direction = -direction
      }
      addCorner(index + 1)
    }
    return Outline(vertices: result, isClosed: isClosed)
  }

  /// The parts into which a twist divides each segment.
  static let twistedParts = 8

  /// The outline with more vertices: each segment in equal parts of its parameter.
  func divided(into parts: Int) -> Outline {
    guard let first = vertices.first, vertices.count > 1 else { return self }
    var result = [Vertex(point: first.point, into: first.into, out: first.point)]
    for segment in segments {
      var rest = segment
      for part in stride(from: parts, to: 1, by: -1) {
        let (head, tail) = rest.split(at: 1 / Double(part))
        result[result.count - 1].out = head.first
        result.append(Vertex(point: head.end, into: head.second, out: head.end))
        rest = tail
      }
      result[result.count - 1].out = rest.first
      result.append(Vertex(point: rest.end, into: rest.second, out: rest.end))
    }
    if isClosed, let last = result.popLast() { result[0].into = last.into }
    return Outline(vertices: result, isClosed: isClosed)
  }

  private var segments: [Segment] {
    let ends = vertices.dropFirst() + (isClosed ? vertices.prefix(1) : [])
    return zip(vertices, ends).map { Segment(start: $0.point, first: $0.out, second: $1.into, end: $1.point) }
  }

  /// A cubic Bézier curve.
  private struct Segment {
    let start: CGPoint
    let first: CGPoint
    let second: CGPoint
    let end: CGPoint

    func point(at t: Double) -> CGPoint {
      let (a, b, c) = (
        start.mixed(with: first, at: t), first.mixed(with: second, at: t), second.mixed(with: end, at: t)
      )
      return a.mixed(with: b, at: t).mixed(with: b.mixed(with: c, at: t), at: t)
    }

    /// The parts before and after a parameter.
    func split(at t: Double) -> (Segment, Segment) {
      let (a, b, c) = (
        start.mixed(with: first, at: t), first.mixed(with: second, at: t), second.mixed(with: end, at: t)
      )
      let (d, e) = (a.mixed(with: b, at: t), b.mixed(with: c, at: t))
      let middle = d.mixed(with: e, at: t)
      return (
        Segment(start: start, first: a, second: d, end: middle), Segment(start: middle, first: e, second: c, end: end)
      )
    }

    /// The direction of the left side, of length 1.
    func normal(at t: Double) -> CGPoint {
      let (a, b, c) = (
        start.mixed(with: first, at: t), first.mixed(with: second, at: t), second.mixed(with: end, at: t)
      )
      return .normal(of: (a.mixed(with: b, at: t), b.mixed(with: c, at: t)))
    }
  }
}

extension CGPoint {
  /// The direction perpendicular to a line, of length 1.
  fileprivate static func normal(of line: (CGPoint, CGPoint)) -> CGPoint {
    let (dx, dy) = (line.1.x - line.0.x, line.1.y - line.0.y)
    let length = hypot(dx, dy)
    return length > 0 ? CGPoint(x: dy / length, y: -dx / length) : CGPoint(x: 0, y: -1)
  }
}

extension Outlines {
  /// The outlines turned around a centre, by an angle in degrees that falls to 0 at the farthest
  /// vertex.
  func twisted(by degrees: Double, around center: CGPoint) -> Outlines {
    func distance(_ point: CGPoint) -> Double { hypot(point.x - center.x, point.y - center.y) }
    let radius = list.lazy.flatMap(\.vertices).reduce(0.0) { max($0, distance($1.point)) }
    guard degrees != 0, radius > 0, radius.isFinite else { return self }
    func turned(_ point: CGPoint) -> CGPoint {
      let angle = degrees.radians * max(0, 1 - distance(point) / radius)
      let (dx, dy) = (point.x - center.x, point.y - center.y)
      return CGPoint(
        x: center.x + dx * cos(angle) - dy * sin(angle), y: center.y + dx * sin(angle) + dy * cos(angle))
    }
    return Outlines(
      list: list.map { outline in
        let divided = outline.divided(into: Outline.twistedParts)
        return Outline(
          vertices: divided.vertices.map {
            Outline.Vertex(point: turned($0.point), into: turned($0.into), out: turned($0.out))
          }, isClosed: outline.isClosed)
      })
  }
}
