import Foundation

/// The middle line of a stroke: a subpath cut into edges that each have a length.
///
/// Its memory is reused from one subpath to the next.
struct StrokeLine: ~Copyable {
  /// A straight piece of the line, and how the pen is turned at both of its ends.
  ///
  /// Its sides may lean: the pen covers a rectangle if both directions are the edge's own, else the
  /// quadrangle between the curve's normals at both ends.
  struct Edge: BitwiseCopyable {
    let start: PathVector
    let end: PathVector
    let length: Double
    /// The direction, of length 1, to which the pen is perpendicular at the start and at the end.
    let startDirection: PathVector
    let endDirection: PathVector
    /// The angle between them in radians, from positive x toward positive y; 0 for a rectangle.
    let turn: Double
    /// Whether both are the direction from start to end.
    let isRectangle: Bool
    /// Whether the path has a corner at its start, as opposed to a point inside a curve.
    let startsAtCorner: Bool
    /// The side on which the pen's positions at both ends cross.
    let foldedSide: Side
    /// Whether the triangles that the pen covers there are added to the outline (`StrokePen`).
    var isFoldKept = false
  }

  /// A side of the line: left is at a quarter turn from its direction.
  enum Side: BitwiseCopyable { case none, left, right }

  /// The start of the subpath, the only point of one without length.
  private(set) var start = PathVector.zero
  private(set) var edges = GrowingBuffer<Edge>()
  private(set) var hasFolds = false
  let radius, tolerance, pixel: Double
  /// Edges shorter than this are rounding and have no direction to go by.
  private var negligible = 0.0
  private var showsFolds = false

  init(radius: Double, tolerance: Double, pixel: Double) {
    (self.radius, self.tolerance, self.pixel) = (radius, tolerance, pixel)
  }

  /// Begins a subpath whose greatest coordinate is `extent`.
  ///
  /// - Parameter showsFolds: whether an edge of the outline may be where the pen's inner end runs
  ///   backwards. It is along the pen's positions there, which are closer together therefore.
  mutating func begin(at start: PathVector, extent: Double, showsFolds: Bool) {
    self.start = start
    self.showsFolds = showsFolds
    negligible = extent * 1e-12 + radius * 1e-10
    edges.removeAll()
    hasFolds = false
  }

  /// Marks all folds as ones whose triangles are added.
  mutating func keepFolds() {
    for index in 0..<edges.count { keepFold(at: index) }
  }

  /// Marks the fold of an edge as one whose triangles are added.
  mutating func keepFold(at index: Int) { edges[index].isFoldKept = edges[index].foldedSide != .none }

  /// The largest distance from a chord to its curve.
  ///
  /// The ends of chords are moved to the outside of the curve, so that the areas on both sides of a
  /// chord are equal and no more than two thirds of the distance is left. If chords are about as
  /// short as a pixel, the areas cancel within pixels, and the distance may be greater.
  ///
  /// - Returns: the distance times the length of the chord.
  private func mostDeviation(length: Double) -> Double {
    tolerance * min(max(2.5 * pixel, 1.5 * length), 8 * length)
  }

  /// The least step of a curve's parameter; within cusps it is shorter for a limited number of
  /// steps.
  private static let (leastStep, leastCuspStep, mostCuspSteps) = (0x1p-12, 0x1p-20, 64)
  /// The most that the pen turns along an edge, in radians.
  private static let mostTurn = 0.6

  /// Where an edge begins or ends.
  private struct Place {
    var point: PathVector
    /// Zero in a cusp.
    var direction: PathVector
  }

  /// Adds the part of a segment between two parameters.
  mutating func add(_ segment: BezierSegment, from first: Double = 0, to last: Double = 1) {
    var from = Place(point: segment.point(at: first), direction: .zero)
    var isFirst = true
    if segment.isLine {
      return addEdge(to: Place(point: segment.point(at: last), direction: .zero), isSmooth: false, &from, &isFirst)
    }
    let curve = CubicPolynomial(segment)
    var (t, point) = (first, from.point)
    var derivative = curve.derivative(at: t)
    var direction = t <= 0 ? segment.startDirection ?? .zero : derivative.direction ?? .zero
    from.direction = direction
    var step = firstStep(derivative, curve.secondDerivative(at: t), most: last - first)
    var cuspSteps = Self.mostCuspSteps
    while t < last {
      let rest = last - t
      // The first and the last chord are shorter, as their outer ends are not moved.
      var h = step
      if h >= rest { h = rest } else if 1.7 * h > rest { h = 0.58 * rest }
      let isLast = h >= rest
      let next = isLast ? last : t + h
      let nextDerivative = curve.derivative(at: next)
      var to = Place(point: isLast ? segment.point(at: last) : curve.point(at: next), direction: .zero)
      let speed = nextDerivative.length
      if isLast, last >= 1 {
        to.direction = segment.endDirection ?? .zero
      } else if speed * h > negligible {
        to.direction = nextDerivative / speed
      }
      // The control points of the derivative from here to there: its directions are between theirs.
      let middle = derivative + curve.secondDerivative(at: t) * (h / 2)
      let (cosineIn, cosineOut) = (direction == .zero ? 1 : direction.dot(middle), middle.dot(to.direction))
      let (sineIn, sineOut) = (abs(direction.cross(middle)), abs(middle.cross(to.direction)))
      let turn = (sineIn * cosineOut + sineOut * cosineIn) / (cosineIn * cosineOut)
      let length = (to.point - point).length
      let outer = length + radius * turn
      // Eight times the deviation times the length, at most and as it is.
      let isShown = showsFolds && radius * turn > length
      var most = 8 * (isShown ? tolerance / 8 * outer : mostDeviation(length: outer))
      var found = outer * outer * turn
      if most * turn > found * Self.mostTurn { (most, found) = (Self.mostTurn, turn) }
      let isTurnKnown = cosineIn > 0 && cosineOut > 0
      let isSmooth = isTurnKnown && found <= most
      if !isTurnKnown { (most, found) = (0.2, 1) }
      // The change of step for which the deviation, which grows with its square or cube, is just
      // right.
      most *= 0.85
      let change = (2 * most + found) / (most + 2 * found)
      let least = cuspSteps > 0 ? Self.leastCuspStep : Self.leastStep
      if !isSmooth, h > least {
        step = max(h * (change < 0.9 ? max(change * change, 0.3) : 0.8), least)
        continue
      }
      if h < Self.leastStep { cuspSteps -= 1 }
      addEdge(to: to, isSmooth: isSmooth, &from, &isFirst)
      (t, point, derivative, direction) = (next, to.point, nextDerivative, to.direction)
      step = max(h * (change > 0 ? min(change, 2) : 2), least)
    }
  }

  /// A step that the deviation may allow at the start of a curve; `add` corrects it.
  private func firstStep(_ derivative: PathVector, _ second: PathVector, most: Double) -> Double {
    let square = derivative.dot(derivative)
    let turn = abs(derivative.cross(second)) / square
    let outer = square.squareRoot() + radius * turn
    let step = (12 * tolerance / (turn * outer)).squareRoot() * (pixel > 0 ? 1.5 : 0.7)
    return step > 0 && step < most ? step : most
  }

  /// Adds an edge, unless it would be too short to have a direction.
  ///
  /// - Parameter isSmooth: whether the pen turns evenly from one end to the other. A curve that
  ///   turns more does so almost in one point, and is drawn as a corner.
  private mutating func addEdge(to: Place, isSmooth: Bool, _ from: inout Place, _ isFirst: inout Bool) {
    let along = to.point - from.point
    let length = along.length
    guard length > negligible else { return }
    let chord = along / length
    let (first, last) = (from.direction, to.direction)
    let edge: Edge
    if isSmooth, first.dot(last) > 0.5, first.dot(chord) > 0.5, last.dot(chord) > 0.5 {
      let sine = first.cross(last)
      edge = Edge(
        start: from.point, end: to.point, length: length, startDirection: first, endDirection: last,
        turn: sine * (1 + sine * sine / 6), isRectangle: false, startsAtCorner: isFirst,
        foldedSide: foldedSide(along, first, last))
      if edge.foldedSide != .none { hasFolds = true }
    } else {
      edge = Edge(
        start: from.point, end: to.point, length: length, startDirection: chord, endDirection: chord, turn: 0,
        isRectangle: true, startsAtCorner: isFirst, foldedSide: .none)
    }
    edges.append(edge)
    from = to
    isFirst = false
  }

  /// The side on which pens perpendicular to two directions cross, where they have a point in
  /// common.
  private func foldedSide(_ along: PathVector, _ first: PathVector, _ last: PathVector) -> Side {
    // start + a · n(first) = end + b · n(last) with normals n, of which n(first) × n(last) = first
    // × last, and v × n(w) = v · w.
    let turn = first.cross(last)
    let (a, b) = (along.dot(last), along.dot(first))
    guard max(abs(a), abs(b)) < radius * abs(turn) else { return .none }
    return (a > 0) == (turn > 0) ? .left : .right
  }
}

/// A cubic by the powers of its parameter.
private struct CubicPolynomial {
  private let c0, c1, c2, c3: PathVector

  init(_ segment: BezierSegment) {
    c0 = segment.start
    c1 = (segment.control1 - segment.start) * 3
    c2 = (segment.start - segment.control1 * 2 + segment.control2) * 3
    c3 = segment.end - segment.start + (segment.control1 - segment.control2) * 3
  }

  func point(at t: Double) -> PathVector { ((c3 * t + c2) * t + c1) * t + c0 }
  func derivative(at t: Double) -> PathVector { (c3 * (3 * t) + c2 * 2) * t + c1 }
  func secondDerivative(at t: Double) -> PathVector { c3 * (6 * t) + c2 * 2 }
}
