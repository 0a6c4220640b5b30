import MultiplaneMotion

/// The key frames of a property, in the frames of its composition.
struct Track<Value: TrackValue>: Sendable {
  /// A value, and how it changes until the next key.
  struct Key: Sendable {
    var time: Double
    var value: Value
    /// The pace towards the next key.
    var curve = TimingCurve.linear
    /// Whether the value stays until the next key.
    var isHold = false
    /// The path towards the next key.
    var tangents = Tangents.none
  }

  /// The first value.
  let first: Value
  /// The keys in the order of their times; none if there is only one, which most tracks have.
  private let several: [Key]

  /// The keys, at least one, in the order of their times. A single key has no time.
  var keys: [Key] { isAnimated ? several : [Key(time: 0, value: first)] }

  init(_ value: Value) {
    first = value
    several = []
  }

  /// - Parameter keys: at least one.
  init(first: Key, _ rest: [Key]) {
    self.first = first.value
    several = rest.isEmpty ? [] : [first] + rest
  }

  /// A track of keys; nil without any.
  init?(keys: [Key]) {
    guard let first = keys.first else { return nil }
    self.first = first.value
    several = keys.count > 1 ? keys : []
  }

  var isAnimated: Bool { !several.isEmpty }

  /// Whether all values satisfy a condition. Values between keys are not tried.
  func allSatisfy(_ condition: (Value) -> Bool) -> Bool {
    isAnimated ? several.allSatisfy { condition($0.value) } : condition(first)
  }

  /// Whether it is a single value that satisfies a condition.
  func isConstant(_ condition: (Value) -> Bool) -> Bool { !isAnimated && condition(first) }

  /// The same keys with other values.
  func map<Result: TrackValue>(_ transform: (Value) -> Result) -> Track<Result> {
    let keys = several.map {
      Track<Result>.Key(
        time: $0.time, value: transform($0.value), curve: $0.curve, isHold: $0.isHold, tangents: $0.tangents)
    }
    return Track<Result>(keys: keys) ?? Track<Result>(transform(first))
  }

  /// The index of the last key at or before a time; 0 before all.
  ///
  /// - Parameter isBefore: whether a key exactly at the time is still to come.
  func index(at time: Double, isBefore: Bool = false) -> Int {
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      let isReached = isBefore ? keys[middle].time < time : keys[middle].time <= time
      if isReached { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }

  /// The value at a time.
  ///
  /// - Parameter isBefore: whether to return the value just before a jump at that time.
  func value(at time: Double, isBefore: Bool = false) -> Value {
    guard isAnimated else { return first }
    let index = index(at: time, isBefore: isBefore)
    let key = keys[index]
    guard index + 1 < keys.count, !key.isHold, time > key.time else { return key.value }
    let next = keys[index + 1]
    let fraction = min(1, (time - key.time) / (next.time - key.time))
    return key.value.mixed(with: next.value, at: key.curve.value(at: fraction), along: key.tangents)
  }

  /// Whether the value jumps somewhere after one time, up to another.
  func jumps(from start: Double, to end: Double) -> Bool {
    guard isAnimated, start < end else { return false }
    var index = index(at: start)
    while index + 1 < keys.count, keys[index].time <= end {
      let (key, next) = (keys[index], keys[index + 1])
      if next.time > start, next.time <= end, key.isHold || next.time == key.time, key.value != next.value {
        return true
      }
      index += 1
    }
    return false
  }

  /// Whether another track has keys at the same times with the same paces.
  func hasSameTiming<Other>(as other: Track<Other>) -> Bool {
    several.count == other.several.count
      && zip(several, other.several).allSatisfy { $0.time == $1.time && $0.isHold == $1.isHold && $0.curve == $1.curve }
  }
}
