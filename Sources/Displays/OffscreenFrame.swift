import GL

/// An image that is drawn into and then read, or handed to another program or device.
package final class OffscreenFrame {
  /// What a renderer draws into; this object must outlive it.
  package let frame: Frame
  private let surface: Surface
  private let buffer: GBMBuffer?
  private let device: GL.Device
  private let route: DeviceRoute

  init(surface: Surface, buffer: GBMBuffer?, scale: Double, device: GL.Device, route: DeviceRoute) {
    self.surface = surface
    self.buffer = buffer
    self.device = device
    self.route = route
    frame = surface.frame(scale: scale)
  }

  /// Waits until the frame is drawn, and reads it.
  ///
  /// - Returns: RGBA8 premultiplied, rows tight, the top row first.
  package func readPixels() throws(DisplayError) -> [UInt8] {
    try onDevice("\(route)") { () throws(GLError) in
      try device.context.makeCurrent()
      return try device.readPixels(frame)
    }
  }

  /// Waits until the frame is drawn, and reads the memory that it shares, as another program would see it.
  ///
  /// - Returns: RGBA8 premultiplied, rows tight, the top row first.
  /// - Throws: `DisplayError.unsupported` if the frame is no GBM buffer.
  package func readSharedMemory() throws(DisplayError) -> [UInt8] {
    guard let buffer else {
      throw .unsupported(
        device: "\(route)", what: "memory that can be mapped", remedy: "use a GBM node, such as gbm:/dev/dri/renderD128"
      )
    }
    try finish()
    return try buffer.readPixels()
  }

  /// Waits until the frame is drawn, and hands out its memory.
  ///
  /// - Throws: `DisplayError` if the driver does not share its images.
  package func exportDmaBuf() throws(DisplayError) -> DmaBuf {
    try finish()
    if let buffer { return try buffer.exportDmaBuf() }
    do throws(GLError) {
      return try SharedImage(texture: surface.texture, context: device.context).exportDmaBuf()
    } catch {
      throw .gl(device: "\(route)", error: error)
    }
  }

  private func finish() throws(DisplayError) {
    try onDevice("\(route)") { () throws(GLError) in try device.context.makeCurrent() }
    device.finish()
  }
}
