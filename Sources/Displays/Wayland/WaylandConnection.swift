import Glibc
import MultiplaneCWayland

/// A connection to a Wayland compositor: what it offers, requests to it, and events from it.
///
/// It belongs to one thread.
final class WaylandConnection {
  typealias Proxy = WaylandLibrary.Proxy
  /// What the compositor says to an object: the event's number and its arguments.
  typealias Handler = (_ event: UInt32, _ arguments: UnsafeMutablePointer<wl_argument>) -> Void

  let library: WaylandLibrary
  let display: WaylandLibrary.Display
  let windowProtocol = WindowProtocol()
  /// What the compositor offers.
  private var globals: [Global] = []
  /// Who is told of what comes and goes.
  private var followers: [(interface: String, added: (Global) -> Void, removed: (Global) -> Void)] = []
  private let registry: Proxy
  /// By the object that they listen to, kept as long as that: libwayland has their addresses.
  private var handlers: [Proxy: HandlerBox] = [:]

  /// Something that the compositor offers, by its number there.
  struct Global {
    let interface: String
    let number, version: UInt32
  }

  private final class HandlerBox {
    let handle: Handler
    init(_ handle: @escaping Handler) { self.handle = handle }
  }

  /// Connects to the compositor that `WAYLAND_DISPLAY` names.
  ///
  /// - Throws: `DisplayError` when there is none, or the libraries are not installed.
  init() throws(DisplayError) {
    let library = try WaylandLibrary.open()
    guard let display = library.connect(nil) else {
      throw .node(
        path: getenv("WAYLAND_DISPLAY").map { String(cString: $0) } ?? "wayland-0", call: "wl_display_connect",
        error: SystemError.last(),
        remedy: "start a Wayland compositor, and set WAYLAND_DISPLAY and XDG_RUNTIME_DIR as it says")
    }
    self.library = library
    self.display = display
    var arguments = [wl_argument](repeating: wl_argument(n: 0), count: 1)
    let interface = try library.interface("wl_registry")
    guard let registry = library.request(display, WindowProtocol.displayGetRegistry, interface, 1, 0, &arguments) else {
      library.disconnect(display)
      throw .unsupported(device: "the Wayland compositor", what: "registry", remedy: "use another compositor")
    }
    self.registry = registry
    listen(to: registry) { [unowned self] event, arguments in
      switch event {
      case 0:
        guard let name = arguments[1].s else { return }
        let global = Global(interface: String(cString: name), number: arguments[0].u, version: arguments[2].u)
        globals.append(global)
        for follower in followers where follower.interface == global.interface { follower.added(global) }
      case 1:
        guard let index = globals.firstIndex(where: { $0.number == arguments[0].u }) else { return }
        let global = globals.remove(at: index)
        for follower in followers where follower.interface == global.interface { follower.removed(global) }
      default: break
      }
    }
    _ = library.roundtrip(display)
  }

  deinit {
    library.disconnect(display)
  }

  /// Readable when events have come.
  var descriptor: Int32 { library.descriptor(display) }

  // MARK: Objects

  /// What the compositor offers of an interface; of several the first, nil for nothing.
  func global(_ interface: String) -> Global? { globals.first { $0.interface == interface } }

  /// Has functions called with all that the compositor offers of an interface, now and later, and with what is gone.
  func follow(_ interface: String, added: @escaping (Global) -> Void, removed: @escaping (Global) -> Void) {
    followers.append((interface, added, removed))
    for global in globals where global.interface == interface { added(global) }
  }

  /// One of the compositor's globals.
  ///
  /// - Parameter version: the highest that is understood here.
  /// - Returns: nil if the compositor has no such thing.
  func bind(_ name: String, _ interface: UnsafePointer<wl_interface>, version: UInt32) -> Proxy? {
    global(name).flatMap { bind($0, interface, version: min(version, $0.version)) }
  }

  /// The same of several, in a version that it has.
  func bind(_ global: Global, _ interface: UnsafePointer<wl_interface>, version: UInt32) -> Proxy? {
    request(
      registry, WindowProtocol.registryBind,
      [
        wl_argument(u: global.number), wl_argument(s: interface.pointee.name), wl_argument(u: version),
        wl_argument(n: 0),
      ],
      makes: interface, version: version)
  }

  /// The same of the core protocol, by the interface's name.
  func bindCore(_ name: String, version: UInt32) throws(DisplayError) -> Proxy {
    guard let proxy = bind(name, try library.interface(name), version: version) else {
      throw .unsupported(device: "the Wayland compositor", what: name, remedy: "use another compositor")
    }
    return proxy
  }

  /// Makes a request.
  ///
  /// - Parameters:
  ///   - interface: of the object that the request makes, which stands among the arguments as `n` of 0.
  ///   - version: of that object; the one of `proxy`'s kind.
  @discardableResult
  func request(
    _ proxy: Proxy, _ number: UInt32, _ arguments: [wl_argument] = [],
    makes interface: UnsafePointer<wl_interface>? = nil,
    version: UInt32 = 1
  ) -> Proxy? {
    var arguments = arguments
    return library.request(proxy, number, interface, version, 0, &arguments)
  }

  /// Has a function called with what the compositor says to an object.
  func listen(to proxy: Proxy, _ handler: @escaping Handler) {
    let box = HandlerBox(handler)
    handlers[proxy] = box
    _ = library.addDispatcher(
      proxy,
      { box, _, event, _, arguments in
        guard let box, let arguments else { return 0 }
        // A handler may destroy its object, and so give itself up.
        let kept = Unmanaged<HandlerBox>.fromOpaque(box).takeUnretainedValue()
        withExtendedLifetime(kept) { kept.handle(event, arguments) }
        return 0
      }, Unmanaged.passUnretained(box).toOpaque(), nil)
  }

  /// Has a function called once, when an object says its first word; then the object is gone.
  func listenOnce(to proxy: Proxy, _ body: @escaping () -> Void) {
    listen(to: proxy) { [unowned self] _, _ in
      handlers[proxy] = nil
      library.destroyProxy(proxy)
      body()
    }
  }

  /// Tells the compositor that an object is not needed any more, and forgets it.
  ///
  /// - Parameter number: the request that says so.
  func destroy(_ proxy: Proxy, _ number: UInt32) {
    request(proxy, number)
    forget(proxy)
  }

  /// Forgets an object of which the compositor cannot be told that it is not needed any more.
  func forget(_ proxy: Proxy) {
    handlers[proxy] = nil
    library.destroyProxy(proxy)
  }

  // MARK: Events

  /// Sends what was asked for and waits until the compositor has answered.
  func roundtrip() { _ = library.roundtrip(display) }

  /// Sends what was asked for.
  func flush() { _ = library.flush(display) }

  /// Takes in the events that have come.
  ///
  /// - Throws: `DisplayError` when the compositor has ended the connection.
  func dispatch() throws(DisplayError) {
    while library.prepareRead(display) != 0 { _ = library.dispatchPending(display) }
    flush()
    var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    if poll(&state, 1, 0) > 0 { _ = library.readEvents(display) } else { library.cancelRead(display) }
    _ = library.dispatchPending(display)
    // What is answered to events must not wait for the next one.
    flush()
    let code = library.error(display)
    guard code != 0 else { return }
    throw .node(
      path: "the Wayland compositor", call: "wl_display_dispatch", error: SystemError(rawValue: code),
      remedy: "it has ended, or refused something; WAYLAND_DEBUG=1 shows what was said")
  }
}
