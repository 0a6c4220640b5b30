/// The current picture of an output.
package struct KioskPicture: Sendable {
  /// The size of the mode, in pixels.
  package let width: Int
  package let height: Int
  /// RGBA8, opaque, tight rows, the panel's top row first.
  package let pixels: [UInt8]
  /// The scene time of the frame, in seconds.
  package let sceneTime: Double
}
