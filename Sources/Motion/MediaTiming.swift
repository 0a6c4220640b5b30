/// How a layer's or an animation's time runs inside its parent's: the values of `CAMediaTiming`.
///
/// All times are seconds. The map between the two times is
/// `local = (parent − beginTime) · speed + timeOffset`.
package struct MediaTiming: Sendable, Hashable, BitwiseCopyable {
  /// When local time begins, in the parent's time; 0 means no beginning of its own.
  package var beginTime: Double
  /// Added to the local time.
  package var timeOffset: Double
  /// Local seconds a parent second; negative runs backwards, 0 stands still at `timeOffset`.
  package var speed: Double
  /// Length of one run, 0 for an animation without a duration, infinite for layers.
  package var duration: Double
  /// Number of cycles, may be fractional; 0 counts as 1, infinite (or the greatest finite `Float` and above) as for ever.
  package var repeatCount: Double
  /// Total length of all cycles; wins over `repeatCount` when above 0.
  package var repeatDuration: Double
  /// Whether each run is followed by the same run backwards.
  package var autoreverses: Bool
  /// What shows outside the active interval.
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

  /// The defaults of a layer or an emitter cell: `duration` is infinite.
  package static let layer = MediaTiming(duration: .infinity)

  /// The defaults of an animation: `duration` is 0.
  package static let animation = MediaTiming()
}

// MARK: - Conversion of times

extension MediaTiming {
  /// Whether the parent time lies before a beginning that was set.
  package func isBeforeBeginning(parentTime: Double) -> Bool {
    beginTime != 0 && parentTime < beginTime
  }

  /// Local time at a parent time, both in seconds; 0 before a beginning that was set.
  package func localTime(fromParent parentTime: Double) -> Double {
    if isBeforeBeginning(parentTime: parentTime) { return 0 }
    return (parentTime - beginTime) * speed + timeOffset
  }

  /// Parent time of a local time, both in seconds; 0 when `speed` is 0, for time that stands still has no inverse.
  package func parentTime(fromLocal localTime: Double) -> Double {
    if speed == 0 { return 0 }
    return (localTime - timeOffset) / speed + beginTime
  }
}

// MARK: - Lengths

extension MediaTiming {
  /// How long the animation takes in local seconds; worked out once, it serves all samples.
  package struct Lengths: Sendable, Hashable, BitwiseCopyable {
    /// Of one cycle: a run, or a run there and back.
    let cycle: Double
    /// Number of cycles in the active interval, possibly fractional or infinite.
    let count: Double
    /// Of the active interval, repeats included; may be infinite.
    package let active: Double
  }

  package var lengths: Lengths {
    Lengths(cycle: cycleDuration, count: cycleCount, active: activeDuration)
  }

  /// Length of one cycle in local seconds: a run, or a run there and back.
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

  /// Length of the active interval in local seconds, repeats included; may be infinite.
  package var activeDuration: Double {
    if repeatDuration > 0 { return repeatDuration >= Self.forever ? .infinity : repeatDuration }
    let cycle = cycleDuration
    // 0 × ∞ has no value; repeating nothing for ever is still nothing.
    return cycle == 0 ? 0 : cycle * cycleCount
  }

  /// Programs write either infinity or `Float.greatestFiniteMagnitude` for "for ever"; both are taken so.
  private static let forever = Double(Float.greatestFiniteMagnitude)
}
