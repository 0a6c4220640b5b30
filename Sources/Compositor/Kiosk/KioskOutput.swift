/// An output of a kiosk that is lit.
public struct KioskOutput: Sendable, Equatable {
  /// The connector's name, such as `HDMI-A-1`.
  public let name: String
  /// Which of the kiosk's contents it shows, from 0.
  public let content: Int
  /// The mode, such as `1920x1080@60`.
  public let mode: String
  /// How the canvas lies on it.
  package let geometry: OutputGeometry
}
