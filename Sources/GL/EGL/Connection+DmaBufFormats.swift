import MultiplaneCEGL

// The dma-buf formats that a driver imports (EGL_EXT_image_dma_buf_import_modifiers).

extension Connection {
  /// The supported pixel formats of dma-bufs, as in `drm_fourcc.h`; nil if the driver does not
  /// report them.
  package var dmaBufFormats: [UInt32]? {
    guard extensions.contains("EGL_EXT_image_dma_buf_import_modifiers"),
      let query: PFNEGLQUERYDMABUFFORMATSEXTPROC = procedure("eglQueryDmaBufFormatsEXT")
    else { return nil }
    var count: EGLint = 0
    guard query(display, 0, nil, &count) == EGLBoolean(EGL_TRUE), count > 0 else { return nil }
    var formats = [EGLint](repeating: 0, count: Int(count))
    guard query(display, count, &formats, &count) == EGLBoolean(EGL_TRUE) else { return nil }
    return formats.prefix(Int(count)).map(UInt32.init(bitPattern:))
  }

  /// Whether pixels with a format and layout can only be sampled as an external texture; false if
  /// the driver does not report it.
  ///
  /// - Parameter modifier: the memory layout, as in `drm_fourcc.h`; nil if unknown.
  package func readsExternallyOnly(fourcc: UInt32, modifier: UInt64?) -> Bool {
    guard let modifier, extensions.contains("EGL_EXT_image_dma_buf_import_modifiers"),
      let query: PFNEGLQUERYDMABUFMODIFIERSEXTPROC = procedure("eglQueryDmaBufModifiersEXT")
    else { return false }
    let format = EGLint(bitPattern: fourcc)
    var count: EGLint = 0
    guard query(display, format, 0, nil, nil, &count) == EGLBoolean(EGL_TRUE), count > 0 else { return false }
    var modifiers = [EGLuint64KHR](repeating: 0, count: Int(count))
    var areExternal = [EGLBoolean](repeating: 0, count: Int(count))
    guard query(display, format, count, &modifiers, &areExternal, &count) == EGLBoolean(EGL_TRUE) else { return false }
    return zip(modifiers, areExternal).prefix(Int(count)).contains { $0 == modifier && $1 == EGLBoolean(EGL_TRUE) }
  }
}

extension GLError {
  /// The error of an unsupported dma-buf format, if the driver lists its formats.
  ///
  /// - Returns: nil if the format is supported.
  package static func noSuchDmaBuf(_ layout: DmaBufLayout, among formats: [UInt32]) -> GLError? {
    guard !formats.contains(layout.fourcc) else { return nil }
    let names = formats.map { "\(FourCC(rawValue: $0))" }.sorted()
    return .unsupported(
      what: "the driver's import of \(layout.fourccName) dma-bufs",
      remedy: "use a format that it takes (\(names.joined(separator: ", "))), or pixels in plain memory")
  }
}
