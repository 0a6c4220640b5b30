import Foundation
import MultiplaneGraphics

// Pucker and bloat, zig-zag. (Source: lottie-web, `PuckerAndBloatModifier` and `ZigZagModifier`.)

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
