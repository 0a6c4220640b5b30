import MultiplaneCEGL

/// An OpenGL ES 3 context without a window: it is current without a surface, and has its own
/// framebuffers.
///
/// A context is current on one thread at a time. Call `makeCurrent()` on the drawing thread.
package final class Context {
  package let connection: Connection
  /// Whether it is a debug context: the driver then reports mistakes, at some cost.
  package let debug: Bool
  /// The number of contexts that this object has had. GL names of an earlier generation are
  /// invalid.
  package private(set) var generation: UInt64 = 1

  /// EGL's own handle; nil only after `recreate` failed.
  private(set) var handle: EGLContext?
  /// Never drawn to: used where a context cannot be current without a surface.
  private var placeholder: EGLSurface?
  /// The window that is drawn on; nil for none.
  private var window: EGLSurface?
  /// Whether the context is foreign: never made current, released or destroyed here.
  package let isAdopted: Bool

  /// Creates the context and makes it current on this thread.
  ///
  /// - Throws: `GLError.egl` with the failed call.
  package init(connection: Connection, debug: Bool = false) throws(GLError) {
    self.connection = connection
    self.debug = debug
    isAdopted = false
    try create()
  }

  /// The context that is current on this thread, which stays its owner's.
  ///
  /// - Throws: `GLError.unsupported` when there is none.
  static func current() throws(GLError) -> Context {
    try checkLibraries()
    guard let handle = eglGetCurrentContext(), let display = eglGetCurrentDisplay() else {
      throw .unsupported(
        what: "a current EGL context", remedy: "make yours current on this thread (eglMakeCurrent) before")
    }
    var (type, version): (EGLint, EGLint) = (0, 0)
    _ = eglQueryContext(display, handle, EGL_CONTEXT_CLIENT_TYPE, &type)
    _ = eglQueryContext(display, handle, EGL_CONTEXT_CLIENT_VERSION, &version)
    guard type == EGL_OPENGL_ES_API, version >= 3 else {
      throw .unsupported(
        what: "OpenGL ES 3 in the current context",
        remedy: "create it with EGL_CONTEXT_MAJOR_VERSION 3 and EGL_OPENGL_ES_API")
    }
    return Context(adopting: handle, connection: Connection(adopting: display))
  }

  private init(adopting handle: EGLContext, connection: Connection) {
    self.connection = connection
    self.handle = handle
    debug = false
    isAdopted = true
  }

  deinit {
    destroy()
  }

  package func makeCurrent() throws(GLError) {
    guard eglGetCurrentContext() != handle || handle == nil else { return }
    guard !isAdopted else {
      throw .unsupported(
        what: "the context that drawing began with", remedy: "make it current on this thread (eglMakeCurrent) before")
    }
    try Self.check(eglBindAPI(EGLenum(EGL_OPENGL_ES_API)), "eglBindAPI(EGL_OPENGL_ES_API)", "use an EGL with OpenGL ES")
    try Self.check(
      eglMakeCurrent(connection.display, window ?? placeholder, window ?? placeholder, handle), "eglMakeCurrent",
      "a context can be current on one thread only: call resign() on the other one first")
  }

  /// Makes a window's back buffer framebuffer 0, and makes the context current. Swaps do not wait
  /// for a refresh.
  package func draw(on surface: WindowSurface) throws(GLError) {
    window = surface.handle
    try Self.check(
      eglMakeCurrent(connection.display, window, window, handle), "eglMakeCurrent", "the window is gone: make a new one"
    )
    _ = eglSwapInterval(connection.display, 0)
  }

  /// Forgets a window that goes.
  func leave(_ surface: WindowSurface) {
    guard window == surface.handle else { return }
    window = nil
    guard handle != nil, eglGetCurrentContext() == handle else { return }
    _ = eglMakeCurrent(connection.display, placeholder, placeholder, handle)
  }

  /// Releases the context from this thread, so that another thread can use it.
  package func resign() {
    if !isAdopted, handle != nil, eglGetCurrentContext() == handle {
      _ = eglMakeCurrent(connection.display, nil, nil, nil)
    }
  }

  /// Replaces a lost context. All its GL names are invalid.
  package func recreate() throws(GLError) {
    guard !isAdopted else {
      throw .unsupported(what: "a context to draw in", remedy: "make a new one, and a new renderer in it")
    }
    destroy()
    generation += 1
    try create()
  }

  private func create() throws(GLError) {
    try Self.check(eglBindAPI(EGLenum(EGL_OPENGL_ES_API)), "eglBindAPI(EGL_OPENGL_ES_API)", "use an EGL with OpenGL ES")
    let surfaceless = connection.extensions.contains("EGL_KHR_surfaceless_context")
    let needsConfig = !surfaceless || !connection.extensions.contains("EGL_KHR_no_config_context")
    let config = needsConfig ? try chooseConfig(pbuffer: !surfaceless) : nil
    handle = try makeHandle(config)
    if !surfaceless {
      let size: [EGLint] = [EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE]
      placeholder = eglCreatePbufferSurface(connection.display, config, size)
      if placeholder == nil {
        throw .egl(
          call: "eglCreatePbufferSurface", code: .last(),
          remedy: "this driver needs a surface and makes none; use a newer driver or another device")
      }
    }
    try makeCurrent()
  }

  private func destroy() {
    guard !isAdopted else { return }
    resign()
    if let placeholder { _ = eglDestroySurface(connection.display, placeholder) }
    if let handle { _ = eglDestroyContext(connection.display, handle) }
    placeholder = nil
    handle = nil
  }

  private func chooseConfig(pbuffer: Bool) throws(GLError) -> EGLConfig {
    // The default surface type is a window, which devices without a window system do not have.
    let wanted: [EGLint] = [
      EGL_SURFACE_TYPE, pbuffer ? EGL_PBUFFER_BIT : 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT,
      EGL_RED_SIZE, 8, EGL_GREEN_SIZE, 8, EGL_BLUE_SIZE, 8, EGL_NONE,
    ]
    var config: EGLConfig?
    var count: EGLint = 0
    try Self.check(
      eglChooseConfig(connection.display, wanted, &config, 1, &count), "eglChooseConfig", "use another device")
    guard let config, count > 0 else {
      throw .unsupported(
        what: "an EGL configuration with 8 bits per channel and OpenGL ES 3",
        remedy: "use a device whose driver has OpenGL ES 3.0, or software rendering")
    }
    return config
  }

  private func makeHandle(_ config: EGLConfig?) throws(GLError) -> EGLContext {
    // The most wanted attributes come first: each attempt asks for less, as drivers refuse unknown
    // ones.
    let version: [EGLint] = [EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 0]
    let attempts = [version + robustness + debugging, version + debugging, version]
    for attributes in attempts {
      if let handle = eglCreateContext(connection.display, config, nil, attributes + [EGL_NONE]) { return handle }
    }
    throw .egl(
      call: "eglCreateContext(OpenGL ES 3.0)", code: .last(),
      remedy: "use a device whose driver has OpenGL ES 3.0, or software rendering")
  }

  /// Requests notification of a reset, instead of drawing on without effect.
  private var robustness: [EGLint] {
    guard connection.extensions.contains("EGL_EXT_create_context_robustness") else { return [] }
    return [EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT, EGL_LOSE_CONTEXT_ON_RESET_EXT]
  }

  private var debugging: [EGLint] {
    guard debug else { return [] }
    if connection.version >= (1, 5) { return [EGL_CONTEXT_OPENGL_DEBUG, EGL_TRUE] }
    guard connection.extensions.contains("EGL_KHR_create_context") else { return [] }
    return [EGL_CONTEXT_FLAGS_KHR, EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR]
  }

  private static func check(_ result: EGLBoolean, _ call: String, _ remedy: String) throws(GLError) {
    guard result == EGLBoolean(EGL_TRUE) else {
      throw .egl(call: call, code: .last(), remedy: remedy)
    }
  }
}
