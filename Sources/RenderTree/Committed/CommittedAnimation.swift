import MultiplaneMotion

/// An animation as a value, with a fixed start time.
package struct CommittedAnimation: Sendable {
  package let key: String?
  /// The timing, in the time space of the layer or the group; the duration is above 0.
  package let timing: MediaTiming
  /// The pacing curve; nil is linear.
  package let curve: TimingCurve?
  package let isRemovedOnCompletion: Bool
  package let effect: AnimationEffect

  package init(
    key: String?, timing: MediaTiming, curve: TimingCurve?, isRemovedOnCompletion: Bool, effect: AnimationEffect
  ) {
    self.key = key
    self.timing = timing
    self.curve = curve
    self.isRemovedOnCompletion = isRemovedOnCompletion
    self.effect = effect
  }

  /// Creates an animation of one property.
  package init(
    key: String?, timing: MediaTiming, curve: TimingCurve?, isRemovedOnCompletion: Bool, change: PropertyChange
  ) {
    self.init(
      key: key, timing: timing, curve: curve, isRemovedOnCompletion: isRemovedOnCompletion, effect: .property(change))
  }

  /// The property change; nil for a group.
  package var change: PropertyChange? {
    guard case .property(let change) = effect else { return nil }
    return change
  }

  /// The animations of a group; empty for a property animation.
  package var children: [CommittedAnimation] {
    guard case .group(let children) = effect else { return [] }
    return children
  }

  /// The transition of the layer; nil for other animations.
  package var transition: Transition? {
    guard case .transition(let transition) = effect else { return nil }
    return transition
  }
}

// MARK: - Evaluation

extension CommittedAnimation {
  var pace: AnimationPace {
    AnimationPace(timing: timing, curve: curve, isRemovedOnCompletion: isRemovedOnCompletion)
  }

  /// Changes the values to what they are at a time of the layer; outside the active time only what
  /// the fill mode keeps.
  ///
  /// - Parameters:
  ///   - isAdditive: which of the changes are applied: those that add to the value beneath, or
  ///     those that replace it.
  func apply(at time: Double, isAdditive: Bool, to values: inout LayerValues) {
    guard pace.isAttached(at: time) else { return }
    applyWhileAttached(at: time, isAdditive: isAdditive, to: &values)
  }

  /// The transition, how far it is at a time of the layer, and when it began; nil for other
  /// animations and outside the active time.
  func transition(at time: Double) -> (transition: Transition, progress: Double, beginTime: Double)? {
    guard let transition, pace.isAttached(at: time), let sample = timing.sample(atParent: time) else { return nil }
    let progress = transition.progress(at: curve?.value(at: sample.progress) ?? sample.progress)
    return (transition, progress, timing.beginTime)
  }

  private func applyWhileAttached(at time: Double, isAdditive: Bool, to values: inout LayerValues) {
    if let change, change.isAdditive != isAdditive { return }
    guard let (moment, cycle) = pace.moment(at: time) else { return }
    switch effect {
    case .property(let change):
      change.apply(at: moment, cycle: cycle, cycleEnd: pace.cycleEnd, to: &values)
    case .group(let children):
      for child in children { child.applyWhileAttached(at: moment.time, isAdditive: isAdditive, to: &values) }
    case .transition: break
    }
  }
}

/// The effect of an animation: a property change, a group or a transition.
package enum AnimationEffect: Sendable {
  /// Changes one property.
  case property(PropertyChange)
  /// Runs other animations in its own time, which are cut off where it ends. Of its children no
  /// flag counts that takes them off the layer.
  case group([CommittedAnimation])
  /// Shows how the whole layer gives way from what it was to what it is. One within a group has no
  /// effect.
  case transition(Transition)
}
