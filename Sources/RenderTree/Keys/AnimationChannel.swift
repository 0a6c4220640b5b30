import MultiplaneGraphics

/// How the numbers of an animation get from a row of the table of keys into the node of a frame.
///
/// A row that has a channel is animated by a plan (`AnimationPlan`), which never makes values of
/// it: the row's value is up to four lanes (`LaneValue`), and the channel stores them where the
/// node or its style has them. What has to be done again in the node follows from `dirties`. All
/// else that is animated goes through `LayerValues`.
final class AnimationChannel: Sendable {
  /// The target of the lanes.
  enum Target: Sendable {
    /// Into the node itself.
    case node(@Sendable (RenderNode, SIMD4<Double>) -> Void)
    /// Into the numbers of which the node's style is resolved.
    case style(@Sendable (inout StyleNumbers, SIMD4<Double>) -> Void)
    /// A matrix and no lanes: the layer's transform.
    case transform
    /// That of its sublayers.
    case sublayerTransform
  }

  let target: Target
  let dirties: DirtyMask

  private init(_ target: Target, _ dirties: DirtyMask) {
    self.target = target
    self.dirties = dirties
  }

  /// A channel into the node's geometry.
  static func geometry<Value: LaneValue>(
    _ path: any WritableKeyPath<LayerGeometry, Value> & Sendable, _ dirties: DirtyMask
  ) -> AnimationChannel {
    AnimationChannel(.node { $0.geometry[keyPath: path] = Value(lanes: $1) }, dirties)
  }

  /// A channel into the numbers of the style.
  static func style<Value: LaneValue>(
    _ path: any WritableKeyPath<StyleNumbers, Value> & Sendable, _ dirties: DirtyMask
  ) -> AnimationChannel {
    AnimationChannel(.style { $0[keyPath: path] = Value(lanes: $1) }, dirties)
  }

  static let opacity = AnimationChannel(.node { $0.opacity = min(Double(Float($1.x)), 1) }, .opacity)
  static let background = AnimationChannel(
    .node { $0.background = Background(StraightColor(lanes: $1)) }, .background)
  static let transform = AnimationChannel(.transform, .transform)
  static let sublayerTransform = AnimationChannel(.sublayerTransform, .sublayerTransform)

  /// Stores the row's lanes in a node; does nothing for what the style has.
  @inline(__always)
  func store(_ lanes: SIMD4<Double>, in node: RenderNode) {
    if case .node(let store) = target { store(node, lanes) }
  }

  /// Stores the row's lanes in the numbers of a style; does nothing for what the node has.
  @inline(__always)
  func store(_ lanes: SIMD4<Double>, in style: inout StyleNumbers) {
    if case .style(let store) = target { store(&style, lanes) }
  }

  /// The dirty mask of an animation of some lanes.
  func dirties(of lanes: ChannelLanes) -> DirtyMask {
    lanes.isOfSize ? dirties : dirties.subtracting(.size)
  }

  /// The lanes that an animation of some lanes may change: a negative size moves the origin of
  /// bounds.
  func taken(by lanes: ChannelLanes) -> UInt8 {
    dirties.contains(.size) ? lanes.bits | lanes.bits >> 2 : lanes.bits
  }
}

/// The lanes of a part of a row's value.
struct ChannelLanes: Sendable, BitwiseCopyable {
  /// The first of them, and how many.
  private let first: Int
  private let count: Int

  /// Nil for a part that is no lanes.
  init?(_ component: LayerKeyPath.Component) {
    switch component {
    case .whole: (first, count) = (0, 4)
    case .x, .width, .originX: (first, count) = (0, 1)
    case .y, .height, .originY: (first, count) = (1, 1)
    case .origin: (first, count) = (0, 2)
    case .size: (first, count) = (2, 2)
    case .sizeWidth: (first, count) = (2, 1)
    case .sizeHeight: (first, count) = (3, 1)
    case .transform, .filterInput: return nil
    }
  }

  /// One bit a lane.
  var bits: UInt8 { ((1 << count) - 1) << first }

  /// Whether the size of a rectangle is among them.
  var isOfSize: Bool { first + count > 2 }

  /// These lanes of a value, those of another beside them.
  func lanes(of value: SIMD4<Double>, in rest: SIMD4<Double>) -> SIMD4<Double> {
    var lanes = rest
    for lane in first..<first + count { lanes[lane] = value[lane] }
    return lanes
  }

  /// A part's own numbers in their lanes, those of another value beside them.
  func placed(_ numbers: SIMD4<Double>, in rest: SIMD4<Double>) -> SIMD4<Double> {
    var lanes = rest
    for lane in 0..<count { lanes[first + lane] = numbers[lane] }
    return lanes
  }
}

/// A value of up to four numbers, zeros after them.
protocol LaneValue: Sendable {
  init(lanes: SIMD4<Double>)
}

extension Double: LaneValue {
  init(lanes: SIMD4<Double>) { self = lanes.x }
}

extension Float: LaneValue {
  init(lanes: SIMD4<Double>) { self.init(lanes.x) }
}

extension CGFloat: LaneValue {
  init(lanes: SIMD4<Double>) { self.init(lanes.x) }
}

extension CGPoint: LaneValue {
  init(lanes: SIMD4<Double>) { self.init(x: lanes.x, y: lanes.y) }
}

extension CGSize: LaneValue {
  init(lanes: SIMD4<Double>) { self.init(width: lanes.x, height: lanes.y) }
}

extension CGRect: LaneValue {
  init(lanes: SIMD4<Double>) { self.init(x: lanes.x, y: lanes.y, width: lanes.z, height: lanes.w) }
}

extension StraightColor: LaneValue {
  /// As `CGColor` cuts its components.
  init(lanes: SIMD4<Double>) {
    func limited(_ component: Double) -> Double { component.isNaN ? 0 : min(max(component, 0), 1) }
    self.init(red: limited(lanes.x), green: limited(lanes.y), blue: limited(lanes.z), alpha: limited(lanes.w))
  }
}

/// No colour is a clear one: neither is seen.
extension StraightColor?: LaneValue {
  init(lanes: SIMD4<Double>) { self = StraightColor(lanes: lanes) }
}
