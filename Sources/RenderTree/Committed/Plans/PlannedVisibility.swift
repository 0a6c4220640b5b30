import MultiplaneMotion

/// When keyframes of `hidden` hide a layer that is visible without them.
struct PlannedVisibility: Sendable {
  private let pace: AnimationPace
  private let times: KeyframeTimes
  private let values: [Bool]

  /// Nil for another property, and for other courses.
  init?(_ animation: CommittedAnimation) {
    guard let change = animation.change, change.keyPath.property.key == LayerProperties.hiddenKey,
      change.valueFunction == nil, case .keyframes(let course) = change.course, course.values.count > 1
    else { return nil }
    values = course.values.compactMap { value in
      guard case .boolean(let isHidden) = value else { return nil }
      return isHidden
    }
    guard values.count == course.values.count else { return nil }
    pace = animation.pace
    times = course.heldTimes
  }

  /// Whether the layer is hidden at a time of its own.
  func isHidden(at time: Double) -> Bool {
    guard let moment = pace.attachedMoment(at: time), let index = times.heldIndex(at: moment.fraction) else {
      return false
    }
    return values[index]
  }
}
