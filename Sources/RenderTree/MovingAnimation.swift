import Graphics
import Motion

/// One animation of a plan, with everything known that does not depend on time; see `AnimationPlan`.
///
/// Evaluation of many layers waits for memory most of all, so that what most animations need lies together in one object.
final class MovingAnimation: Sendable {
  private let pace: AnimationPace
  private let effect: Effect

  fileprivate enum Effect: Sendable {
    /// Changes each number of a part by itself.
    case numbers(MovingPart, MovingCourse<NumberInterpolation>)
    /// The same, but the numbers are added to others.
    indirect case added(MovingPart, MovingCourse<NumberInterpolation>, onto: SIMD4<Double>)
    case component(ComponentChange)
    case transform(TransformChange)
    case group([MovingAnimation])
  }

  /// Nil where there is no short way: for rare properties, kinds of courses and ends that do not fit, and for what another
  /// animation changes too.
  init?(_ animation: CommittedAnimation, over values: LayerValues, beside taken: inout MovingPart.Places) {
    pace = animation.pace
    switch animation.effect {
    case .property(let change):
      guard let part = MovingPart(change.keyPath), taken.isDisjoint(with: part.places),
        let effect = Effect(change, of: part, over: values)
      else { return nil }
      taken.formUnion(part.places)
      self.effect = effect
    case .group(let children):
      var animations: [MovingAnimation] = []
      for child in children {
        guard let animation = MovingAnimation(child, over: values, beside: &taken) else { return nil }
        animations.append(animation)
      }
      effect = .group(animations)
    case .transition:
      // One within a group does nothing.
      effect = .group([])
    }
  }

  func apply(at time: Double, to values: inout MovingValues) {
    guard pace.isAttached(at: time) else { return }
    applyWhileAttached(at: time, to: &values)
  }

  private func applyWhileAttached(at time: Double, to values: inout MovingValues) {
    guard let (moment, _) = pace.moment(at: time) else { return }
    switch effect {
    case .numbers(let part, let course):
      if let numbers = course.value(at: moment) { values.set(part, numbers) }
    case .added(let part, let course, let base):
      if let numbers = course.value(at: moment) { values.set(part, numbers + base) }
    case .component(let change):
      if let transform = change.value(at: moment) { values.geometry.transform = transform }
    case .transform(let change):
      if let transform = change.value(at: moment) { values.geometry.transform = transform }
    case .group(let animations):
      for animation in animations { animation.applyWhileAttached(at: moment.time, to: &values) }
    }
  }
}

extension MovingAnimation.Effect {
  init?(_ change: PropertyChange, of part: MovingPart, over values: LayerValues) {
    let kind = change.keyPath.kind
    guard change.valueFunction == nil, !change.isCumulative, change.keyPath.interpolation == .continuous,
      let beneath = change.keyPath.value(in: values), let current = change.current(over: beneath)
    else { return nil }
    let start = change.start(from: current)
    if kind == .transform {
      guard let course = MovingCourse<TransformInterpolation>(change.course, start: start, { $0.transform }) else {
        return nil
      }
      self = .transform(TransformChange(course, onto: change.isAdditive ? current.transform : nil))
      return
    }
    guard let numbers = current.numbers(of: kind),
      let course = MovingCourse<NumberInterpolation>(change.course, start: start, { $0.numbers(of: kind) })
    else { return nil }
    if case .transform(let component) = change.keyPath.component {
      guard let setting = TransformComponentSetting(component, in: values.geometry.transform) else { return nil }
      self = .component(ComponentChange(course, onto: change.isAdditive ? numbers : nil, setting))
    } else {
      self = change.isAdditive ? .added(part, course, onto: numbers) : .numbers(part, course)
    }
  }
}

/// Changes one component of the transform, by its numbers.
private final class ComponentChange: Sendable {
  private let course: MovingCourse<NumberInterpolation>
  /// What the numbers are added to.
  private let base: SIMD4<Double>?
  private let setting: TransformComponentSetting

  init(_ course: MovingCourse<NumberInterpolation>, onto base: SIMD4<Double>?, _ setting: TransformComponentSetting) {
    self.course = course
    self.base = base
    self.setting = setting
  }

  func value(at moment: AnimationMoment) -> CATransform3D? {
    guard var numbers = course.value(at: moment) else { return nil }
    if let base { numbers += base }
    return setting.transform(of: numbers)
  }
}

/// Changes the whole transform.
private final class TransformChange: Sendable {
  private let course: MovingCourse<TransformInterpolation>
  /// What the transform acts before.
  private let base: CATransform3D?

  init(_ course: MovingCourse<TransformInterpolation>, onto base: CATransform3D?) {
    self.course = course
    self.base = base
  }

  func value(at moment: AnimationMoment) -> CATransform3D? {
    guard let transform = course.value(at: moment) else { return nil }
    return base.map { transform.concatenating($0) } ?? transform
  }
}

// MARK: - Values in one type

extension AnimatableValue {
  /// The transform; nil for another kind.
  fileprivate var transform: CATransform3D? {
    if case .transform(let transform) = self { transform } else { nil }
  }

  /// The numbers of a value of a kind, zeros after them; nil for another kind, and for kinds that are not so few numbers.
  fileprivate func numbers(of kind: LayerValueKind) -> SIMD4<Double>? {
    switch (self, kind) {
    case (.number(let number), .number): SIMD4(number, 0, 0, 0)
    case (.point(let point), .point): SIMD4(point.x, point.y, 0, 0)
    case (.size(let size), .size): SIMD4(size.width, size.height, 0, 0)
    case (.color(let color), .color): SIMD4(color.red, color.green, color.blue, color.alpha)
    default: nil
    }
  }
}
