import MultiplaneGraphics
import MultiplaneMotion

/// The change of one property by an animation: the values, and how they combine with the current
/// one.
package struct PropertyChange: Sendable {
  package let keyPath: LayerKeyPath
  package let course: AnimationCourse
  /// Converts the numbers to a transform; nil if the values have the property's type.
  package let valueFunction: ValueFunction?
  /// Whether the value is added to the current one. Paths have no sum: they replace the layer's, as
  /// in a recording from iOS.
  package let isAdditive: Bool
  /// Whether each cycle starts at the end value of the previous one.
  package let isCumulative: Bool

  package init(
    keyPath: LayerKeyPath, course: AnimationCourse, valueFunction: ValueFunction? = nil, isAdditive: Bool = false,
    isCumulative: Bool = false
  ) {
    self.keyPath = keyPath
    self.course = course
    self.valueFunction = valueFunction
    self.isAdditive = isAdditive && keyPath.kind != .path
    self.isCumulative = isCumulative
  }

  /// Creates a change between two values.
  package init(
    keyPath: LayerKeyPath, from: LayerValue?, to: LayerValue?, by: LayerValue?, isAdditive: Bool, isCumulative: Bool
  ) {
    self.init(
      keyPath: keyPath, course: .basic(BasicCourse(from: from, to: to, by: by)), isAdditive: isAdditive,
      isCumulative: isCumulative)
  }

  /// The end values of a basic or spring animation; nil for keyframes.
  package var ends: BasicCourse? {
    switch course {
    case .basic(let ends), .spring(let ends, _): ends
    case .keyframes, .path: nil
    }
  }

  /// The type of an animation's values for a key path; nil if the value function cannot produce the
  /// property.
  package static func valueKind(of keyPath: LayerKeyPath, _ function: ValueFunction?) -> LayerValueKind? {
    guard let function else { return keyPath.kind }
    guard keyPath.kind == .transform else { return nil }
    return function.inputCount == 1 ? .number : .numbers
  }
}

// MARK: - Evaluation

extension PropertyChange {
  /// Applies the animation to the values of a layer. Values that do not match each other or the
  /// property change nothing.
  ///
  /// - Parameters:
  ///   - cycle: the number of completed cycles.
  ///   - cycleEnd: the progress at the end of a cycle.
  package func apply(
    at moment: AnimationMoment, cycle: Int = 0, cycleEnd: AnimationMoment = AnimationMoment(fraction: 1, time: 1),
    to values: inout LayerValues
  ) {
    guard let beneath = keyPath.value(in: values) else { return }
    let value =
      keyPath.interpolation == .continuous
      ? continuousValue(at: moment, cycle: cycle, cycleEnd: cycleEnd, beneath: beneath)
      : heldValue(at: moment, beneath: beneath)
    guard let value, keyPath.set(value, in: &values) else { return }
    if case .image = keyPath.property.kind {
      values.contentsFade = ends.flatMap { ContentsFade($0, at: moment.fraction, beneath: beneath) }
    }
    if case .path(let path) = course, let turn = path.turn(at: moment.fraction) {
      values.geometry.transform = turn.concatenating(values.geometry.transform)
    }
  }

  private func continuousValue(
    at moment: AnimationMoment, cycle: Int, cycleEnd: AnimationMoment, beneath: LayerValue
  ) -> LayerValue? {
    let mixesNone = keyPath.property.mixesNone
    if !mixesNone {
      // Nothing can be added to no value.
      if isAdditive, beneath == .none { return nil }
      if endsInNone(beneath: beneath) { return heldValue(at: moment, beneath: beneath) }
    }
    guard let current = current(over: beneath) else { return noneValue(at: moment, beneath: beneath) }
    guard let run = run(start: start(from: current)), var value = run(moment) else {
      return noneValue(at: moment, beneath: beneath)
    }
    if isCumulative, cycle > 0 {
      guard let end = run(cycleEnd), let sum = value.accumulated(cycle: cycle, cycleEnd: end) else { return nil }
      value = sum
    }
    if let valueFunction {
      guard let transform = valueFunction.transform(of: value) else { return nil }
      value = .transform(transform)
    }
    if isAdditive {
      guard let sum = value.added(to: current) else { return nil }
      value = sum
    }
    return LayerValue(value)
  }

  /// The value beneath as one that can be mixed; nil where neither it nor the course has any. No
  /// value beneath counts as one that fits the course, or else the course does not ask for it.
  func current(over beneath: LayerValue) -> AnimatableValue? {
    if let value = beneath.animatable { return value }
    guard keyPath.property.mixesNone else { return anyValue }
    return addsToCurrent ? anyValue?.noneOfSum : anyValue?.counterpartOfNone
  }

  /// Whether the current value becomes part of a sum.
  private var addsToCurrent: Bool { isAdditive || isCumulative || ends?.by != nil }

  /// The value in place of the current one if the course lacks an end.
  func start(from current: AnimatableValue) -> AnimatableValue {
    valueFunction?.neutral ?? (isAdditive ? current.zero : current)
  }

  /// The course as a function of how far the animation is; nil when it leads nowhere.
  private func run(start: AnimatableValue) -> ((AnimationMoment) -> AnimatableValue?)? {
    switch course {
    case .basic(let course):
      guard let ends = course.ends(start: start) else { return nil }
      return { ends.value(at: $0.fraction) }
    case .spring(let course, let spring):
      guard let ends = course.ends(start: start) else { return nil }
      return { ends.value(at: spring.position(at: $0.time)) }
    case .keyframes(let course):
      guard let keyframes = course.keyframes else { return nil }
      return { keyframes.value(at: $0.fraction) }
    case .path(let course):
      let isSize = keyPath.kind == .size
      return { moment in
        course.keyframes.place(at: moment.fraction).map { place in
          isSize ? .size(CGSize(width: place.point.x, height: place.point.y)) : .point(place.point)
        }
      }
    }
  }

  /// Whether one of the values between which the property changes is no value.
  func endsInNone(beneath: LayerValue) -> Bool {
    switch course {
    case .basic(let ends), .spring(let ends, _):
      let given = [ends.from, ends.to, ends.by].compactMap { $0 }
      return (given.count == 1 ? given + [beneath] : given).contains(LayerValue.none)
    case .keyframes(let course): return course.values.contains(LayerValue.none)
    case .path: return false
    }
  }

  /// Some value of the course that can be mixed.
  private var anyValue: AnimatableValue? {
    switch course {
    case .basic(let ends), .spring(let ends, _):
      [ends.from, ends.to, ends.by].lazy.compactMap { $0?.animatable }.first
    case .keyframes(let course): course.values.lazy.compactMap(\.animatable).first
    case .path: nil
    }
  }

  /// Keyframes that are all no value set none; any other course that cannot be mixed has no effect.
  private func noneValue(at moment: AnimationMoment, beneath: LayerValue) -> LayerValue? {
    guard case .keyframes(let course) = course, !isAdditive, course.values.allSatisfy({ $0 == .none }) else {
      return nil
    }
    return heldValue(at: moment, beneath: beneath)
  }

  /// The value where there is nothing in between.
  private func heldValue(at moment: AnimationMoment, beneath: LayerValue) -> LayerValue? {
    switch course {
    case .basic(let course): course.heldValue(at: moment.fraction, beneath: beneath)
    case .spring(let course, let spring): course.heldValue(at: spring.position(at: moment.time), beneath: beneath)
    case .keyframes(let course): course.heldValue(at: moment.fraction)
    case .path: nil
    }
  }
}
