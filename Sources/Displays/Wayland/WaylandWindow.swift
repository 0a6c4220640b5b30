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
  /// Pixels a point: what the first output needs.
  package private(set) var scale = 1
  /// Told of what happens, while `dispatch` runs.
  package var handler: (WindowEvent) -> Void = { _ in }

  private let connection: WaylandConnection
  private let surface: WaylandConnection.Proxy
  private let frameInterface: UnsafePointer<wl_interface>
  private var surfaceVersion: UInt32 = 1
  private let buffers: any WindowBuffers
  /// Whether the compositor wants a frame: it has shown the last one, or there was none.
  private var isAwaited = true
  /// What the compositor has asked for and not yet said to be all.
  private var asked = (width: 0, height: 0)
  private var isConfigured = false
  /// Pixels a point, by output.
  private var outputScales: [OpaquePointer: Int] = [:]
  private var outputsEntered: Set<OpaquePointer> = []
  /// The last place of the pointer, for the compositor does not say it again.
  private var seatObjects: Set<String> = []

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
    let version = min(4, connection.globals["wl_compositor"]?.version ?? 1)
    let compositor = try connection.bindCore("wl_compositor", version: version)
    surfaceVersion = version
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
    try listenToOutputs()
    try listenToSeat()
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
  package func dispatch() throws(DisplayError) { try connection.dispatch() }

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
      case 1: handler(.closed)
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
    if !isFirst { handler(.resized(width: size.width, height: size.height)) }
  }

  private func resizeBuffers() {
    buffers.resize(width: pixelSize.width, height: pixelSize.height)
    // What was asked for with the old size is not to be waited for.
    isAwaited = true
  }

  /// High-density outputs want more pixels a point.
  private func listenToOutputs() throws(DisplayError) {
    guard surfaceVersion >= 3, connection.globals["wl_output"] != nil else { return }
    let output = try connection.bindCore("wl_output", version: 2)
    connection.listen(to: output) { [unowned self] event, arguments in
      // Events: geometry, mode, done, scale.
      guard event == 3 else { return }
      outputScales[output] = max(1, Int(arguments[0].i))
      renewScale()
    }
    connection.listen(to: surface) { [unowned self] event, arguments in
      guard let output = arguments[0].o else { return }
      if event == 0 { outputsEntered.insert(output) } else if event == 1 { outputsEntered.remove(output) }
      renewScale()
    }
  }

  private func renewScale() {
    let wanted = outputsEntered.compactMap { outputScales[$0] }.max() ?? scale
    guard wanted != scale else { return }
    scale = wanted
    connection.request(surface, WindowProtocol.surfaceSetScale, [wl_argument(i: Int32(scale))])
    resizeBuffers()
    handler(.resized(width: size.width, height: size.height))
  }
}

// MARK: - Input

extension WaylandWindow {
  private func listenToSeat() throws(DisplayError) {
    guard connection.globals["wl_seat"] != nil else { return }
    let seat = try connection.bindCore("wl_seat", version: 1)
    let library = connection.library
    let (pointer, keyboard, touch) = (
      try library.interface("wl_pointer"), try library.interface("wl_keyboard"), try library.interface("wl_touch")
    )
    connection.listen(to: seat) { [unowned self] event, arguments in
      guard event == 0 else { return }
      let capabilities = arguments[0].u
      if capabilities & 1 != 0 {
        listen(seat, WindowProtocol.seatGetPointer, pointer) { [unowned self] in point($0, $1) }
      }
      if capabilities & 2 != 0 {
        listen(seat, WindowProtocol.seatGetKeyboard, keyboard) { [unowned self] in type($0, $1) }
      }
      if capabilities & 4 != 0 {
        listen(seat, WindowProtocol.seatGetTouch, touch) { [unowned self] in self.touch($0, $1) }
      }
    }
  }

  private func listen(
    _ seat: WaylandConnection.Proxy, _ number: UInt32, _ interface: UnsafePointer<wl_interface>,
    _ handler: @escaping WaylandConnection.Handler
  ) {
    guard seatObjects.insert(String(cString: interface.pointee.name)).inserted,
      let object = connection.request(seat, number, [wl_argument(n: 0)], makes: interface)
    else { return }
    connection.listen(to: object, handler)
  }

  /// Fixed-point numbers have eight binary places.
  private func number(_ fixed: Int32) -> Double { Double(fixed) / 256 }

  private func point(_ event: UInt32, _ arguments: UnsafeMutablePointer<wl_argument>) {
    switch event {
    case 0: handler(.pointerMoved(x: number(arguments[2].f), y: number(arguments[3].f)))
    case 1: handler(.pointerLeft)
    case 2: handler(.pointerMoved(x: number(arguments[1].f), y: number(arguments[2].f)))
    case 3: handler(.button(number: Int(arguments[2].u), isPressed: arguments[3].u != 0))
    case 4:
      let distance = number(arguments[2].f)
      handler(arguments[1].u == 0 ? .scrolled(x: 0, y: distance) : .scrolled(x: distance, y: 0))
    default: break
    }
  }

  private func touch(_ event: UInt32, _ arguments: UnsafeMutablePointer<wl_argument>) {
    switch event {
    case 0:
      handler(
        .touchBegan(finger: Int(arguments[3].i), x: number(arguments[4].f), y: number(arguments[5].f)))
    case 1: handler(.touchEnded(finger: Int(arguments[2].i)))
    case 2:
      handler(
        .touchMoved(finger: Int(arguments[1].i), x: number(arguments[2].f), y: number(arguments[3].f)))
    case 4: handler(.touchesCancelled)
    default: break
    }
  }

  private func type(_ event: UInt32, _ arguments: UnsafeMutablePointer<wl_argument>) {
    switch event {
    // The keymap comes as a file, which is ours to close.
    case 0: _ = close(arguments[1].h)
    case 3: handler(.key(code: Int(arguments[2].u), isPressed: arguments[3].u != 0))
    default: break
    }
  }
}
