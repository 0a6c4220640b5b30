import MultiplaneCWayland
import MultiplaneDynamicLibraries

/// The functions of libwayland-client that are called here.
///
/// It is opened when the first window is: a program that draws pictures does not need it.
struct WaylandLibrary: Sendable {
  typealias Display = OpaquePointer
  typealias Proxy = OpaquePointer
  typealias Attempt = @convention(c) (Display) -> Int32
  typealias Act = @convention(c) (Display) -> Void

  let connect: @convention(c) (UnsafePointer<CChar>?) -> Display?
  let disconnect: Act
  let descriptor: Attempt
  let roundtrip: Attempt
  let dispatchPending: Attempt
  let prepareRead: Attempt
  let readEvents: Attempt
  let cancelRead: Act
  let flush: Attempt
  let error: Attempt

  let request:
    @convention(c) (
      Proxy, UInt32, UnsafePointer<wl_interface>?, UInt32, UInt32, UnsafeMutablePointer<wl_argument>
    ) -> Proxy?
  let addDispatcher: @convention(c) (Proxy, wl_dispatcher_func_t, UnsafeRawPointer?, UnsafeMutableRawPointer?) -> Int32
  let destroyProxy: @convention(c) (Proxy) -> Void

  private let client: DynamicLibrary

  /// - Throws: `DisplayError.unsupported` naming what is not installed.
  static func open() throws(DisplayError) -> WaylandLibrary {
    let client = try openLibrary("libwayland-client.so.0", package: "libwayland-client0")
    do throws(MissingSymbol) {
      try silence(client)
      return try WaylandLibrary(client: client)
    } catch {
      throw .unsupported(device: "libwayland", what: error.name, remedy: "install libwayland 1.20 or newer")
    }
  }

  /// Keeps the library from writing to standard error, where programs say what went wrong in their own words: what fails here is
  /// thrown. What was said to and fro it still tells with `WAYLAND_DEBUG=1`.
  private static func silence(_ client: DynamicLibrary) throws(MissingSymbol) {
    typealias Handler = @convention(c) (_ format: UnsafePointer<CChar>?, _ arguments: UnsafeMutableRawPointer?) -> Void
    let setHandler: @convention(c) (Handler) -> Void = try client.function("wl_log_set_handler_client")
    setHandler { _, _ in }
  }

  private init(client: DynamicLibrary) throws(MissingSymbol) {
    self.client = client
    connect = try client.function("wl_display_connect")
    disconnect = try client.function("wl_display_disconnect")
    descriptor = try client.function("wl_display_get_fd")
    roundtrip = try client.function("wl_display_roundtrip")
    dispatchPending = try client.function("wl_display_dispatch_pending")
    prepareRead = try client.function("wl_display_prepare_read")
    readEvents = try client.function("wl_display_read_events")
    cancelRead = try client.function("wl_display_cancel_read")
    flush = try client.function("wl_display_flush")
    error = try client.function("wl_display_get_error")
    request = try client.function("wl_proxy_marshal_array_flags")
    addDispatcher = try client.function("wl_proxy_add_dispatcher")
    destroyProxy = try client.function("wl_proxy_destroy")
  }

  /// The description of one of the core protocol's interfaces, which the library has.
  func interface(_ name: String) throws(DisplayError) -> UnsafePointer<wl_interface> {
    let address: UnsafeMutableRawPointer
    do throws(MissingSymbol) {
      address = try client.address(of: "\(name)_interface")
    } catch {
      throw .unsupported(device: "libwayland-client", what: name, remedy: "install libwayland 1.20 or newer")
    }
    return UnsafePointer(address.assumingMemoryBound(to: wl_interface.self))
  }
}

/// The functions of libwayland-egl that are called here. It is opened when the first window is that OpenGL ES draws on.
struct WaylandEGLLibrary: Sendable {
  let createWindow: @convention(c) (WaylandLibrary.Proxy, Int32, Int32) -> OpaquePointer?
  let resizeWindow: @convention(c) (OpaquePointer, Int32, Int32, Int32, Int32) -> Void
  let destroyWindow: @convention(c) (OpaquePointer) -> Void

  /// - Throws: `DisplayError.unsupported` naming what is not installed.
  init() throws(DisplayError) {
    let egl = try openLibrary("libwayland-egl.so.1", package: "libwayland-egl1")
    do throws(MissingSymbol) {
      createWindow = try egl.function("wl_egl_window_create")
      resizeWindow = try egl.function("wl_egl_window_resize")
      destroyWindow = try egl.function("wl_egl_window_destroy")
    } catch {
      throw .unsupported(device: "libwayland-egl", what: error.name, remedy: "install libwayland 1.20 or newer")
    }
  }
}

private func openLibrary(_ name: String, package: String) throws(DisplayError) -> DynamicLibrary {
  do throws(MissingSymbol) {
    return try DynamicLibrary(name)
  } catch {
    throw .unsupported(device: "this system", what: "library \(name)", remedy: "install it (Debian: \(package))")
  }
}
