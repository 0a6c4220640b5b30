import MultiplaneMotion

/// When an animation runs, and how it is bent: all of it but what it does.
struct AnimationPace: Sendable, BitwiseCopyable {
  let timing: MediaTiming
  private let lengths: MediaTiming.Lengths
  let curve: TimingCurve?
  let isRemovedOnCompletion: Bool

  init(timing: MediaTiming, curve: TimingCurve?, isRemovedOnCompletion: Bool) {
    self.timing = timing
    lengths = timing.lengths
    self.curve = curve
    self.isRemovedOnCompletion = isRemovedOnCompletion
  }

  /// An animation that is removed on completion ends then, independent of its fill mode.
  func isAttached(at time: Double) -> Bool {
    !isRemovedOnCompletion || !timing.hasEnded(atParent: time) || timing.sample(atParent: time)?.isActive == true
  }

  /// The progress of the animation at a time of the layer, or of the enclosing group, and the
  /// number of past cycles; nil if it shows nothing.
  func moment(at time: Double) -> (moment: AnimationMoment, cycle: Int)? {
    timing.sample(atParent: time, lengths).map { (moment(of: $0), $0.cycle) }
  }

  /// The same, but nil also where the animation is gone.
  func attachedMoment(at time: Double) -> AnimationMoment? { attachedSample(at: time).map { moment(of: $0) } }

  /// The same with the cycles that have passed.
  func attachedCycle(at time: Double) -> (moment: AnimationMoment, cycle: Int)? {
    attachedSample(at: time).map { (moment(of: $0), $0.cycle) }
  }

  private func attachedSample(at time: Double) -> MediaTiming.Sample? {
    guard let sample = timing.sample(atParent: time, lengths) else { return nil }
    if !sample.isActive, isRemovedOnCompletion, timing.hasEnded(atParent: time) { return nil }
    return sample
  }

  /// The end of a cycle.
  var cycleEnd: AnimationMoment {
    timing.autoreverses ? .start : AnimationMoment(fraction: 1, time: timing.duration)
  }

  private func moment(of sample: MediaTiming.Sample) -> AnimationMoment {
    let fraction = curve?.value(at: sample.progress) ?? sample.progress
    // Of an infinite duration no fraction gives the time.
    let time = curve == nil || timing.duration.isInfinite ? sample.time : fraction * timing.duration
    return AnimationMoment(fraction: fraction, time: time)
  }
}

/// The progress of an animation, after its timing function.
package struct AnimationMoment: Sendable {
  /// The fraction of the cycle; may be outside 0…1.
  package var fraction: Double
  /// The time since the start of the cycle, in seconds.
  package var time: Double

  package init(fraction: Double, time: Double) {
    self.fraction = fraction
    self.time = time
  }

  static let start = AnimationMoment(fraction: 0, time: 0)
}
