import MultiplaneGL

/// An image that is drawn into and then read, or handed to another program or device.
///
/// Its methods but `frame` expect the device's context to be one that can be made current, and make
/// it so.
package final class OffscreenFrame {
  private let surface: Surface
  private let buffer: GBMBuffer?
  private let scale: Double
  private let device: MultiplaneGL.Device
  /// What messages call the device.
  private let deviceName: String

  init(surface: Surface, buffer: GBMBuffer?, scale: Double, device: MultiplaneGL.Device, deviceName: String) {
    self.surface = surface
    self.buffer = buffer
    self.scale = scale
    self.device = device
    self.deviceName = deviceName
  }

  /// An image in a texture of the device's.
  ///
  /// - Parameters:
  ///   - deviceName: what messages call the device.
  ///   - width: pixels.
  ///   - height: pixels.
  package convenience init(on device: MultiplaneGL.Device, deviceName: String, width: Int, height: Int)
    throws(DisplayError)
  {
    let surface = try onDevice(deviceName) { () throws(GLError) in
      try device.makeSurface(
        width: width, height: height, label: "frame")
    }
    self.init(surface: surface, buffer: nil, scale: 1, device: device, deviceName: deviceName)
  }

  /// An image in a foreign texture of the device's context, which its owner deletes.
  package convenience init(
    on device: MultiplaneGL.Device, deviceName: String, texture: TextureName, width: Int, height: Int
  ) throws(DisplayError) {
    let surface = try onDevice(deviceName) { () throws(GLError) in
      try device.makeSurface(borrowing: texture, width: width, height: height, label: "another's texture")
    }
    self.init(surface: surface, buffer: nil, scale: 1, device: device, deviceName: deviceName)
  }

  /// An image in foreign memory. The descriptors may be closed afterwards.
  package convenience init(
    on device: MultiplaneGL.Device, deviceName: String, dmaBuf layout: DmaBufLayout
  ) throws(DisplayError) {
    if let fault = device.capabilities.faults.first(where: { $0.avoid == .drawingIntoImportedDmaBuf }) {
      throw .unsupported(
        device: deviceName, what: "way to draw into the dma-buf of another (\(fault.sentence))",
        remedy: "draw into an image of the device's own and export it, or use another device")
    }
    let surface = try onDevice(deviceName) { () throws(GLError) in
      try device.makeSurface(
        image: SharedImage(layout: layout, connection: device.context.connection), label: "another's dma-buf")
    }
    self.init(surface: surface, buffer: nil, scale: 1, device: device, deviceName: deviceName)
  }

  /// Pixels.
  package var width: Int { surface.width }
  /// Pixels.
  package var height: Int { surface.height }

  /// What a renderer draws into; this object must outlive it.
  package var frame: Frame { surface.frame(scale: scale) }

  /// The same, drawn in another way.
  ///
  /// - Parameters:
  ///   - scale: pixels per point.
  ///   - rowOrder: which row of the picture goes into the texture's row 0.
  ///   - keepsPixels: whether what is there stays beneath what is drawn.
  package func frame(scale: Double, rowOrder: RowOrder, keepsPixels: Bool) -> Frame {
    let frame = frame
    return Frame(
      framebuffer: frame.framebuffer, width: width, height: height, scale: scale, rowOrder: rowOrder,
      keepsPixels: keepsPixels, isBlueFirst: frame.isBlueFirst)
  }

  /// OpenGL's name of it in the device's context.
  package var texture: TextureName { surface.texture.name }

  /// Whether its context was lost: then it can only be released.
  package var isLost: Bool { surface.generation != device.context.generation }

  /// Checks that the image still exists: a foreign texture may have been deleted or
  /// made smaller.
  package func check() throws(DisplayError) {
    try onDevice(deviceName) { () throws(GLError) in try device.checkBorrowed(surface) }
  }

  /// Waits until the frame is drawn, and reads it.
  ///
  /// - Returns: RGBA8 premultiplied, rows tight, the top row first.
  package func readPixels() throws(DisplayError) -> [UInt8] {
    try onDevice(deviceName) { () throws(GLError) in
      try device.context.makeCurrent()
      return try device.readPixels(frame)
    }
  }

  /// Waits until the frame is drawn, and reads the memory that it shares, as another program would
  /// see it.
  ///
  /// - Returns: RGBA8 premultiplied, rows tight, the top row first.
  /// - Throws: `DisplayError.unsupported` if the frame is no GBM buffer.
  package func readSharedMemory() throws(DisplayError) -> [UInt8] {
    guard let buffer else {
      throw .unsupported(
        device: deviceName, what: "memory that can be mapped",
        remedy: "use a GBM node, such as gbm:/dev/dri/renderD128")
    }
    try finish()
    return try buffer.readPixels()
  }

  /// Waits until the frame is drawn, and exports its memory.
  ///
  /// - Throws: `DisplayError` if the driver does not share its images.
  package func exportDmaBuf() throws(DisplayError) -> DmaBuf {
    try finish()
    return try shareMemory()
  }

  /// Exports its memory, and a fence that is signalled when the drawing so far is done.
  ///
  /// - Returns: the fence is a `sync_file`, the caller's to close; nil if it is there, as the
  ///   driver has no such fences.
  /// - Throws: as `exportDmaBuf`.
  package func exportWithFence() throws(DisplayError) -> ExportedFrame {
    let memory = try shareMemory()
    let fence = device.makeNativeFence()
    if fence == nil { device.finish() }
    return ExportedFrame(memory: memory, fence: fence)
  }

  private func shareMemory() throws(DisplayError) -> DmaBuf {
    if let buffer { return try buffer.exportDmaBuf() }
    do throws(GLError) {
      return try SharedImage(texture: surface.texture, context: device.context).exportDmaBuf()
    } catch {
      throw .gl(device: deviceName, error: error)
    }
  }

  private func finish() throws(DisplayError) {
    try onDevice(deviceName) { () throws(GLError) in try device.context.makeCurrent() }
    device.finish()
  }
}

/// A frame's exported memory.
package struct ExportedFrame: ~Copyable {
  package let memory: DmaBuf
  /// A `sync_file` that is signalled when the pixels are there; nil if they are. The caller's to
  /// close.
  package let fence: Int32?
}
