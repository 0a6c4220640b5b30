import MultiplaneGraphics
import MultiplaneMotion

/// One animation of a plan, with everything known that does not depend on time; see `AnimationPlan`.
///
/// Evaluation of many layers waits for memory most of all, so what one animation needs lies together in one object.
enum MovingAnimation: Sendable {
  case numbers(MovingNumbers)
  case component(MovingComponent)
  case transform(MovingTransform)
  case group(MovingGroup)

  /// Nil where there is no short way: for rare properties, kinds of courses and ends that do not fit, and for what another
  /// animation changes too.
  init?(_ animation: CommittedAnimation, over values: LayerValues, beside taken: inout MovingPart.Places) {
    self.init(animation, animation.pace, over: values, beside: &taken)
  }

  private init?(
    _ animation: CommittedAnimation, _ pace: AnimationPace, over values: LayerValues,
    beside taken: inout MovingPart.Places
  ) {
    switch animation.effect {
    case .property(let change):
      guard let part = MovingPart(change.keyPath), taken.isDisjoint(with: part.places) else { return nil }
      taken.formUnion(part.places)
      self.init(change, of: part, pace, over: values)
    case .group(let children):
      var animations: [MovingAnimation] = []
      for child in children {
        // Within a group an animation is there as long as the group is.
        let pace = AnimationPace(timing: child.timing, curve: child.curve, isRemovedOnCompletion: false)
        guard let animation = MovingAnimation(child, pace, over: values, beside: &taken) else { return nil }
        animations.append(animation)
      }
      self = .group(MovingGroup(pace, animations))
    case .transition:
      // One within a group does nothing.
      self = .group(MovingGroup(pace, []))
    }
  }

  private init?(_ change: PropertyChange, of part: MovingPart, _ pace: AnimationPace, over values: LayerValues) {
    let kind = change.keyPath.kind
    guard change.valueFunction == nil, change.keyPath.interpolation == .continuous, change.keyPath.property.mixesNone,
      let beneath = change.keyPath.value(in: values), let current = change.current(over: beneath)
    else { return nil }
    let start = change.start(from: current)
    if kind == .transform {
      guard !change.isCumulative,
        let course = MovingCourse<TransformInterpolation>(change.course, start: start, { $0.transform })
      else { return nil }
      self = .transform(MovingTransform(part, pace, course, onto: change.isAdditive ? current.transform : nil))
      return
    }
    guard let numbers = current.numbers(of: kind),
      let course = MovingCourse<NumberInterpolation>(change.course, start: start, { $0.numbers(of: kind) }),
      let motion = NumberMotion(
        pace, course, onto: change.isAdditive ? numbers : nil, isCumulative: change.isCumulative)
    else { return nil }
    if case .transform(let component) = change.keyPath.component {
      guard let setting = TransformComponentSetting(component, in: values.geometry.transform) else { return nil }
      self = .component(MovingComponent(setting, motion))
    } else {
      self = .numbers(MovingNumbers(part, motion))
    }
  }

  /// Changes a node to what the animation makes of it at a time.
  ///
  /// - Parameters:
  ///   - time: of the layer, or of the group around; no number where that shows nothing.
  ///   - plan: has the values without animations, which count while this one shows nothing.
  func apply(at time: Double, of plan: AnimationPlan, to node: RenderNode) {
    switch self {
    case .numbers(let animation): animation.apply(at: time, of: plan, to: node)
    case .component(let animation): animation.apply(at: time, of: plan, to: node)
    case .transform(let animation): animation.apply(at: time, of: plan, to: node)
    case .group(let animation): animation.apply(at: time, of: plan, to: node)
    }
  }
}

extension MovingAnimation {
  /// Changes what a look is made of to what the animation makes of it at a time; see `apply(at:of:to:)`.
  func change(_ look: inout LookNumbers, at time: Double) {
    switch self {
    case .numbers(let animation): animation.change(&look, at: time)
    case .group(let animation): animation.change(&look, at: time)
    case .component, .transform: break
    }
  }
}

/// Changes each number of a part by itself.
final class MovingNumbers: Sendable {
  let motion: NumberMotion
  let part: MovingPart

  init(_ part: MovingPart, _ motion: NumberMotion) {
    self.part = part
    self.motion = motion
  }

  fileprivate func apply(at time: Double, of plan: AnimationPlan, to node: RenderNode) {
    guard !part.isOfLook else { return }
    if let numbers = motion.numbers(at: time) {
      node.set(part, numbers, over: plan)
    } else {
      node.reset(part, to: plan.still)
    }
  }

  fileprivate func change(_ look: inout LookNumbers, at time: Double) {
    guard part.isOfLook, let numbers = motion.numbers(at: time) else { return }
    look.set(part, numbers)
  }
}

/// Changes one component of the transform, by its numbers.
final class MovingComponent: Sendable {
  let motion: NumberMotion
  let setting: TransformComponentSetting

  init(_ setting: TransformComponentSetting, _ motion: NumberMotion) {
    self.setting = setting
    self.motion = motion
  }

  fileprivate func apply(at time: Double, of plan: AnimationPlan, to node: RenderNode) {
    if let numbers = motion.numbers(at: time) {
      node.geometry.transform = setting.transform(of: numbers)
    } else {
      node.reset(.transform, to: plan.still)
    }
  }
}

/// Changes a whole transform.
final class MovingTransform: Sendable {
  private let part: MovingPart
  private let pace: AnimationPace
  private let course: MovingCourse<TransformInterpolation>
  /// What the transform acts before.
  private let base: CATransform3D?

  init(
    _ part: MovingPart, _ pace: AnimationPace, _ course: MovingCourse<TransformInterpolation>, onto base: CATransform3D?
  ) {
    self.part = part
    self.pace = pace
    self.course = course
    self.base = base
  }

  fileprivate func apply(at time: Double, of plan: AnimationPlan, to node: RenderNode) {
    guard let moment = pace.attachedMoment(at: time), let transform = course.value(at: moment) else {
      node.reset(part, to: plan.still)
      return
    }
    let whole = base.map { transform.concatenating($0) } ?? transform
    if part == .transform { node.geometry.transform = whole } else { node.geometry.sublayerTransform = whole }
  }
}

/// Runs animations in its own time.
final class MovingGroup: Sendable {
  private let pace: AnimationPace
  private let animations: [MovingAnimation]

  init(_ pace: AnimationPace, _ animations: [MovingAnimation]) {
    self.pace = pace
    self.animations = animations
  }

  fileprivate func apply(at time: Double, of plan: AnimationPlan, to node: RenderNode) {
    let time = pace.attachedMoment(at: time)?.time ?? .nan
    for animation in animations { animation.apply(at: time, of: plan, to: node) }
  }

  fileprivate func change(_ look: inout LookNumbers, at time: Double) {
    let time = pace.attachedMoment(at: time)?.time ?? .nan
    for animation in animations { animation.change(&look, at: time) }
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
    case (.rect(let rect), .rect): SIMD4(rect.origin.x, rect.origin.y, rect.size.width, rect.size.height)
    case (.color(let color), .color): SIMD4(color.red, color.green, color.blue, color.alpha)
    default: nil
    }
  }
}
