import Foundation

// Rectangles, arcs and ellipses, as the lines and cubics that a path keeps of them.

extension PathOutline {
  /// Appends a rectangle, from the corner of least x and y towards greater x, closed. The null
  /// rectangle adds nothing.
  package mutating func addRect(_ rect: CGRect) {
    guard !rect.isNull else { return }
    move(to: CGPoint(x: rect.minX, y: rect.minY))
    addLine(to: CGPoint(x: rect.maxX, y: rect.minY))
    addLine(to: CGPoint(x: rect.maxX, y: rect.maxY))
    addLine(to: CGPoint(x: rect.minX, y: rect.maxY))
    closeSubpath()
  }

  /// Appends an ellipse as four cubic curves, from greatest x towards greatest y, closed. The null
  /// rectangle adds nothing.
  package mutating func addEllipse(in rect: CGRect) {
    guard !rect.isNull else { return }
    let radii = CGSize(width: rect.width / 2, height: rect.height / 2)
    move(to: CGPoint(x: rect.maxX, y: rect.midY))
    for quarter in 0..<4 {
      addCorner(center: CGPoint(x: rect.midX, y: rect.midY), radii: radii, quarter: quarter)
    }
    closeSubpath()
  }

  /// Appends a rounded rectangle, from the middle of the greatest-x side towards greatest y,
  /// closed.
  ///
  /// Corner sizes are limited to half of the sides. Without a corner width or height it is a
  /// rectangle.
  package mutating func addRoundedRect(_ rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat) {
    guard !rect.isNull else { return }
    let radii = CGSize(width: min(cornerWidth, rect.width / 2), height: min(cornerHeight, rect.height / 2))
    guard radii.width > 0, radii.height > 0 else { return addRect(rect) }
    let inner = rect.insetBy(dx: radii.width, dy: radii.height)
    let starts = [
      (CGPoint(x: rect.maxX, y: inner.maxY), center: CGPoint(x: inner.maxX, y: inner.maxY)),
      (CGPoint(x: inner.minX, y: rect.maxY), center: CGPoint(x: inner.minX, y: inner.maxY)),
      (CGPoint(x: rect.minX, y: inner.minY), center: CGPoint(x: inner.minX, y: inner.minY)),
      (CGPoint(x: inner.maxX, y: rect.minY), center: CGPoint(x: inner.maxX, y: inner.minY)),
    ]
    move(to: CGPoint(x: rect.maxX, y: rect.midY))
    for (quarter, corner) in starts.enumerated() {
      addLine(to: corner.0)
      addCorner(center: corner.center, radii: radii, quarter: quarter)
    }
    closeSubpath()
  }

  /// A quarter of an ellipse, from `quarter`·90° to 90° further, beginning at the pen.
  private mutating func addCorner(center: CGPoint, radii: CGSize, quarter: Int) {
    // Exact directions, so that the extreme points lie on the rectangle's sides without rounding.
    let directions = [CGVector(dx: 1, dy: 0), CGVector(dx: 0, dy: 1), CGVector(dx: -1, dy: 0), CGVector(dx: 0, dy: -1)]
    let (from, to) = (directions[quarter % 4], directions[(quarter + 1) % 4])
    let handle = PathOutline.handleLength(ofAngle: .pi / 2)
    func point(_ along: CGFloat, _ across: CGFloat) -> CGPoint {
      CGPoint(
        x: center.x + radii.width * (along * from.dx + across * to.dx),
        y: center.y + radii.height * (along * from.dy + across * to.dy))
    }
    addCurve(to: point(0, 1), control1: point(1, handle), control2: point(handle, 1))
  }

  /// The distance of a cubic's control points from its ends, for an arc of radius 1: 4/3 ·
  /// tan(angle/4).
  ///
  /// With it the cubic touches the circle in the middle of the arc too; at 90° it is off by 0.027 %
  /// of the radius at most.
  /// Source: M. Goldapp, Approximation of circular arcs by cubic polynomials, CAGD 8 (1991).
  private static func handleLength(ofAngle angle: CGFloat) -> CGFloat {
    4.0 / 3.0 * tan(angle / 4)
  }

  /// An arc of a circle, mapped by `transform`: a line from the pen to its start, if there is a
  /// pen, then cubics of at most 90° each. `delta` is the angle it spans, toward positive y from
  /// positive x if positive; all in radians.
  mutating func addRelativeArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, delta: CGFloat, transform: CGAffineTransform
  ) {
    let start = CGPoint(x: center.x + radius * cos(startAngle), y: center.y + radius * sin(startAngle))
    let mappedStart = start.applying(transform)
    if currentPoint == nil { move(to: mappedStart) } else { addLine(to: mappedStart) }
    guard delta != 0, delta.isFinite else { return }
    let sweep = PathOutline.boundedSweep(delta)
    // The tolerance keeps a quarter turn that rounding made a little longer in one piece.
    let count = max(1, Int((abs(sweep) / (.pi / 2) - 1e-9).rounded(.up)))
    let step = sweep / CGFloat(count)
    let handle = radius * PathOutline.handleLength(ofAngle: step)
    for piece in 0..<count {
      let from = startAngle + CGFloat(piece) * step
      let to = from + step
      let (cosine0, sine0) = (cos(from), sin(from))
      let (cosine1, sine1) = (cos(to), sin(to))
      let p0 = CGPoint(x: center.x + radius * cosine0, y: center.y + radius * sine0)
      let p1 = CGPoint(x: center.x + radius * cosine1, y: center.y + radius * sine1)
      addCurve(
        to: p1.applying(transform),
        control1: CGPoint(x: p0.x - handle * sine0, y: p0.y + handle * cosine0).applying(transform),
        control2: CGPoint(x: p1.x + handle * sine1, y: p1.y - handle * cosine1).applying(transform))
    }
  }

  /// The angle of an arc with at most 32 turns; one of more keeps its end, so that no angle asks
  /// for endless time.
  private static func boundedSweep(_ delta: CGFloat) -> CGFloat {
    let turn = 2 * CGFloat.pi
    guard abs(delta) > 32 * turn else { return delta }
    return delta.truncatingRemainder(dividingBy: turn) + (delta < 0 ? -31 : 31) * turn
  }

  /// The angle from `start` to `end` in radians, taken clockwise (as seen with y up: toward lesser
  /// angles) or not. Ends in that direction make an arc of any number of turns; ends in the other
  /// one make an arc of at most a turn.
  static func sweep(from start: CGFloat, to end: CGFloat, clockwise: Bool) -> CGFloat {
    let turn = 2 * CGFloat.pi
    let delta = end - start
    if clockwise {
      return delta > 0 ? delta.truncatingRemainder(dividingBy: turn) - turn : delta
    }
    return delta < 0 ? delta.truncatingRemainder(dividingBy: turn) + turn : delta
  }

  /// A line from the pen and an arc that touches the lines pen–`corner` and `corner`–`end`, all
  /// mapped by `transform`.
  ///
  /// The pen is taken back through `transform` first, so that the arc is a circle in the caller's
  /// space.
  mutating func addArc(corner: CGPoint, end: CGPoint, radius: CGFloat, transform: CGAffineTransform) {
    guard let pen = currentPoint?.applying(transform.inverted()) else { return }
    let back = CGVector(dx: pen.x - corner.x, dy: pen.y - corner.y)
    let ahead = CGVector(dx: end.x - corner.x, dy: end.y - corner.y)
    let cross = back.dx * ahead.dy - back.dy * ahead.dx
    let (backLength, aheadLength) = (hypot(back.dx, back.dy), hypot(ahead.dx, ahead.dy))
    // On one line, or with a point twice, no circle touches both: only the line to the corner is
    // left.
    guard radius > 0, cross != 0, backLength > 0, aheadLength > 0 else {
      return addLine(to: corner.applying(transform))
    }
    // Half the angle at the corner; the circle's centre is radius / sin(half) from the corner, and
    // touches the lines at radius / tan(half).
    let half = acos(min(max((back.dx * ahead.dx + back.dy * ahead.dy) / (backLength * aheadLength), -1), 1)) / 2
    let touch = radius / tan(half)
    let (ux, uy) = (back.dx / backLength, back.dy / backLength)
    let start = CGPoint(x: corner.x + touch * ux, y: corner.y + touch * uy)
    // From the touching point, the centre lies across the first line, on the side of `end`.
    let side: CGFloat = cross > 0 ? 1 : -1
    let center = CGPoint(x: start.x - side * radius * uy, y: start.y + side * radius * ux)
    addRelativeArc(
      center: center, radius: radius, startAngle: atan2(start.y - center.y, start.x - center.x),
      delta: -side * (.pi - 2 * half), transform: transform)
  }
}
