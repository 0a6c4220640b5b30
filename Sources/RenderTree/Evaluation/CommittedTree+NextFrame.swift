import MultiplaneMotion

// When a committed tree is worth evaluating again: an idle screen sleeps until then.

extension CommittedTree {
  /// The first time at which the tree may differ from that at `time`: `time` itself while an
  /// animation runs, infinity if nothing will change.
  ///
  /// - Parameter time: the scene time, in seconds.
  package func nextFrameTime(after time: Double) -> Double { root.nextChangeTime(at: time) }
}

extension CommittedLayer {
  /// The superlayer's time at which the layer, or a sublayer, may look different from how it looks
  /// at `parentTime`, at or after that; infinite if it never will.
  func nextChangeTime(at parentTime: Double) -> Double {
    guard isAnimated else { return .infinity }
    // Before its beginning a layer's time stands still.
    if timing.isBeforeBeginning(parentTime: parentTime) { return timing.beginTime }
    let time = timing.localTime(fromParent: parentTime)
    return timing.parentTime(ofChangeAtLocal: nextChangeTime(within: time), noEarlierThan: parentTime)
  }

  /// The same in the layer's own time.
  private func nextChangeTime(within time: Double) -> Double {
    // A layer's own timing may go backwards in its sublayers, and births follow no list: who emits
    // always moves.
    if emits { return time }
    var next = kind == .tiled ? values.tiled.nextChangeTime(at: time) : .infinity
    for animation in animations {
      next = min(next, animation.nextChangeTime(at: time))
      if next <= time { return time }
    }
    if let mask { next = min(next, mask.nextChangeTime(at: time)) }
    return min(next, nextChangeOfSublayers(at: time))
  }

  private func nextChangeOfSublayers(at time: Double) -> Double {
    // A replicator shows its sublayers at several times at once.
    let delays = kind == .replicator && values.replicator.instanceDelay != 0 && sublayers.isAnimated
    let count = delays ? max(1, min(values.replicator.instanceCount, Self.mostDelays)) : 1
    let delay = delays ? values.replicator.instanceDelay : 0
    if delays, values.replicator.instanceCount > Self.mostDelays { return time }
    var next = Double.infinity
    for instance in 0..<count {
      let back = Double(instance) * delay
      for sublayer in sublayers where sublayer.isAnimated {
        next = min(next, sublayer.nextChangeTime(at: time - back) + back)
        if next <= time { return time }
      }
    }
    return next
  }

  /// With more instances than this it costs less to draw than to find out whether that is needed.
  private static let mostDelays = 100
}

extension CommittedAnimation {
  /// The time of the layer at which what the animation does may differ from what it does at `time`.
  func nextChangeTime(at time: Double) -> Double {
    var timing = timing
    // An animation that is removed at its end does not fill forwards.
    if isRemovedOnCompletion { timing.fillMode = timing.fillMode.fillsBackwards ? .backwards : .removed }
    let next = timing.nextChangeTime(atParent: time)
    if timing.duration.isInfinite, let change = nextChangeTime(withinEndless: time) { return min(next, change) }
    guard next <= time, let steps, let sample = timing.sample(atParent: time), sample.isActive else { return next }
    // Between two steps nothing moves. Reversed and bent time finds its steps elsewhere.
    guard timing.speed > 0, !timing.autoreverses, curve == nil, timing.duration.isFinite else { return next }
    let step = steps.first { $0 > sample.progress } ?? 1
    let wait = (step - sample.progress) * timing.duration / timing.speed
    let end = timing.parentTime(fromLocal: timing.activeDuration)
    // A moment more, or rounding would find the same step again.
    return min(time + wait + Self.roundingTime, max(end, time))
  }

  /// The same while a run without end is under way, in which only what goes by seconds moves; nil
  /// otherwise.
  private func nextChangeTime(withinEndless time: Double) -> Double? {
    guard let sample = timing.sample(atParent: time), sample.isActive else { return nil }
    let local: Double
    switch effect {
    case .group(let children): local = children.reduce(.infinity) { min($0, $1.nextChangeTime(at: sample.time)) }
    case .property(let change):
      guard case .spring = change.course else { return nil }
      local = sample.time
    default: return nil
    }
    return timing.parentTime(ofChangeAtLocal: local, noEarlierThan: time)
  }

  private static let roundingTime = 1e-6

  /// The progresses at which a value changes that has nothing in between, without 0; nil for one
  /// that moves all the time.
  private var steps: [Double]? {
    guard let change else { return nil }
    // Images fade.
    if case .image = change.keyPath.property.kind { return nil }
    switch change.course {
    case .keyframes(let course) where course.mode == .discrete:
      let times = KeyframeTimes(count: course.values.count, isDiscrete: true, keyTimes: course.keyTimes)
      return times.segmentEnds.filter { $0 > 0 && $0 < 1 } + [1]
    case .basic where change.keyPath.interpolation != .continuous: return [0.5, 1]
    default: return nil
    }
  }
}

extension TiledValues {
  /// When the tiles may look different from how they look at a time of the layer.
  fileprivate func nextChangeTime(at time: Double) -> Double {
    var next = Double.infinity
    for tile in tiles {
      guard let begin = tile.fadeBegin, time < begin + tile.fadeDuration else { continue }
      next = min(next, max(begin, time))
    }
    return next
  }
}
