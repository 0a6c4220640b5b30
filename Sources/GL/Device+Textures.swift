import MultiplaneCGLES

extension Device {
  /// Creates a texture with undefined pixels.
  ///
  /// - Throws: `GLError.size` if the driver does not support the size, `.outOfMemory` without
  ///   memory.
  package func makeTexture(
    width: Int, height: Int, format: PixelFormat = .rgba8, label: String
  ) throws(GLError) -> Texture {
    try checkSize(width, height, limit: capabilities.maxTextureSize, label: label)
    let texture = try makeEmptyTexture(width: width, height: height, format: format, label: label)
    collectErrors()
    glTexStorage2D(GLenum(GL_TEXTURE_2D), 1, format.internalFormat, GLsizei(width), GLsizei(height))
    state.statistics.texturesMade += 1
    try checkCreation(label, "its storage, \(width)x\(height), \(format)")
    return texture
  }

  /// Uploads a rectangle of a texture.
  ///
  /// - Parameters:
  ///   - bytes: tight rows, top row first, red first.
  ///   - x: the first column, in pixels.
  ///   - y: the first row, in pixels.
  ///   - width: in pixels; nil for the rest of the texture.
  ///   - height: in pixels; nil for the rest of the texture.
  package func upload(
    _ bytes: UnsafeRawBufferPointer, to texture: Texture, x: Int = 0, y: Int = 0, width: Int? = nil, height: Int? = nil
  ) {
    requireCurrent(texture.generation, texture.label)
    let width = width ?? texture.width - x
    let height = height ?? texture.height - y
    precondition(
      x >= 0 && y >= 0 && width >= 0 && height >= 0 && x + width <= texture.width && y + height <= texture.height,
      "\(width)x\(height) at (\(x), \(y)) is outside of '\(texture.label)', \(texture.width)x\(texture.height).")
    precondition(
      bytes.count == width * height * texture.format.bytesPerPixel,
      "\(width)x\(height) \(texture.format) pixels are not \(bytes.count) bytes.")
    guard width > 0, height > 0 else { return }
    state.edit(texture.name)
    glTexSubImage2D(
      GLenum(GL_TEXTURE_2D), 0, GLint(x), GLint(y), GLsizei(width), GLsizei(height),
      texture.format.transferFormat, texture.format.transferType, bytes.baseAddress)
    state.statistics.uploads += 1
    state.statistics.bytesUploaded += bytes.count
  }

  /// Creates a renderable texture. Its pixels are undefined until a pass clears them.
  package func makeSurface(
    width: Int, height: Int, format: PixelFormat = .rgba8, label: String
  ) throws(GLError) -> Surface {
    try checkSize(width, height, limit: capabilities.maxSurfaceSize, label: label)
    let texture = try makeTexture(width: width, height: height, format: format, label: label)
    return try makeSurface(texture: texture, image: nil)
  }

  /// Creates a surface from external pixels.
  package func makeSurface(image: SharedImage, label: String) throws(GLError) -> Surface {
    guard capabilities.extensions.contains("GL_OES_EGL_image"),
      let attach: PFNGLEGLIMAGETARGETTEXTURE2DOESPROC = procedure("glEGLImageTargetTexture2DOES")
    else {
      throw .unsupported(what: "GL_OES_EGL_image", remedy: "use another device, or no GBM")
    }
    try checkSize(image.width, image.height, limit: capabilities.maxSurfaceSize, label: label)
    let texture = try makeEmptyTexture(
      width: image.width, height: image.height, format: .rgba8, label: label)
    collectErrors()
    attach(GLenum(GL_TEXTURE_2D), image.handle)
    try checkCreation(label, "glEGLImageTargetTexture2DOES, \(image.width)x\(image.height)")
    return try makeSurface(texture: texture, image: image)
  }

  func makeSurface(texture: Texture, image: SharedImage?) throws(GLError) -> Surface {
    precondition(openPass == nil, "Make '\(texture.label)' before or after a pass: it binds another framebuffer.")
    var name: GLuint = 0
    glGenFramebuffers(1, &name)
    let surface = Surface(
      texture: texture, framebuffer: FramebufferName(rawValue: name), image: image, garbage: garbage)
    state.bind(surface.framebuffer)
    setLabel(texture.label, kind: GL_FRAMEBUFFER, name: name)
    try attach(texture, to: surface.framebuffer)
    return surface
  }

  /// Makes a texture what a framebuffer draws into.
  func attach(_ texture: Texture, to framebuffer: FramebufferName) throws(GLError) {
    state.bind(framebuffer)
    collectErrors()
    glFramebufferTexture2D(
      GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), texture.name.rawValue, 0)
    // The error of a texture that is no two-dimensional one is reported by the status.
    _ = glGetError()
    let status = glCheckFramebufferStatus(GLenum(GL_FRAMEBUFFER))
    guard status == GLenum(GL_FRAMEBUFFER_COMPLETE) else {
      throw .incompleteFramebuffer(label: texture.label, status: Self.framebufferStatusName(status))
    }
  }

  /// A name without storage, bound for editing.
  func makeEmptyTexture(
    width: Int, height: Int, format: PixelFormat, label: String
  ) throws(GLError) -> Texture {
    var name: GLuint = 0
    glGenTextures(1, &name)
    let texture = Texture(
      name: TextureName(rawValue: name), width: width, height: height, format: format, label: label,
      generation: context.generation, garbage: garbage)
    liveTextures += 1
    state.edit(texture.name)
    // For reading without a sampler object, and so that the texture is complete without mipmaps.
    glTexParameteri(GLenum(GL_TEXTURE_2D), GLenum(GL_TEXTURE_MIN_FILTER), GL_NEAREST)
    glTexParameteri(GLenum(GL_TEXTURE_2D), GLenum(GL_TEXTURE_MAG_FILTER), GL_NEAREST)
    setLabel(label, kind: GL_TEXTURE, name: name)
    return texture
  }

  func checkSize(_ width: Int, _ height: Int, limit: Int, label: String) throws(GLError) {
    guard (1...limit).contains(width), (1...limit).contains(height) else {
      throw .size(label: label, width: width, height: height, limit: limit)
    }
  }

  /// Looks whether the call just made succeeded.
  func checkCreation(_ label: String, _ detail: String) throws(GLError) {
    switch glGetError() {
    case GLenum(GL_NO_ERROR): return
    case GLenum(GL_OUT_OF_MEMORY): throw .outOfMemory(label: label, detail: detail)
    case let code:
      noteLoss(code)
      throw .creation(label: label, detail: "\(detail): \(errorName(code))")
    }
  }

  private static func framebufferStatusName(_ status: GLenum) -> String {
    switch Int32(bitPattern: status) {
    case GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT: "GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT"
    case GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT: "GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT"
    case GL_FRAMEBUFFER_UNSUPPORTED: "GL_FRAMEBUFFER_UNSUPPORTED"
    default: "framebuffer status 0x" + String(status, radix: 16)
    }
  }
}
