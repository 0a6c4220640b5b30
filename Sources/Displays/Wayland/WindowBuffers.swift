import MultiplaneCDynamicLibraries
import MultiplaneCWayland
import MultiplaneGL

/// Memory that a window's frames are drawn into, one after the other, and handed to the compositor.
protocol WindowBuffers: AnyObject {
  /// Whether there is memory for another frame; otherwise the compositor will say when it has done
  /// with one.
  var isAvailable: Bool { get }

  /// Makes the memory of the frames from now on so large, in pixels.
  func resize(width: Int, height: Int)

  /// What the next frame is drawn into.
  ///
  /// - Parameter scale: pixels per point.
  func nextFrame(scale: Int) throws(DisplayError) -> FrameTarget

  /// Commits the frame that was drawn in what `nextFrame` gave last.
  ///
  /// - Parameter damage: the pixels that differ from the last frame, by rows of the frame; nil for
  ///   all.
  func present(damage: [PixelRect]?) throws(DisplayError)
}

/// A window's frames as OpenGL ES draws them through EGL, which has buffers of its own.
final class DeviceBuffers: WindowBuffers {
  let device: MultiplaneGL.Device
  private var window: EGLWindow?
  private var drawable: WindowSurface?
  private var size = (width: 1, height: 1)

  /// Owns a `wl_egl_window`.
  private final class EGLWindow {
    let handle: OpaquePointer

    init?(_ surface: WaylandConnection.Object, width: Int, height: Int) {
      guard let handle = wl_egl_window_create(surface, Int32(width), Int32(height)) else { return nil }
      self.handle = handle
    }

    deinit { wl_egl_window_destroy(handle) }
  }

  /// Opens the device that draws for a compositor; its context is current on this thread.
  init(_ connection: WaylandConnection) throws(DisplayError) {
    try requireLibrary(cdl_missing_wayland_egl(), "libwayland-egl", package: "libwayland-egl1")
    device = try onDevice("wayland") { () throws(GLError) in
      try MultiplaneGL.Device(
        context: Context(connection: Connection(platform: .wayland(connection.display, owner: connection))))
    }
  }

  deinit {
    drawable = nil
    window = nil
  }

  /// Has frames drawn for a surface.
  func attach(to surface: WaylandConnection.Object, width: Int, height: Int) throws(DisplayError) {
    guard let window = EGLWindow(surface, width: width, height: height) else {
      throw .unsupported(device: "libwayland-egl", what: "memory for a window", remedy: "use a smaller one")
    }
    self.window = window
    size = (width, height)
    drawable = try onDevice("wayland") { () throws(GLError) in
      let drawable = try WindowSurface(window: window.handle, owner: window, context: device.context)
      try device.context.draw(on: drawable)
      return drawable
    }
  }

  // EGL waits where it has none left.
  var isAvailable: Bool { true }

  func resize(width: Int, height: Int) {
    size = (width, height)
    if let window { wl_egl_window_resize(window.handle, Int32(width), Int32(height), 0, 0) }
  }

  func nextFrame(scale: Int) -> FrameTarget {
    .device(
      Frame(
        framebuffer: .window, width: size.width, height: size.height, scale: Double(scale),
        bufferAge: drawable?.bufferAge ?? 0, rowOrder: .bottomRowFirst))
  }

  func present(damage: [PixelRect]?) throws(DisplayError) {
    guard let drawable else { return }
    try onDevice("wayland") { () throws(GLError) in try drawable.swapBuffers(damage: damage) }
  }
}
