import MultiplaneCGLES

extension Device {
  /// Makes an empty buffer for instance records.
  package func makeBuffer(label: String) -> Buffer { makeBuffer(label: label) { state.bind($0) } }

  /// Makes an empty buffer.
  ///
  /// - Parameter bind: binds its name where buffers of the kind are bound: then the name is a
  ///   buffer's.
  func makeBuffer<Kind: Buffer>(label: String, binding bind: (BufferName) -> Void) -> Kind {
    var name: GLuint = 0
    glGenBuffers(1, &name)
    let buffer = Kind(
      name: BufferName(rawValue: name), label: label, generation: context.generation, garbage: garbage)
    bind(buffer.name)
    setLabel(label, kind: GL_BUFFER_KHR, name: name)
    return buffer
  }

  /// Replaces the contents of a buffer. It is orphaned, not overwritten, so that pending draws are
  /// not waited for. It grows as needed.
  ///
  /// - Throws: `GLError.outOfMemory` if the buffer cannot grow.
  package func upload(_ bytes: UnsafeRawBufferPointer, to buffer: Buffer) throws(GLError) {
    requireCurrent(buffer.generation, buffer.label)
    buffer.byteCount = bytes.count
    guard bytes.count > 0 else { return }
    state.bind(buffer.name)
    if bytes.count > buffer.capacity {
      // Half as much again, so that a scene that grows by a layer per frame does not allocate each
      // time.
      let capacity = max(bytes.count, buffer.capacity + buffer.capacity / 2)
      collectErrors()
      glBufferData(GLenum(GL_ARRAY_BUFFER), GLsizeiptr(capacity), nil, GLenum(GL_STREAM_DRAW))
      try checkCreation(buffer.label, "glBufferData, \(capacity) bytes")
      buffer.capacity = capacity
    } else {
      glBufferData(GLenum(GL_ARRAY_BUFFER), GLsizeiptr(buffer.capacity), nil, GLenum(GL_STREAM_DRAW))
    }
    glBufferSubData(GLenum(GL_ARRAY_BUFFER), 0, GLsizeiptr(bytes.count), bytes.baseAddress)
    state.statistics.uploads += 1
    state.statistics.bytesUploaded += bytes.count
  }
}
