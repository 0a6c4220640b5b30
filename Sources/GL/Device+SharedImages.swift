import MultiplaneCGLES

extension Device {
  /// Creates a texture from external pixels, without a copy.
  ///
  /// - Parameter isExternal: whether it is sampled by a `samplerExternalOES`, as video is.
  /// - Throws: `GLError.unsupported` if the driver lacks `GL_OES_EGL_image`, or `…_external_essl3`
  ///   for an external one, `.creation` if it rejects the image.
  package func makeTexture(image: SharedImage, isExternal: Bool, label: String) throws(GLError) -> Texture {
    let needed = isExternal ? "GL_OES_EGL_image_external_essl3" : "GL_OES_EGL_image"
    guard capabilities.extensions.contains(needed) else {
      throw .unsupported(what: needed, remedy: "use another device or a newer driver, or pixels in plain memory")
    }
    try checkSize(image.width, image.height, limit: capabilities.maxTextureSize, label: label)
    let texture: Texture
    if isExternal {
      var name: UInt32 = 0
      glGenTextures(1, &name)
      texture = Texture(
        name: TextureName(rawValue: name), width: image.width, height: image.height, format: .rgba8,
        label: label, generation: context.generation, garbage: garbage, isExternal: true)
    } else {
      texture = try makeEmptyTexture(width: image.width, height: image.height, format: .rgba8, label: label)
    }
    try attach(image, to: texture)
    return texture
  }

  /// Creates a surface from a texture that the context's owner has made and will delete.
  ///
  /// - Throws: `GLError.unsupported` if there is no such texture, `.incompleteFramebuffer` if it is
  ///   not renderable, `.smallTexture` if it is smaller.
  package func makeSurface(
    borrowing name: TextureName, width: Int, height: Int, label: String
  ) throws(GLError) -> Surface {
    try checkExists(name)
    try checkSize(width, height, limit: capabilities.maxSurfaceSize, label: label)
    let texture = Texture(
      name: name, width: width, height: height, format: .rgba8, label: label,
      generation: context.generation, garbage: garbage, isBorrowed: true)
    let surface = try makeSurface(texture: texture, image: nil)
    try checkStorage(of: texture)
    return surface
  }

  /// Validates a borrowed texture before its surface is used: its owner may have deleted, recreated
  /// or resized it. Does nothing for textures of this device.
  ///
  /// - Throws: the errors of `makeSurface(borrowing:)`.
  package func checkBorrowed(_ surface: Surface) throws(GLError) {
    guard surface.texture.isBorrowed else { return }
    // A framebuffer keeps the storage of a deleted texture, so that drawing into it would seem to
    // work.
    try checkExists(surface.texture.name)
    try attach(surface.texture, to: surface.framebuffer)
    try checkStorage(of: surface.texture)
  }

  private func checkExists(_ name: TextureName) throws(GLError) {
    guard glIsTexture(name.rawValue) == GLboolean(GL_TRUE) else {
      throw .unsupported(
        what: "texture \(name.rawValue)",
        remedy: "make it in the context that is drawn in, bind it once (glBindTexture) before, and delete it after")
    }
  }

  /// Checks the size of another's texture, where the driver reports it: from OpenGL ES 3.1 on.
  private func checkStorage(of texture: Texture) throws(GLError) {
    guard let ask: PFNGLGETTEXLEVELPARAMETERIVPROC = procedure("glGetTexLevelParameteriv") else { return }
    state.edit(texture.name)
    collectErrors()
    var (width, height): (GLint, GLint) = (-1, -1)
    ask(GLenum(GL_TEXTURE_2D), 0, GLenum(GL_TEXTURE_WIDTH), &width)
    ask(GLenum(GL_TEXTURE_2D), 0, GLenum(GL_TEXTURE_HEIGHT), &height)
    // A driver without this query sets an error and leaves the numbers as they were.
    guard glGetError() == GLenum(GL_NO_ERROR), width >= 0, height >= 0 else { return }
    guard width >= texture.width, height >= texture.height else {
      throw .smallTexture(
        name: texture.name.rawValue, width: Int(width), height: Int(height), neededWidth: texture.width,
        neededHeight: texture.height)
    }
  }

  /// Attaches an image to a texture, or updates it after its owner has changed the pixels.
  package func attach(_ image: SharedImage, to texture: Texture) throws(GLError) {
    guard let attach: PFNGLEGLIMAGETARGETTEXTURE2DOESPROC = procedure("glEGLImageTargetTexture2DOES") else {
      throw .unsupported(what: "glEGLImageTargetTexture2DOES", remedy: "use another device or a newer driver")
    }
    requireCurrent(texture.generation, texture.label)
    collectErrors()
    if texture.isExternal {
      state.editExternal(texture.name)
      attach(GLenum(GL_TEXTURE_EXTERNAL_OES), image.handle)
    } else {
      state.edit(texture.name)
      attach(GLenum(GL_TEXTURE_2D), image.handle)
    }
    try checkCreation(texture.label, "glEGLImageTargetTexture2DOES, \(image.width)x\(image.height)")
  }
}
