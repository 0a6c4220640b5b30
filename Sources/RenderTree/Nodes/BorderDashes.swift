import MultiplaneGraphics

extension RenderNode {
  /// The dashed border as a stroke along its centre line (rendering rules §7); nil for a solid
  /// border, for one without a centre line, and for none.
  package var borderDashes: Shape.Stroke? {
    guard let border, !border.dashes.isEmpty else { return nil }
    let half = border.width / 2
    let line = CGRect(
      x: Double(bounds.minX) + half, y: Double(bounds.minY) + half, width: Double(bounds.width) - border.width,
      height: Double(bounds.height) - border.width)
    // `width` and `height` are never negative.
    guard line.size.width > 0, line.size.height > 0 else { return nil }
    let largest = max(corners.minXMinY, corners.maxXMinY, corners.minXMaxY, corners.maxXMaxY)
    return Shape.Stroke(
      color: border.color, path: CGPath(outline: PathOutline(line, corners.inset(by: half))), width: border.width,
      // A corner that is smaller than half the width is none of the middle line's. Corners are
      // right angles or curves.
      cap: .butt, join: largest > 0 && largest < half ? .round : .miter, miterLimit: 1.5, dashes: border.dashes,
      dashPhase: border.dashPhase)
  }
}

extension PathOutline {
  /// A rounded rectangle: from the end of the corner of least x and y along least y, toward
  /// greatest x; closed.
  init(_ rect: CGRect, _ radii: CornerRadii) {
    self.init()
    let turns: [(x: CGFloat, y: CGFloat, inX: CGFloat, inY: CGFloat, radius: Double, fromX: Bool)] = [
      (rect.maxX, rect.minY, -1, 1, radii.maxXMinY, true), (rect.maxX, rect.maxY, -1, -1, radii.maxXMaxY, false),
      (rect.minX, rect.maxY, 1, -1, radii.minXMaxY, true), (rect.minX, rect.minY, 1, 1, radii.minXMinY, false),
    ]
    let limit = SIMD2(rect.width / 2, rect.height / 2)
    // Where the last corner ends.
    let first = CornerCurve(radius: radii.minXMinY, smoothing: radii.smoothing, limit: limit).points.last
    move(to: CGPoint(x: rect.minX + (first?.x ?? 0), y: rect.minY + (first?.y ?? 0)))
    for turn in turns {
      let curve = CornerCurve(radius: turn.radius, smoothing: radii.smoothing, limit: limit)
      func place(_ inwards: SIMD2<Double>) -> CGPoint {
        CGPoint(x: turn.x + turn.inX * inwards.x, y: turn.y + turn.inY * inwards.y)
      }
      // A curve runs from the side along y to that along x: where the corner is entered along x,
      // the other way.
      let points = turn.fromX ? curve.points.reversed() : curve.points
      guard let start = points.first else { continue }
      addLine(to: place(start))
      for index in stride(from: 1, to: points.count - 2, by: 3) {
        addCurve(
          to: place(points[index + 2]), control1: place(points[index]), control2: place(points[index + 1]))
      }
    }
    closeSubpath()
  }
}

/// The curve of a rounded corner as Bézier curves (rendering rules §4).
private struct CornerCurve {
  /// Inwards from both edges: the first, then two control points and an end for each curve. One for
  /// a square corner.
  private(set) var points: [SIMD2<Double>] = []

  /// How many curves a corner is: with as many a continuous one is right to 10⁻⁵ of its radius.
  private static let count = 12
  /// The handle of a quarter circle of radius 1.
  private static let quarter = 0.5522847498

  /// From the side along y to the side along x.
  ///
  /// - Parameter limit: how far it may reach along each edge: half the side, where the opposite
  ///   corner begins.
  init(radius: Double, smoothing: Double, limit: SIMD2<Double>) {
    guard radius > 0 else {
      points = [.zero]
      return
    }
    guard smoothing > 0 else {
      let rest = 1 - Self.quarter
      points = [SIMD2(0, 1), SIMD2(0, rest), SIMD2(rest, 0), SIMD2(1, 0)].map { $0 * radius }
      return
    }
    let most = limit / radius
    let (first, last) = (-Self.end(smoothing, most.y), Self.end(smoothing, most.x))
    let step = (last - first) / Double(Self.count)
    for index in 0...Self.count {
      let u = first + step * Double(index)
      let (v, slope) = Self.curve(u, smoothing)
      let (point, tangent) = (Self.inwards(u, v), Self.inwards(1, slope) * (step / 3))
      if index > 0 { points.append((point - tangent) * radius) }
      points.append(point * radius)
      if index < Self.count { points.append((point + tangent) * radius) }
    }
  }

  /// From along and across the diagonal to the edges.
  private static func inwards(_ u: Double, _ v: Double) -> SIMD2<Double> { SIMD2(v + u, v - u) / 2.0.squareRoot() }

  /// Where the curve is so far along an edge, or meets it: the least of both.
  private static func end(_ smoothing: Double, _ most: Double) -> Double {
    var (low, high) = (0.0, 1.0809294)
    guard inwards(high, curve(high, smoothing).v).x > most else { return high }
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if inwards(middle, curve(middle, smoothing).v).x > most { high = middle } else { low = middle }
    }
    return low
  }

  /// v at u of a corner of radius 1, and its slope.
  private static func curve(_ u: Double, _ smoothing: Double) -> (v: Double, slope: Double) {
    let root = (1 - u * u).squareRoot()
    let round: (v: Double, slope: Double) =
      abs(u) <= 0.5.squareRoot() ? (2.0.squareRoot() - root, u / root) : (abs(u), u < 0 ? -1 : 1)
    let t = u / 1.0809294
    let (square, all) = (t * t, [0.41249032, 0.59484768, 0.68953154, -1.27904165, 0.91182859, -0.24872710])
    let smooth = all.reversed().reduce(0) { $0 * square + $1 }
    let slopes = all.enumerated().dropFirst().reversed().reduce(0) { $0 * square + $1.element * Double(2 * $1.offset) }
    let slope = slopes * t / 1.0809294
    return (
      (1 - smoothing) * round.v + smoothing * smooth, (1 - smoothing) * round.slope + smoothing * slope
    )
  }
}
