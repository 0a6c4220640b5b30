import MultiplaneGraphics
import MultiplaneMotion

/// Where a layer or an animation lies in time: local time = (parent time − beginTime) · speed + timeOffset.
///
/// All times are in seconds. (Source: CAMediaTiming.h.)
public protocol CAMediaTiming: AnyObject {
  /// When the object begins, in its parent's time.
  var beginTime: CFTimeInterval { get set }
  /// Length of one cycle, without repeats; infinite for layers.
  var duration: CFTimeInterval { get set }
  /// How fast local time runs against the parent's; 0 stops it.
  var speed: Float { get set }
  /// Added to local time.
  var timeOffset: CFTimeInterval { get set }
  /// How often the cycle is repeated; fractions end midway; 0 counts as 1.
  var repeatCount: Float { get set }
  /// For how long the cycle is repeated; above 0 it takes the place of `repeatCount`.
  var repeatDuration: CFTimeInterval { get set }
  /// Whether each cycle runs back again, which doubles it.
  var autoreverses: Bool { get set }
  /// What shows before the beginning and after the end.
  var fillMode: CAMediaTimingFillMode { get set }
}

/// What an animation shows outside its active time.
public struct CAMediaTimingFillMode: RawRepresentable, Hashable, Sendable {
  /// Core Animation's name.
  public let rawValue: String
  /// Takes any name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// After the end the last value stays.
  public static let forwards = CAMediaTimingFillMode(rawValue: "forwards")
  /// Before the beginning the first value shows.
  public static let backwards = CAMediaTimingFillMode(rawValue: "backwards")
  /// Before the beginning the first value shows, after the end the last.
  public static let both = CAMediaTimingFillMode(rawValue: "both")
  /// Nothing shows outside. An unknown name means the same.
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
