import MultiplaneGraphics
import MultiplaneMotion

/// One animation of a plan, with everything known that does not depend on time; see
/// `AnimationPlan`.
///
/// Evaluation of many layers waits for memory most of all, so what one animation needs lies
/// together in one object.
enum PlannedAnimation: Sendable {
  case lanes(PlannedLanes)
  case component(PlannedComponent)
  case transform(PlannedTransform)
  case path(PlannedPath)
  case group(PlannedGroup)

  /// Nil where there is no short way: for properties without a channel, kinds of courses and ends
  /// that do not fit, and for what another animation changes too.
  init?(_ animation: CommittedAnimation, over values: LayerValues, beside rows: inout PlannedRows) {
    self.init(animation, animation.pace, over: values, beside: &rows)
  }

  private init?(
    _ animation: CommittedAnimation, _ pace: AnimationPace, over values: LayerValues, beside rows: inout PlannedRows
  ) {
    switch animation.effect {
    case .property(let change):
      if let path = PlannedPath(change, pace, over: values) {
        guard rows.takePath() else { return nil }
        self = .path(path)
        return
      }
      guard let channel = change.keyPath.property.channel else { return nil }
      self.init(change, channel, pace, over: values, beside: &rows)
    case .group(let children):
      var animations: [PlannedAnimation] = []
      for child in children {
        // Within a group an animation is there as long as the group is.
        let pace = AnimationPace(timing: child.timing, curve: child.curve, isRemovedOnCompletion: false)
        guard let animation = PlannedAnimation(child, pace, over: values, beside: &rows) else { return nil }
        animations.append(animation)
      }
      self = .group(PlannedGroup(pace, animations))
    case .transition:
      // One within a group does nothing.
      self = .group(PlannedGroup(pace, []))
    }
  }

  private init?(
    _ change: PropertyChange, _ channel: AnimationChannel, _ pace: AnimationPace, over values: LayerValues,
    beside rows: inout PlannedRows
  ) {
    let keyPath = change.keyPath
    guard change.valueFunction == nil, keyPath.interpolation == .continuous, keyPath.property.mixesNone,
      let beneath = keyPath.value(in: values), let current = change.current(over: beneath)
    else { return nil }
    let start = change.start(from: current)
    if keyPath.kind == .transform {
      guard rows.takeMatrix(channel), !change.isCumulative,
        let course = PlannedCourse<TransformInterpolation>(change.course, start: start, { $0.transform })
      else { return nil }
      self = .transform(PlannedTransform(channel, pace, course, onto: change.isAdditive ? current.transform : nil))
      return
    }
    let kind = keyPath.kind
    guard let numbers = current.lanes(of: kind) else { return nil }
    if case .transform(let component) = keyPath.component {
      // Those after the first must not depend on the transform that they change.
      let isPlain = !change.isAdditive && !change.isCumulative
      guard case .transform = channel.target, let place = rows.takeComponent(channel, isPlain: isPlain),
        place == 0 || change.course.isKeyframes,
        let course = PlannedCourse<LaneInterpolation>(change.course, start: start, { $0.lanes(of: kind) }),
        let motion = LaneMotion(
          pace, course, onto: change.isAdditive ? numbers : nil, isCumulative: change.isCumulative),
        let setting = TransformComponentSetting(component, in: values.geometry.transform)
      else { return nil }
      self = .component(PlannedComponent(setting, motion, of: place == 0 ? nil : component))
      return
    }
    guard let lanes = ChannelLanes(keyPath.component),
      let row = rows.take(lanes, of: channel, still: keyPath.property.get(values))
    else { return nil }
    // The lanes of the row that it leaves alone are what they are without it.
    let still = rows[row].still
    let rest = change.isAdditive ? .zero : still
    guard
      let course = PlannedCourse<LaneInterpolation>(
        change.course, start: start, { $0.lanes(of: kind).map { lanes.placed($0, in: rest) } }),
      let motion = LaneMotion(
        pace, course, onto: change.isAdditive ? lanes.placed(numbers, in: still) : nil,
        isCumulative: change.isCumulative, of: lanes)
    else { return nil }
    self = .lanes(PlannedLanes(rows[row], row, lanes, motion))
  }

  /// Stores the lanes and the path that the animation makes at a time, and changes a node's
  /// transforms to what it makes of them.
  ///
  /// - Parameters:
  ///   - time: of the layer, or of the group around; no number where that shows nothing.
  ///   - rows: the value of each row of the plan, what it is without animations at first.
  ///   - path: the shape's path, what it is without animations at first.
  ///   - plan: has the transforms without animations, which count while this one shows nothing.
  func run(
    at time: Double, into rows: UnsafeMutableBufferPointer<SIMD4<Double>>, _ path: inout CGPath?,
    of plan: AnimationPlan, _ node: RenderNode
  ) {
    switch self {
    case .lanes(let animation): animation.run(at: time, into: rows)
    case .component(let animation): animation.run(at: time, of: plan, node)
    case .transform(let animation): animation.run(at: time, of: plan, node)
    case .path(let animation): animation.run(at: time, into: &path)
    case .group(let animation): animation.run(at: time, into: rows, &path, of: plan, node)
    }
  }
}

/// The rows of the table of keys that the animations of a plan change: up to four lanes each.
struct PlannedRows: Sendable {
  struct Row: Sendable {
    let channel: AnimationChannel
    /// The row's value without animations.
    let still: SIMD4<Double>
    /// Lanes that an animation changes, one bit each.
    var taken: UInt8
  }

  private var rows: [Row] = []
  /// What the animations change.
  private(set) var dirties: DirtyMask = []
  /// The number of components of the transform that animations set.
  private var componentCount = 0
  /// Whether all of them can be set in any values of the transform.
  private var takesComponents = true
  /// Whether an animation changes the shape's path.
  private(set) var hasPath = false

  subscript(index: Int) -> Row { rows[index] }
  var count: Int { rows.count }

  /// Takes lanes of a row for an animation; nil, and nothing is taken, where another one changes
  /// any of them.
  mutating func take(_ lanes: ChannelLanes, of channel: AnimationChannel, still: LayerValue) -> Int? {
    let taken = channel.taken(by: lanes)
    let dirt = channel.dirties(of: lanes)
    if let index = rows.firstIndex(where: { $0.channel === channel }) {
      guard rows[index].taken & taken == 0 else { return nil }
      rows[index].taken |= taken
      dirties.formUnion(dirt)
      return index
    }
    switch channel.target {
    case .node, .style: break
    case .transform, .sublayerTransform: return nil
    }
    // No colour is a clear one.
    rows.append(Row(channel: channel, still: still.animatable?.lanes ?? .zero, taken: taken))
    dirties.formUnion(dirt)
    return rows.count - 1
  }

  /// The same for the shape's path; false where another one changes it.
  mutating func takePath() -> Bool {
    guard !hasPath else { return false }
    hasPath = true
    dirties.formUnion(.shape)
    return true
  }

  /// The same for a component of the transform; nil where a whole one changes.
  ///
  /// - Parameter isPlain: whether it is neither additive nor cumulative.
  /// - Returns: the number of components that are set before it.
  mutating func takeComponent(_ channel: AnimationChannel, isPlain: Bool) -> Int? {
    guard componentCount == 0 ? dirties.isDisjoint(with: channel.dirties) : takesComponents && isPlain else {
      return nil
    }
    dirties.formUnion(channel.dirties)
    takesComponents = isPlain
    componentCount += 1
    return componentCount - 1
  }

  /// The same for a whole transform; false where another one changes it.
  mutating func takeMatrix(_ channel: AnimationChannel) -> Bool {
    guard dirties.isDisjoint(with: channel.dirties) else { return false }
    dirties.formUnion(channel.dirties)
    return true
  }
}

/// Changes the path of a shape.
final class PlannedPath: Sendable {
  private let pace: AnimationPace
  private let course: PlannedCourse<PathInterpolation>

  /// Nil for another property, and for courses that a plan does not run.
  init?(_ change: PropertyChange, _ pace: AnimationPace, over values: LayerValues) {
    guard change.keyPath.property.key == LayerProperties.shapePath.key, change.valueFunction == nil, !change.isAdditive,
      !change.isCumulative, let beneath = change.keyPath.value(in: values), !change.endsInNone(beneath: beneath),
      let current = change.current(over: beneath),
      let course = PlannedCourse<PathInterpolation>(change.course, start: change.start(from: current), { $0.path })
    else { return nil }
    self.pace = pace
    self.course = course
  }

  fileprivate func run(at time: Double, into path: inout CGPath?) {
    guard let value = pace.attachedMoment(at: time).flatMap({ course.value(at: $0) }) else { return }
    path = value
  }
}

/// From one path to another.
struct PathInterpolation: PlannedInterpolation {
  let from: CGPath
  let to: CGPath

  func value(at fraction: Double) -> CGPath { from.interpolated(to: to, fraction: fraction) }
}

/// Changes lanes of a row, each by itself.
final class PlannedLanes: Sendable {
  let motion: LaneMotion
  // Those of the row, once more: a plan of one animation needs no more memory than this.
  let channel: AnimationChannel
  private let still: SIMD4<Double>
  private let row: Int
  private let lanes: ChannelLanes

  init(_ values: PlannedRows.Row, _ row: Int, _ lanes: ChannelLanes, _ motion: LaneMotion) {
    (channel, still) = (values.channel, values.still)
    self.row = row
    self.lanes = lanes
    self.motion = motion
  }

  /// The row's lanes at a time, if no other animation changes any of them.
  func allLanes(at time: Double) -> SIMD4<Double> { motion.lanes(at: time) ?? still }

  fileprivate func run(at time: Double, into rows: UnsafeMutableBufferPointer<SIMD4<Double>>) {
    guard let value = motion.lanes(at: time) else { return }
    rows[row] = lanes.lanes(of: value, in: rows[row])
  }
}

/// Changes one component of the transform, by its numbers.
final class PlannedComponent: Sendable {
  let motion: LaneMotion
  /// Sets the component in the transform without animations.
  let setting: TransformComponentSetting
  /// The component, if others are set before it; nil for the first.
  private let component: TransformComponent?

  init(_ setting: TransformComponentSetting, _ motion: LaneMotion, of component: TransformComponent?) {
    self.setting = setting
    self.motion = motion
    self.component = component
  }

  fileprivate func run(at time: Double, of plan: AnimationPlan, _ node: RenderNode) {
    if let component {
      guard let lanes = motion.lanes(at: time),
        let setting = TransformComponentSetting(component, in: node.geometry.transform)
      else { return }
      node.geometry.transform = setting.transform(of: lanes)
      return
    }
    node.geometry.transform =
      motion.lanes(at: time).map { setting.transform(of: $0) } ?? plan.still.geometry.transform
  }
}

/// Changes a whole transform.
final class PlannedTransform: Sendable {
  private let isOfSublayers: Bool
  private let pace: AnimationPace
  private let course: PlannedCourse<TransformInterpolation>
  /// What the transform acts before.
  private let base: CATransform3D?

  init(
    _ channel: AnimationChannel, _ pace: AnimationPace, _ course: PlannedCourse<TransformInterpolation>,
    onto base: CATransform3D?
  ) {
    if case .sublayerTransform = channel.target { isOfSublayers = true } else { isOfSublayers = false }
    self.pace = pace
    self.course = course
    self.base = base
  }

  fileprivate func run(at time: Double, of plan: AnimationPlan, _ node: RenderNode) {
    let transform = pace.attachedMoment(at: time).flatMap { course.value(at: $0) }
    let whole = transform.map { transform in base.map { transform.concatenating($0) } ?? transform }
    if isOfSublayers {
      node.geometry.sublayerTransform = whole ?? plan.still.geometry.sublayerTransform
    } else {
      node.geometry.transform = whole ?? plan.still.geometry.transform
    }
  }
}

/// Runs animations in its own time.
final class PlannedGroup: Sendable {
  private let pace: AnimationPace
  private let animations: [PlannedAnimation]

  init(_ pace: AnimationPace, _ animations: [PlannedAnimation]) {
    self.pace = pace
    self.animations = animations
  }

  fileprivate func run(
    at time: Double, into rows: UnsafeMutableBufferPointer<SIMD4<Double>>, _ path: inout CGPath?,
    of plan: AnimationPlan, _ node: RenderNode
  ) {
    let time = pace.attachedMoment(at: time)?.time ?? .nan
    for animation in animations { animation.run(at: time, into: rows, &path, of: plan, node) }
  }
}

extension AnimationCourse {
  fileprivate var isKeyframes: Bool { if case .keyframes = self { true } else { false } }
}

// MARK: - Values in one type

extension AnimatableValue {
  /// The transform; nil for another kind.
  fileprivate var transform: CATransform3D? {
    if case .transform(let transform) = self { transform } else { nil }
  }

  /// The path; nil for another kind.
  fileprivate var path: CGPath? {
    if case .path(let path) = self { path } else { nil }
  }

  /// The numbers of a value, zeros after them; nil for kinds that are not so few numbers.
  fileprivate var lanes: SIMD4<Double>? {
    switch self {
    case .number(let number): SIMD4(number, 0, 0, 0)
    case .point(let point): SIMD4(point.x, point.y, 0, 0)
    case .size(let size): SIMD4(size.width, size.height, 0, 0)
    case .rect(let rect): SIMD4(rect.origin.x, rect.origin.y, rect.size.width, rect.size.height)
    case .color(let color): SIMD4(color.red, color.green, color.blue, color.alpha)
    default: nil
    }
  }

  /// The same of a value of a kind; nil for another one.
  fileprivate func lanes(of kind: LayerValueKind) -> SIMD4<Double>? {
    switch (self, kind) {
    case (.number, .number), (.point, .point), (.size, .size), (.rect, .rect), (.color, .color): lanes
    default: nil
    }
  }
}
