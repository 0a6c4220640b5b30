/// The values of a `CAKeyframeAnimation` with their times.
package struct Keyframes: Sendable, Equatable {
  package let values: [AnimatableValue]
  package let mode: CalculationMode
  /// The times of the values; nil if paced values have no distance (transforms, different kinds).
  package let times: KeyframeTimes?
  /// The shape of cubic curves at each value.
  package let tangents: KeyframeTangents

  /// Creates keyframes. `keyTimes` of another number are ignored, missing `curves` are linear, and
  /// paced modes ignore both; see `KeyframeTimes`.
  package init(
    values: [AnimatableValue], mode: CalculationMode = .linear, keyTimes: [Double]? = nil,
    curves: [TimingCurve] = [], tangents: KeyframeTangents = KeyframeTangents()
  ) {
    self.values = values
    self.mode = mode
    self.tangents = tangents
    if mode.isPaced && values.count > 1 {
      let distances = zip(values, values.dropFirst()).map { $0.distance(to: $1) }
      let known = distances.compactMap { $0 }
      times = known.count == distances.count ? KeyframeTimes(pacedByDistances: known) : nil
    } else {
      times = KeyframeTimes(
        count: values.count, isDiscrete: mode == .discrete, keyTimes: keyTimes, curves: curves)
    }
  }

  /// The value at a progress, which is clamped to 0…1.
  ///
  /// Nil, without effect, for fewer than two values, for neighbours of different kinds, and for
  /// paced transforms. (Source for one value: pictures of iOS.)
  package func value(at progress: Double) -> AnimatableValue? {
    guard values.count > 1, let times, let place = times.position(at: progress) else { return nil }
    let from = values[place.index]
    guard place.index + 1 < values.count, place.fraction != 0 else { return from }
    if mode.isCubic { return cubicValue(at: place, times: times.times) }
    return from.interpolated(to: values[place.index + 1], fraction: place.fraction)
  }

  /// Cubic Hermite interpolation in one segment, as a weighted sum of up to four neighbouring
  /// values.
  private func cubicValue(at place: KeyframeTimes.Position, times: [Double]) -> AnimatableValue? {
    let rescaledTimes = mode == .cubicPaced ? times : nil
    let weights = tangents.weights(
      segment: place.index, fraction: place.fraction, count: values.count, times: rescaledTimes)
    if let sum = AnimatableValue.weightedSum(weights.map { (values[$0.index], $0.weight) }) { return sum }
    // Paths of other elements have no curve between them, but they can change in the middle.
    guard case .path(let from) = values[place.index] else { return nil }
    return AnimatableValue.path(from).interpolated(to: values[place.index + 1], fraction: place.fraction)
  }
}
