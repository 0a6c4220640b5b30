import Graphics
import Motion
import RenderTree

// How animations become values.

extension CAAnimation {
  /// The duration of an animation that was given none: the transaction's default. (Source: CATransaction.h.)
  static let defaultDuration = 0.25

  /// The animation as a value; nil when it does nothing to a layer of this kind.
  ///
  /// - Parameters:
  ///   - beginTime: in the time of the layer, or of the group around.
  ///   - standardDuration: takes the place of a duration of 0.
  ///   - groups: those around this animation; a group inside itself is left out.
  func committed(
    key: String?, beginTime: Double, on kind: LayerKind, standardDuration: Double = CAAnimation.defaultDuration,
    inside groups: [CAAnimationGroup] = []
  ) -> CommittedAnimation? {
    var timing = timing
    timing.beginTime = beginTime
    if !(timing.duration > 0) {
      timing.duration = (self as? CASpringAnimation)?.settlingDuration ?? standardDuration
    }
    guard let effect = effect(on: kind, duration: timing.duration, inside: groups) else { return nil }
    return CommittedAnimation(
      key: key, timing: timing, curve: timingFunction?.curve, isRemovedOnCompletion: isRemovedOnCompletion,
      effect: effect)
  }

  private func effect(on kind: LayerKind, duration: Double, inside groups: [CAAnimationGroup]) -> AnimationEffect? {
    if let group = self as? CAAnimationGroup {
      guard !groups.contains(where: { $0 === group }) else { return nil }
      let children = (group.animations ?? []).compactMap { child in
        child.committed(
          key: nil, beginTime: child.beginTime, on: kind, standardDuration: duration, inside: groups + [group])
      }
      return children.isEmpty ? nil : .group(children)
    }
    return (self as? CAPropertyAnimation)?.propertyChange(on: kind).map(AnimationEffect.property)
  }
}

extension CAPropertyAnimation {
  /// What the animation does to its property; nil when it does nothing to a layer of this kind.
  fileprivate func propertyChange(on kind: LayerKind) -> PropertyChange? {
    guard let path = keyPath, let keyPath = LayerKeyPath(path, of: kind), keyPath.property.interpolation != .none,
      let valueKind = PropertyChange.valueKind(of: keyPath, valueFunction?.function),
      let course = course(of: valueKind)
    else { return nil }
    return PropertyChange(
      keyPath: keyPath, course: course, valueFunction: valueFunction?.function, isAdditive: isAdditive,
      isCumulative: isCumulative)
  }

  private func course(of kind: LayerValueKind) -> AnimationCourse? {
    switch self {
    case let animation as CAKeyframeAnimation:
      animation.keyframeCourse(of: kind)
    case let animation as CASpringAnimation:
      animation.ends(of: kind).map { .spring($0, animation.spring) }
    case let animation as CABasicAnimation:
      animation.ends(of: kind).map(AnimationCourse.basic)
    default: nil
    }
  }
}

extension CABasicAnimation {
  /// The ends as values; nil when one is of the wrong type, and then the animation has no effect.
  fileprivate func ends(of kind: LayerValueKind) -> BasicCourse? {
    var values: [LayerValue?] = []
    for value in [fromValue, toValue, byValue] {
      guard let value else {
        values.append(nil)
        continue
      }
      guard let typed = LayerValue(value, as: kind) else { return nil }
      values.append(typed)
    }
    return BasicCourse(from: values[0], to: values[1], by: values[2])
  }
}

extension CAKeyframeAnimation {
  /// The path, or else the values; nil without either, and when a value is of the wrong type.
  fileprivate func keyframeCourse(of kind: LayerValueKind) -> AnimationCourse? {
    let mode = CalculationMode(named: calculationMode.rawValue)
    let times = keyTimes?.map(\.doubleValue)
    let curves = timingFunctions?.map(\.curve) ?? []
    if let path {
      guard kind == .point || kind == .size else { return nil }
      return .path(
        PathCourse(
          path: path, mode: mode, keyTimes: times, curves: curves,
          rotation: rotationMode.flatMap { PathCourse.Rotation(rawValue: $0.rawValue) }))
    }
    guard let values, !values.isEmpty else { return nil }
    let typed = values.compactMap { LayerValue($0, as: kind) }
    guard typed.count == values.count else { return nil }
    let tangents = KeyframeTangents(
      tension: tensionValues?.map(\.doubleValue) ?? [], continuity: continuityValues?.map(\.doubleValue) ?? [],
      bias: biasValues?.map(\.doubleValue) ?? [])
    return .keyframes(
      KeyframeCourse(values: typed, mode: mode, keyTimes: times, curves: curves, tangents: tangents))
  }
}
