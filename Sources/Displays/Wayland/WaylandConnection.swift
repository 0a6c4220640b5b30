import Glibc
import MultiplaneCDynamicLibraries
import MultiplaneCWayland

/// A connection to a Wayland compositor: what it offers, and events from it. Requests are the
/// functions of the protocol's headers, such as `wl_surface_commit`.
///
/// libwayland-client is opened by the first connection. It belongs to one thread.
final class WaylandConnection {
  /// An object of the protocol, such as a `wl_surface *`.
  typealias Object = OpaquePointer

  /// A `wl_display *`.
  let display: OpaquePointer
  private let registry: Object
  /// What the compositor offers.
  private var globals: [Global] = []
  /// The observers of globals that are added and removed.
  private var followers: [(interface: String, added: (Global) -> Void, removed: (Global) -> Void)] = []

  /// Something that the compositor offers, by its number there.
  struct Global {
    let interface: String
    let number, version: UInt32
  }

  /// Connects to the compositor that `WAYLAND_DISPLAY` names.
  ///
  /// - Throws: `DisplayError` when there is none, or the libraries are not installed.
  init() throws(DisplayError) {
    try requireLibrary(cdl_missing_wayland_client(), "libwayland-client", package: "libwayland-client0")
    // Programs say in their own words what went wrong: what fails here is thrown. The library still
    // reports what was said to and fro with `WAYLAND_DEBUG=1`.
    cdl_silence_wayland_client()
    guard let display = wl_display_connect(nil) else {
      throw .node(
        path: getenv("WAYLAND_DISPLAY").map { String(cString: $0) } ?? "wayland-0", call: "wl_display_connect",
        error: SystemError.last(),
        remedy: "start a Wayland compositor, and set WAYLAND_DISPLAY and XDG_RUNTIME_DIR as it says")
    }
    guard let registry = wl_display_get_registry(display) else {
      wl_display_disconnect(display)
      throw .unsupported(device: "the Wayland compositor", what: "registry", remedy: "use another compositor")
    }
    self.display = display
    self.registry = registry
    wl_registry_add_listener(registry, Self.registryListener.functions, listenerData(self))
    roundtrip()
  }

  deinit { wl_display_disconnect(display) }

  private static let registryListener = WaylandListener(wl_registry_listener()) {
    $0.global = { data, _, number, name, version in
      guard let name else { return }
      listener(data, as: WaylandConnection.self)?
        .add(Global(interface: String(cString: name), number: number, version: version))
    }
    $0.global_remove = { data, _, number in listener(data, as: WaylandConnection.self)?.remove(number) }
  }

  private func add(_ global: Global) {
    globals.append(global)
    for follower in followers where follower.interface == global.interface { follower.added(global) }
  }

  private func remove(_ number: UInt32) {
    guard let index = globals.firstIndex(where: { $0.number == number }) else { return }
    let global = globals.remove(at: index)
    for follower in followers where follower.interface == global.interface { follower.removed(global) }
  }

  // MARK: Objects

  /// What the compositor offers of an interface; of several the first, nil for nothing.
  func global(_ interface: String) -> Global? { globals.first { $0.interface == interface } }

  /// Has functions called with all that the compositor offers of an interface, now and later, and
  /// with what is gone.
  func follow(_ interface: String, added: @escaping (Global) -> Void, removed: @escaping (Global) -> Void) {
    followers.append((interface, added, removed))
    for global in globals where global.interface == interface { added(global) }
  }

  /// A function such as `multiplane_bind_wl_shm`.
  typealias Binding = (_ registry: Object?, _ number: UInt32, _ version: UInt32) -> Object?

  /// Binds a global.
  ///
  /// - Parameter version: at most the global's own.
  func bind(_ global: Global, version: UInt32, _ binding: Binding) -> Object? {
    binding(registry, global.number, version)
  }

  /// Binds the first global of an interface.
  ///
  /// - Parameter version: the highest that is understood here.
  /// - Throws: `DisplayError` if the compositor has none.
  func bind(_ interface: String, version: UInt32, _ binding: Binding) throws(DisplayError) -> Object {
    guard let global = global(interface), let object = bind(global, version: min(version, global.version), binding)
    else {
      throw .unsupported(device: "the Wayland compositor", what: interface, remedy: "use another compositor")
    }
    return object
  }

  // MARK: Events

  /// Readable when events have come.
  var descriptor: Int32 { wl_display_get_fd(display) }

  /// Sends what was asked for and waits until the compositor has answered.
  func roundtrip() { _ = wl_display_roundtrip(display) }

  /// Sends what was asked for.
  func flush() { _ = wl_display_flush(display) }

  /// Takes in the events that have come.
  ///
  /// - Throws: `DisplayError` when the compositor has ended the connection.
  func dispatch() throws(DisplayError) {
    while wl_display_prepare_read(display) != 0 { _ = wl_display_dispatch_pending(display) }
    flush()
    var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    if poll(&state, 1, 0) > 0 { _ = wl_display_read_events(display) } else { wl_display_cancel_read(display) }
    _ = wl_display_dispatch_pending(display)
    // What is answered to events must not wait for the next one.
    flush()
    let code = wl_display_get_error(display)
    guard code != 0 else { return }
    throw .node(
      path: "the Wayland compositor", call: "wl_display_dispatch", error: SystemError(rawValue: code),
      remedy: "it has ended, or rejected a request; WAYLAND_DEBUG=1 shows the messages")
  }
}

/// - Parameters:
///   - missing: the name of the library's file if it cannot be opened, or of a function that it
///     lacks; nil if it has all.
///   - package: of Debian's, with the library.
/// - Throws: `DisplayError` if something is missing.
func requireLibrary(_ missing: UnsafePointer<CChar>?, _ library: String, package: String) throws(DisplayError) {
  guard let missing = missing.map({ String(cString: $0) }) else { return }
  guard missing.hasPrefix(library) else {
    throw .unsupported(device: "libwayland", what: missing, remedy: "install libwayland 1.20 or newer")
  }
  throw .unsupported(device: "this system", what: "library \(missing)", remedy: "install it (Debian: \(package))")
}
