import Glibc
import MultiplaneCWayland
import MultiplaneGL

/// What happened to a window. Places are points of the window, from its top left.
package enum WindowEvent {
  /// Another size, in points.
  case resized(width: Int, height: Int)
  /// Its owner wants it closed.
  case closed
  case pointerMoved(x: Double, y: Double)
  case pointerLeft
  /// By the kernel's number (`BTN_LEFT`).
  case button(number: Int, isPressed: Bool)
  /// By points; right and down are positive.
  case scrolled(x: Double, y: Double)
  case touchBegan(finger: Int, x: Double, y: Double)
  case touchMoved(finger: Int, x: Double, y: Double)
  case touchEnded(finger: Int)
  case touchesCancelled
  /// By the kernel's number (`KEY_A`).
  case key(code: Int, isPressed: Bool)
  /// What the keys mean from now on: a keymap as xkbcommon reads it; nil for none.
  case keymap(String?)
  /// Which modifiers are down and which of the keymap's layouts counts, as masks and a number of
  /// xkbcommon's.
  case modifiers(depressed: UInt32, latched: UInt32, locked: UInt32, layout: UInt32)
}

/// A window of a Wayland compositor (xdg-shell), drawn on with OpenGL ES through EGL, or by the CPU
/// in memory that the compositor reads.
///
/// It belongs to one thread, whose loop calls `dispatch` when `descriptor` is readable and before
/// it waits.
package final class WaylandWindow {
  /// What may draw on a window.
  package enum Painter {
    /// The compositor's device through EGL where that draws in hardware, else the CPU.
    case automatic
    /// The compositor's device, also in software.
    case device
    /// The CPU; neither EGL nor a device is opened.
    case cpu
  }

  /// What draws on it, its context current on this thread; nil where the CPU does.
  package let device: MultiplaneGL.Device?
  /// In points.
  package private(set) var size: (width: Int, height: Int)
  /// Pixels per point: those of the densest output that it is on.
  package var scale: Int { outputs?.scale ?? 1 }
  /// Told of what happens, while `dispatch` runs, from the window's first moment on.
  package var handler: (WindowEvent) -> Void = { _ in }
  /// Events from before a handler was set; nil from then on.
  private var earlyEvents: [WindowEvent]? = []

  private let connection: WaylandConnection
  private let surface: WaylandConnection.Object
  private let buffers: any WindowBuffers
  /// Whether the compositor wants a frame: it has shown the last one, or there was none.
  private var isAwaited = true
  /// What the compositor has asked for and not yet said to be all.
  private var asked = (width: 0, height: 0)
  private var isConfigured = false
  /// Nil where the compositor does not know of pixels of a point.
  private var outputs: WaylandOutputs?
  /// Nil where it has none.
  private var seat: WaylandSeat?

  /// Opens a window and waits until the compositor has said how large it is.
  ///
  /// - Parameters:
  ///   - width: points that are wished for.
  ///   - height: points that are wished for.
  ///   - isFullscreen: whether it is to cover an output.
  ///   - painter: what is to draw on it.
  /// - Throws: `DisplayError` when there is no compositor, or it or the driver lacks something.
  package init(
    title: String, width: Int, height: Int, isFullscreen: Bool = false, painter: Painter = .automatic
  ) throws(DisplayError) {
    let connection = try WaylandConnection()
    self.connection = connection
    size = (width, height)
    let deviceBuffers = try Self.deviceBuffers(connection, painter)
    device = deviceBuffers?.device
    let version = min(4, connection.global("wl_compositor")?.version ?? 1)
    let compositor = try connection.bind("wl_compositor", version: version, multiplane_bind_wl_compositor)
    guard let surface = wl_compositor_create_surface(compositor) else {
      throw .unsupported(device: "the Wayland compositor", what: "surface", remedy: "use another compositor")
    }
    self.surface = surface
    if let deviceBuffers {
      buffers = deviceBuffers
    } else {
      buffers = try SharedMemoryBuffers(
        connection, surface: surface, version: version, width: width, height: height)
    }
    try makeToplevel(title: title, isFullscreen: isFullscreen)
    // Surfaces have pixels of a point from their third version on.
    if version >= 3 {
      outputs = WaylandOutputs(of: surface, connection)
      outputs?.handler = { [unowned self] in renewScale() }
    }
    seat = try WaylandSeat(connection)
    seat?.handler = { [unowned self] event in tell(event) }
    wl_surface_commit(surface)
    while !isConfigured {
      connection.roundtrip()
      try connection.dispatch()
    }
    try deviceBuffers?.attach(to: surface, width: pixelSize.width, height: pixelSize.height)
  }

  /// What a device draws into; nil where the CPU is to draw.
  private static func deviceBuffers(
    _ connection: WaylandConnection, _ painter: Painter
  ) throws(DisplayError) -> DeviceBuffers? {
    switch painter {
    case .cpu: return nil
    case .device: return try DeviceBuffers(connection)
    case .automatic:
      // Without a node of a GPU there is no need to ask EGL, which loads all of Mesa.
      guard DeviceRoute.mayDrawInHardware(), let buffers = try? DeviceBuffers(connection) else { return nil }
      return buffers.device.capabilities.isSoftware ? nil : buffers
    }
  }

  // MARK: Drawing

  /// The size in pixels.
  package var pixelSize: (width: Int, height: Int) { (size.width * scale, size.height * scale) }

  /// Whether the compositor wants a frame now, and there is memory for one.
  package var isReady: Bool { isAwaited && buffers.isAvailable }

  /// What the next frame is drawn into. What was drawn there before, and how long ago, is known
  /// from its `bufferAge`.
  package func nextFrame() throws(DisplayError) -> FrameTarget { try buffers.nextFrame(scale: scale) }

  /// Shows what was drawn, and has `isReady` tell when the next frame is wanted.
  ///
  /// - Parameter damage: the pixels that differ from the last frame, by rows of what `nextFrame`
  ///   gave; nil for all.
  package func present(damage: [PixelRect]? = nil) throws(DisplayError) {
    isAwaited = false
    if let callback = wl_surface_frame(surface) {
      wl_callback_add_listener(callback, Self.frameListener.functions, listenerData(self))
    }
    try buffers.present(damage: damage)
    connection.flush()
  }

  // MARK: Events

  /// Readable when something has happened.
  package var descriptor: Int32 { connection.descriptor }

  /// Takes in what has happened.
  package func dispatch() throws(DisplayError) {
    let events = earlyEvents ?? []
    earlyEvents = nil
    for event in events { handler(event) }
    try connection.dispatch()
  }

  private func tell(_ event: WindowEvent) {
    if earlyEvents?.append(event) == nil { handler(event) }
  }

  // MARK: Making

  private func makeToplevel(title: String, isFullscreen: Bool) throws(DisplayError) {
    guard let global = connection.global("xdg_wm_base"),
      let base = connection.bind(global, version: 1, multiplane_bind_xdg_wm_base),
      let shellSurface = xdg_wm_base_get_xdg_surface(base, surface),
      let toplevel = xdg_surface_get_toplevel(shellSurface)
    else {
      throw .unsupported(
        device: "the Wayland compositor", what: "xdg_wm_base (windows)",
        remedy: "use one with xdg-shell, such as Weston")
    }
    xdg_wm_base_add_listener(base, Self.baseListener.functions, nil)
    xdg_surface_add_listener(shellSurface, Self.surfaceListener.functions, listenerData(self))
    xdg_toplevel_add_listener(toplevel, Self.toplevelListener.functions, listenerData(self))
    xdg_toplevel_set_title(toplevel, title)
    xdg_toplevel_set_app_id(toplevel, "multiplane")
    if isFullscreen { xdg_toplevel_set_fullscreen(toplevel, nil) }
  }

  private static let frameListener = WaylandListener(wl_callback_listener()) {
    $0.done = { data, callback, _ in
      wl_callback_destroy(callback)
      listener(data, as: WaylandWindow.self)?.isAwaited = true
    }
  }

  private static let baseListener = WaylandListener(xdg_wm_base_listener()) {
    $0.ping = { _, base, serial in xdg_wm_base_pong(base, serial) }
  }

  private static let surfaceListener = WaylandListener(xdg_surface_listener()) {
    $0.configure = { data, surface, serial in
      xdg_surface_ack_configure(surface, serial)
      listener(data, as: WaylandWindow.self)?.takeAskedSize()
    }
  }

  /// Version 1.
  private static let toplevelListener = WaylandListener(xdg_toplevel_listener()) {
    $0.configure = { data, _, width, height, _ in
      listener(data, as: WaylandWindow.self)?.asked = (Int(width), Int(height))
    }
    $0.close = { data, _ in listener(data, as: WaylandWindow.self)?.tell(.closed) }
  }

  /// The compositor has said all about a new size; 0 leaves it to us.
  private func takeAskedSize() {
    let isFirst = !isConfigured
    isConfigured = true
    guard asked.width > 0, asked.height > 0, asked != size else { return }
    size = asked
    resizeBuffers()
    if !isFirst { tell(.resized(width: size.width, height: size.height)) }
  }

  private func resizeBuffers() {
    buffers.resize(width: pixelSize.width, height: pixelSize.height)
    // What was asked for with the old size is not to be waited for.
    isAwaited = true
  }

  private func renewScale() {
    wl_surface_set_buffer_scale(surface, Int32(scale))
    resizeBuffers()
    tell(.resized(width: size.width, height: size.height))
  }
}
