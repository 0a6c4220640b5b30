import MultiplaneGL

extension GBMBuffer {
  /// Gives EGL the buffer. The buffer itself is better than its dma-buf: with some drivers, what is
  /// drawn through a dma-buf is not seen by those who look at the buffer.
  ///
  /// - Parameter drawing: the device that will draw, made on this buffer's GBM device.
  func share(with drawing: MultiplaneGL.Device) throws(DisplayError) -> SharedImage {
    let connection = drawing.context.connection
    // All known faults are of what is drawn through a dma-buf.
    let hasFaults = !drawing.capabilities.faults.isEmpty
    guard connection.extensions.contains("EGL_KHR_image_pixmap") || hasFaults else {
      let dmaBuf = try exportDmaBuf()
      do throws(GLError) {
        return try SharedImage(dmaBuf: dmaBuf, connection: connection)
      } catch {
        throw .gl(device: device.path, error: error)
      }
    }
    return try onDevice(device.path) { () throws(GLError) in
      try SharedImage(
        nativePixmap: handle, owner: self, width: width, height: height, connection: connection)
    }
  }
}
