/// When a frame was shown or will be, as Core Video tells it. (Source: CVBase.h.)
public struct CVTimeStamp: Sendable {
  /// The version of the structure: 0, the only one. Not used.
  public var version: UInt32 = 0
  /// Units of `videoTime` and `videoRefreshPeriod` in a second; 0 if they are not known.
  public var videoTimeScale: Int32 = 0
  /// The start of the frame, in units of `videoTimeScale`. Not used.
  public var videoTime: Int64 = 0
  /// Nanoseconds of the clock of `CACurrentMediaTime()`; 0 if it is not known.
  public var hostTime: UInt64 = 0
  /// The rate of the display as a multiple of its nominal rate. Not used.
  public var rateScalar: Double = 0
  /// From one refresh to the next; 0 if it is not known.
  public var videoRefreshPeriod: Int64 = 0
  /// Which fields are valid, as Core Video's bits. Not used: a field that is 0 is not known.
  public var flags: UInt64 = 0
  /// Reserved by Core Video; 0.
  public var reserved: UInt64 = 0

  /// A time stamp with nothing known: every field 0.
  public init() {}

  /// Seconds of media time; nil if it is not known.
  var mediaTime: Double? { hostTime > 0 ? Double(hostTime) * 1e-9 : nil }

  /// Seconds from one refresh to the next; nil if it is not known.
  var period: Double? {
    videoRefreshPeriod > 0 && videoTimeScale > 0 ? Double(videoRefreshPeriod) / Double(videoTimeScale) : nil
  }
}
