import MultiplaneGraphics
import MultiplaneMotion
import MultiplaneRenderTree

/// An animation on a layer: the layer's own copy, and how far it has come.
struct AttachedAnimation {
  let key: String?
  let animation: CAAnimation
  /// In the layer's time: the animation's own, or the time of the first commit after it was added.
  var beginTime: Double?
  /// Whether it begins when it is committed, having no time of its own.
  var beginsWithCommit: Bool
  /// Whether a transaction began it, at the media time of its commit.
  var beginsOnMediaClock = false
  /// The layer as it was when a transition was added.
  var old: CommittedLayer?
  /// The blocks of the transactions in which it was added, until it has ended.
  var completions: [Completion]
  /// Whether the delegate was notified.
  var hasBegun = false
  var hasEnded = false

  /// Its place in the layer's time; nil until it is committed.
  var timing: MediaTiming? { beginTime.map { animation.timing(beginningAt: $0) } }

  /// Begins it with a commit, at a time of the layer's: the animation says when, so that it can be
  /// resumed.
  mutating func begin(at time: Double) {
    beginTime = time
    animation.beginTime = time
  }

  /// The animation as an archive has it: what began with a commit begins with that of the layer
  /// that is read.
  var archived: CAAnimation {
    guard beginsWithCommit, let copy = animation.copy() as? CAAnimation else { return animation }
    copy.beginTime = 0
    return copy
  }

  /// Notes that it has begun, and that the delegate is to be notified, unless it was.
  mutating func notesBeginning(in callbacks: CallbackQueue) {
    guard !hasBegun else { return }
    hasBegun = true
    guard let delegate = animation.delegate else { return }
    callbacks.append(Callback { [animation] in delegate.animationDidStart(animation) })
  }

  /// Notes that the delegate is to be notified of the end, unless it was.
  func notesEnd(finished: Bool, in callbacks: CallbackQueue) {
    guard !hasEnded, let delegate = animation.delegate else { return }
    callbacks.append(Callback { [animation] in delegate.animationDidStop(animation, finished: finished) })
  }
}

extension CALayer {
  func attach(_ animation: CAAnimation, forKey key: String?) {
    guard let copy = animation.copy() as? CAAnimation else { return }
    let thread = TransactionThread.current
    let key = copy is CATransition ? kCATransition : key
    if let key { detachAnimation(forKey: key, isReplacing: true) }
    // A spring without a duration takes as long as it needs to settle.
    if !(copy.duration > 0), !(copy is CASpringAnimation) { copy.duration = CATransaction.animationDuration() }
    attachedAnimations.append(
      AttachedAnimation(
        key: key, animation: copy,
        // A beginTime of 0 means: when the layer is committed.
        beginTime: copy.beginTime == 0 ? nil : copy.beginTime, beginsWithCommit: copy.beginTime == 0,
        old: copy is CATransition ? transitionSource : nil,
        completions: thread.openCompletions))
    if membership.animations != thread.serial { thread.noteAnimation(of: self) }
    setNeedsCommit()
  }

  /// - Parameter isReplacing: see `detachAnimations`.
  func detachAnimation(forKey key: String, isReplacing: Bool = false) {
    guard attachedAnimations.index(forKey: key) != nil else { return }
    detachAnimations(isReplacing: isReplacing) { $0.key == key }
  }

  /// - Parameter isReplacing: whether another comes in their place, so that what they displayed
  ///   stays until that displays.
  func detachAnimations(isReplacing: Bool = false, where isLeaving: (AttachedAnimation) -> Bool) {
    let leaving = attachedAnimations.filter(isLeaving)
    guard !leaving.isEmpty else { return }
    attachedAnimations.removeAll(where: isLeaving)
    if !isReplacing, hasDisplayedAnimations { setNeedsDisplay() }
    setNeedsCommit()
    let thread = TransactionThread.current
    for attached in leaving { attached.notesEnd(finished: false, in: thread.callbacks) }
    thread.openImplicitly()
  }

  /// The animations as values. Those whose key path or values the layer cannot take have no effect
  /// and are left out.
  ///
  /// - Parameter time: the layer's local time of the commit, which is when new animations begin.
  func commitAnimations(at time: Double) -> [CommittedAnimation] {
    for index in attachedAnimations.indices where attachedAnimations[index].beginTime == nil {
      attachedAnimations[index].begin(at: time)
      attachedAnimations[index].beginsOnMediaClock = TransactionThread.current.isCommitting
    }
    return attachedAnimations.compactMap { attached in
      attached.animation.committed(
        key: attached.key, beginTime: attached.beginTime ?? time, on: self, transitionSource: attached.old)
    }
  }
}

// MARK: - Beginning and ending

extension CALayer {
  /// Whether a thread whose serial this is lets the layer's animations begin and end.
  func hasAnimations(for serial: UInt64) -> Bool {
    guard membership.animations == serial else { return false }
    if attachedAnimations.isEmpty { membership.animations = 0 }
    return !attachedAnimations.isEmpty
  }

  /// Notes the delegates to notify that animations have begun.
  ///
  /// - Parameter mediaTime: seconds of `CACurrentMediaTime`.
  func beginAnimations(at mediaTime: Double, _ callbacks: CallbackQueue) {
    let time = localTime(atMediaTime: mediaTime)
    for index in attachedAnimations.indices where !attachedAnimations[index].hasBegun {
      guard attachedAnimations[index].timing?.hasBegun(atParent: time) == true else { continue }
      attachedAnimations[index].notesBeginning(in: callbacks)
    }
  }

  /// Takes off the animations that are over, unless they are to stay, and notes the delegates to
  /// notify.
  ///
  /// - Parameter mediaTime: seconds of `CACurrentMediaTime`.
  func endAnimations(at mediaTime: Double, _ callbacks: CallbackQueue) {
    let time = localTime(atMediaTime: mediaTime)
    var (isEndingAny, isLosingAny) = (false, false)
    for index in attachedAnimations.indices where !attachedAnimations[index].hasEnded {
      guard attachedAnimations[index].timing?.hasEnded(atParent: time) == true else { continue }
      // One that is short, or over when it is committed, may begin and end between two flushes.
      attachedAnimations[index].notesBeginning(in: callbacks)
      attachedAnimations[index].notesEnd(finished: true, in: callbacks)
      attachedAnimations[index].hasEnded = true
      attachedAnimations[index].completions = []
      isEndingAny = true
      if attachedAnimations[index].animation.isRemovedOnCompletion { isLosingAny = true }
    }
    // The last tick was before the end. What stays shows its end, what goes leaves the layer's own
    // values.
    if isEndingAny, hasDisplayedAnimations {
      if isLosingAny { setNeedsDisplay() } else { displayShown(atMediaTime: mediaTime) }
    }
    guard isLosingAny else { return }
    attachedAnimations.removeAll { $0.hasEnded && $0.animation.isRemovedOnCompletion }
    setNeedsCommit()
  }

  /// The media time at which the next animation of the layer begins or ends; nil when none will, or
  /// the layer's time stands still.
  var nextAnimationTime: Double? {
    attachedAnimations.compactMap { attached -> Double? in
      guard !attached.hasEnded, let timing = attached.timing else { return nil }
      let local = attached.hasBegun ? timing.parentEndTime : timing.parentBeginTime
      return local.flatMap(mediaTime(ofLocalTime:))
    }.min()
  }

  /// The layer's own time.
  func localTime(atMediaTime mediaTime: Double) -> Double {
    timing.localTime(fromParent: parent?.localTime(atMediaTime: mediaTime) ?? mediaTime)
  }

  /// When the layer's own time is this; nil where it stands still or runs backwards.
  private func mediaTime(ofLocalTime time: Double) -> Double? {
    var time = time
    var layer: CALayer? = self
    while let current = layer {
      guard current.timing.speed > 0, time.isFinite else { return nil }
      time = current.timing.parentTime(fromLocal: time)
      layer = current.parent
    }
    return time
  }
}

// MARK: - Clocks

extension CALayer {
  /// The media time at which a transaction began the first of the tree's animations; nil if none
  /// did, or the layer has a superlayer.
  ///
  /// A run loop or `CATransaction.flush()` commits a tree that is on no screen, too. Pictures of it
  /// count their time from then.
  package var firstBeginOnMediaClock: Double? {
    guard parent == nil else { return nil }
    var first: Double?
    var pending: [CALayer] = [self]
    while let layer = pending.popLast() {
      for attached in layer.attachedAnimations where attached.beginsOnMediaClock {
        guard let time = attached.beginTime.flatMap(layer.mediaTime(ofLocalTime:)) else { continue }
        first = min(first ?? time, time)
      }
      pending += layer.children
      if let mask = layer.maskLayer { pending.append(mask) }
    }
    return first
  }
}

extension MediaTiming {
  /// The parent time at which the active time begins; nil when it never does.
  fileprivate var parentBeginTime: Double? {
    guard speed != 0 else { return hasBegun(atParent: beginTime) ? beginTime : nil }
    let begin = parentTime(fromLocal: speed > 0 ? 0 : activeDuration)
    return begin.isNaN || begin == .infinity ? nil : max(beginTime, begin)
  }

  /// The parent time at which the active time ends; nil when it never does.
  fileprivate var parentEndTime: Double? {
    guard speed != 0 else { return nil }
    let end = parentTime(fromLocal: speed > 0 ? activeDuration : 0)
    return end.isFinite ? end : nil
  }
}
