import Foundation

/// Draws the outline of a line as a pen leaves it.
///
/// Each edge covers a rectangle, or within a curve a quadrangle that shares its ends with its
/// neighbours; each corner covers on its outer side a wedge of the join's shape. The outline is the
/// sum of their outlines, which all turn the same way, so that the non-zero rule makes it their
/// union: where the inner side of a corner runs through the corner itself, the sum is exact; within
/// a curve what the pen's inner end sweeps backwards belongs to it. Where no more than half of
/// either edge is lost to it, the inner side runs through the point where its two lines meet
/// instead, which takes off one of the two rectangles that overlap there; halves of different
/// corners never meet, so nowhere is more taken off than there is.
struct StrokePen {
  let radius: Double
  let cap: CGLineCap
  let join: CGLineJoin
  let miterLimit: Double
  /// The largest angle that a line may stand for in an arc.
  private let arcStep: Double
  let tolerance: Double
  /// The sine of the angle up to which a corner has no join.
  private let smoothSine: Double

  init(radius: Double, cap: CGLineCap, join: CGLineJoin, miterLimit: Double, tolerance: Double) {
    self.radius = radius
    self.cap = cap
    self.join = join
    self.miterLimit = miterLimit
    self.tolerance = tolerance
    let smooth = tolerance / (2 * radius)
    smoothSine = smooth > 1e-9 ? smooth : 1e-9
    // A chord of angle a strays from its arc by radius · (1 − cos(a/2)).
    let step = 2 * acos(max(1 - tolerance / radius, 0.5))
    // `max` would keep what is no number: the tolerance of the smallest widths is 0, as is the
    // radius.
    arcStep = step > 1e-4 ? step : 1e-4
  }

  /// The one polygon of an open line; empty for a dot with butt caps.
  func openOutline(of line: StrokeLine) -> [PathVector] {
    guard let first = line.edges.first, let last = line.edges.last else {
      let along = PathVector(1, 0)
      return cap == .butt ? [] : end(at: line.start, direction: along) + end(at: line.start, direction: -along)
    }
    var (left, right) = ([PathVector](), [PathVector]())
    addFold(of: first, &left, &right)
    for (before, after) in zip(line.edges, line.edges.dropFirst()) {
      turn(from: before, to: after, &left, &right)
      addFold(of: after, &left, &right)
    }
    return end(at: first.start, direction: -first.startDirection) + left
      + end(at: last.end, direction: last.endDirection) + right.reversed()
  }

  /// The two polygons of a closed line: its left side, and back along its right side.
  func closedOutline(of line: StrokeLine) -> [[PathVector]] {
    var (left, right) = ([PathVector](), [PathVector]())
    for (before, after) in zip([line.edges[line.edges.count - 1]] + line.edges, line.edges) {
      turn(from: before, to: after, &left, &right)
      addFold(of: after, &left, &right)
    }
    return [left, right.reversed()]
  }

  /// Adds both sides of the corner between two edges.
  private func turn(
    from before: StrokeLine.Edge, to after: StrokeLine.Edge, _ left: inout [PathVector], _ right: inout [PathVector]
  ) {
    let (incoming, outgoing) = (before.endDirection, after.startDirection)
    let (sine, cosine) = (incoming.cross(outgoing), incoming.dot(outgoing))
    let corner = after.start
    // Nothing to join: the two edges have this cut in common, but for rounding, or for a bend whose
    // join is smaller than the tolerance.
    if abs(sine) < smoothSine, cosine > 0 {
      left.append(corner + outgoing.quarterTurn * radius)
      right.append(corner - outgoing.quarterTurn * radius)
      return
    }
    let outer = sine > 0 ? -radius : radius
    // A line that turns back on itself turns to the right, on both sides.
    let angle = sine > 0 ? atan2(sine, cosine) : -atan2(abs(sine), cosine)
    let (from, to) = (incoming.quarterTurn * outer, outgoing.quarterTurn * outer)
    let outerPoints = outerSide(
      of: corner, join: after.startsAtCorner ? join : .round, from: from, to: to, angle: angle, cosine: cosine,
      isBetweenRectangles: before.isRectangle && after.isRectangle)
    let innerPoints: [PathVector]
    // The inner lines meet radius · tan(angle/2) short of the corner; tan(angle/2) = |sin| / (1 +
    // cos), of which next to nothing but rounding is left where the line turns back on itself.
    let reach = min(before.length, after.length) / 2
    if before.isRectangle, after.isRectangle, 1 + cosine > 1e-9, radius * abs(sine) <= reach * (1 + cosine) {
      innerPoints = [corner - (from + to) / (1 + cosine)]
    } else if after.startsAtCorner {
      innerPoints = [corner - from, corner, corner - to]
    } else {
      // Inside a curve that turns on the spot its inner end turns back, and so the wrong way round:
      // once more than that.
      innerPoints =
        [corner - from, corner] + arc(around: corner, from: -to, angle: -angle) + [corner, corner - to]
    }
    left += sine > 0 ? innerPoints : outerPoints
    right += sine > 0 ? outerPoints : innerPoints
  }

  /// Adds what the inner end of the pen sweeps where it runs backwards: the triangle of the edge's
  /// inner side and the point where the pen's places cross. The sides alone would go round it the
  /// wrong way and take it off.
  private func addFold(of edge: StrokeLine.Edge, _ left: inout [PathVector], _ right: inout [PathVector]) {
    guard let fold = edge.fold else { return }
    let inner = fold.isLeft ? radius : -radius
    let start = edge.start + edge.startDirection.quarterTurn * inner
    let end = edge.end + edge.endDirection.quarterTurn * inner
    // The side comes from the start and continues to the end: through the point, and once round.
    let detour = [fold.point, end, start, fold.point]
    if fold.isLeft { left += detour } else { right += detour }
  }

  private func outerSide(
    of corner: PathVector, join: CGLineJoin, from: PathVector, to: PathVector, angle: Double, cosine: Double,
    isBetweenRectangles: Bool
  ) -> [PathVector] {
    let bevel = [corner + from, corner + to]
    switch join {
    case .bevel: return bevel
    case .miter:
      // The miter's length is 1 / cos(angle/2) widths, and cos²(angle/2) = (1 + cos) / 2.
      guard 2 <= miterLimit * miterLimit * (1 + cosine) else { return bevel }
      let tip = corner + (from + to) / (1 + cosine)
      // Only those sides run on to the tip without a bend.
      return isBetweenRectangles ? [tip] : [corner + from, tip, corner + to]
    case .round:
      var points = arc(around: corner, from: from, angle: angle)
      points[points.count - 1] = corner + to
      return points
    }
  }

  /// An end of the line that looks in `direction`: from its left corner round to its right one.
  private func end(at point: PathVector, direction: PathVector) -> [PathVector] {
    let (side, ahead) = (direction.quarterTurn * radius, direction * radius)
    return switch cap {
    case .butt: [point + side, point - side]
    // With the ends of the sides, which within a curve lean.
    case .square: [point + side, point + side + ahead, point - side + ahead, point - side]
    case .round: arc(around: point, from: side, angle: -.pi)
    }
  }

  /// Points of an arc, both ends included; `from` leads from the centre to its start, `angle` is in
  /// radians.
  private func arc(around center: PathVector, from: PathVector, angle: Double) -> [PathVector] {
    let count = max(1, Int((abs(angle) / arcStep).rounded(.up)))
    return (0...count).map { step in
      let turned = angle * Double(step) / Double(count)
      return center + from * cos(turned) + from.quarterTurn * sin(turned)
    }
  }
}
