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

  /// Both sides of a line, as far as they are drawn.
  private struct Sides {
    var left: [PathVector] = []
    var right: [PathVector] = []

    init(edgeCount: Int) {
      left.reserveCapacity(2 * edgeCount + 16)
      right.reserveCapacity(2 * edgeCount + 16)
    }
  }

  /// The one polygon of an open line; empty for a dot with butt caps.
  func openOutline(of line: StrokeLine) -> [PathVector] {
    var outline: [PathVector] = []
    guard let first = line.edges.first, let last = line.edges.last else {
      guard cap != .butt else { return [] }
      addEnd(at: line.start, direction: PathVector(1, 0), to: &outline)
      addEnd(at: line.start, direction: PathVector(-1, 0), to: &outline)
      return outline
    }
    var sides = Sides(edgeCount: line.edges.count)
    addFold(of: first, &sides)
    line.edges.withUnsafeBufferPointer { edges in
      for index in 1..<edges.count {
        turn(from: edges[index - 1], to: edges[index], &sides)
        addFold(of: edges[index], &sides)
      }
    }
    outline.reserveCapacity(sides.left.count + sides.right.count + 64)
    addEnd(at: first.start, direction: -first.startDirection, to: &outline)
    outline += sides.left
    addEnd(at: last.end, direction: last.endDirection, to: &outline)
    outline += sides.right.reversed()
    return outline
  }

  /// The two polygons of a closed line: its left side, and back along its right side.
  func closedOutline(of line: StrokeLine) -> [[PathVector]] {
    var sides = Sides(edgeCount: line.edges.count)
    line.edges.withUnsafeBufferPointer { edges in
      for index in edges.indices {
        turn(from: edges[index > 0 ? index - 1 : edges.count - 1], to: edges[index], &sides)
        addFold(of: edges[index], &sides)
      }
    }
    sides.right.reverse()
    return [sides.left, sides.right]
  }

  /// Adds both sides of the corner between two edges.
  private func turn(from before: StrokeLine.Edge, to after: StrokeLine.Edge, _ sides: inout Sides) {
    let (incoming, outgoing) = (before.endDirection, after.startDirection)
    let (sine, cosine) = (incoming.cross(outgoing), incoming.dot(outgoing))
    let corner = after.start
    // Nothing to join: the two edges have this cut in common, but for rounding, or for a bend whose
    // join is smaller than the tolerance.
    if abs(sine) < smoothSine, cosine > 0 {
      sides.left.append(corner + outgoing.quarterTurn * radius)
      sides.right.append(corner - outgoing.quarterTurn * radius)
      return
    }
    if sine > 0 {
      turn(from: before, to: after, sine, cosine, outer: &sides.right, inner: &sides.left)
    } else {
      turn(from: before, to: after, sine, cosine, outer: &sides.left, inner: &sides.right)
    }
  }

  private func turn(
    from before: StrokeLine.Edge, to after: StrokeLine.Edge, _ sine: Double, _ cosine: Double,
    outer outerSide: inout [PathVector], inner innerSide: inout [PathVector]
  ) {
    let (incoming, outgoing) = (before.endDirection, after.startDirection)
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
      addArc(around: corner, from: -to, angle: -angle, to: &innerSide)
      innerSide.append(corner)
    }
    innerSide.append(corner - to)
  }

  /// Adds what the inner end of the pen sweeps where it runs backwards: the triangle of the edge's
  /// inner side and the point where the pen's places cross. The sides alone would go round it the
  /// wrong way and take it off.
  private func addFold(of edge: StrokeLine.Edge, _ sides: inout Sides) {
    guard let fold = edge.fold else { return }
    let inner = fold.isLeft ? radius : -radius
    let start = edge.start + edge.startDirection.quarterTurn * inner
    let end = edge.end + edge.endDirection.quarterTurn * inner
    // The side comes from the start and continues to the end: through the point, and once round.
    func add(to side: inout [PathVector]) {
      side.append(fold.point)
      side.append(end)
      side.append(start)
      side.append(fold.point)
    }
    if fold.isLeft { add(to: &sides.left) } else { add(to: &sides.right) }
  }

  private func addJoin(
    of corner: PathVector, join: CGLineJoin, from: PathVector, to: PathVector, angle: Double, cosine: Double,
    isBetweenRectangles: Bool, to side: inout [PathVector]
  ) {
    // The miter's length is 1 / cos(angle/2) widths, and cos²(angle/2) = (1 + cos) / 2.
    let hasTip = join == .miter && 2 <= miterLimit * miterLimit * (1 + cosine)
    let tip = corner + (from + to) / (1 + cosine)
    // Only those sides run on to the tip without a bend.
    if hasTip, isBetweenRectangles { return side.append(tip) }
    if join == .round {
      addArc(around: corner, from: from, angle: angle, to: &side)
      side[side.count - 1] = corner + to
      return
    }
    side.append(corner + from)
    if hasTip { side.append(tip) }
    side.append(corner + to)
  }

  /// Adds an end of the line that looks in `direction`: from its left corner round to its right
  /// one.
  private func addEnd(at point: PathVector, direction: PathVector, to outline: inout [PathVector]) {
    let (side, ahead) = (direction.quarterTurn * radius, direction * radius)
    switch cap {
    case .butt: outline += [point + side, point - side]
    // With the ends of the sides, which within a curve lean.
    case .square: outline += [point + side, point + side + ahead, point - side + ahead, point - side]
    case .round: addArc(around: point, from: side, angle: -.pi, to: &outline)
    }
  }

  /// Adds points of an arc, both ends included; `from` leads from the centre to its start, `angle`
  /// is in radians.
  private func addArc(around center: PathVector, from: PathVector, angle: Double, to outline: inout [PathVector]) {
    let count = max(1, Int((abs(angle) / arcStep).rounded(.up)))
    let step = angle / Double(count)
    let (cosine, sine) = (cos(step), sin(step))
    var radius = from
    outline.append(center + radius)
    for _ in 0..<count {
      radius = radius * cosine + radius.quarterTurn * sine
      outline.append(center + radius)
    }
  }
}
