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
  /// Which modifiers are down and which of the keymap's layouts counts, as masks and a number of xkbcommon's.
  case modifiers(depressed: UInt32, latched: UInt32, locked: UInt32, layout: UInt32)
}

/// A window of a Wayland compositor (xdg-shell), drawn on with OpenGL ES through EGL, or by the CPU in memory that the compositor reads.
///
/// It belongs to one thread, whose loop calls `dispatch` when `descriptor` is readable and before it waits.
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
  /// Pixels a point: what the densest of the outputs that it is on wants.
  package var scale: Int { outputs?.scale ?? 1 }
  /// Told of what happens, while `dispatch` runs, from the window's first moment on.
  package var handler: (WindowEvent) -> Void = { _ in }
  /// What has happened before anybody could be told; nil from then on.
  private var earlyEvents: [WindowEvent]? = []

  private let connection: WaylandConnection
  private let surface: WaylandConnection.Proxy
  private let frameInterface: UnsafePointer<wl_interface>
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
    frameInterface = try connection.library.interface("wl_callback")
    let version = min(4, connection.global("wl_compositor")?.version ?? 1)
    let compositor = try connection.bindCore("wl_compositor", version: version)
    guard
      let surface = connection.request(
        compositor, WindowProtocol.createSurface, [wl_argument(n: 0)],
        makes: try connection.library.interface("wl_surface"), version: version)
    else { throw .unsupported(device: "the Wayland compositor", what: "surface", remedy: "use another compositor") }
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
      outputs = try WaylandOutputs(of: surface, connection)
      outputs?.handler = { [unowned self] in renewScale() }
    }
    seat = try WaylandSeat(connection)
    seat?.handler = { [unowned self] event in tell(event) }
    connection.request(surface, WindowProtocol.surfaceCommit)
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

  /// What the next frame is drawn into. What was drawn there before, and how long ago, is known from its `bufferAge`.
  package func nextFrame() throws(DisplayError) -> FrameTarget { try buffers.nextFrame(scale: scale) }

  /// Shows what was drawn, and has `isReady` tell when the next frame is wanted.
  ///
  /// - Parameter damage: the pixels that differ from the last frame, by rows of what `nextFrame` gave; nil for all.
  package func present(damage: [PixelRect]? = nil) throws(DisplayError) {
    isAwaited = false
    let callback = connection.request(
      surface, WindowProtocol.surfaceFrame, [wl_argument(n: 0)], makes: frameInterface)
    if let callback { connection.listenOnce(to: callback) { [weak self] in self?.isAwaited = true } }
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
    let shell = connection.windowProtocol
    guard let base = connection.bind("xdg_wm_base", shell.base, version: 1),
      let xdgSurface = connection.request(
        base, WindowProtocol.getXDGSurface, [wl_argument(n: 0), wl_argument(o: surface)], makes: shell.surface),
      let toplevel = connection.request(
        xdgSurface, WindowProtocol.getToplevel, [wl_argument(n: 0)], makes: shell.toplevel)
    else {
      throw .unsupported(
        device: "the Wayland compositor", what: "xdg_wm_base (windows)",
        remedy: "use one with xdg-shell, such as Weston")
    }
    connection.listen(to: base) { [unowned self] _, arguments in
      connection.request(base, WindowProtocol.pong, [wl_argument(u: arguments[0].u)])
    }
    connection.listen(to: xdgSurface) { [unowned self] _, arguments in
      connection.request(xdgSurface, WindowProtocol.acknowledge, [wl_argument(u: arguments[0].u)])
      takeAskedSize()
    }
    connection.listen(to: toplevel) { [unowned self] event, arguments in
      switch event {
      case 0: asked = (Int(arguments[0].i), Int(arguments[1].i))
      case 1: tell(.closed)
      default: break
      }
    }
    title.withCString { _ = connection.request(toplevel, WindowProtocol.setTitle, [wl_argument(s: $0)]) }
    "multiplane".withCString {
      _ = connection.request(toplevel, WindowProtocol.setApplication, [wl_argument(s: $0)])
    }
    if isFullscreen { connection.request(toplevel, WindowProtocol.setFullscreen, [wl_argument(o: nil)]) }
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
    connection.request(surface, WindowProtocol.surfaceSetScale, [wl_argument(i: Int32(scale))])
    resizeBuffers()
    tell(.resized(width: size.width, height: size.height))
  }
}
