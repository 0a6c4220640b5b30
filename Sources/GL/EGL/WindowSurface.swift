import MultiplaneCEGL

/// A window that a context draws into: its back buffer is framebuffer 0 while the context draws on the window.
package final class WindowSurface {
  let handle: EGLSurface
  private let context: Context
  private let owner: AnyObject
  private let swapWithDamage: SwapWithDamage?

  private typealias SwapWithDamage =
    @convention(c) (EGLDisplay?, EGLSurface?, UnsafePointer<EGLint>?, EGLint) ->
    EGLBoolean

  /// - Parameters:
  ///   - window: the platform's own window, such as a `wl_egl_window`.
  ///   - owner: what owns it; kept as long as the surface is there.
  ///   - context: what will draw on it.
  package init(window: OpaquePointer, owner: AnyObject, context: Context) throws(GLError) {
    let display = context.connection.display
    let wanted: [EGLint] = [
      EGL_SURFACE_TYPE, EGL_WINDOW_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT, EGL_RED_SIZE, 8, EGL_GREEN_SIZE, 8,
      EGL_BLUE_SIZE, 8, EGL_ALPHA_SIZE, 0, EGL_NONE,
    ]
    var config: EGLConfig?
    var count: EGLint = 0
    guard eglChooseConfig(display, wanted, &config, 1, &count) == EGLBoolean(EGL_TRUE), let config, count > 0,
      context.connection.extensions.contains("EGL_KHR_no_config_context")
    else {
      throw .unsupported(
        what: "an EGL configuration for windows with 8 bits a channel and OpenGL ES 3",
        remedy: "use a newer driver, or software rendering (LIBGL_ALWAYS_SOFTWARE=1)")
    }
    guard let handle = eglCreatePlatformWindowSurface(display, config, UnsafeMutableRawPointer(window), nil) else {
      throw .egl(
        call: "eglCreatePlatformWindowSurface", code: .last(),
        remedy: "the driver draws on no such window; use another device")
    }
    self.handle = handle
    self.context = context
    self.owner = owner
    let kind = ["KHR", "EXT"].first { context.connection.extensions.contains("EGL_\($0)_swap_buffers_with_damage") }
    swapWithDamage = kind.flatMap { procedure("eglSwapBuffersWithDamage\($0)") }
  }

  deinit {
    context.leave(self)
    _ = eglDestroySurface(context.connection.display, handle)
  }

  /// How many frames ago the back buffer's pixels were drawn; 0 if what they hold is unknown. The context must draw on it.
  package var bufferAge: Int {
    guard context.connection.extensions.contains("EGL_EXT_buffer_age") else { return 0 }
    var age: EGLint = 0
    _ = eglQuerySurface(context.connection.display, handle, EGL_BUFFER_AGE_EXT, &age)
    return Int(age)
  }

  /// Shows what was drawn. Does not wait for the display.
  ///
  /// - Parameter damage: the pixels that differ from what was shown last, from the bottom left, in case the driver passes
  ///   that on; nil for all.
  package func swapBuffers(damage: [PixelRect]? = nil) throws(GLError) {
    let display = context.connection.display
    let isDone: EGLBoolean
    if let swapWithDamage, let damage, !damage.isEmpty {
      let numbers = damage.flatMap { [$0.x, $0.y, $0.width, $0.height].map(EGLint.init) }
      isDone = swapWithDamage(display, handle, numbers, EGLint(damage.count))
    } else {
      isDone = eglSwapBuffers(display, handle)
    }
    guard isDone == EGLBoolean(EGL_TRUE) else {
      throw .egl(
        call: "eglSwapBuffers", code: .last(), remedy: "the window is gone, or the context lost: create both again")
    }
  }
}
