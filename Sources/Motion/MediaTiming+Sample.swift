extension MediaTiming {
  /// The state of an animation at one time.
  package struct Sample: Sendable, Hashable {
    /// The progress in the cycle before any timing curve, 0…1; mirrored in a reversing half.
    package var progress: Double
    /// The progress in local seconds, 0…`duration`: the time of a group's children.
    package var time: Double
    /// The number of completed cycles, for cumulative animations.
    package var cycle: Int
    /// Whether the time is in the active interval; false if only the fill mode holds the value.
    package var isActive: Bool

    package init(progress: Double, time: Double, cycle: Int, isActive: Bool) {
      self.progress = progress
      self.time = time
      self.cycle = cycle
      self.isActive = isActive
    }
  }

  /// The state at a parent time in seconds; nil if the animation has no effect.
  ///
  /// Before an explicit `beginTime`, local time counts as 0 and only a backwards fill has an
  /// effect. Fill modes refer to local time: backwards below 0, forwards above `activeDuration`, in
  /// whichever direction time runs.
  package func sample(atParent parentTime: Double) -> Sample? {
    sample(atParent: parentTime, lengths)
  }

  /// The state at a parent time, with precomputed lengths.
  package func sample(atParent parentTime: Double, _ lengths: Lengths) -> Sample? {
    if isBeforeBeginning(parentTime: parentTime) { return fillMode.fillsBackwards ? firstInstant() : nil }
    return sample(atLocal: localTime(fromParent: parentTime), lengths)
  }

  /// The state at a local time in seconds; nil outside 0…`activeDuration` unless the fill mode says
  /// otherwise.
  private func sample(atLocal localTime: Double, _ lengths: Lengths) -> Sample? {
    if localTime.isNaN { return nil }
    if localTime < 0 { return fillMode.fillsBackwards ? firstInstant() : nil }
    let active = lengths.active
    if localTime > active { return fillMode.fillsForwards ? lastInstant(lengths, isActive: false) : nil }
    if localTime == active && active.isFinite { return lastInstant(lengths, isActive: true) }
    return instant(cycles: localTime / lengths.cycle, localTime: localTime, isActive: true)
  }

  /// Whether the active interval has begun at a parent time, for `animationDidStart`.
  package func hasBegun(atParent parentTime: Double) -> Bool {
    if isBeforeBeginning(parentTime: parentTime) { return false }
    let local = localTime(fromParent: parentTime)
    return speed < 0 ? local <= activeDuration : local >= 0
  }

  /// Whether the active interval is over at a parent time, so that the animation may be removed;
  /// never at speed 0.
  package func hasEnded(atParent parentTime: Double) -> Bool {
    if speed == 0 || isBeforeBeginning(parentTime: parentTime) { return false }
    let local = localTime(fromParent: parentTime)
    return speed < 0 ? local <= 0 : local >= activeDuration
  }

  private func firstInstant() -> Sample {
    Sample(progress: 0, time: 0, cycle: 0, isActive: false)
  }

  /// The very end: the last cycle at its end, not the next one at its start.
  private func lastInstant(_ lengths: Lengths, isActive: Bool) -> Sample {
    let count = lengths.count
    let whole = count.rounded()
    guard count.isFinite, abs(count - whole) > Self.boundaryTolerance || whole < 1 else {
      let end: Double = autoreverses ? 0 : 1
      let time = end == 0 ? 0 : max(duration, 0)
      return Sample(progress: end, time: time, cycle: Self.index(whole - 1), isActive: isActive)
    }
    return instant(cycles: count, localTime: lengths.active, isActive: isActive)
  }

  /// The state after a number of cycles, possibly fractional; a whole number belongs to the cycle
  /// that starts there.
  private func instant(cycles: Double, localTime: Double, isActive: Bool) -> Sample {
    var completed = cycles.rounded(.down)
    var fraction = cycles - completed
    if fraction > 1 - Self.boundaryTolerance {
      completed += 1
      fraction = 0
    }
    var progress = fraction
    if autoreverses {
      let run = fraction * 2
      progress = run > 1 ? 2 - run : run
    }
    // Of an infinite cycle no fraction ever passes, but seconds do.
    let time = duration.isFinite ? progress * duration : localTime
    return Sample(progress: progress, time: time, cycle: Self.index(completed), isActive: isActive)
  }

  /// Seconds are divided by seconds, so 0.3 / 0.1 is a hair under 3; a nanocycle is far below what
  /// a frame shows.
  private static let boundaryTolerance = 1e-9

  private static func index(_ cycles: Double) -> Int {
    // 2⁵³: above it a Double no longer counts in ones.
    Int(min(max(cycles, 0), 9_007_199_254_740_992))
  }
}
