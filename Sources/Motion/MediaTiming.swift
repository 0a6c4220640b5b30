/// The timing of a layer or an animation in its parent's time space: the values of `CAMediaTiming`.
///
/// All times are in seconds. `local = (parent − beginTime) · speed + timeOffset`.
package struct MediaTiming: Sendable, Hashable, BitwiseCopyable {
  /// The start of local time, in the parent's time space; 0 means none.
  package var beginTime: Double
  /// The offset that is added to local time.
  package var timeOffset: Double
  /// Local seconds per parent second; negative runs backwards, 0 pauses at `timeOffset`.
  package var speed: Double
  /// The duration of one run; 0 for an animation without a duration, infinite for layers.
  package var duration: Double
  /// The number of cycles, which may be a fraction; 0 counts as 1. Infinity and the greatest finite
  /// `Float` repeat forever.
  package var repeatCount: Double
  /// The total duration of all cycles; above 0 it overrides `repeatCount`.
  package var repeatDuration: Double
  /// Whether each run is followed by a reversed one.
  package var autoreverses: Bool
  /// The effect outside the active interval.
  package var fillMode: FillMode

  package init(
    beginTime: Double = 0, timeOffset: Double = 0, speed: Double = 1, duration: Double = 0,
    repeatCount: Double = 0, repeatDuration: Double = 0, autoreverses: Bool = false, fillMode: FillMode = .removed
  ) {
    self.beginTime = beginTime
    self.timeOffset = timeOffset
    self.speed = speed
    self.duration = duration
    self.repeatCount = repeatCount
    self.repeatDuration = repeatDuration
    self.autoreverses = autoreverses
    self.fillMode = fillMode
  }

  /// The defaults of a layer or an emitter cell: infinite `duration`.
  package static let layer = MediaTiming(duration: .infinity)

  /// The defaults of an animation: a `duration` of 0.
  package static let animation = MediaTiming()
}

// MARK: - Conversion of times

extension MediaTiming {
  /// Whether a parent time is before an explicit start.
  package func isBeforeBeginning(parentTime: Double) -> Bool {
    beginTime != 0 && parentTime < beginTime
  }

  /// The local time at a parent time, in seconds; 0 before an explicit start.
  package func localTime(fromParent parentTime: Double) -> Double {
    if isBeforeBeginning(parentTime: parentTime) { return 0 }
    return (parentTime - beginTime) * speed + timeOffset
  }

  /// The parent time at a local time, in seconds; 0 if `speed` is 0, which has no inverse.
  package func parentTime(fromLocal localTime: Double) -> Double {
    if speed == 0 { return 0 }
    return (localTime - timeOffset) / speed + beginTime
  }
}

// MARK: - Lengths

extension MediaTiming {
  /// The durations in local seconds, computed once for all samples.
  package struct Lengths: Sendable, Hashable, BitwiseCopyable {
    /// Of one cycle: a run, or a run there and back.
    let cycle: Double
    /// Number of cycles in the active interval, possibly fractional or infinite.
    let count: Double
    /// The duration of the active interval with repeats; may be infinite.
    package let active: Double
  }

  package var lengths: Lengths {
    Lengths(cycle: cycleDuration, count: cycleCount, active: activeDuration)
  }

  /// The duration of one cycle in local seconds: a run, or a run there and back.
  package var cycleDuration: Double {
    max(duration, 0) * (autoreverses ? 2 : 1)
  }

  /// Number of cycles in the active interval, possibly fractional or infinite.
  var cycleCount: Double {
    let cycle = cycleDuration
    if repeatDuration > 0 {
      if cycle == 0 || repeatDuration >= Self.forever { return .infinity }
      return repeatDuration / cycle
    }
    if repeatCount >= Self.forever { return .infinity }
    return repeatCount > 0 ? repeatCount : 1
  }

  /// The duration of the active interval in local seconds, with repeats; may be infinite.
  package var activeDuration: Double {
    if repeatDuration > 0 { return repeatDuration >= Self.forever ? .infinity : repeatDuration }
    let cycle = cycleDuration
    // 0 × ∞ has no value; repeating nothing for ever is still nothing.
    return cycle == 0 ? 0 : cycle * cycleCount
  }

  /// Programs write either infinity or `Float.greatestFiniteMagnitude` for "for ever"; both are
  /// taken so.
  private static let forever = Double(Float.greatestFiniteMagnitude)
}
