import Foundation

/// The middle line of a stroke: a subpath cut into edges that each have a length.
struct StrokeLine {
  /// A straight piece of the line, and how the pen stands at both of its ends.
  ///
  /// Its sides may lean: what the pen covers is a rectangle if both directions are the edge's own,
  /// else the quadrangle between the curve's normals at both ends. In a curve that is bent more
  /// than the pen allows, the normals cross before the pen's inner end, which runs backwards: the
  /// pen covers the two triangles that meet there.
  struct Edge {
    let start: PathVector
    let end: PathVector
    let length: Double
    /// The direction, of length 1, to which the pen stands square at the start and at the end.
    let startDirection: PathVector
    let endDirection: PathVector
    /// Whether both are the direction from start to end.
    let isRectangle: Bool
    /// The crossing of the pen's positions at both ends, if they cross.
    let fold: Fold?
    /// Whether the path has a corner at its start, as opposed to a point inside a curve.
    let startsAtCorner: Bool
  }

  /// A point that the pen touches at both ends of an edge, and on which side of the line it lies.
  struct Fold {
    let point: PathVector
    let isLeft: Bool
  }

  /// The start of the subpath, the only point of one without length.
  let start: PathVector
  let edges: [Edge]
  /// Whether the last edge leads to the first. What is closed on the spot is a dot with caps, and
  /// not closed.
  let isClosed: Bool

  init(_ subpath: Subpath, radius: Double, tolerance: Double) {
    start = subpath.start
    // Edges shorter than this are rounding and have no direction to go by.
    let extent = subpath.segments.reduce(0) { max($0, abs($1.end.x), abs($1.end.y)) }
    var cutter = StrokeLineCutter(
      radius: radius, tolerance: tolerance, negligible: extent * 1e-12 + radius * 1e-10)
    for segment in subpath.segments { cutter.cut(segment) }
    edges = cutter.edges
    isClosed = subpath.isClosed && !edges.isEmpty
  }
}

/// Cuts the segments of a subpath into edges, so that the pen turns by at most `widest` in each.
private struct StrokeLineCutter {
  private(set) var edges: [StrokeLine.Edge] = []
  private let radius, tolerance, negligible: Double
  private let widest: Double
  /// Of `widest` and a little more, and of half of it.
  private let leastCosine, cosineOfHalf: Double

  init(radius: Double, tolerance: Double, negligible: Double) {
    (self.radius, self.tolerance, self.negligible) = (radius, tolerance, negligible)
    // A pen that turns by an angle a over a chord strays from the chord's side by radius · (1 −
    // cos(a/2)).
    widest = (8 * tolerance / radius).squareRoot()
    leastCosine = cos(min(widest * 1.001, .pi))
    cosineOfHalf = cos(min(widest / 2, .pi))
  }

  /// A place of a segment.
  private struct Place {
    let t: Double
    let point: PathVector
    /// Nil where all points of the segment are one, or in a cusp.
    let direction: PathVector?
    /// Whether it moves by more than rounding there.
    let isMoving: Bool
  }

  mutating func cut(_ segment: BezierSegment) {
    // Half the tolerance: outside of a curve that is bent as much as the pen allows, chords stray
    // twice as far.
    let count = segment.chordCount(tolerance: tolerance / 2)
    var from = place(0, of: segment, step: 1)
    var isFirst = true
    var last = from
    for number in 1...count {
      let to = place(Double(number) / Double(count), of: segment, step: 1 / Double(count))
      if !segment.isLine {
        cutTurns(of: segment, last, to, step: 1 / Double(count), halvings: Self.mostTurnHalvings, &from, &isFirst)
      }
      addEdge(to: to, &from, &isFirst)
      last = to
    }
  }

  /// - Parameter step: the length of the chord's parameters.
  private func place(_ t: Double, of segment: BezierSegment, step: Double) -> Place {
    if t <= 0 { return Place(t: t, point: segment.start, direction: segment.startDirection, isMoving: true) }
    if t >= 1 { return Place(t: t, point: segment.end, direction: segment.endDirection, isMoving: true) }
    let derivative = segment.derivative(at: t)
    let length = derivative.length
    return Place(
      t: t, point: segment.point(at: t), direction: derivative.direction, isMoving: length * step > negligible)
  }

  private mutating func addEdge(to: Place, _ from: inout Place, _ isFirst: inout Bool) {
    guard (to.point - from.point).length > negligible else { return }
    edges.append(edge(from: from, to: to, startsAtCorner: isFirst))
    from = to
    isFirst = false
  }

  /// How often a chord is halved at most where its curve turns; the last of them are 2⁻²⁰ as far
  /// from it as the whole is.
  private static let mostTurnHalvings = 10

  /// Cuts the curve between two places, so that it turns by no more than `widest` from each cut to
  /// the next.
  ///
  /// Chords are near the curve even where it turns back between their ends, in a cusp or in a bend
  /// much smaller than the pen. The pen draws half a disc there, which shows only if a chord ends
  /// there.
  private mutating func cutTurns(
    of segment: BezierSegment, _ first: Place, _ last: Place, step: Double, halvings: Int, _ from: inout Place,
    _ isFirst: inout Bool
  ) {
    let middle = place((first.t + last.t) / 2, of: segment, step: step)
    if isSmall(first, middle), isSmall(middle, last) { return }
    let turn = max(angle(first, middle) + angle(middle, last), angle(first, last))
    guard halvings > 0, turn > widest else { return }
    cutTurns(of: segment, first, middle, step: step, halvings: halvings - 1, &from, &isFirst)
    addEdge(to: middle, &from, &isFirst)
    cutTurns(of: segment, middle, last, step: step, halvings: halvings - 1, &from, &isFirst)
  }

  /// Whether it turns by less than half of the angle, as between nearly all places: decided without
  /// an inverse trigonometric function.
  private func isSmall(_ first: Place, _ last: Place) -> Bool {
    guard first.isMoving, last.isMoving, let first = first.direction, let last = last.direction else { return false }
    return first.dot(last) > cosineOfHalf
  }

  /// Movement within rounding has no direction; nor has a cusp, where a chord ends anyway.
  private func angle(_ first: Place, _ last: Place) -> Double {
    guard first.isMoving, last.isMoving, let first = first.direction, let last = last.direction else { return 0 }
    return abs(atan2(first.cross(last), first.dot(last)))
  }

  /// The edge between two places of a segment.
  private func edge(from: Place, to: Place, startsAtCorner: Bool) -> StrokeLine.Edge {
    let along = to.point - from.point
    let length = along.length
    let chord = along / length
    // A curve that turns more than the cut allows does so almost in one point, and is drawn as a
    // corner.
    guard let first = from.direction, let last = to.direction, first != chord || last != chord,
      first.dot(last) > leastCosine, first.dot(chord) > 0.5, last.dot(chord) > 0.5
    else {
      return StrokeLine.Edge(
        start: from.point, end: to.point, length: length, startDirection: chord, endDirection: chord, isRectangle: true,
        fold: nil, startsAtCorner: startsAtCorner)
    }
    return StrokeLine.Edge(
      start: from.point, end: to.point, length: length, startDirection: first, endDirection: last, isRectangle: false,
      fold: fold(from: from.point, first, to: to.point, last), startsAtCorner: startsAtCorner)
  }

  /// The crossing of two pens, each perpendicular to a direction at a point.
  private func fold(
    from start: PathVector, _ first: PathVector, to end: PathVector, _ last: PathVector
  ) -> StrokeLine.Fold? {
    // start + a · n(first) = end + b · n(last) with normals n, of which n(first) × n(last) = first
    // × last, and v × n(w) = v · w.
    let turn = first.cross(last)
    let (a, b) = ((end - start).dot(last), (end - start).dot(first))
    guard max(abs(a), abs(b)) < radius * abs(turn) else { return nil }
    return StrokeLine.Fold(point: start + first.quarterTurn * (a / turn), isLeft: a / turn > 0)
  }
}
