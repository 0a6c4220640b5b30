/// The times of keyframes, without their values.
///
/// Use `heldIndex(at:)` for values that cannot be interpolated (images, strings), and
/// `position(at:)` for all others.
package struct KeyframeTimes: Sendable, Equatable {
  /// A position between two keyframes.
  package struct Position: Sendable, Equatable {
    /// The previous keyframe. The next one is `index + 1`, or none at the last keyframe with a
    /// `fraction` of 0.
    package var index: Int
    /// The fraction towards the next keyframe, after the segment's timing curve; usually 0…1.
    package var fraction: Double

    package init(index: Int, fraction: Double) {
      self.index = index
      self.fraction = fraction
    }
  }

  /// The number of keyframes.
  package let count: Int
  /// Whether values are held, not interpolated.
  package let isDiscrete: Bool
  /// The times of the keyframes, usually 0…1; for discrete ones also an end time.
  package let times: [Double]
  /// The progress at which each segment is over: the maximum of its own end and the previous ones,
  /// so that it never decreases.
  package let segmentEnds: [Double]
  /// The timing curves of the segments; missing ones are linear.
  package let curves: [TimingCurve]

  /// Creates keyframes with key times, or evenly spaced if these do not match.
  ///
  /// Key times match if there are `count` finite ones, or one more when discrete. They need not
  /// begin at 0, end at 1, be between them, or be sorted. (Source: pictures of iOS.)
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

  /// Creates keyframes with constant speed, from the distances between neighbours.
  ///
  /// There is one distance fewer than keyframes. If all are 0, the keyframes are evenly spaced.
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

  /// Whether there are `count` finite key times, at least two.
  package static func fit(_ times: [Double], count: Int) -> Bool {
    times.count == count && count > 1 && times.allSatisfy(\.isFinite)
  }

  /// The position at a progress, which is clamped to 0…1; nil without keyframes.
  ///
  /// The segment is the first one that ends after the progress, and the fraction in it is clamped
  /// to 0…1. After all ends it is the last keyframe. A single keyframe applies at any progress.
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

  /// The keyframe to show if values cannot be interpolated: the last reached one if discrete, else
  /// the nearer one; nil without keyframes.
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
