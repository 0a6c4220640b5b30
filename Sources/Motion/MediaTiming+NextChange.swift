extension MediaTiming {
  /// The next parent time at which the value may change, at or after `parentTime`; infinity if it
  /// never will.
  ///
  /// It is `parentTime` while the animation runs, the parent time of its start before that, and
  /// infinity after its end and at speed 0. With infinite duration (a layer), only start and end
  /// are changes. The end itself is a change unless the fill mode holds the final value.
  package func nextChangeTime(atParent parentTime: Double) -> Double {
    let begins = beginTime != 0 ? beginTime : -.infinity
    if speed == 0 { return parentTime < begins ? begins : .infinity }
    let (first, last) = speed > 0 ? (0, activeDuration) : (activeDuration, 0)
    let entry = max(parentTimeOrInfinity(first), begins)
    let exit = parentTimeOrInfinity(last)
    if parentTime < entry { return entry <= exit || fillMode != .removed ? entry : .infinity }
    let holdsEnd = speed > 0 ? fillMode.fillsForwards : fillMode.fillsBackwards
    if parentTime > exit || (parentTime == exit && holdsEnd) { return .infinity }
    return duration.isInfinite ? exit : parentTime
  }

  /// The parent time of a change at a local time; infinity if it is never visible.
  ///
  /// Converts a child's `nextChangeTime` to its parent. With a negative speed, a change after a
  /// local time may be on either side of it, so the answer is `parentTime`.
  package func parentTime(ofChangeAtLocal localTime: Double, noEarlierThan parentTime: Double) -> Double {
    if speed == 0 || localTime == .infinity { return .infinity }
    if speed < 0 { return parentTime }
    return max(self.parentTime(fromLocal: localTime), parentTime)
  }

  private func parentTimeOrInfinity(_ localTime: Double) -> Double {
    (localTime - timeOffset) / speed + beginTime
  }
}
