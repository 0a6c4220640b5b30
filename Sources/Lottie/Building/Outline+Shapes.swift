import Foundation
import MultiplaneGraphics

// The outlines of rectangles, ellipses, stars and polygons, and rounded corners. (Source:
// Lottie specification, "Rendering of shapes".)

extension Outline {
  /// The length of a control arm of a quarter of a circle of radius 1.
  private static let arm = 0.5522847498

  /// A rectangle, clockwise from the top right.
  ///
  /// - Parameter isRounded: whether to make corners of two vertices, even for a radius of 0.
  static func rectangle(center: Vector, size: Vector, radius: Double, isRounded: Bool) -> Outline {
    let (x, y) = (size.x / 2, size.y / 2)
    func corner(_ dx: Double, _ dy: Double) -> CGPoint { CGPoint(x: center.x + dx, y: center.y + dy) }
    guard isRounded else {
      return Outline(
        vertices: [corner(x, -y), corner(x, y), corner(-x, y), corner(-x, -y)].map { Vertex($0.x, $0.y) },
        isClosed: true)
    }
    let r = max(0, min(radius, abs(x), abs(y)))
    let inner = r * (1 - arm)
    func vertex(_ point: (Double, Double), into: (Double, Double)? = nil, out: (Double, Double)? = nil) -> Vertex {
      let (into, out) = (into ?? point, out ?? point)
      return Vertex(
        point: corner(point.0, point.1), into: corner(into.0, into.1), out: corner(out.0, out.1))
    }
    return Outline(
      vertices: [
        vertex((x, r - y), into: (x, inner - y)),
        vertex((x, y - r), out: (x, y - inner)), vertex((x - r, y), into: (x - inner, y)),
        vertex((r - x, y), out: (inner - x, y)), vertex((-x, y - r), into: (-x, y - inner)),
        vertex((-x, r - y), out: (-x, inner - y)), vertex((r - x, -y), into: (inner - x, -y)),
        vertex((x - r, -y), out: (x - inner, -y)),
      ], isClosed: true)
  }

  /// An ellipse, clockwise from the top.
  static func ellipse(center: Vector, size: Vector) -> Outline {
    let (x, y) = (size.x / 2, size.y / 2)
    func vertex(_ dx: Double, _ dy: Double, _ tx: Double, _ ty: Double) -> Vertex {
      let point = CGPoint(x: center.x + dx, y: center.y + dy)
      return Vertex(
        point: point, into: CGPoint(x: point.x - tx * arm, y: point.y - ty * arm),
        out: CGPoint(x: point.x + tx * arm, y: point.y + ty * arm))
    }
    return Outline(
      vertices: [vertex(0, -y, x, 0), vertex(x, 0, 0, y), vertex(0, y, -x, 0), vertex(-x, 0, 0, -y)], isClosed: true)
  }

  /// The values of a star or a polygon at one time.
  struct StarValues {
    var center: Vector
    var points: Double
    /// Degrees.
    var rotation: Double
    var outerRadius: Double
    /// Nil for a polygon.
    var innerRadius: Double?
    /// 0…1.
    var outerRoundness: Double
    var innerRoundness: Double
  }

  /// The most points of a star.
  private static let mostPoints = 1000.0

  /// A star or a polygon, clockwise from the top. A star with a fractional number of points begins
  /// with a shorter one.
  static func star(_ star: StarValues) -> Outline {
    let points = min(max(star.points, 0), mostPoints)
    guard points > 0 else { return Outline(vertices: [], isClosed: true) }
    guard let innerRadius = star.innerRadius else {
      let count = Int(points.rounded(.down))
      return Outline(
        vertices: (0..<count).map {
          star.vertex(
            angle: 360 * Double($0) / Double(count), radius: star.outerRadius, roundness: star.outerRoundness * 0.25)
        }, isClosed: true)
    }
    let (whole, part) = (Int(points.rounded(.down)), points - points.rounded(.down))
    let step = 360 / points
    let (outerArm, innerArm) = (star.outerRoundness * 0.47829, star.innerRoundness * 0.47829)
    var vertices: [Vertex] = []
    if part > 0 {
      let radius = innerRadius + part * (star.outerRadius - innerRadius)
      vertices = [
        star.vertex(angle: step * (1 - part) / 2, radius: radius, roundness: outerArm * part),
        star.vertex(angle: step / 2, radius: innerRadius, roundness: innerArm),
      ]
    }
    for index in 0..<whole {
      let angle = step * Double(part > 0 ? index + 1 : index)
      vertices.append(star.vertex(angle: angle, radius: star.outerRadius, roundness: outerArm))
      vertices.append(star.vertex(angle: angle + step / 2, radius: innerRadius, roundness: innerArm))
    }
    return Outline(vertices: vertices, isClosed: true)
  }

  /// The outline with arcs instead of its corners. (Source: lottie-web, `RoundCornersModifier`.)
  func rounded(radius: Double) -> Outline {
    guard vertices.count > 1 else { return self }
    var result: [Vertex] = []
    for (index, vertex) in vertices.enumerated() {
      let isEnd = !isClosed && (index == 0 || index == vertices.count - 1)
      guard vertex.isCorner, !isEnd else {
        result.append(vertex)
        continue
      }
      let before = vertices[(index + vertices.count - 1) % vertices.count].point
      let after = vertices[(index + 1) % vertices.count].point
      for (neighbour, isFirst) in [(before, true), (after, false)] {
        let distance = hypot(neighbour.x - vertex.point.x, neighbour.y - vertex.point.y)
        let share = distance > 0 ? min(distance / 2, max(0, radius)) / distance : 0
        let point = vertex.point.mixed(with: neighbour, at: share)
        let control = point.mixed(with: vertex.point, at: 0.5519)
        result.append(Vertex(point: point, into: isFirst ? point : control, out: isFirst ? control : point))
      }
    }
    return Outline(vertices: result, isClosed: isClosed)
  }
}

extension Outline.StarValues {
  /// A vertex of a star.
  ///
  /// - Parameters:
  ///   - angle: from the first point, in degrees.
  ///   - roundness: the length of a control arm, in radii.
  fileprivate func vertex(angle: Double, radius: Double, roundness: Double) -> Outline.Vertex {
    let direction = (angle + rotation - 90).radians
    let point = CGPoint(x: center.x + radius * cos(direction), y: center.y + radius * sin(direction))
    let length = radius * roundness
    let (dx, dy) = (-sin(direction) * length, cos(direction) * length)
    return Outline.Vertex(
      point: point, into: CGPoint(x: point.x - dx, y: point.y - dy), out: CGPoint(x: point.x + dx, y: point.y + dy))
  }
}
