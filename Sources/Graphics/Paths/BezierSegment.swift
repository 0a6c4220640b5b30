import Foundation

/// One line or curve of a subpath. All are held as cubics; a quadratic curve is raised to one,
/// which changes no point.
struct BezierSegment: Sendable, Equatable {
  let start: PathVector
  let control1: PathVector
  let control2: PathVector
  let end: PathVector
  /// Whether it is a straight line, run through evenly.
  let isLine: Bool

  init(curveFrom start: PathVector, control1: PathVector, control2: PathVector, to end: PathVector) {
    self.start = start
    self.control1 = control1
    self.control2 = control2
    self.end = end
    isLine = false
  }

  init(lineFrom start: PathVector, to end: PathVector) {
    self.start = start
    control1 = start + (end - start) / 3
    control2 = end - (end - start) / 3
    self.end = end
    isLine = true
  }

  init(quadraticFrom start: PathVector, control: PathVector, to end: PathVector) {
    self.init(
      curveFrom: start, control1: start + (control - start) * (2.0 / 3), control2: end + (control - end) * (2.0 / 3),
      to: end)
  }

  var isComputable: Bool {
    start.isComputable && control1.isComputable && control2.isComputable && end.isComputable
  }

  /// The place at parameter `t`, 0…1.
  func point(at t: Double) -> PathVector {
    if t <= 0 { return start }
    if t >= 1 { return end }
    if isLine { return start + (end - start) * t }
    let s = 1 - t
    let near = start * (s * s * s) + control1 * (3 * s * s * t)
    return near + control2 * (3 * s * t * t) + end * (t * t * t)
  }

  /// How fast and whereto the place moves with the parameter.
  func derivative(at t: Double) -> PathVector {
    let s = 1 - t
    let near = (control1 - start) * (3 * s * s) + (control2 - control1) * (6 * s * t)
    return near + (end - control2) * (3 * t * t)
  }

  /// The direction in which it begins, of length 1; nil where all points are one.
  var startDirection: PathVector? {
    (control1 - start).direction ?? (control2 - start).direction ?? (end - start).direction
  }

  /// The direction in which it ends, of length 1; nil where all points are one.
  var endDirection: PathVector? {
    (end - control2).direction ?? (end - control1).direction ?? (end - start).direction
  }

  /// The part between two parameters, by de Casteljau's construction (its polar form).
  func part(from t0: Double, to t1: Double) -> BezierSegment {
    if t0 <= 0, t1 >= 1 { return self }
    if isLine { return BezierSegment(lineFrom: point(at: t0), to: point(at: t1)) }
    return BezierSegment(
      curveFrom: point(at: t0), control1: blossom(t0, t0, t1), control2: blossom(t0, t1, t1), to: point(at: t1))
  }

  /// The polar form of the cubic: affine in each parameter, and the curve itself where all three
  /// are equal.
  private func blossom(_ a: Double, _ b: Double, _ c: Double) -> PathVector {
    let (p01, p12, p23) = (mix(start, control1, a), mix(control1, control2, a), mix(control2, end, a))
    return mix(mix(p01, p12, b), mix(p12, p23, b), c)
  }

  private func mix(_ from: PathVector, _ to: PathVector, _ t: Double) -> PathVector {
    from + (to - from) * t
  }

  /// Into how many parts of even parameter the curve is cut so that chords stray from it by
  /// `tolerance` at most.
  ///
  /// A chord over a step h strays by h²/8 · max |B″|, and |B″| ≤ 6 · the largest second difference
  /// of the points.
  /// Source: G. Wang, The subdivision method for finding the intersection between two Bézier curves
  ///         (1984). Cut off at
  /// 4096, so that no coordinates can ask for endless memory.
  func chordCount(tolerance: Double) -> Int {
    if isLine { return 1 }
    let bend = max((start - control1 * 2 + control2).length, (control1 - control2 * 2 + end).length)
    let count = (0.75 * bend / max(tolerance, 1e-9)).squareRoot().rounded(.up)
    guard count.isFinite else { return 1 }
    return Int(min(max(count, 1), 4096))
  }
}
