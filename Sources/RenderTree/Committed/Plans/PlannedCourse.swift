import MultiplaneGraphics
import MultiplaneMotion

/// The way from one value of a type to another.
protocol PlannedInterpolation: Sendable {
  associatedtype Value: Sendable
  init(from: Value, to: Value)
  func value(at fraction: Double) -> Value
}

extension TransformInterpolation: PlannedInterpolation {}

/// Up to four numbers, each mixed by itself.
struct LaneInterpolation: PlannedInterpolation, BitwiseCopyable {
  let from: SIMD4<Double>
  let to: SIMD4<Double>

  func value(at fraction: Double) -> SIMD4<Double> {
    fraction == 1 ? to : from + (to - from) * fraction
  }
}

/// The values through which an animation runs.
///
/// What most have lies in it, the rest apart: an enumeration would be copied whole whenever it is
/// looked at.
struct PlannedCourse<Interpolation: PlannedInterpolation>: Sendable {
  /// From one end to the other; of keyframes the first step.
  private let way: Interpolation
  /// Nil where the way is gone evenly.
  private let spring: Boxed<Spring>?
  private let keyframes: Keyframed?
  /// Nil for other courses than paths.
  private let path: Path?

  /// A path along which points move.
  private final class Path: Sendable {
    let keyframes: PathKeyframes
    let value: @Sendable (CGPoint) -> Interpolation.Value?

    init(_ keyframes: PathKeyframes, _ value: @escaping @Sendable (CGPoint) -> Interpolation.Value?) {
      self.keyframes = keyframes
      self.value = value
    }

    func value(at fraction: Double) -> Interpolation.Value? {
      keyframes.place(at: fraction).flatMap { value($0.point) }
    }
  }

  /// The values of keyframes, the ways between them, and when each is reached.
  private final class Keyframed: Sendable {
    private let values: [Interpolation.Value]
    private let steps: [Interpolation]
    private let times: KeyframeTimes

    init(_ values: [Interpolation.Value], _ times: KeyframeTimes) {
      self.values = values
      self.times = times
      steps = zip(values, values.dropFirst()).map { Interpolation(from: $0, to: $1) }
    }

    func value(at fraction: Double) -> Interpolation.Value? {
      guard let place = times.position(at: fraction) else { return nil }
      guard place.index < steps.count, place.fraction != 0 else { return values[place.index] }
      return steps[place.index].value(at: place.fraction)
    }
  }

  /// Nil for a course that leads nowhere, through values of another kind or along a smooth curve.
  ///
  /// - Parameters:
  ///   - start: what stands for the current value.
  ///   - value: a value in the course's type; nil for one of another kind.
  init?(
    _ course: AnimationCourse, start: AnimatableValue,
    _ value: @escaping @Sendable (AnimatableValue) -> Interpolation.Value?
  ) {
    func interpolation(_ course: BasicCourse) -> Interpolation? {
      guard let ends = course.ends(start: start), let from = value(ends.from), let to = value(ends.to) else {
        return nil
      }
      return Interpolation(from: from, to: to)
    }
    switch course {
    case .basic(let course):
      guard let way = interpolation(course) else { return nil }
      (self.way, spring, keyframes, path) = (way, nil, nil, nil)
    case .spring(let course, let spring):
      guard let way = interpolation(course) else { return nil }
      (self.way, self.spring, keyframes, path) = (way, Boxed(wrappedValue: spring), nil, nil)
    case .keyframes(let course):
      guard let keyframes = course.keyframes, !keyframes.mode.isCubic, let times = keyframes.times else { return nil }
      let values = keyframes.values.compactMap(value)
      guard values.count == keyframes.values.count, let first = values.first else { return nil }
      way = Interpolation(from: first, to: values.count > 1 ? values[1] : first)
      (spring, self.keyframes, path) = (nil, Keyframed(values, times), nil)
    case .path(let course):
      // A turn changes the transform, too.
      guard course.rotation == nil, let current = value(start) else { return nil }
      way = Interpolation(from: current, to: current)
      (spring, keyframes) = (nil, nil)
      if case .size = start {
        path = Path(course.keyframes) { value(.size(CGSize(width: $0.x, height: $0.y))) }
      } else {
        path = Path(course.keyframes) { value(.point($0)) }
      }
    }
  }

  /// The way, where it is all.
  var onlyWay: Interpolation? { spring == nil && keyframes == nil && path == nil ? way : nil }

  func value(at moment: AnimationMoment) -> Interpolation.Value? {
    if let keyframes { return keyframes.value(at: moment.fraction) }
    if let path { return path.value(at: moment.fraction) }
    return way.value(at: spring.map { $0.wrappedValue.position(at: moment.time) } ?? moment.fraction)
  }
}

/// When lanes run, and through which values.
struct LaneMotion: Sendable {
  private let pace: AnimationPace
  private let course: PlannedCourse<LaneInterpolation>
  /// What the lanes are added to.
  private let base: SIMD4<Double>?
  /// By how much each cycle goes on from the last one; nil where all are the same.
  private let step: SIMD4<Double>?

  /// Nil for a course that adds up to nothing known.
  ///
  /// - Parameter lanes: which of them run, where others are beside them; nil for all.
  init?(
    _ pace: AnimationPace, _ course: PlannedCourse<LaneInterpolation>, onto base: SIMD4<Double>?, isCumulative: Bool,
    of lanes: ChannelLanes? = nil
  ) {
    self.pace = pace
    self.course = course
    self.base = base
    let end = isCumulative ? course.value(at: pace.cycleEnd) : nil
    if isCumulative, end == nil { return nil }
    step = end.map { lanes?.lanes(of: $0, in: .zero) ?? $0 }
  }

  /// The lanes at a time of the layer, or of the group around; nil where the animation shows
  /// nothing.
  func lanes(at time: Double) -> SIMD4<Double>? {
    guard let (moment, cycle) = pace.attachedCycle(at: time), var lanes = course.value(at: moment) else { return nil }
    if let step, cycle > 0 { lanes += step * Double(cycle) }
    return base.map { lanes + $0 } ?? lanes
  }

  /// All there is to it; nil where it is more than a run from one end to the other.
  var run: LaneRun? {
    step == nil ? course.onlyWay.map { LaneRun(pace: pace, way: $0, base: base) } : nil
  }
}

/// Lanes that run from one end to the other: the motion of most animations, without references.
struct LaneRun: Sendable, BitwiseCopyable {
  fileprivate let pace: AnimationPace
  fileprivate let way: LaneInterpolation
  fileprivate let base: SIMD4<Double>?

  /// As `LaneMotion.lanes(at:)`.
  @inline(__always)
  func lanes(at time: Double) -> SIMD4<Double>? {
    guard let moment = pace.attachedMoment(at: time) else { return nil }
    let lanes = way.value(at: moment.fraction)
    return base.map { lanes + $0 } ?? lanes
  }
}
