import Foundation

/// One coordinate of a line or Bézier curve as a polynomial: ((a·t + b)·t + c)·t + d for t in 0…1.
struct CurveAxis {
  private let a: CGFloat
  private let b: CGFloat
  private let c: CGFloat
  private let d: CGFloat
  private let last: CGFloat

  /// A line.
  init(_ p0: CGFloat, _ p1: CGFloat) {
    (a, b, c, d, last) = (0, 0, p1 - p0, p0, p1)
  }

  /// A quadratic curve: the Bernstein form expanded in powers of t.
  init(_ p0: CGFloat, _ p1: CGFloat, _ p2: CGFloat) {
    (a, b, c, d, last) = (0, p0 - 2 * p1 + p2, 2 * (p1 - p0), p0, p2)
  }

  /// A cubic curve: the Bernstein form expanded in powers of t.
  init(_ p0: CGFloat, _ p1: CGFloat, _ p2: CGFloat, _ p3: CGFloat) {
    (a, b, c, d, last) = (p3 - p0 + 3 * (p1 - p2), 3 * (p0 - 2 * p1 + p2), 3 * (p1 - p0), p0, p3)
  }

  /// The coordinate at `t`; exact at both ends.
  func value(at t: CGFloat) -> CGFloat {
    t == 1 ? last : ((a * t + b) * t + c) * t + d
  }

  /// The parameters strictly between the ends where the coordinate turns, ascending: the zeros of
  /// 3a·t² + 2b·t + c.
  var extrema: [CGFloat] {
    let (qa, qb) = (3 * a, 2 * b)
    var zeros: [CGFloat] = []
    let discriminant = qb * qb - 4 * qa * c
    if discriminant >= 0 {
      // The form that does not subtract nearly equal numbers; it also serves where 3a is zero or
      // next to it.
      let q = -(qb + copysign(discriminant.squareRoot(), qb)) / 2
      if q != 0 { zeros.append(c / q) }
      if qa != 0 { zeros.append(q / qa) }
    }
    return zeros.filter { $0 > 0 && $0 < 1 }.sorted()
  }

  /// The pieces of 0…1 on which the coordinate only rises or only falls.
  var monotonePieces: [ClosedRange<CGFloat>] {
    let cuts = [0] + extrema + [1]
    return zip(cuts, cuts.dropFirst()).map { $0...$1 }
  }

  /// Where a piece that only rises or only falls, and has `value` between its ends, has it. By
  /// bisection: 60 halvings leave less than one unit in the last place.
  func parameter(of value: CGFloat, in piece: ClosedRange<CGFloat>) -> CGFloat {
    var (low, high) = (piece.lowerBound, piece.upperBound)
    let rises = self.value(at: high) > self.value(at: low)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if (self.value(at: middle) < value) == rises { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}
