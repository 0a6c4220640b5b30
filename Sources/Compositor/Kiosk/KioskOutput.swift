/// An active output of a kiosk.
public struct KioskOutput: Sendable, Equatable {
  /// The name of the connector, such as `HDMI-A-1`.
  public let name: String
  /// The index of the content that it shows, from 0.
  public let content: Int
  /// The mode, such as `1920x1080@60`.
  public let mode: String
  /// The placement of the canvas on the output.
  package let geometry: OutputGeometry
}
