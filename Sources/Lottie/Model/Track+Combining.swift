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
  func value(at sample: Sample) -> Pair<First, Second> {
    Pair(
      first: first.value(at: sample.time, isBefore: sample.isBefore),
      second: second.value(at: sample.time, isBefore: sample.isBefore))
  }
  var keys: [Key] = []
  for sample in samples(
    between: times, step: step, isEven: { !isDense && first.isEven(from: $0) && second.isEven(from: $0) })
  {
    let found = value(at: sample)
    // Where there is no jump, the value before it repeats the next key.
    if sample.isBefore, found == value(at: Sample(time: sample.time)) { continue }
    keys.append(Key(time: sample.time, value: found))
  }
  return Track(first: keys[0], Array(keys.dropFirst()))
}

/// A time at which tracks are sampled, or the moment before it.
private struct Sample {
  let time: Double
  var isBefore = false
}

/// The samples between the times of keys, the moments before later keys included. It is not
/// generic, because the compiler copies generic code for each combination of tracks.
private func samples(between times: [Double], step: Double, isEven: (Double) -> Bool) -> [Sample] {
  var samples: [Sample] = []
  for (start, end) in zip(times, times.dropFirst()) {
    let count = isEven(start) ? 1 : max(1, Int(((end - start) / step).rounded(.up)))
    for index in 0..<count {
      samples.append(Sample(time: start + (end - start) * Double(index) / Double(count)))
    }
    samples.append(Sample(time: end, isBefore: true))
  }
  return samples + [Sample(time: times.last ?? 0)]
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
