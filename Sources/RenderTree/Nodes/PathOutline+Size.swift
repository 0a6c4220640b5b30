import Foundation
import MultiplaneGraphics

/// The estimated size of an outline: rough upper bounds, before it is generated.
package struct OutlineSize: Sendable {
  /// The number of straight lines.
  package private(set) var lines = 0.0
  /// The sum of the lines' heights, in units of the path.
  package private(set) var climb = 0.0
  /// The sum of the lines' lengths in both directions, in units of the path.
  package private(set) var length = 0.0
  /// The possible half turns: at the end of each element, and twice within a curve.
  private var (turns, bends) = (0.0, 0.0)

  /// Estimates a filled region.
  ///
  /// - Parameters:
  ///   - transform: the map to the unit of the result; nil for the path's own.
  ///   - tolerance: the maximum distance between a line and a curve, in that unit.
  ///   - rows: the range of y for heights and lengths; nil for all.
  package init(
    of path: PathOutline, transform: CGAffineTransform = .identity, tolerance: Double, rows: ClosedRange<Double>? = nil
  ) {
    var (pen, start) = (CGPoint.zero, CGPoint.zero)
    for element in path.elements {
      let points: [CGPoint]
      turns += 1
      switch element.applying(transform) {
      case .move(let end): (points, pen, start) = ([], end, end)
      case .line(let end): (points, lines) = ([end], lines + 1)
      case .quadCurve(let end, let control):
        points = [control, end]
        lines += Self.lines(deviation: Self.bend(pen, control, end) / 4, tolerance)
        bends += 1
      case .curve(let end, let first, let second):
        points = [first, second, end]
        let bend = max(Self.bend(pen, first, second), Self.bend(first, second, end))
        lines += Self.lines(deviation: bend * 3 / 4, tolerance)
        bends += 2
      case .close: (points, lines) = ([start], lines + 1)
      }
      for point in points {
        let share = rows.map { Self.share(from: pen.y, to: point.y, in: $0) } ?? 1
        if share > 0 {
          climb += share * abs(point.y - pen.y)
          length += share * (abs(point.y - pen.y) + abs(point.x - pen.x))
        }
        pen = point
      }
    }
  }

  /// The share of a line between two y; a curve crosses no row more often than the lines between
  /// its control points do.
  private static func share(from start: Double, to end: Double, in rows: ClosedRange<Double>) -> Double {
    let (least, most) = (min(start, end), max(start, end))
    guard most > least else { return rows.contains(least) ? 1 : 0 }
    return max(0, min(most, rows.upperBound) - max(least, rows.lowerBound)) / (most - least)
  }

  /// The most lines of a curve; finer ones are not drawn.
  private static let mostLinesOfCurve = 262_144.0

  /// The number of lines of a curve (Wang's formula: the deviation is n (n − 1) / 8 of the greatest
  /// bend, for a degree of n).
  private static func lines(deviation: Double, _ tolerance: Double) -> Double {
    1 + min((deviation / tolerance).squareRoot(), mostLinesOfCurve)
  }

  /// The deviation of three points from even spacing on a line.
  private static func bend(_ a: CGPoint, _ b: CGPoint, _ c: CGPoint) -> Double {
    Double(hypot(a.x - 2 * b.x + c.x, a.y - 2 * b.y + c.y))
  }

  /// The estimated outline of a stroke: two sides, joins and caps.
  ///
  /// - Parameters:
  ///   - isRound: whether joins or caps are round; inside curves they always are.
  ///   - dashes: the lengths of dashes and gaps; empty for a solid line.
  ///   - tolerance: the maximum distance between a line and an arc, in units of the path.
  package func stroked(width: Double, isRound: Bool, dashes: [Double], tolerance: Double) -> OutlineSize {
    let radius = max(width, 0) / 2
    // A chord that is so far from its arc turns by 2·acos(1 − tolerance/radius); half a turn takes
    // this many.
    let arc = radius > tolerance ? min(.pi / (2 * (2 * tolerance / radius).squareRoot()), 10_000) : 2
    let pattern = dashes.reduce(0, +)
    let pieces =
      pattern > 0 ? min(Double(PathOutline.mostDashes), length / pattern * Double(dashes.count) / 2) : 0
    var size = self
    let ends = turns + bends + pieces
    // Two sides, and something small between any two lines.
    size.lines = 6 * lines + (turns + pieces) * (2 * (isRound ? arc : 2) + 4) + bends * (8 * arc + 4)
    size.climb = 2 * climb + ends * 4 * width
    size.length = 2 * length + ends * 8 * width
    return size
  }
}
