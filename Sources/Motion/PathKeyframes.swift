import MultiplaneGraphics

/// A path as the keyframes of a `CAKeyframeAnimation`: every line or curve is a segment, and its
/// end is a keyframe.
///
/// A move is a jump. In linear mode a curve is traversed by its Bézier parameter, in paced mode by
/// its length. A path is already smooth: `cubic` is the same as `linear`, and `cubicPaced` as
/// `paced`.
package struct PathKeyframes: Sendable, Equatable {
  /// A position on the path, with its direction.
  package struct Place: Sendable, Equatable {
    package var point: CGPoint
    /// The direction of the tangent in radians, from positive x towards positive y.
    package var tangentAngle: Double

    package init(point: CGPoint, tangentAngle: Double) {
      self.point = point
      self.tangentAngle = tangentAngle
    }
  }

  private let segments: [PathSegment]
  private let mode: CalculationMode
  private let times: KeyframeTimes

  /// Creates the keyframes of a path.
  ///
  /// There is one `keyTimes` entry more than segments, and two more when discrete. Fewer key times
  /// apply to the first segments, and the rest is not traversed: programs close a path and time
  /// only its points. Longer lists are ignored.
  package init(
    path: [PathElement], mode: CalculationMode = .linear, keyTimes: [Double]? = nil, curves: [TimingCurve] = []
  ) {
    let all = PathSegment.segments(of: path, isMeasured: mode.isPaced)
    self.mode = mode
    if mode.isPaced {
      segments = all
      times = KeyframeTimes(pacedByDistances: all.map(\.length))
      return
    }
    let isDiscrete = mode == .discrete
    var timed = all.count
    if let keyTimes {
      let named = keyTimes.count - (isDiscrete ? 2 : 1)
      if named >= 1 && named < timed && KeyframeTimes.fit(keyTimes, count: keyTimes.count) { timed = named }
    }
    segments = Array(all.prefix(timed))
    times = KeyframeTimes(count: timed + 1, isDiscrete: isDiscrete, keyTimes: keyTimes, curves: curves)
  }

  /// The position at a progress, which is clamped to 0…1; nil for a path without a line or curve.
  package func place(at progress: Double) -> Place? {
    guard !segments.isEmpty, let position = times.position(at: progress) else { return nil }
    // The last keyframe is the end of the last segment.
    let isLast = position.index >= segments.count
    let segment = segments[isLast ? segments.count - 1 : position.index]
    let fraction = isLast ? 1 : position.fraction
    let parameter = mode.isPaced ? segment.parameter(atLengthFraction: fraction) : fraction
    return Place(point: segment.point(at: parameter), tangentAngle: segment.tangentAngle(at: parameter))
  }
}
