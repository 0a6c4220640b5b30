import CWayland
import Glibc

/// The functions of libwayland-client and libwayland-egl that are called here.
///
/// They are opened when the first window is: a program that draws pictures needs neither.
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

  let createWindow: @convention(c) (Proxy, Int32, Int32) -> OpaquePointer?
  let resizeWindow: @convention(c) (OpaquePointer, Int32, Int32, Int32, Int32) -> Void
  let destroyWindow: @convention(c) (OpaquePointer) -> Void

  private let client: UInt

  /// - Throws: `DisplayError.unsupported` naming what is not installed.
  static func open() throws(DisplayError) -> WaylandLibrary {
    func library(_ name: String, package: String) throws(DisplayError) -> UnsafeMutableRawPointer {
      guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else {
        throw .unsupported(
          device: "this system", what: "library \(name)", remedy: "install it (Debian: \(package))")
      }
      return handle
    }
    let client = try library("libwayland-client.so.0", package: "libwayland-client0")
    return try WaylandLibrary(client: client, egl: library("libwayland-egl.so.1", package: "libwayland-egl1"))
  }

  private init(client: UnsafeMutableRawPointer, egl: UnsafeMutableRawPointer) throws(DisplayError) {
    func function<Function>(_ library: UnsafeMutableRawPointer, _ name: String) throws(DisplayError) -> Function {
      guard let address = dlsym(library, name) else {
        throw .unsupported(device: "libwayland", what: name, remedy: "install libwayland 1.20 or newer")
      }
      return unsafeBitCast(address, to: Function.self)
    }
    self.client = UInt(bitPattern: client)
    connect = try function(client, "wl_display_connect")
    disconnect = try function(client, "wl_display_disconnect")
    descriptor = try function(client, "wl_display_get_fd")
    roundtrip = try function(client, "wl_display_roundtrip")
    dispatchPending = try function(client, "wl_display_dispatch_pending")
    prepareRead = try function(client, "wl_display_prepare_read")
    readEvents = try function(client, "wl_display_read_events")
    cancelRead = try function(client, "wl_display_cancel_read")
    flush = try function(client, "wl_display_flush")
    error = try function(client, "wl_display_get_error")
    request = try function(client, "wl_proxy_marshal_array_flags")
    addDispatcher = try function(client, "wl_proxy_add_dispatcher")
    destroyProxy = try function(client, "wl_proxy_destroy")
    createWindow = try function(egl, "wl_egl_window_create")
    resizeWindow = try function(egl, "wl_egl_window_resize")
    destroyWindow = try function(egl, "wl_egl_window_destroy")
  }

  /// The description of one of the core protocol's interfaces, which the library has.
  func interface(_ name: String) throws(DisplayError) -> UnsafePointer<wl_interface> {
    guard let address = dlsym(UnsafeMutableRawPointer(bitPattern: client), "\(name)_interface") else {
      throw .unsupported(device: "libwayland-client", what: name, remedy: "install libwayland 1.20 or newer")
    }
    return UnsafePointer(address.assumingMemoryBound(to: wl_interface.self))
  }
}
