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
  private(set) var edges: [Edge] = []
  /// Whether the last edge leads to the first. What is closed on the spot is a dot with caps, and
  /// not closed.
  let isClosed: Bool

  init(_ subpath: Subpath, radius: Double, tolerance: Double) {
    start = subpath.start
    // Edges shorter than this are rounding and have no direction to go by.
    let extent = subpath.segments.reduce(0) { max($0, abs($1.end.x), abs($1.end.y)) }
    let negligible = extent * 1e-12 + radius * 1e-10
    // A pen that turns by an angle a over a chord strays from the chord's side by radius · (1 −
    // cos(a/2)).
    let widest = (8 * tolerance / radius).squareRoot()
    for segment in subpath.segments {
      var from = (point: segment.start, direction: segment.startDirection)
      var isFirst = true
      let parameters = StrokeLine.parameters(
        of: segment, tolerance: tolerance, widest: widest, negligible: negligible)
      for t in parameters {
        let to = (
          point: segment.point(at: t), direction: t == 1 ? segment.endDirection : segment.derivative(at: t).direction
        )
        if (to.point - from.point).length > negligible {
          edges.append(StrokeLine.edge(from: from, to: to, radius: radius, widest: widest, startsAtCorner: isFirst))
          from = to
          isFirst = false
        }
      }
    }
    isClosed = subpath.isClosed && !edges.isEmpty
  }

  private typealias Station = (point: PathVector, direction: PathVector?)

  /// The parameters at which a segment is cut, including its end but not its start, so that it
  /// turns by at most `widest` between cuts.
  private static func parameters(
    of segment: BezierSegment, tolerance: Double, widest: Double, negligible: Double
  ) -> [Double] {
    // Half the tolerance: outside of a curve that is bent as much as the pen allows, chords stray
    // twice as far.
    let count = segment.chordCount(tolerance: tolerance / 2)
    let whole = (1...count).map { Double($0) / Double(count) }
    guard !segment.isLine else { return whole }
    return zip([0] + whole, whole).flatMap { from, to in
      turns(of: segment, from: from, to: to, widest: widest, negligible: negligible) + [to]
    }
  }

  /// How often a chord is halved at most where its curve turns; the last of them are 2⁻²⁰ as far
  /// from it as the whole is.
  private static let mostTurnHalvings = 10

  /// The parameters between two, at which the curve is cut so that it turns by no more than an
  /// angle from each to the next.
  ///
  /// Chords are near the curve even where it turns back between their ends, in a cusp or in a bend
  /// much smaller than the pen. The pen draws half a disc there, which shows only if a chord ends
  /// there.
  private static func turns(
    of segment: BezierSegment, from: Double, to: Double, widest: Double, negligible: Double
  ) -> [Double] {
    typealias Place = (t: Double, direction: PathVector?)
    func place(_ t: Double) -> Place {
      if t <= 0 { return (t, segment.startDirection) }
      if t >= 1 { return (t, segment.endDirection) }
      let derivative = segment.derivative(at: t)
      // Movement within rounding has no direction; nor has a cusp, where a chord ends anyway.
      return (t, derivative.length * (to - from) > negligible ? derivative.direction : nil)
    }
    let cosineOfHalf = cos(min(widest / 2, .pi))
    /// Whether it turns by less than half of the angle, as between nearly all places: decided
    /// without an inverse trigonometric function.
    func isSmall(_ first: Place, _ last: Place) -> Bool {
      guard let first = first.direction, let last = last.direction else { return false }
      return first.dot(last) > cosineOfHalf
    }
    func angle(_ first: Place, _ last: Place) -> Double {
      guard let first = first.direction, let last = last.direction else { return 0 }
      return abs(atan2(first.cross(last), first.dot(last)))
    }
    func between(_ first: Place, _ last: Place, halvings: Int) -> [Double] {
      let middle = place((first.t + last.t) / 2)
      if isSmall(first, middle), isSmall(middle, last) { return [] }
      let turn = max(angle(first, middle) + angle(middle, last), angle(first, last))
      guard halvings > 0, turn > widest else { return [] }
      return between(first, middle, halvings: halvings - 1) + [middle.t]
        + between(middle, last, halvings: halvings - 1)
    }
    return between(place(from), place(to), halvings: mostTurnHalvings)
  }

  /// The edge between two places of a segment.
  private static func edge(
    from: Station, to: Station, radius: Double, widest: Double, startsAtCorner: Bool
  ) -> Edge {
    let along = to.point - from.point
    let length = along.length
    let chord = along / length
    // A curve that turns more than the cut allows does so almost in one point, and is drawn as a
    // corner.
    guard let first = from.direction, let last = to.direction, first != chord || last != chord,
      first.dot(last) > cos(min(widest * 1.001, .pi)), first.dot(chord) > 0.5, last.dot(chord) > 0.5
    else {
      return Edge(
        start: from.point, end: to.point, length: length, startDirection: chord, endDirection: chord, isRectangle: true,
        fold: nil, startsAtCorner: startsAtCorner)
    }
    return Edge(
      start: from.point, end: to.point, length: length, startDirection: first, endDirection: last, isRectangle: false,
      fold: fold(from: from.point, first, to: to.point, last, radius: radius), startsAtCorner: startsAtCorner)
  }

  /// The crossing of two pens, each perpendicular to a direction at a point.
  private static func fold(
    from start: PathVector, _ first: PathVector, to end: PathVector, _ last: PathVector, radius: Double
  ) -> Fold? {
    // start + a · n(first) = end + b · n(last) with normals n, of which n(first) × n(last) = first
    // × last, and v × n(w) = v · w.
    let turn = first.cross(last)
    let (a, b) = ((end - start).dot(last), (end - start).dot(first))
    guard max(abs(a), abs(b)) < radius * abs(turn) else { return nil }
    return Fold(point: start + first.quarterTurn * (a / turn), isLeft: a / turn > 0)
  }
}
