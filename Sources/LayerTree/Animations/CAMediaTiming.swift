import MultiplaneGraphics
import MultiplaneMotion

/// The timing of a layer or an animation in a hierarchy of time spaces: local time = (parent time −
/// beginTime) · speed + timeOffset.
///
/// All times are in seconds. (Source: CAMediaTiming.h.)
public protocol CAMediaTiming: AnyObject {
  /// The start time, in the parent's time space.
  var beginTime: CFTimeInterval { get set }
  /// The duration of one cycle. Infinite for layers.
  var duration: CFTimeInterval { get set }
  /// The rate of local time relative to the parent's; 0 pauses it.
  var speed: Float { get set }
  /// An offset that is added to local time.
  var timeOffset: CFTimeInterval { get set }
  /// The number of cycles, which may be a fraction; 0 counts as 1.
  var repeatCount: Float { get set }
  /// The total duration of all cycles. Above 0 it overrides `repeatCount`.
  var repeatDuration: CFTimeInterval { get set }
  /// Whether each cycle also plays backwards, which doubles its duration.
  var autoreverses: Bool { get set }
  /// The effect before the start and after the end.
  var fillMode: CAMediaTimingFillMode { get set }
}

/// The effect of an animation outside its active duration.
public struct CAMediaTimingFillMode: RawRepresentable, Hashable, Sendable {
  /// The name of the constant in Core Animation.
  public let rawValue: String
  /// Creates a value with any name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The final value stays after the end.
  public static let forwards = CAMediaTimingFillMode(rawValue: "forwards")
  /// The first value applies before the start.
  public static let backwards = CAMediaTimingFillMode(rawValue: "backwards")
  /// The first value applies before the start, and the final value stays after the end.
  public static let both = CAMediaTimingFillMode(rawValue: "both")
  /// No effect before the start and after the end. Unknown names mean the same.
  public static let removed = CAMediaTimingFillMode(rawValue: "removed")

  package static let all: [CAMediaTimingFillMode] = [.removed, .forwards, .backwards, .both]

  var motion: FillMode {
    switch self {
    case .forwards: .forwards
    case .backwards: .backwards
    case .both: .both
    default: .removed
    }
  }

  init(_ mode: FillMode) {
    switch mode {
    case .forwards: self = .forwards
    case .backwards: self = .backwards
    case .both: self = .both
    case .removed: self = .removed
    }
  }
}
