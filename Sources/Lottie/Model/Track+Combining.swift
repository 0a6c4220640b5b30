import MultiplaneMotion

// Several tracks as one, for values that depend on more than one property.

/// Combines two tracks. Between keys of different times or paces, the result is sampled every half
/// frame.
func zipped<First, Second>(_ first: Track<First>, _ second: Track<Second>) -> Track<Pair<First, Second>> {
  if !second.isAnimated { return first.map { Pair(first: $0, second: second.first) } }
  if !first.isAnimated { return second.map { Pair(first: first.first, second: $0) } }
  if first.hasSameTiming(as: second) {
    let keys = zip(first.keys, second.keys).map {
      Track<Pair<First, Second>>.Key(
        time: $0.time, value: Pair(first: $0.value, second: $1.value), curve: $0.curve, isHold: $0.isHold)
    }
    return Track(first: keys[0], Array(keys.dropFirst()))
  }
  return sampled(first, second)
}

extension Track {
  /// The values every half frame, for a function of them that is not linear.
  var resampled: Track {
    isAnimated ? sampled(self, Track<Double>(0), isDense: true).map(\.first) : self
  }
}

/// The most samples of two tracks, and of the numbers in them. A longer one has coarser steps.
private let mostSamples = 4096
private let mostNumbers = 1 << 18

/// - Parameter isDense: whether to sample what changes evenly, too.
private func sampled<First, Second>(
  _ first: Track<First>, _ second: Track<Second>, isDense: Bool = false
) -> Track<Pair<First, Second>> {
  let times = Set(first.keys.map(\.time) + second.keys.map(\.time)).sorted()
  let length = (times.last ?? 0) - (times.first ?? 0)
  let count = min(mostSamples, mostNumbers / max(1, first.first.weight + second.first.weight))
  let step = max(0.5, length / Double(max(1, count)))
  typealias Key = Track<Pair<First, Second>>.Key
  func value(at time: Double, isBefore: Bool = false) -> Pair<First, Second> {
    Pair(
      first: first.value(at: time, isBefore: isBefore), second: second.value(at: time, isBefore: isBefore))
  }
  var keys: [Key] = []
  for (start, end) in zip(times, times.dropFirst()) {
    keys.append(Key(time: start, value: value(at: start)))
    let isEven = !isDense && first.isEven(from: start) && second.isEven(from: start)
    let count = isEven ? 1 : max(1, Int(((end - start) / step).rounded(.up)))
    for index in 1..<max(1, count) {
      let time = start + (end - start) * Double(index) / Double(count)
      keys.append(Key(time: time, value: value(at: time)))
    }
    // Just before a jump. Where there is none, it repeats the next key.
    let last = value(at: end, isBefore: true)
    if last != value(at: end) { keys.append(Key(time: end, value: last)) }
  }
  keys.append(Key(time: times.last ?? 0, value: value(at: times.last ?? 0)))
  return Track(first: keys[0], Array(keys.dropFirst()))
}

extension Track {
  /// Whether values change evenly, or not at all, from a time to the next key.
  fileprivate func isEven(from time: Double) -> Bool {
    let index = index(at: time)
    let key = keys[index]
    return time < keys[0].time || index + 1 == keys.count || key.isHold
      || (key.curve.x1 == key.curve.y1 && key.curve.x2 == key.curve.y2 && key.tangents == .none)
  }
}
