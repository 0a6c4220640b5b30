/// When each of a row of keyframes is reached, and where a progress lies among them; knows nothing of their values.
///
/// Values that cannot be mixed (images, strings) are chosen with `heldIndex(at:)`, all others with `position(at:)`.
package struct KeyframeTimes: Sendable, Equatable {
  /// A place between two neighbouring keyframes.
  package struct Position: Sendable, Equatable {
    /// The keyframe that was left; the next one is `index + 1`, or none where `fraction` is 0 at the last keyframe.
    package var index: Int
    /// How far toward the next keyframe, after the segment's timing curve; usually 0…1.
    package var fraction: Double

    package init(index: Int, fraction: Double) {
      self.index = index
      self.fraction = fraction
    }
  }

  /// Number of keyframes.
  package let count: Int
  /// Whether values are held and not mixed.
  package let isDiscrete: Bool
  /// Times of the keyframes, usually 0…1; for discrete ones an end time more, as each is held up to the next.
  package let times: [Double]
  /// Progress at which each segment is over for good: the latest of its own end and of the ends before it, so that they
  /// do not decrease.
  package let segmentEnds: [Double]
  /// Curves of the segments between keyframes; missing ones are linear.
  package let curves: [TimingCurve]

  /// Spaces keyframes by key times, or evenly where these do not fit.
  ///
  /// Key times fit that number `count`, or one more when discrete, and are finite. They are used as they are: they need
  /// not begin at 0, end at 1, lie in between or be sorted. (Source: pictures of iOS.)
  package init(count: Int, isDiscrete: Bool = false, keyTimes: [Double]? = nil, curves: [TimingCurve] = []) {
    self.count = count
    self.isDiscrete = isDiscrete
    self.curves = isDiscrete ? [] : curves
    let needed = isDiscrete ? count + 1 : count
    if let keyTimes, Self.fit(keyTimes, count: needed) {
      times = keyTimes
    } else {
      let last = Double(max(needed - 1, 1))
      times = (0..<max(needed, 0)).map { Double($0) / last }
    }
    var latest = -Double.infinity
    segmentEnds = times.dropFirst().map { end in
      latest = max(latest, end)
      return latest
    }
  }

  /// Spaces keyframes by the distances between neighbours, so that the speed is even.
  ///
  /// One distance fewer than keyframes; when all are 0 the spacing is even in time.
  package init(pacedByDistances distances: [Double]) {
    let total = distances.reduce(0, +)
    var sum = 0.0
    var times = [0.0]
    for distance in distances {
      sum += distance
      times.append(sum / total)
    }
    // The sum and the running sum are added in the same order, so the last quotient is exactly 1.
    self.init(count: distances.count + 1, keyTimes: total > 0 && total.isFinite ? times : nil)
  }

  /// Whether there are so many key times, at least two, and all are finite.
  package static func fit(_ times: [Double], count: Int) -> Bool {
    times.count == count && count > 1 && times.allSatisfy(\.isFinite)
  }

  /// Where a progress lies, which is clamped to 0…1; nil without keyframes.
  ///
  /// The segment is the first whose end is later than the progress, and the fraction in it is clamped to 0…1. After the
  /// ends of all of them it is the last keyframe. A keyframe alone is there at any progress.
  package func position(at progress: Double) -> Position? {
    guard count > 0 else { return nil }
    let progress = progress.isNaN ? 0 : min(max(progress, 0), 1)
    let index = firstSegment(endingAfter: progress)
    if isDiscrete { return Position(index: min(index, count - 1), fraction: 0) }
    guard index < count - 1 else { return Position(index: count - 1, fraction: 0) }
    let (start, end) = (times[index], times[index + 1])
    // Both infinities are clamped: a segment without length has not begun.
    let fraction = min(max((progress - start) / (end - start), 0), 1)
    let curve = index < curves.count ? curves[index] : .linear
    return Position(index: index, fraction: curve.value(at: fraction))
  }

  /// Which keyframe shows when values cannot be mixed: the latest reached if discrete, else the nearer one, changing
  /// in the middle of each segment; nil without keyframes.
  package func heldIndex(at progress: Double) -> Int? {
    position(at: progress).map { $0.fraction < 0.5 ? $0.index : min($0.index + 1, count - 1) }
  }

  /// The number of segments when all are over.
  private func firstSegment(endingAfter progress: Double) -> Int {
    var (low, high) = (0, segmentEnds.count)
    while low < high {
      let middle = (low + high) / 2
      if segmentEnds[middle] <= progress { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
