import MultiplaneGraphics

/// A path as the keyframes of a `CAKeyframeAnimation`: every line or curve is a segment, its end a keyframe.
///
/// A move jumps. In the linear mode a curve is run through by its Bézier parameter, in the paced mode by its length.
/// A path is smooth already, so that `cubic` runs as `linear` and `cubicPaced` as `paced`.
package struct PathKeyframes: Sendable, Equatable {
  /// A place on the path and the direction in which it is passed.
  package struct Place: Sendable, Equatable {
    package var point: CGPoint
    /// Radians, positive x toward positive y.
    package var tangentAngle: Double

    package init(point: CGPoint, tangentAngle: Double) {
      self.point = point
      self.tangentAngle = tangentAngle
    }
  }

  private let segments: [PathSegment]
  private let mode: CalculationMode
  private let times: KeyframeTimes

  /// Makes keyframes of a path.
  ///
  /// `keyTimes` number one more than the segments, and two more when discrete. Those for fewer segments time the first
  /// of them, and the rest is not shown: programs close a path and time only its points. Those for more are ignored.
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

  /// The place at a progress 0…1, outside of which it is clamped; nil for a path without a line or curve.
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
