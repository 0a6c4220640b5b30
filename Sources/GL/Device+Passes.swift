import MultiplaneCGLES

extension Device {
  /// Begins a render pass on a frame.
  ///
  /// - Parameters:
  ///   - load: the treatment of existing pixels.
  ///   - area: the only pixels that the pass touches; nil for the whole frame.
  ///   - label: the name of the pass in debuggers; evaluated only for a debug context.
  package func beginPass(on frame: Frame, load: Load, area: PixelRect? = nil, label: @autoclosure () -> String) {
    precondition(openPass == nil, "End a pass before beginning '\(label())'.")
    let whole = PixelRect(x: 0, y: 0, width: frame.width, height: frame.height)
    let area = area?.intersection(whole) ?? whole
    openPass = (frame, area)
    if let debugProcedures {
      let label = label()
      // A string that is passed as a pointer is copied to memory of its own.
      label.withCString {
        debugProcedures.pushGroup(GLenum(GL_DEBUG_SOURCE_APPLICATION_KHR), 0, GLsizei(label.utf8.count), $0)
      }
    }
    state.bind(frame.framebuffer)
    state.setViewport(width: frame.width, height: frame.height)
    state.statistics.passes += 1
    state.statistics.passPixels += area.width * area.height
    switch load {
    case .keep: state.statistics.loads += 1
    case .clear(let red, let green, let blue, let alpha, let discardsRest):
      if area != whole {
        if discardsRest { invalidate(frame, whole) } else { state.statistics.loads += 1 }
      }
      state.setScissor(area)
      glClearColor(red, green, blue, alpha)
      glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
    case .discard:
      if area != whole { state.statistics.loads += 1 }
      invalidate(frame, area)
    }
  }

  /// Says of pixels of the bound frame that none of them is needed.
  private func invalidate(_ frame: Frame, _ area: PixelRect) {
    // A window's framebuffer names its attachment differently from one of our own.
    let attachment = frame.framebuffer.rawValue == 0 ? GLenum(GL_COLOR) : GLenum(GL_COLOR_ATTACHMENT0)
    withUnsafePointer(to: attachment) {
      if area.width == frame.width, area.height == frame.height {
        glInvalidateFramebuffer(GLenum(GL_FRAMEBUFFER), 1, $0)
      } else {
        glInvalidateSubFramebuffer(
          GLenum(GL_FRAMEBUFFER), 1, $0, GLint(area.x), GLint(area.y), GLsizei(area.width), GLsizei(area.height))
      }
    }
  }

  package func endPass() {
    precondition(openPass != nil, "Begin a pass before ending it.")
    openPass = nil
    debugProcedures?.popGroup()
    if context.debug { collectMessages() }
  }

  /// Draws quads, one per record: a triangle strip of four vertices with `gl_VertexID` 0…3.
  ///
  /// - Parameters:
  ///   - instances: the records, in the program's layout.
  ///   - firstInstance: the number of records to skip.
  ///   - textures: the textures by unit, as set in the program's sampler uniforms.
  package func draw(
    _ program: Program, instances: Buffer, firstInstance: Int = 0, instanceCount: Int,
    textures: [TextureBinding] = [], blend: Blend = .sourceOver
  ) {
    guard let openPass else { preconditionFailure("Begin a pass before drawing with '\(program.label)'.") }
    requireCurrent(program.generation, program.label)
    requireCurrent(instances.generation, instances.label)
    precondition(
      firstInstance >= 0 && instanceCount >= 0
        && (firstInstance + instanceCount) * program.layout.stride <= instances.byteCount,
      "'\(instances.label)' has \(instances.byteCount / program.layout.stride) records for '\(program.label)', "
        + "not \(firstInstance + instanceCount).")
    guard instanceCount > 0, openPass.area.width > 0, openPass.area.height > 0 else { return }

    state.setScissor(openPass.area)
    state.use(program.name)
    state.setBlend(blend)
    for binding in textures {
      requireCurrent(binding.texture.generation, binding.texture.label)
      let sampler = samplers[binding.sampler.rawValue]
      if binding.texture.isExternal {
        state.bindExternal(binding.texture.name, sampler: sampler, unit: binding.unit)
      } else {
        state.bind(binding.texture.name, sampler: sampler, unit: binding.unit)
      }
    }
    state.read(program.layout, from: instances.name, offset: firstInstance * program.layout.stride)
    glDrawArraysInstanced(GLenum(GL_TRIANGLE_STRIP), 0, 4, GLsizei(instanceCount))
    state.statistics.drawCalls += 1
    state.statistics.instances += instanceCount
  }

  /// Copies a rectangle of a frame to a surface.
  ///
  /// - Parameters:
  ///   - part: in the frame, with rows counted from the picture's top.
  ///   - x: the destination column, in pixels of the surface.
  ///   - y: the destination row, in pixels of the surface.
  package func copy(_ part: PixelRect, of frame: Frame, to surface: Surface, x: Int, y: Int) {
    precondition(openPass == nil, "End the pass before copying from it.")
    requireCurrent(surface.generation, surface.label)
    state.setScissor(PixelRect(x: x, y: y, width: part.width, height: part.height))
    state.bindForCopy(from: frame.framebuffer, to: surface.framebuffer)
    let isFlipped = frame.rowOrder == .bottomRowFirst
    let first = GLint(isFlipped ? frame.height - part.y : part.y)
    let last = GLint(isFlipped ? frame.height - part.y - part.height : part.y + part.height)
    glBlitFramebuffer(
      GLint(part.x), first, GLint(part.x + part.width), last, GLint(x), GLint(y), GLint(x + part.width),
      GLint(y + part.height), GLbitfield(GL_COLOR_BUFFER_BIT), GLenum(GL_NEAREST))
  }

  /// Whether a frame is read blue first and turned round: where it lies so, drivers only copy then,
  /// many times faster.
  func readsTurned(_ frame: Frame) -> Bool {
    frame.isBlueFirst && capabilities.extensions.contains("GL_EXT_read_format_bgra")
  }

  /// Reads the pixels of a frame, and waits until they are drawn.
  ///
  /// - Returns: RGBA8, premultiplied, tight rows, in the framebuffer's order: with `.topRowFirst`
  ///   the picture's top row is first. A frame without alpha is opaque.
  /// - Throws: `GLError.creation` if the driver cannot read the frame, `.drawing` for errors since
  ///   the last check.
  package func readPixels(_ frame: Frame) throws(GLError) -> [UInt8] {
    precondition(openPass == nil, "End the pass before reading pixels.")
    state.bind(frame.framebuffer)
    state.bindPack(BufferName(rawValue: 0))
    try checkDrawing()
    let isTurned = readsTurned(frame)
    let pixels = [UInt8](unsafeUninitializedCapacity: frame.width * frame.height * 4) { bytes, count in
      bytes.initialize(repeating: 0)
      glReadPixels(
        0, 0, GLsizei(frame.width), GLsizei(frame.height), GLenum(isTurned ? GL_BGRA_EXT : GL_RGBA),
        GLenum(GL_UNSIGNED_BYTE), bytes.baseAddress)
      if isTurned { PixelOrder.turn(UnsafeMutableRawBufferPointer(bytes)) }
      count = bytes.count
    }
    try checkCreation("pixels of framebuffer \(frame.framebuffer.rawValue)", "glReadPixels")
    return pixels
  }
}
