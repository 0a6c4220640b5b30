import MultiplaneCGLES

/// The state of a host's OpenGL context that our drawing touches: saved before we draw, and
/// restored.
///
/// `StateShadow` neither changes nor depends on any state that is not listed here.
struct ForeignState {
  private let drawFramebuffer = integer(GL_DRAW_FRAMEBUFFER_BINDING)
  private let readFramebuffer = integer(GL_READ_FRAMEBUFFER_BINDING)
  private let program = integer(GL_CURRENT_PROGRAM)
  private let vertexArray = integer(GL_VERTEX_ARRAY_BINDING)
  private let viewport = integers(GL_VIEWPORT, 4)
  private let scissor = integers(GL_SCISSOR_BOX, 4)
  private let colorMask = integers(GL_COLOR_WRITEMASK, 4)
  private let blendFunctions =
    [GL_BLEND_SRC_RGB, GL_BLEND_DST_RGB, GL_BLEND_SRC_ALPHA, GL_BLEND_DST_ALPHA].map(integer)
  private let blendEquations = [GL_BLEND_EQUATION_RGB, GL_BLEND_EQUATION_ALPHA].map(integer)
  private let clearColor = floats(GL_COLOR_CLEAR_VALUE, 4)
  private let capabilities = Self.switches.map { (capability: $0, isOn: glIsEnabled(GLenum($0)) != 0) }
  private let pixelStore = Self.pixelStoreNames.map { (name: $0, value: integer($0)) }
  /// By target.
  private let buffers = Self.bufferBindings.map { (target: $0.target, name: integer($0.binding)) }
  private let activeUnit = integer(GL_ACTIVE_TEXTURE)
  /// The texture, the external texture and the sampler of each unit.
  private let units: [(texture: GLint, external: GLint?, sampler: GLint)]

  private static let switches = [
    GL_BLEND, GL_CULL_FACE, GL_DEPTH_TEST, GL_DITHER, GL_POLYGON_OFFSET_FILL, GL_PRIMITIVE_RESTART_FIXED_INDEX,
    GL_RASTERIZER_DISCARD, GL_SAMPLE_ALPHA_TO_COVERAGE, GL_SAMPLE_COVERAGE, GL_SCISSOR_TEST, GL_STENCIL_TEST,
  ]
  private static let pixelStoreNames = [
    GL_PACK_ALIGNMENT, GL_PACK_ROW_LENGTH, GL_PACK_SKIP_PIXELS, GL_PACK_SKIP_ROWS, GL_UNPACK_ALIGNMENT,
    GL_UNPACK_IMAGE_HEIGHT, GL_UNPACK_ROW_LENGTH, GL_UNPACK_SKIP_IMAGES, GL_UNPACK_SKIP_PIXELS, GL_UNPACK_SKIP_ROWS,
  ]
  private static let bufferBindings = [
    (target: GL_ARRAY_BUFFER, binding: GL_ARRAY_BUFFER_BINDING),
    (target: GL_PIXEL_PACK_BUFFER, binding: GL_PIXEL_PACK_BUFFER_BINDING),
    (target: GL_PIXEL_UNPACK_BUFFER, binding: GL_PIXEL_UNPACK_BUFFER_BINDING),
  ]

  /// Takes down the state of the context that is current.
  ///
  /// - Parameters:
  ///   - unitCount: texture units that we may use, from the first.
  ///   - hasExternal: whether the context knows external textures.
  init(unitCount: Int, hasExternal: Bool) {
    units = (0..<unitCount).map { unit in
      glActiveTexture(GLenum(GL_TEXTURE0 + GLint(unit)))
      return (
        Self.integer(GL_TEXTURE_BINDING_2D), hasExternal ? Self.integer(GL_TEXTURE_BINDING_EXTERNAL_OES) : nil,
        Self.integer(GL_SAMPLER_BINDING)
      )
    }
    glActiveTexture(GLenum(activeUnit))
  }

  /// Puts the context back into that state.
  func restore() {
    for (unit, bound) in units.enumerated() {
      glActiveTexture(GLenum(GL_TEXTURE0 + GLint(unit)))
      glBindTexture(GLenum(GL_TEXTURE_2D), GLuint(bound.texture))
      if let external = bound.external { glBindTexture(GLenum(GL_TEXTURE_EXTERNAL_OES), GLuint(external)) }
      glBindSampler(GLuint(unit), GLuint(bound.sampler))
    }
    glActiveTexture(GLenum(activeUnit))
    for (name, value) in pixelStore { glPixelStorei(GLenum(name), value) }
    for (capability, isOn) in capabilities {
      if isOn { glEnable(GLenum(capability)) } else { glDisable(GLenum(capability)) }
    }
    glClearColor(clearColor[0], clearColor[1], clearColor[2], clearColor[3])
    glBlendEquationSeparate(GLenum(blendEquations[0]), GLenum(blendEquations[1]))
    glBlendFuncSeparate(
      GLenum(blendFunctions[0]), GLenum(blendFunctions[1]), GLenum(blendFunctions[2]), GLenum(blendFunctions[3]))
    let mask = colorMask.map { GLboolean($0 == 0 ? GL_FALSE : GL_TRUE) }
    glColorMask(mask[0], mask[1], mask[2], mask[3])
    glScissor(scissor[0], scissor[1], scissor[2], scissor[3])
    glViewport(viewport[0], viewport[1], viewport[2], viewport[3])
    glUseProgram(GLuint(program))
    glBindVertexArray(GLuint(vertexArray))
    for (target, name) in buffers { glBindBuffer(GLenum(target), GLuint(name)) }
    glBindFramebuffer(GLenum(GL_DRAW_FRAMEBUFFER), GLuint(drawFramebuffer))
    glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), GLuint(readFramebuffer))
  }

  /// Sets what the shadow does not follow to what it takes for granted in a context of our own.
  static func setDefaults() {
    for capability in switches { glDisable(GLenum(capability)) }
    glEnable(GLenum(GL_SCISSOR_TEST))
    for name in pixelStoreNames {
      glPixelStorei(GLenum(name), name == GL_PACK_ALIGNMENT || name == GL_UNPACK_ALIGNMENT ? 1 : 0)
    }
    glColorMask(GLboolean(GL_TRUE), GLboolean(GL_TRUE), GLboolean(GL_TRUE), GLboolean(GL_TRUE))
    glBlendEquation(GLenum(GL_FUNC_ADD))
    glBlendFunc(GLenum(GL_ONE), GLenum(GL_ONE_MINUS_SRC_ALPHA))
    for (target, _) in bufferBindings { glBindBuffer(GLenum(target), 0) }
  }

  private static func integer(_ name: Int32) -> GLint { integers(name, 1)[0] }

  private static func integers(_ name: Int32, _ count: Int) -> [GLint] {
    var values = [GLint](repeating: 0, count: count)
    glGetIntegerv(GLenum(name), &values)
    return values
  }

  private static func floats(_ name: Int32, _ count: Int) -> [GLfloat] {
    var values = [GLfloat](repeating: 0, count: count)
    glGetFloatv(GLenum(name), &values)
    return values
  }
}

extension Device {
  /// Creates a device in the context that is current on this thread, which its owner retains.
  ///
  /// All use of the device is inside `visit`, which restores the state of the context.
  ///
  /// - Throws: `GLError` without a context, or if it is not OpenGL ES 3.
  package static func adoptingCurrentContext() throws(GLError) -> Device {
    let context = try Context.current()
    let foreign = ForeignState(unitCount: StateShadow.unitCount(), hasExternal: false)
    defer { foreign.restore() }
    return try Device(context: context)
  }

  /// Runs a closure in a foreign context, with its state saved and restored.
  package func visit<Result: ~Copyable, Failure>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let foreign = ForeignState(
      unitCount: StateShadow.unitCount(),
      hasExternal: capabilities.extensions.contains("GL_OES_EGL_image_external"))
    defer { foreign.restore() }
    state.impose()
    // Errors of the context's owner must not be attributed to our drawing.
    takeErrors()
    return try body()
  }

  /// The framebuffer that is bound by the context's owner, and its viewport in pixels: x, y, width,
  /// height.
  package static var boundFramebuffer: (name: FramebufferName, viewport: PixelRect) {
    var name: GLint = 0
    glGetIntegerv(GLenum(GL_DRAW_FRAMEBUFFER_BINDING), &name)
    var viewport = [GLint](repeating: 0, count: 4)
    glGetIntegerv(GLenum(GL_VIEWPORT), &viewport)
    return (
      FramebufferName(rawValue: UInt32(name)),
      PixelRect(x: Int(viewport[0]), y: Int(viewport[1]), width: Int(viewport[2]), height: Int(viewport[3]))
    )
  }
}
