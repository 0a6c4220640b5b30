import Foundation
import MultiplaneGraphics

/// An arc of an ellipse as path data gives it: by its ends and its shape.
///
/// (Source: SVG 1.1, F.6, Elliptical arc implementation notes.)
struct EllipticArc {
  /// Their signs do not count.
  let radii: CGSize
  /// Of the ellipse's x axis, in radians.
  let rotation: Double
  /// Whether it is the longer way round.
  let isLarge: Bool
  /// Whether it goes toward greater angles.
  let sweeps: Bool

  /// The arc as cubic curves of at most 90°: nothing between equal points, a line where a radius is
  /// 0. An ellipse too small to reach both points is scaled up.
  func elements(from start: CGPoint, to end: CGPoint) -> [PathElement] {
    guard start != end else { return [] }
    let (rx, ry) = (abs(radii.width), abs(radii.height))
    guard rx > 0, ry > 0, (rx * ry).isFinite else { return [.line(to: end)] }
    // In the space where the ellipse is the unit circle, the arc follows from its chord.
    var toPlane = CGAffineTransform(rotationAngle: rotation).scaledBy(x: rx, y: ry)
    var (p, q) = (start.applying(toPlane.inverted()), end.applying(toPlane.inverted()))
    let halfChord = hypot(q.x - p.x, q.y - p.y) / 2
    guard halfChord > 0, halfChord.isFinite else { return [.line(to: end)] }
    if halfChord > 1 {
      toPlane = toPlane.scaledBy(x: halfChord, y: halfChord)
      (p, q) = (start.applying(toPlane.inverted()), end.applying(toPlane.inverted()))
    }
    let center = center(p, q, halfChord: min(halfChord, 1))
    let from = atan2(p.y - center.y, p.x - center.x)
    var delta = atan2(q.y - center.y, q.x - center.x) - from
    if sweeps, delta < 0 { delta += 2 * .pi }
    if !sweeps, delta > 0 { delta -= 2 * .pi }
    let arc = CGMutablePath()
    arc.addRelativeArc(center: center, radius: 1, startAngle: from, delta: delta, transform: toPlane)
    // The first element only moves to the start; the last ends where the text says, without
    // rounding.
    var elements = Array(arc.elements.dropFirst())
    guard case .curve(_, let control1, let control2) = elements.popLast() else { return [.line(to: end)] }
    return elements + [.curve(to: end, control1: control1, control2: control2)]
  }

  /// The centre of the unit circle through two points.
  private func center(_ p: CGPoint, _ q: CGPoint, halfChord: Double) -> CGPoint {
    let distance = max(0, 1 - halfChord * halfChord).squareRoot()
    // Along the normal of the chord, to the side that the flags say.
    let side = (isLarge != sweeps ? 1 : -1) * distance / (2 * halfChord)
    return CGPoint(x: (p.x + q.x) / 2 - (q.y - p.y) * side, y: (p.y + q.y) / 2 + (q.x - p.x) * side)
  }
}
