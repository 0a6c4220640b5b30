/// The current picture of an output.
package struct KioskPicture: Sendable {
  /// Pixels of the mode.
  package let width: Int
  package let height: Int
  /// RGBA8, opaque, rows tight, the panel's top row first.
  package let pixels: [UInt8]
  /// The scene time, in seconds, of the frame that is shown.
  package let sceneTime: Double
}
