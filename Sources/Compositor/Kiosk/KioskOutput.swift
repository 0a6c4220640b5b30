/// An output of a kiosk as others see it.
package struct KioskOutput: Sendable, Equatable {
  /// The connector's name, such as `HDMI-A-1`.
  package let name: String
  /// Which of the kiosk's contents it shows, from 0.
  package let content: Int
  /// The mode, such as `1920x1080@60`.
  package let mode: String
  package let geometry: OutputGeometry
}
