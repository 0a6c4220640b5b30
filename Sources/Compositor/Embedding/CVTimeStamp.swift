/// When a frame will be shown, as Core Video tells it. `CARenderer` takes one and looks at nothing in it.
/// (Source: CVBase.h.)
public struct CVTimeStamp: Sendable {
  public var version: UInt32 = 0
  public var videoTimeScale: Int32 = 0
  public var videoTime: Int64 = 0
  public var hostTime: UInt64 = 0
  public var rateScalar: Double = 0
  public var videoRefreshPeriod: Int64 = 0
  public var flags: UInt64 = 0
  public var reserved: UInt64 = 0

  public init() {}
}
