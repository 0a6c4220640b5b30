import Foundation

/// The rule for the inside of a path that crosses itself or has holes.
public enum CGPathFillRule: Int, Sendable {
  /// Non-zero winding number.
  case winding
  /// Odd number of crossings of a ray to infinity.
  case evenOdd
}

extension PathOutline {
  /// Whether the filled path contains the point. Open subpaths are closed by a line.
  package func contains(_ point: CGPoint, using rule: CGPathFillRule) -> Bool {
    let turns = windingNumber(around: point)
    return rule == .winding ? turns != 0 : !turns.isMultiple(of: 2)
  }

  /// How often the path goes around the point, counted where a ray toward greater x crosses it: +1
  /// where the path goes toward greater y there, −1 where toward lesser. Each crossing changes both
  /// the turns and their parity by one.
  private func windingNumber(around point: CGPoint) -> Int {
    var turns = 0
    var (start, pen) = (CGPoint.zero, CGPoint.zero)
    func cross(_ x: CurveAxis, _ y: CurveAxis) {
      for piece in y.monotonePieces {
        let (low, high) = (y.value(at: piece.lowerBound), y.value(at: piece.upperBound))
        // Half open, so that a vertex on the ray counts once.
        guard (low <= point.y) != (high <= point.y) else { continue }
        let t = y.parameter(of: point.y, in: piece)
        if x.value(at: t) > point.x { turns += high > low ? 1 : -1 }
      }
    }
    func crossLine(to end: CGPoint) {
      cross(CurveAxis(pen.x, end.x), CurveAxis(pen.y, end.y))
    }
    for element in elements {
      switch element {
      case .move(let end):
        crossLine(to: start)
        start = end
      case .line(let end): crossLine(to: end)
      case .quadCurve(let end, let c): cross(CurveAxis(pen.x, c.x, end.x), CurveAxis(pen.y, c.y, end.y))
      case .curve(let end, let c1, let c2):
        cross(CurveAxis(pen.x, c1.x, c2.x, end.x), CurveAxis(pen.y, c1.y, c2.y, end.y))
      case .close: crossLine(to: start)
      }
      pen = element.end ?? start
    }
    crossLine(to: start)
    return turns
  }
}
