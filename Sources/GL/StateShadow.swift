import MultiplaneCGLES

/// A cache of the OpenGL state. All changes go through here, and redundant ones are skipped.
///
/// No other file binds anything, so the shadow cannot be wrong.
final class StateShadow {
  /// Counts what reaches OpenGL.
  var statistics = DeviceStatistics()

  /// Nil while one framebuffer is read and another drawn into.
  private var framebuffer: FramebufferName? = FramebufferName(rawValue: 0)
  private var viewport: (width: Int, height: Int)?
  private var scissor: PixelRect?
  private var program = ProgramName(rawValue: 0)
  private var blend = Blend.none
  /// The blend factor of the destination.
  private var destinationFactor = GL_ONE_MINUS_SRC_ALPHA
  private var buffer = BufferName(rawValue: 0)
  private var packBuffer = BufferName(rawValue: 0)
  private var activeUnit = 0
  private var textures: [TextureName]
  private var samplers: [SamplerName]
  private var records: Records?
  private var enabledAttributes = 0
  /// The one that holds all attribute pointers.
  private let vertexArray: GLuint

  /// The source of the attribute pointers.
  private struct Records: Equatable {
    let buffer: BufferName
    let offset: Int
    let layout: VertexLayout
  }

  /// The unit that uploads use, so that what draws have bound stays bound.
  private var uploadUnit: Int { textures.count - 1 }

  /// Brings the context that is current, and is new, to the state that draws expect.
  init() {
    textures = Array(repeating: TextureName(rawValue: 0), count: Self.unitCount())
    samplers = Array(repeating: SamplerName(rawValue: 0), count: textures.count)

    // One vertex array for everything: its pointers change with each draw anyway.
    var name: GLuint = 0
    glGenVertexArrays(1, &name)
    glBindVertexArray(name)
    vertexArray = name
    // Dithering is on at first and would make bytes that no formula gives.
    glDisable(GLenum(GL_DITHER))
    glEnable(GLenum(GL_SCISSOR_TEST))
    // Premultiplied source over: what Core Animation does.
    glBlendFunc(GLenum(GL_ONE), GLenum(destinationFactor))
    glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 1)
    glPixelStorei(GLenum(GL_PACK_ALIGNMENT), 1)
  }

  /// The number of texture units that we use. OpenGL ES 3.0 has at least 32, of which a draw uses
  /// the first ones.
  static func unitCount() -> Int {
    var units: GLint = 0
    glGetIntegerv(GLenum(GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS), &units)
    return min(32, Int(units))
  }

  /// Brings a context that others have used to the state that draws expect.
  func impose() {
    ForeignState.setDefaults()
    glBindVertexArray(vertexArray)
    glUseProgram(0)
    program = ProgramName(rawValue: 0)
    blend = .none
    destinationFactor = GL_ONE_MINUS_SRC_ALPHA
    buffer = BufferName(rawValue: 0)
    packBuffer = BufferName(rawValue: 0)
    framebuffer = nil
    viewport = nil
    scissor = nil
    for unit in textures.indices {
      glActiveTexture(GLenum(GL_TEXTURE0 + GLint(unit)))
      glBindTexture(GLenum(GL_TEXTURE_2D), 0)
      glBindSampler(GLuint(unit), 0)
      textures[unit] = TextureName(rawValue: 0)
      samplers[unit] = SamplerName(rawValue: 0)
    }
    activeUnit = textures.count - 1
  }

  func bind(_ name: FramebufferName) {
    guard framebuffer != name else { return }
    framebuffer = name
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), name.rawValue)
  }

  /// Until the next `bind`.
  func bindForCopy(from source: FramebufferName, to target: FramebufferName) {
    framebuffer = nil
    glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), source.rawValue)
    glBindFramebuffer(GLenum(GL_DRAW_FRAMEBUFFER), target.rawValue)
  }

  func setViewport(width: Int, height: Int) {
    if let viewport, viewport == (width, height) { return }
    viewport = (width, height)
    glViewport(0, 0, GLsizei(width), GLsizei(height))
  }

  func setScissor(_ rect: PixelRect) {
    guard scissor != rect else { return }
    scissor = rect
    glScissor(GLint(rect.x), GLint(rect.y), GLsizei(rect.width), GLsizei(rect.height))
  }

  func use(_ name: ProgramName) {
    guard program != name else { return }
    program = name
    glUseProgram(name.rawValue)
    statistics.programSwitches += 1
  }

  func setBlend(_ mode: Blend) {
    guard blend != mode else { return }
    blend = mode
    switch mode {
    case .none: glDisable(GLenum(GL_BLEND))
    case .sourceOver: enableBlending(with: GL_ONE_MINUS_SRC_ALPHA)
    case .add: enableBlending(with: GL_ONE)
    }
  }

  /// The source as it is, and what is there times a factor.
  private func enableBlending(with factor: Int32) {
    glEnable(GLenum(GL_BLEND))
    guard destinationFactor != factor else { return }
    destinationFactor = factor
    glBlendFunc(GLenum(GL_ONE), GLenum(factor))
  }

  func bind(_ name: BufferName) {
    guard buffer != name else { return }
    buffer = name
    glBindBuffer(GLenum(GL_ARRAY_BUFFER), name.rawValue)
  }

  /// Makes this the buffer that pixels are read into; 0 is the program's memory.
  func bindPack(_ name: BufferName) {
    guard packBuffer != name else { return }
    packBuffer = name
    glBindBuffer(GLenum(GL_PIXEL_PACK_BUFFER), name.rawValue)
  }

  func bind(_ name: TextureName, sampler: SamplerName, unit: Int) {
    precondition((0..<uploadUnit).contains(unit), "Texture unit \(unit) must be 0..<\(uploadUnit).")
    if textures[unit] != name {
      statistics.textureBinds += 1
      set(name, unit: unit)
    }
    bind(sampler, unit: unit)
  }

  /// Binds what a `samplerExternalOES` reads; a unit has a place for it beside its other texture.
  func bindExternal(_ name: TextureName, sampler: SamplerName, unit: Int) {
    precondition((0..<uploadUnit).contains(unit), "Texture unit \(unit) must be 0..<\(uploadUnit).")
    statistics.textureBinds += 1
    activate(unit)
    glBindTexture(GLenum(GL_TEXTURE_EXTERNAL_OES), name.rawValue)
    bind(sampler, unit: unit)
  }

  /// Makes this the external texture that settings go to.
  func editExternal(_ name: TextureName) {
    activate(uploadUnit)
    glBindTexture(GLenum(GL_TEXTURE_EXTERNAL_OES), name.rawValue)
  }

  private func bind(_ sampler: SamplerName, unit: Int) {
    guard samplers[unit] != sampler else { return }
    samplers[unit] = sampler
    glBindSampler(GLuint(unit), sampler.rawValue)
  }

  /// Makes this the texture that uploads and settings go to.
  func edit(_ name: TextureName) {
    if textures[uploadUnit] != name {
      set(name, unit: uploadUnit)
    } else {
      activate(uploadUnit)
    }
  }

  /// Points the attributes at records that start some bytes into a buffer.
  func read(_ layout: VertexLayout, from buffer: BufferName, offset: Int) {
    let wanted = Records(buffer: buffer, offset: offset, layout: layout)
    guard records != wanted else { return }
    records = wanted
    bind(buffer)
    for (index, attribute) in layout.attributes.enumerated() {
      setPointer(GLuint(index), to: attribute, stride: layout.stride, base: offset)
    }
    setEnabledAttributes(layout.attributes.count)
  }

  /// Deleted names may be given out again, so nothing may seem to be bound to them.
  func forget(_ name: GarbageList.Name) {
    switch name {
    case .texture(let texture):
      for unit in textures.indices where textures[unit] == texture { textures[unit] = TextureName(rawValue: 0) }
    case .framebuffer(let name):
      if framebuffer == name { framebuffer = FramebufferName(rawValue: 0) }
    case .buffer(let name):
      if buffer == name { buffer = BufferName(rawValue: 0) }
      if packBuffer == name { packBuffer = BufferName(rawValue: 0) }
      if records?.buffer == name { records = nil }
    case .fence: break
    case .program(let name):
      // OpenGL keeps a program in use alive until another is used: unbind it.
      if program == name {
        glUseProgram(0)
        program = ProgramName(rawValue: 0)
      }
    }
  }

  private func set(_ name: TextureName, unit: Int) {
    activate(unit)
    textures[unit] = name
    glBindTexture(GLenum(GL_TEXTURE_2D), name.rawValue)
  }

  private func activate(_ unit: Int) {
    guard activeUnit != unit else { return }
    activeUnit = unit
    glActiveTexture(GLenum(GL_TEXTURE0 + GLint(unit)))
  }

  private func setPointer(_ index: GLuint, to attribute: VertexLayout.Attribute, stride: Int, base: Int) {
    let pointer = UnsafeRawPointer(bitPattern: base + attribute.offset)
    let components = GLint(attribute.components)
    switch attribute.kind {
    case .float:
      glVertexAttribPointer(
        index, components, GLenum(GL_FLOAT), GLboolean(GL_FALSE), GLsizei(stride), pointer)
    case .normalizedByte:
      glVertexAttribPointer(
        index, components, GLenum(GL_UNSIGNED_BYTE), GLboolean(GL_TRUE), GLsizei(stride), pointer)
    case .int: glVertexAttribIPointer(index, components, GLenum(GL_INT), GLsizei(stride), pointer)
    case .uint: glVertexAttribIPointer(index, components, GLenum(GL_UNSIGNED_INT), GLsizei(stride), pointer)
    }
  }

  /// Attributes advance once a quad.
  private func setEnabledAttributes(_ count: Int) {
    for index in enabledAttributes..<max(enabledAttributes, count) {
      glEnableVertexAttribArray(GLuint(index))
      glVertexAttribDivisor(GLuint(index), 1)
    }
    for index in count..<max(count, enabledAttributes) {
      glDisableVertexAttribArray(GLuint(index))
    }
    enabledAttributes = count
  }
}
