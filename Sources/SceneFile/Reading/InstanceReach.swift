import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneMotion
import MultiplaneRenderTree

/// Between which numbers a replicator's `instanceCount` stays, whenever it is looked at: no
/// animation leads beyond them, and few come so far.
struct InstanceReach {
  private static let key = "instanceCount"
  /// The most that are shown.
  private static let limit = Double(CAReplicatorLayer.mostInstances)

  private var least: Double
  private var most: Double

  /// The reach of a replicator with the animations that it has.
  init(of layer: CAReplicatorLayer) {
    least = Double(layer.instanceCount)
    most = least
    let animations = (layer.animationKeys() ?? []).compactMap { layer.animation(forKey: $0) }
    // As they are evaluated: those that replace the number beneath first, then those that add to
    // it.
    for isAdditive in [false, true] {
      for animation in animations { extend(by: animation, isAdditive: isAdditive, inside: []) }
    }
  }

  /// The most instances that are shown at a time; at least 1.
  var mostInstances: Int { most < Self.limit ? Int(max(most.rounded(), 1)) : CAReplicatorLayer.mostInstances }

  /// Takes in an animation, or those of a group that is not inside itself.
  private mutating func extend(by animation: CAAnimation, isAdditive: Bool, inside groups: [CAAnimationGroup]) {
    if let group = animation as? CAAnimationGroup {
      guard !groups.contains(where: { $0 === group }) else { return }
      for child in group.animations ?? [] { extend(by: child, isAdditive: isAdditive, inside: groups + [group]) }
      return
    }
    // Nothing leads beyond the limit.
    guard most < Self.limit, let animation = animation as? CAPropertyAnimation, animation.keyPath == Self.key,
      animation.isAdditive == isAdditive
    else { return }
    let numbers = Self.numbers(of: animation, over: isAdditive ? [0] : [least, most])
    guard let low = numbers.min(), let high = numbers.max() else { return }
    guard let overshoot = Self.overshoot(of: animation) else {
      most = Self.limit
      return
    }
    let beyond = (high - low) * overshoot
    if isAdditive {
      (least, most) = (least + min(low - beyond, 0), most + max(high + beyond, 0))
    } else {
      (least, most) = (min(least, low - beyond), max(most, high + beyond))
    }
  }

  /// The numbers that an animation runs through.
  ///
  /// - Parameter beneath: the ends of what may stand for an end that it was not given.
  private static func numbers(of animation: CAPropertyAnimation, over beneath: [Double]) -> [Double] {
    switch animation {
    case let keyframes as CAKeyframeAnimation: return (keyframes.values ?? []).compactMap { number($0) }
    case let basic as CABasicAnimation:
      let (from, to, by) = (number(basic.fromValue), number(basic.toValue), number(basic.byValue))
      return beneath.flatMap { current -> [Double] in
        let ends = BasicEndpoints<Double>.resolve(
          from: from, to: to, by: by, current: current, add: { amount, base in base + amount },
          subtract: { amount, base in base - amount })
        return ends.map { [$0.from, $0.to] } ?? []
      }
    default: return []
    }
  }

  /// A value of an animation as a finite number; nil for another value and for none.
  private static func number(_ value: Any?) -> Double? {
    guard case .number(let number)? = LayerValue(value, as: .number), number.isFinite else { return nil }
    return number
  }

  /// The most that an animation may overshoot its values, as a share of their distance; nil for any
  /// distance.
  private static func overshoot(of animation: CAPropertyAnimation) -> Double? {
    // Each run adds to those before it.
    if animation.isCumulative { return nil }
    let bend = animation.timingFunction?.curve.overshoot ?? 0
    switch animation {
    case let keyframes as CAKeyframeAnimation:
      guard !CalculationMode(named: keyframes.calculationMode.rawValue).isCubic else { return nil }
      return (keyframes.timingFunctions ?? []).reduce(0) { max($0, $1.curve.overshoot) }
    case let spring as CASpringAnimation:
      // One that is let go swings as far beyond its end as it began before it; one that is pushed,
      // or bent, may go on.
      return spring.initialVelocity == 0 && bend == 0 ? 1 : nil
    default: return bend
    }
  }
}

extension TimingCurve {
  /// The most that the curve may leave 0…1: it stays within its control points.
  fileprivate var overshoot: Double { max(-min(0, y1, y2), max(1, y1, y2) - 1) }
}
