import Graphics
import Motion

/// What a basic animation does to one property: the ends between which its value runs.
package struct PropertyChange: Sendable {
  package let keyPath: LayerKeyPath
  package let from: LayerValue?
  package let to: LayerValue?
  package let by: LayerValue?
  /// Whether the value is added to the one beneath.
  package let isAdditive: Bool
  /// Whether each cycle goes on from where the last one ended.
  package let isCumulative: Bool

  package init(
    keyPath: LayerKeyPath, from: LayerValue?, to: LayerValue?, by: LayerValue?, isAdditive: Bool, isCumulative: Bool
  ) {
    self.keyPath = keyPath
    self.from = from
    self.to = to
    self.by = by
    self.isAdditive = isAdditive
    self.isCumulative = isCumulative
  }

  /// Changes the values of a layer to what they are at a point of the animation; ends that do not fit together, or to
  /// the property, leave them alone.
  ///
  /// - Parameters:
  ///   - fraction: how far the animation is, bent by its curve; may leave 0…1.
  ///   - cycle: how many cycles have passed.
  package func apply(fraction: Double, cycle: Int, to values: inout LayerValues) {
    guard let beneath = keyPath.value(in: values) else { return }
    let value =
      keyPath.property.interpolation == .continuous
      ? continuousValue(fraction: fraction, cycle: cycle, beneath: beneath)
      : discreteValue(fraction: fraction, beneath: beneath)
    guard let value else { return }
    _ = keyPath.set(value, in: &values)
  }

  private func continuousValue(fraction: Double, cycle: Int, beneath: LayerValue) -> LayerValue? {
    // No value counts as one that the other ends can be mixed with.
    let partner = [from, to, by, beneath].compactMap { $0?.animatable }.first
    func animatable(_ value: LayerValue?) -> AnimatableValue? {
      guard let value else { return nil }
      return value.animatable ?? partner?.counterpartOfNone
    }
    guard let current = animatable(beneath) else { return nil }
    let start = isAdditive ? current.zero : current
    let ends = BasicEndpoints.resolve(from: animatable(from), to: animatable(to), by: animatable(by), current: start)
    guard let ends, var value = ends.value(at: fraction) else { return nil }
    if isCumulative, cycle > 0 {
      guard let sum = value.accumulated(cycle: cycle, cycleEnd: ends.to) else { return nil }
      value = sum
    }
    if isAdditive {
      guard let sum = value.added(to: current) else { return nil }
      value = sum
    }
    return LayerValue(value)
  }

  /// The first end up to the middle, then the second.
  private func discreteValue(fraction: Double, beneath: LayerValue) -> LayerValue? {
    fraction < 0.5 ? from ?? beneath : to ?? (from == nil ? nil : beneath)
  }
}

extension AnimatableValue {
  /// What no value stands for when it is mixed with this one: of colours the same ones with alpha 0, of numbers, which
  /// are a gradient's locations, as many evenly spread from 0 to 1. Nil for kinds that always have a value.
  fileprivate var counterpartOfNone: AnimatableValue? {
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
