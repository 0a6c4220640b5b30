import MultiplaneCEGL

// Which dma-bufs a driver takes in (EGL_EXT_image_dma_buf_import_modifiers).

extension Connection {
  /// The pixel formats of `drm_fourcc.h` that the driver takes in; nil where it does not tell.
  package var dmaBufFormats: [UInt32]? {
    guard extensions.contains("EGL_EXT_image_dma_buf_import_modifiers"),
      let query: QueryFormats = procedure("eglQueryDmaBufFormatsEXT")
    else { return nil }
    var count: EGLint = 0
    guard query(display, 0, nil, &count) == EGLBoolean(EGL_TRUE), count > 0 else { return nil }
    var formats = [EGLint](repeating: 0, count: Int(count))
    guard query(display, count, &formats, &count) == EGLBoolean(EGL_TRUE) else { return nil }
    return formats.prefix(Int(count)).map(UInt32.init(bitPattern:))
  }

  /// Whether pixels of a format, laid out so, can be read as an external texture only; false where the driver does not tell.
  ///
  /// - Parameter modifier: how they lie in memory, as in `drm_fourcc.h`; nil if nobody told.
  package func readsExternallyOnly(fourcc: UInt32, modifier: UInt64?) -> Bool {
    guard let modifier, extensions.contains("EGL_EXT_image_dma_buf_import_modifiers"),
      let query: QueryModifiers = procedure("eglQueryDmaBufModifiersEXT")
    else { return false }
    let format = EGLint(bitPattern: fourcc)
    var count: EGLint = 0
    guard query(display, format, 0, nil, nil, &count) == EGLBoolean(EGL_TRUE), count > 0 else { return false }
    var modifiers = [EGLuint64KHR](repeating: 0, count: Int(count))
    var areExternal = [EGLBoolean](repeating: 0, count: Int(count))
    guard query(display, format, count, &modifiers, &areExternal, &count) == EGLBoolean(EGL_TRUE) else { return false }
    return zip(modifiers, areExternal).prefix(Int(count)).contains { $0 == modifier && $1 == EGLBoolean(EGL_TRUE) }
  }

  private typealias QueryFormats =
    @convention(c) (EGLDisplay?, EGLint, UnsafeMutablePointer<EGLint>?, UnsafeMutablePointer<EGLint>?) -> EGLBoolean
  private typealias QueryModifiers =
    @convention(c) (
      EGLDisplay?, EGLint, EGLint, UnsafeMutablePointer<EGLuint64KHR>?, UnsafeMutablePointer<EGLBoolean>?,
      UnsafeMutablePointer<EGLint>?
    ) -> EGLBoolean
}

extension GLError {
  /// Why a driver takes no dma-bufs of a format, as far as the formats that it tells say.
  ///
  /// - Returns: nil where the format is among them.
  package static func noSuchDmaBuf(_ layout: DmaBufLayout, among formats: [UInt32]) -> GLError? {
    guard !formats.contains(layout.fourcc) else { return nil }
    let names = formats.map(DmaBufLayout.name(of:)).sorted()
    return .unsupported(
      what: "the driver's import of \(layout.fourccName) dma-bufs",
      remedy: "use a format that it takes (\(names.joined(separator: ", "))), or pixels in plain memory")
  }
}
