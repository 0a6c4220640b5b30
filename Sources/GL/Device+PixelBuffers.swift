import MultiplaneCGLES

extension Device {
  /// Creates an empty buffer for reading frames.
  package func makePixelBuffer(label: String) -> PixelBuffer {
    makeBuffer(label: label) { state.bindPack($0) }
  }

  /// Starts to read the pixels of a frame after all drawing so far, without waiting. The frame may
  /// be drawn into again at once. The buffer's previous contents are lost; it grows as needed.
  ///
  /// - Throws: `GLError.outOfMemory` if the buffer cannot grow, `.creation` if the driver cannot
  ///   read the frame.
  package func startReading(_ frame: Frame, into buffer: PixelBuffer) throws(GLError) {
    precondition(openPass == nil, "End the pass before reading pixels.")
    requireCurrent(buffer.generation, buffer.label)
    endFence(of: buffer)
    try checkDrawing()
    state.bindPack(buffer.name)
    buffer.byteCount = frame.width * frame.height * 4
    if buffer.byteCount > buffer.capacity {
      buffer.capacity = 0
      glBufferData(GLenum(GL_PIXEL_PACK_BUFFER), GLsizeiptr(buffer.byteCount), nil, GLenum(GL_STREAM_READ))
      try checkCreation(buffer.label, "glBufferData, \(buffer.byteCount) bytes")
      buffer.capacity = buffer.byteCount
    }
    state.bind(frame.framebuffer)
    // With a buffer bound the pointer is an offset into it.
    buffer.isBlueFirst = readsTurned(frame)
    glReadPixels(
      0, 0, GLsizei(frame.width), GLsizei(frame.height), GLenum(buffer.isBlueFirst ? GL_BGRA_EXT : GL_RGBA),
      GLenum(GL_UNSIGNED_BYTE), nil)
    try checkCreation(buffer.label, "glReadPixels")
    guard let fence = glFenceSync(GLenum(GL_SYNC_GPU_COMMANDS_COMPLETE), 0) else {
      throw .creation(label: buffer.label, detail: "glFenceSync: \(errorName(glGetError()))")
    }
    buffer.fence = FenceName(rawValue: fence)
    // Otherwise the driver may hold back the work until it is waited for.
    glFlush()
  }

  /// Waits for the pixels, and returns them.
  ///
  /// - Returns: RGBA8, as from `readPixels`.
  /// - Throws: `GLError.contextLost` if the device was reset meanwhile, `.creation` if the driver
  ///   cannot map the buffer.
  /// - Precondition: called once after `startReading`.
  package func finishReading(_ buffer: PixelBuffer) throws(GLError) -> [UInt8] {
    requireCurrent(buffer.generation, buffer.label)
    guard let fence = buffer.fence else { preconditionFailure("Nothing is being read into '\(buffer.label)'.") }
    collectErrors()
    try wait(for: fence, label: buffer.label)
    endFence(of: buffer)
    state.bindPack(buffer.name)
    let count = buffer.byteCount
    guard
      let bytes = glMapBufferRange(
        GLenum(GL_PIXEL_PACK_BUFFER), 0, GLsizeiptr(count), GLbitfield(GL_MAP_READ_BIT))
    else { throw .creation(label: buffer.label, detail: "glMapBufferRange: \(errorName(glGetError()))") }
    var pixels = [UInt8](UnsafeRawBufferPointer(start: bytes, count: count))
    if buffer.isBlueFirst { pixels.withUnsafeMutableBytes(PixelOrder.turn) }
    guard glUnmapBuffer(GLenum(GL_PIXEL_PACK_BUFFER)) == GLboolean(GL_TRUE) else {
      throw .creation(label: buffer.label, detail: "glUnmapBuffer: the bytes were lost while they were read")
    }
    return pixels
  }

  private func wait(for fence: FenceName, label: String) throws(GLError) {
    // A second in nanoseconds. A device that was reset may never pass the fence: ask now and then.
    let patience: GLuint64 = 1_000_000_000
    while true {
      switch glClientWaitSync(fence.rawValue, GLbitfield(GL_SYNC_FLUSH_COMMANDS_BIT), patience) {
      case GLenum(GL_ALREADY_SIGNALED), GLenum(GL_CONDITION_SATISFIED): return
      case GLenum(GL_TIMEOUT_EXPIRED):
        if case .lost(let cause) = contextStatus { throw .contextLost(cause: cause) }
      default:
        if case .lost(let cause) = contextStatus { throw .contextLost(cause: cause) }
        throw .creation(label: label, detail: "glClientWaitSync: \(errorName(glGetError()))")
      }
    }
  }

  private func endFence(of buffer: PixelBuffer) {
    if let fence = buffer.fence { glDeleteSync(fence.rawValue) }
    buffer.fence = nil
  }
}
