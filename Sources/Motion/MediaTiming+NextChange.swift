extension MediaTiming {
  /// The next parent time at which the value may change, at or after `parentTime`; infinite when it never will.
  ///
  /// That is `parentTime` itself while the animation runs, the parent time of its beginning before that, and infinity
  /// after its end and at speed 0. Something of infinite duration (a layer) changes only when it begins and ends.
  /// At the very end a change is still due unless the fill mode holds the last value, for then it disappears.
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

  /// The parent time at which a change that is due at a local time is seen; infinite when it never is.
  ///
  /// Carries a child's `nextChangeTime` up one level. Under a negative speed a change "after" a local time may lie on
  /// either side of it, so the answer is `parentTime`: look again at once.
  package func parentTime(ofChangeAtLocal localTime: Double, noEarlierThan parentTime: Double) -> Double {
    if speed == 0 || localTime == .infinity { return .infinity }
    if speed < 0 { return parentTime }
    return max(self.parentTime(fromLocal: localTime), parentTime)
  }

  private func parentTimeOrInfinity(_ localTime: Double) -> Double {
    (localTime - timeOffset) / speed + beginTime
  }
}
