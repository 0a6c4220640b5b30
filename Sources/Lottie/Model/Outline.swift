import MultiplaneGraphics

/// A Bézier path as Lottie has it: vertices with tangents.
struct Outline: TrackValue {
  struct Vertex: Equatable, Sendable {
    var point: CGPoint
    /// The control points, absolute.
    var into: CGPoint
    var out: CGPoint

    /// A corner.
    init(_ x: Double, _ y: Double) {
      point = CGPoint(x: x, y: y)
      (into, out) = (point, point)
    }

    init(point: CGPoint, into: CGPoint, out: CGPoint) {
      self.point = point
      self.into = into
      self.out = out
    }

    var isCorner: Bool { into == point && out == point }

    fileprivate var reversed: Vertex { Vertex(point: point, into: out, out: into) }
  }

  var vertices: [Vertex]
  var isClosed: Bool

  var weight: Int { vertices.count }

  func mixed(with other: Outline, at fraction: Double) -> Outline {
    guard vertices.count == other.vertices.count else { return fraction < 1 ? self : other }
    let vertices = zip(vertices, other.vertices).map {
      Vertex(
        point: $0.point.mixed(with: $1.point, at: fraction), into: $0.into.mixed(with: $1.into, at: fraction),
        out: $0.out.mixed(with: $1.out, at: fraction))
    }
    return Outline(vertices: vertices, isClosed: isClosed)
  }

  /// The same outline in the other direction, a closed one from the same vertex.
  var reversed: Outline {
    guard isClosed, let first = vertices.first else {
      return Outline(vertices: vertices.reversed().map(\.reversed), isClosed: isClosed)
    }
    return Outline(vertices: [first.reversed] + vertices.dropFirst().reversed().map(\.reversed), isClosed: isClosed)
  }
}

extension CGPoint {
  func mixed(with other: CGPoint, at fraction: Double) -> CGPoint {
    CGPoint(x: x + (other.x - x) * fraction, y: y + (other.y - y) * fraction)
  }
}

/// The outlines that are filled and stroked together.
struct Outlines: TrackValue {
  var list: [Outline]

  var weight: Int { list.reduce(1) { $0 + $1.weight } }

  func mixed(with other: Outlines, at fraction: Double) -> Outlines {
    guard list.count == other.list.count else { return fraction < 1 ? self : other }
    return Outlines(list: zip(list, other.list).map { $0.mixed(with: $1, at: fraction) })
  }

  /// A bounding box of the vertices and control points; null without any.
  var controlBox: CGRect {
    var (minimum, maximum) = (SIMD2<Double>(repeating: .infinity), SIMD2<Double>(repeating: -.infinity))
    for vertex in list.lazy.flatMap(\.vertices) {
      for point in [vertex.point, vertex.into, vertex.out] {
        minimum = pointwiseMin(minimum, SIMD2(point.x, point.y))
        maximum = pointwiseMax(maximum, SIMD2(point.x, point.y))
      }
    }
    guard minimum.x <= maximum.x else { return .null }
    return CGRect(x: minimum.x, y: minimum.y, width: maximum.x - minimum.x, height: maximum.y - minimum.y)
  }

  /// For each segment, whether it is a straight line.
  var straightSegments: [Bool] {
    list.flatMap { outline in
      zip(outline.vertices, outline.vertices.dropFirst() + outline.vertices.prefix(1)).map {
        $0.out == $0.point && $1.into == $1.point
      }
    }
  }

  /// The path.
  ///
  /// - Parameters:
  ///   - lines: for each segment, whether to write it as a line. Key frames of one track have the
  ///     same, so that their paths can be interpolated.
  ///   - copies: how often to write the outlines, for trims beyond their end.
  func path(lines: [Bool], copies: Int = 1) -> CGPath {
    let path = CGMutablePath()
    for _ in 0..<copies {
      var segment = 0
      for outline in list {
        guard let first = outline.vertices.first else { continue }
        path.move(to: first.point)
        let targets = outline.vertices.dropFirst() + (outline.isClosed ? [first] : [])
        var last = first
        for (index, vertex) in targets.enumerated() {
          if lines[segment + index] {
            path.addLine(to: vertex.point)
          } else {
            path.addCurve(to: vertex.point, control1: last.out, control2: vertex.into)
          }
          last = vertex
        }
        if outline.isClosed { path.closeSubpath() }
        segment += outline.vertices.count
      }
    }
    return path
  }
}
