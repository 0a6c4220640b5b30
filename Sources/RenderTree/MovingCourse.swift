import Graphics
import Motion

/// The way from one value of a type to another.
protocol MovingInterpolation: Sendable {
  associatedtype Value: Sendable
  init(from: Value, to: Value)
  func value(at fraction: Double) -> Value
}

extension TransformInterpolation: MovingInterpolation {}

/// Up to four numbers, each mixed by itself.
struct NumberInterpolation: MovingInterpolation {
  let from: SIMD4<Double>
  let to: SIMD4<Double>

  func value(at fraction: Double) -> SIMD4<Double> {
    fraction == 1 ? to : from + (to - from) * fraction
  }
}

/// The values through which a part runs.
enum MovingCourse<Interpolation: MovingInterpolation>: Sendable {
  case basic(Interpolation)
  case spring(Interpolation, Spring)
  case keyframes(Keyframed)

  /// The values of keyframes, the ways between them, and when each is reached.
  final class Keyframed: Sendable {
    let values: [Interpolation.Value]
    let steps: [Interpolation]
    let times: KeyframeTimes

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
  init?(_ course: AnimationCourse, start: AnimatableValue, _ value: (AnimatableValue) -> Interpolation.Value?) {
    func interpolation(_ course: BasicCourse) -> Interpolation? {
      guard let ends = course.ends(start: start), let from = value(ends.from), let to = value(ends.to) else {
        return nil
      }
      return Interpolation(from: from, to: to)
    }
    switch course {
    case .basic(let course):
      guard let interpolation = interpolation(course) else { return nil }
      self = .basic(interpolation)
    case .spring(let course, let spring):
      guard let interpolation = interpolation(course) else { return nil }
      self = .spring(interpolation, spring)
    case .keyframes(let course):
      guard let keyframes = course.keyframes, !keyframes.mode.isCubic, let times = keyframes.times else { return nil }
      let values = keyframes.values.compactMap(value)
      guard values.count == keyframes.values.count else { return nil }
      self = .keyframes(Keyframed(values, times))
    case .path: return nil
    }
  }

  func value(at moment: AnimationMoment) -> Interpolation.Value? {
    switch self {
    case .basic(let interpolation): interpolation.value(at: moment.fraction)
    case .spring(let interpolation, let spring): interpolation.value(at: spring.position(at: moment.time))
    case .keyframes(let keyframes): keyframes.value(at: moment.fraction)
    }
  }
}
