import MultiplaneCEGL

/// A window surface of a context: its back buffer is framebuffer 0 while the context is current on
/// it.
package final class WindowSurface {
  let handle: EGLSurface
  private let context: Context
  private let owner: AnyObject
  private let swapWithDamage: PFNEGLSWAPBUFFERSWITHDAMAGEKHRPROC?

  /// Creates a surface.
  ///
  /// - Parameters:
  ///   - window: the platform's window, such as a `wl_egl_window`.
  ///   - owner: the window's owner; retained by the surface.
  ///   - context: the context that draws.
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
        what: "an EGL configuration for windows with 8 bits per channel and OpenGL ES 3",
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

  /// The age of the back buffer's pixels in frames; 0 if unknown. The context must be current on
  /// the surface.
  package var bufferAge: Int {
    guard context.connection.extensions.contains("EGL_EXT_buffer_age") else { return 0 }
    var age: EGLint = 0
    _ = eglQuerySurface(context.connection.display, handle, EGL_BUFFER_AGE_EXT, &age)
    return Int(age)
  }

  /// Presents the back buffer, without waiting for the display.
  ///
  /// - Parameter damage: the rectangles that differ from the previous frame, from the bottom left;
  ///   nil for all.
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
