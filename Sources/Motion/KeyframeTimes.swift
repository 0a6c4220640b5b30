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
  /// Times 0…1 of the keyframes; for discrete ones an end time more, as each is held up to the next.
  package let times: [Double]
  /// Curves of the segments between keyframes; missing ones are linear.
  package let curves: [TimingCurve]

  /// Spaces keyframes by key times, or evenly where these do not fit.
  ///
  /// Key times must be finite, not decrease, start with 0 and end with 1, and number `count`, or one more when
  /// discrete.
  package init(count: Int, isDiscrete: Bool = false, keyTimes: [Double]? = nil, curves: [TimingCurve] = []) {
    self.count = count
    self.isDiscrete = isDiscrete
    self.curves = isDiscrete ? [] : curves
    let needed = isDiscrete ? count + 1 : count
    if let keyTimes, Self.areValid(keyTimes, count: needed) {
      times = keyTimes
    } else {
      let last = Double(max(needed - 1, 1))
      times = (0..<max(needed, 0)).map { Double($0) / last }
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

  /// Whether key times for so many keyframes, one more when discrete, count.
  package static func areValid(_ times: [Double], count: Int) -> Bool {
    guard times.count == count, count > 1, times.first == 0, times.last == 1 else { return false }
    return zip(times, times.dropFirst()).allSatisfy { $0.isFinite && $1.isFinite && $0 <= $1 }
  }

  /// Where a progress lies, which is clamped to 0…1; nil without keyframes.
  ///
  /// A keyframe reached by several segments of no length is left by the last of them.
  package func position(at progress: Double) -> Position? {
    guard count > 0 else { return nil }
    let progress = progress.isNaN ? 0 : min(max(progress, 0), 1)
    if isDiscrete { return Position(index: lastReached(at: progress, below: count), fraction: 0) }
    if count == 1 { return Position(index: 0, fraction: 0) }
    let index = lastReached(at: progress, below: count - 1)
    let (start, end) = (times[index], times[index + 1])
    let fraction = end > start ? (progress - start) / (end - start) : 1
    let curve = index < curves.count ? curves[index] : .linear
    return Position(index: index, fraction: curve.value(at: fraction))
  }

  /// Which keyframe shows when values cannot be mixed: the latest reached if discrete, else the nearer one, changing
  /// in the middle of each segment; nil without keyframes.
  package func heldIndex(at progress: Double) -> Int? {
    position(at: progress).map { $0.fraction < 0.5 ? $0.index : min($0.index + 1, count - 1) }
  }

  private func lastReached(at progress: Double, below limit: Int) -> Int {
    // Finds the first time after `progress` by halving; the keyframe before it is the last one reached.
    var (low, high) = (0, limit)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] <= progress { low = middle + 1 } else { high = middle }
    }
    return max(low - 1, 0)
  }
}
