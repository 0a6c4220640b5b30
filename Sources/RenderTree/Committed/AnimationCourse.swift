import MultiplaneGraphics
import MultiplaneMotion

/// The values of an animated property over the animation.
package enum AnimationCourse: Sendable {
  /// From one value to another, as `CABasicAnimation`.
  case basic(BasicCourse)
  /// The same with the motion of a spring, as `CASpringAnimation`; it runs in seconds, independent
  /// of the duration.
  case spring(BasicCourse, Spring)
  /// Through a list of values, as `CAKeyframeAnimation`.
  case keyframes(KeyframeCourse)
  /// Along a path, as `CAKeyframeAnimation` with one.
  case path(PathCourse)
}

/// The end values of a basic animation. Missing ones are derived from the others or from the
/// current value.
package struct BasicCourse: Sendable {
  package let from: LayerValue?
  package let to: LayerValue?
  package let by: LayerValue?

  package init(from: LayerValue?, to: LayerValue?, by: LayerValue?) {
    self.from = from
    self.to = to
    self.by = by
  }

  /// The ends, where no value counts as one that the others can be mixed with; nil when they do not
  /// fit together.
  ///
  /// - Parameter start: what stands for the current value.
  func ends(start: AnimatableValue) -> BasicEndpoints<AnimatableValue>? {
    let partner = [from, to, by].compactMap { $0?.animatable }.first ?? start
    let adds = by != nil && (from == nil || to == nil)
    func animatable(_ value: LayerValue?) -> AnimatableValue? {
      value.flatMap { $0.animatable ?? (adds ? partner.noneOfSum : partner.counterpartOfNone) }
    }
    return BasicEndpoints.resolve(from: animatable(from), to: animatable(to), by: animatable(by), current: start)
  }

  /// The first end up to the middle, then the second.
  func heldValue(at fraction: Double, beneath: LayerValue) -> LayerValue? {
    fraction < 0.5 ? from ?? beneath : to ?? (from == nil ? nil : beneath)
  }
}

/// The values of a keyframe animation, with their times.
package struct KeyframeCourse: Sendable {
  package let values: [LayerValue]
  package let mode: CalculationMode
  /// The key times; nil if they do not match the values, or the mode ignores them.
  package let keyTimes: [Double]?
  package let curves: [TimingCurve]
  package let tangents: KeyframeTangents
  /// nil when there is nothing to mix: fewer than two values, or no kind that has values in
  /// between.
  let keyframes: Keyframes?

  package init(
    values: [LayerValue], mode: CalculationMode = .linear, keyTimes: [Double]? = nil, curves: [TimingCurve] = [],
    tangents: KeyframeTangents = KeyframeTangents()
  ) {
    let count = mode == .discrete ? values.count + 1 : values.count
    let keyTimes = keyTimes.flatMap { !mode.isPaced && KeyframeTimes.fit($0, count: count) ? $0 : nil }
    self.values = values
    self.mode = mode
    self.keyTimes = keyTimes
    self.curves = curves
    self.tangents = tangents
    let partner = values.lazy.compactMap(\.animatable).first
    let mixed = values.compactMap { $0.animatable ?? partner?.counterpartOfNone }
    keyframes =
      mixed.count < 2 || mixed.count < values.count
      ? nil : Keyframes(values: mixed, mode: mode, keyTimes: keyTimes, curves: curves, tangents: tangents)
  }

  /// The value that shows where values cannot be mixed; nil for fewer than two, which have no
  /// effect.
  func heldValue(at fraction: Double) -> LayerValue? {
    guard values.count > 1 else { return nil }
    return heldTimes.heldIndex(at: fraction).map { values[$0] }
  }

  /// When each value begins, where values cannot be mixed.
  var heldTimes: KeyframeTimes {
    KeyframeTimes(count: values.count, isDiscrete: mode == .discrete, keyTimes: keyTimes, curves: curves)
  }
}

/// A path for a point property, and whether the layer rotates with it.
package struct PathCourse: Sendable {
  /// The rotation of a layer on a path.
  package enum Rotation: String, Sendable {
    /// Its x axis along the path.
    case auto
    /// Its x axis against the path.
    case autoReverse
  }

  package let path: CGPath
  package let mode: CalculationMode
  package let keyTimes: [Double]?
  package let curves: [TimingCurve]
  package let rotation: Rotation?
  let keyframes: PathKeyframes

  package init(
    path: CGPath, mode: CalculationMode = .linear, keyTimes: [Double]? = nil, curves: [TimingCurve] = [],
    rotation: Rotation? = nil
  ) {
    let keyTimes = keyTimes.flatMap { !mode.isPaced && KeyframeTimes.fit($0, count: $0.count) ? $0 : nil }
    self.path = path
    self.mode = mode
    self.keyTimes = keyTimes
    self.curves = curves
    self.rotation = rotation
    keyframes = PathKeyframes(path: path.elements, mode: mode, keyTimes: keyTimes, curves: curves)
  }

  /// The turn of the layer about z at a place of the path; nil when it does not turn.
  func turn(at fraction: Double) -> CATransform3D? {
    guard let rotation, let place = keyframes.place(at: fraction) else { return nil }
    return CATransform3DMakeRotation(place.tangentAngle + (rotation == .autoReverse ? .pi : 0), 0, 0, 1)
  }
}

extension AnimatableValue {
  /// The value of "no value" in a sum: no colour adds nothing.
  var noneOfSum: AnimatableValue? {
    switch self {
    case .color, .colors: zero
    default: counterpartOfNone
    }
  }

  /// The value of "no value" when it is interpolated with this one: of colours the same ones with
  /// alpha 0, of numbers, which are a gradient's locations, as many evenly spread from 0 to 1. Nil
  /// for kinds that always have a value.
  var counterpartOfNone: AnimatableValue? {
    switch self {
    case .colors(let colors):
      .colors(
        colors.map { color in
          var color = color
          color.alpha = 0
          return color
        })
    case .numbers(let numbers): .numbers(Gradient.evenLocations(numbers.count))
    default: transparentCounterpart
    }
  }
}
