/// The time of a frame, as in Core Video. (Source: CVBase.h.)
public struct CVTimeStamp: Sendable {
  /// The version of the structure, 0. Ignored.
  public var version: UInt32 = 0
  /// Units per second of `videoTime` and `videoRefreshPeriod`; 0 if unknown.
  public var videoTimeScale: Int32 = 0
  /// The start of the frame, in units of `videoTimeScale`. Ignored.
  public var videoTime: Int64 = 0
  /// The time in nanoseconds, by the clock of `CACurrentMediaTime()`; 0 if unknown.
  public var hostTime: UInt64 = 0
  /// The rate of the display as a multiple of its nominal rate. Ignored.
  public var rateScalar: Double = 0
  /// The interval between refreshes, in units of `videoTimeScale`; 0 if unknown.
  public var videoRefreshPeriod: Int64 = 0
  /// Core Video's bits of valid fields. Ignored: a field of 0 is unknown.
  public var flags: UInt64 = 0
  /// Reserved; 0.
  public var reserved: UInt64 = 0

  /// Creates a time stamp with all fields 0, which means unknown.
  public init() {}

  /// Seconds of media time; nil if it is not known.
  var mediaTime: Double? { hostTime > 0 ? Double(hostTime) * 1e-9 : nil }

  /// Seconds from one refresh to the next; nil if it is not known.
  var period: Double? {
    videoRefreshPeriod > 0 && videoTimeScale > 0 ? Double(videoRefreshPeriod) / Double(videoTimeScale) : nil
  }
}
