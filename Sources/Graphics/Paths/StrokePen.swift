import Foundation

/// Draws the outline of a line as a pen leaves it.
///
/// Each edge covers a rectangle, or within a curve a quadrangle that shares its ends with its
/// neighbours; each corner covers on its outer side a wedge of the join's shape. The outline is the
/// sum of their outlines. It turns around every point that the pen covers, and by the non-zero rule
/// it is their union:
///
/// - At a corner the inner side runs through the corner itself, and the sum is exact. Where no more
///   than half of either edge is lost to it, the inner side runs through the point where its two
///   lines meet instead, which takes off one of the two rectangles that overlap there; halves of
///   different corners never meet, so nowhere is more taken off than there is.
/// - Within a curve that is bent more than the pen allows, the pen's inner end runs backwards, and
///   what it covers meanwhile counts as −1. A point counts as 1 for each place of the curve that is
///   nearer than all around it, and as −1 for each that is farther, within the pen's reach. These
///   alternate along the curve, so that the sum is how often the curve comes near, with a disc at
///   both ends. It may be 0 only where an end without a disc, or the whole of a closed curve, is
///   within reach. There, the triangles that count as −1 are added twice.
struct StrokePen {
  let radius: Double
  let cap: CGLineCap
  let join: CGLineJoin
  let miterLimit: Double
  let tolerance: Double
  /// The largest angle that a line may stand for in an arc.
  private let arcStep: Double
  /// The sine of the angle up to which a corner has no join.
  private let smoothSine: Double

  /// Whether caps and joins are round.
  var isRound: Bool { cap == .round && join == .round }

  /// Both sides of a line, as far as they are drawn. The left one becomes the outline.
  struct Sides: ~Copyable {
    fileprivate var left = OutlineSide()
    fileprivate var right = OutlineSide()

    fileprivate mutating func removeAll() {
      left.points.removeAll()
      right.points.removeAll()
      (left.turn, right.turn) = (0, 0)
    }
  }

  fileprivate struct OutlineSide: ~Copyable {
    var points = GrowingBuffer<PathVector>(capacity: 256)
    /// How far the pen has turned since the last point, where points are left out.
    var turn = 0.0

    @inline(__always) mutating func append(_ point: PathVector) { points.append(point) }
  }

  init(radius: Double, cap: CGLineCap, join: CGLineJoin, miterLimit: Double, tolerance: Double, pixel: Double) {
    self.radius = radius
    self.cap = cap
    self.join = join
    self.miterLimit = miterLimit
    self.tolerance = tolerance
    let smooth = tolerance / (2 * radius)
    smoothSine = smooth > 1e-9 ? smooth : 1e-9
    // A chord of angle a deviates from its arc by radius · a²/8. `max` would return what is no
    // number: the tolerance of the smallest widths is 0, as is the radius.
    let bound = { (deviation: Double) in (8 * deviation * tolerance / radius).squareRoot() }
    let step = min(max(bound(1.5), cbrt(20 * tolerance * pixel / (radius * radius))), bound(8), .pi / 3)
    arcStep = step > 1e-4 ? step : 1e-4
  }

  /// The one polygon of an open line; empty for a dot with butt caps.
  func drawOpen(_ line: inout StrokeLine, in sides: inout Sides, _ draw: (UnsafeBufferPointer<PathVector>) -> Void) {
    sides.removeAll()
    let count = line.edges.count
    if count == 0 {
      guard cap != .butt else { return }
      addEnd(at: line.start, direction: PathVector(1, 0), to: &sides.left)
      addEnd(at: line.start, direction: PathVector(-1, 0), to: &sides.left)
      return draw(sides.left.points.elements)
    }
    keepFolds(of: &line, isClosed: false)
    let (first, last) = (line.edges[0], line.edges[count - 1])
    addEnd(at: first.start, direction: -first.startDirection, to: &sides.left)
    if first.isFoldKept { addFold(of: first, to: &sides) }
    for index in 1..<count {
      let edge = line.edges[index]
      turn(from: line.edges[index - 1], to: edge, &sides)
      if edge.isFoldKept { addFold(of: edge, to: &sides) }
    }
    addEnd(at: last.end, direction: last.endDirection, to: &sides.left)
    sides.left.points.appendReversed(sides.right.points)
    draw(sides.left.points.elements)
  }

  /// The two polygons of a closed line: its left side, and back along its right side.
  func drawClosed(_ line: inout StrokeLine, in sides: inout Sides, _ draw: (UnsafeBufferPointer<PathVector>) -> Void) {
    sides.removeAll()
    let count = line.edges.count
    keepFolds(of: &line, isClosed: true)
    for index in 0..<count {
      let edge = line.edges[index]
      turn(from: line.edges[index > 0 ? index - 1 : count - 1], to: edge, &sides)
      if edge.isFoldKept { addFold(of: edge, to: &sides) }
    }
    draw(sides.left.points.elements)
    sides.left.points.removeAll()
    sides.left.points.appendReversed(sides.right.points)
    draw(sides.left.points.elements)
  }

  // MARK: Folds

  /// Finds the folds whose triangles are added.
  private func keepFolds(of line: inout StrokeLine, isClosed: Bool) {
    guard line.hasFolds else { return }
    let count = line.edges.count
    if isClosed {
      var (low, high) = (line.edges[0].start, line.edges[0].start)
      for index in 0..<count {
        let end = line.edges[index].end
        (low, high) = (pointwiseMin(low, end), pointwiseMax(high, end))
      }
      if (high - low).max() <= 2 * radius { return line.keepFolds() }
    }
    let (hasCaps, hasJoins) = (!isClosed && cap != .round, join != .round)
    guard hasCaps || hasJoins else { return }
    // From each end without a disc as far as it may be within reach, in both directions.
    for isForward in [true, false] {
      var end: PathVector?
      if hasCaps { end = isForward ? line.edges[0].start : line.edges[count - 1].end }
      for step in 0..<(isClosed ? 2 * count : count) {
        let index = isForward ? step % count : count - 1 - step % count
        let edge = line.edges[index]
        func findEnd() {
          let before = line.edges[index > 0 ? index - 1 : count - 1]
          if hasJoins, edge.startsAtCorner, isClosed || index > 0, !isSmooth(before, edge) { end = edge.start }
        }
        if isForward { findEnd() }
        if edge.foldedSide != .none, let end, (edge.start - end).length < 2 * radius + edge.length {
          line.keepFold(at: index)
        }
        if !isForward { findEnd() }
      }
    }
  }

  /// Adds what the inner end of the pen sweeps where it runs backwards: the triangle of the edge's
  /// inner side and the point where the pen's positions cross. The sides alone would go around it
  /// the wrong way and take it off.
  private func addFold(of edge: StrokeLine.Edge, to sides: inout Sides) {
    let inner = edge.foldedSide == .left ? radius : -radius
    let (first, last) = (edge.startDirection, edge.endDirection)
    let crossing = edge.start + first.quarterTurn * ((edge.end - edge.start).dot(last) / first.cross(last))
    let start = edge.start + first.quarterTurn * inner
    let end = edge.end + last.quarterTurn * inner
    // The side comes from the start and continues to the end: through the crossing, and once
    // around.
    func add(to side: inout OutlineSide) {
      side.append(crossing)
      side.append(end)
      side.append(start)
      side.append(crossing)
    }
    if edge.foldedSide == .left { add(to: &sides.left) } else { add(to: &sides.right) }
  }

  // MARK: Corners

  /// Whether two edges have the cut between them in common, but for rounding, or for a bend whose
  /// join is smaller than the tolerance.
  private func isSmooth(_ before: StrokeLine.Edge, _ after: StrokeLine.Edge) -> Bool {
    let (incoming, outgoing) = (before.endDirection, after.startDirection)
    return abs(incoming.cross(outgoing)) < smoothSine && incoming.dot(outgoing) > 0
  }

  /// Adds both sides of the corner between two edges.
  private func turn(from before: StrokeLine.Edge, to after: StrokeLine.Edge, _ sides: inout Sides) {
    if isSmooth(before, after) {
      addPoint(to: &sides.left, .left, between: before, after)
      return addPoint(to: &sides.right, .right, between: before, after)
    }
    (sides.left.turn, sides.right.turn) = (0, 0)
    let sine = before.endDirection.cross(after.startDirection)
    if sine > 0 {
      turn(from: before, to: after, sine, outer: &sides.right, inner: &sides.left)
    } else {
      turn(from: before, to: after, sine, outer: &sides.left, inner: &sides.right)
    }
  }

  /// The most that the pen turns where its inner end runs backwards, without a point of that side:
  /// well within the half turn beyond which a line would be on the other side of the points.
  private static let mostSkippedTurn = 2.0

  /// Adds the point of one side within a curve.
  private func addPoint(
    to points: inout OutlineSide, _ side: StrokeLine.Side, between before: StrokeLine.Edge, _ after: StrokeLine.Edge
  ) {
    let normal = after.startDirection.quarterTurn * (side == .left ? 1 : -1)
    var distance = radius
    if before.foldedSide == side || after.foldedSide == side {
      // What is between the pen's positions before and after a fold is covered by both.
      points.turn += abs(before.turn)
      let isSkipped = before.foldedSide == after.foldedSide && !before.isFoldKept && !after.isFoldKept
      if isSkipped, points.turn + abs(after.turn) < Self.mostSkippedTurn { return }
      points.turn = 0
    } else if !before.isRectangle, !after.isRectangle {
      // Two thirds of the distance from a chord to the side, which is length · turn / 8; the mean
      // of both chords.
      func bulge(_ edge: StrokeLine.Edge) -> Double {
        let turn = side == .left ? -edge.turn : edge.turn
        return (edge.length + radius * turn) * turn
      }
      distance += (bulge(before) + bulge(after)) / 24
    }
    points.append(after.start + normal * distance)
  }

  private func turn(
    from before: StrokeLine.Edge, to after: StrokeLine.Edge, _ sine: Double, outer outerSide: inout OutlineSide,
    inner innerSide: inout OutlineSide
  ) {
    let (incoming, outgoing) = (before.endDirection, after.startDirection)
    let cosine = incoming.dot(outgoing)
    let corner = after.start
    let outer = sine > 0 ? -radius : radius
    // A line that turns back on itself turns to the right, on both sides.
    let angle = sine > 0 ? atan2(sine, cosine) : -atan2(abs(sine), cosine)
    let (from, to) = (incoming.quarterTurn * outer, outgoing.quarterTurn * outer)
    addJoin(
      of: corner, join: after.startsAtCorner ? join : .round, from: from, to: to, angle: angle, cosine: cosine,
      isBetweenRectangles: before.isRectangle && after.isRectangle, to: &outerSide)
    // The inner lines meet radius · tan(angle/2) short of the corner; tan(angle/2) = |sin| / (1 +
    // cos), of which next to nothing but rounding is left where the line turns back on itself.
    let reach = min(before.length, after.length) / 2
    if before.isRectangle, after.isRectangle, 1 + cosine > 1e-9, radius * abs(sine) <= reach * (1 + cosine) {
      innerSide.append(corner - (from + to) / (1 + cosine))
      return
    }
    innerSide.append(corner - from)
    innerSide.append(corner)
    if !after.startsAtCorner {
      // Inside a curve that turns on the spot its inner end turns back, and so the wrong way round:
      // once more than that.
      addArc(around: corner, from: -to, to: -from, angle: -angle, to: &innerSide)
      innerSide.append(corner)
    }
    innerSide.append(corner - to)
  }

  private func addJoin(
    of corner: PathVector, join: CGLineJoin, from: PathVector, to: PathVector, angle: Double, cosine: Double,
    isBetweenRectangles: Bool, to side: inout OutlineSide
  ) {
    // The miter's length is 1 / cos(angle/2) widths, and cos²(angle/2) = (1 + cos) / 2.
    let hasTip = join == .miter && 2 <= miterLimit * miterLimit * (1 + cosine)
    let tip = corner + (from + to) / (1 + cosine)
    // Only those sides run on to the tip without a bend.
    if hasTip, isBetweenRectangles { return side.append(tip) }
    if join == .round { return addArc(around: corner, from: from, to: to, angle: angle, to: &side) }
    side.append(corner + from)
    if hasTip { side.append(tip) }
    side.append(corner + to)
  }

  /// Adds an end of the line that looks in `direction`: from its left corner
  /// around to its right one.
  private func addEnd(at point: PathVector, direction: PathVector, to outline: inout OutlineSide) {
    let (side, ahead) = (direction.quarterTurn * radius, direction * radius)
    switch cap {
    case .butt:
      outline.append(point + side)
      outline.append(point - side)
    case .square:
      // With the ends of the sides, which within a curve lean.
      outline.append(point + side)
      outline.append(point + side + ahead)
      outline.append(point - side + ahead)
      outline.append(point - side)
    case .round: addArc(around: point, from: side, to: -side, angle: -.pi, to: &outline)
    }
  }

  /// Adds points of an arc of `angle` radians, both ends included; `from` and `to` lead from the
  /// center to them.
  ///
  /// The points between are moved outwards, as within curves; with a first and a last chord of 1/√2
  /// of the others, the area within each chord is exact.
  private func addArc(
    around center: PathVector, from: PathVector, to: PathVector, angle: Double, to side: inout OutlineSide
  ) {
    side.append(center + from)
    let count = Int((abs(angle) / arcStep + (2 - 2.0.squareRoot())).rounded(.up))
    if count > 1 {
      let step = angle / (Double(count - 2) + 2.0.squareRoot())
      let (firstCosine, firstSine) = (cos(step / 2.0.squareRoot()), sin(step / 2.0.squareRoot()))
      let (cosine, sine) = (cos(step), sin(step))
      var spoke = (from * firstCosine + from.quarterTurn * firstSine) * (1 + step * step / 12)
      side.append(center + spoke)
      for _ in 2..<count {
        spoke = spoke * cosine + spoke.quarterTurn * sine
        side.append(center + spoke)
      }
    }
    side.append(center + to)
  }
}
