import MultiplaneGraphics
import MultiplaneMotion
import MultiplaneRenderTree

// How animations become values.

extension CAAnimation {
  /// The duration of an animation that was given none: the transaction's default. (Source:
  /// CATransaction.h.)
  static let defaultDuration = 0.25

  /// The animation's place in the time of the layer, or of the group around.
  ///
  /// - Parameter standardDuration: takes the place of a duration of 0. An animation that is left
  ///   without one is over at once, however often it would repeat: one that is added takes the
  ///   transaction's, which may be 0.
  func timing(beginningAt beginTime: Double, standardDuration: Double = 0) -> MediaTiming {
    var timing = timing
    timing.beginTime = beginTime
    if !(timing.duration > 0) {
      timing.duration = (self as? CASpringAnimation)?.settlingDuration ?? standardDuration
      if !(timing.duration > 0) { (timing.duration, timing.repeatDuration) = (0, 0) }
    }
    return timing
  }

  /// The animation as a value; nil when it does nothing to the layer.
  ///
  /// - Parameters:
  ///   - beginTime: in the time of the layer, or of the group around.
  ///   - standardDuration: takes the place of a duration of 0.
  ///   - groups: those around this animation; a group inside itself is left out.
  ///   - transitionSource: the layer as it was when a transition was added.
  func committed(
    key: String?, beginTime: Double, on layer: CALayer, standardDuration: Double = 0,
    inside groups: [CAAnimationGroup] = [], transitionSource: CommittedLayer? = nil
  ) -> CommittedAnimation? {
    let timing = timing(beginningAt: beginTime, standardDuration: standardDuration)
    let effect: AnimationEffect? =
      switch self {
      case let group as CAAnimationGroup: group.effect(on: layer, duration: timing.duration, inside: groups)
      case let transition as CATransition: transition.effect(from: transitionSource)
      default: (self as? CAPropertyAnimation)?.propertyChange(on: layer).map(AnimationEffect.property)
      }
    guard let effect else { return nil }
    return CommittedAnimation(
      key: key, timing: timing, curve: timingFunction?.curve, isRemovedOnCompletion: isRemovedOnCompletion,
      effect: effect)
  }
}

extension CAAnimationGroup {
  fileprivate func effect(
    on layer: CALayer, duration: Double, inside groups: [CAAnimationGroup]
  ) -> AnimationEffect? {
    guard !groups.contains(where: { $0 === self }) else { return nil }
    let children = (animations ?? []).compactMap { child in
      child.committed(
        key: nil, beginTime: child.beginTime, on: layer, standardDuration: duration, inside: groups + [self])
    }
    return children.isEmpty ? nil : .group(children)
  }
}

extension CAPropertyAnimation {
  /// The animation's change of its property; nil without an effect on the layer.
  fileprivate func propertyChange(on layer: CALayer) -> PropertyChange? {
    guard let path = keyPath, let keyPath = LayerKeyPath(path, of: layer.kind) ?? customKeyPath(path, of: layer),
      keyPath.interpolation != .none,
      let valueKind = PropertyChange.valueKind(of: keyPath, valueFunction?.function),
      let course = course(of: valueKind)
    else { return nil }
    return PropertyChange(
      keyPath: keyPath, course: course, valueFunction: valueFunction?.function, isAdditive: isAdditive,
      isCumulative: isCumulative)
  }

  /// A key that only the layer's own class knows, of the kind of value that the animation has for
  /// it.
  private func customKeyPath(_ path: String, of layer: CALayer) -> LayerKeyPath? {
    guard layer.isCustomKey(path), let value = someValue, let kind = LayerValueKind(ofCustomValue: value) else {
      return nil
    }
    return LayerKeyPath(property: LayerProperty(custom: path, kind), component: .whole)
  }

  private var someValue: Any? {
    switch self {
    case let animation as CAKeyframeAnimation: animation.values?.first ?? animation.path.map { _ in CGPoint.zero }
    case let animation as CABasicAnimation: animation.fromValue ?? animation.toValue ?? animation.byValue
    default: nil
    }
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
  /// The path, or else the values; nil without either, for one value alone, and when a value is of
  /// the wrong type.
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
    guard let values, values.count > 1 else { return nil }
    let typed = values.compactMap { LayerValue($0, as: kind) }
    guard typed.count == values.count else { return nil }
    let tangents = KeyframeTangents(
      tension: tensionValues?.map(\.doubleValue) ?? [], continuity: continuityValues?.map(\.doubleValue) ?? [],
      bias: biasValues?.map(\.doubleValue) ?? [])
    return .keyframes(
      KeyframeCourse(values: typed, mode: mode, keyTimes: times, curves: curves, tangents: tangents))
  }
}
