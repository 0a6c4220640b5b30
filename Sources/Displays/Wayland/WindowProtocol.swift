import Glibc
import MultiplaneCWayland

/// The interfaces of xdg-shell (stable, version 1), which make a surface a window. Requests and events are in the order of
/// their numbers. (Source: xdg-shell.xml of wayland-protocols.)
struct WindowProtocol {
  let base = Self.interface(
    "xdg_wm_base", requests: [("destroy", ""), ("create_positioner", "n"), ("get_xdg_surface", "no"), ("pong", "u")],
    events: [("ping", "u")])
  let surface = Self.interface(
    "xdg_surface",
    requests: [
      ("destroy", ""), ("get_toplevel", "n"), ("get_popup", "n?oo"), ("set_window_geometry", "iiii"),
      ("ack_configure", "u"),
    ],
    events: [("configure", "u")])
  let toplevel = Self.interface(
    "xdg_toplevel",
    requests: [
      ("destroy", ""), ("set_parent", "?o"), ("set_title", "s"), ("set_app_id", "s"), ("show_window_menu", "ouii"),
      ("move", "ou"), ("resize", "ouu"), ("set_max_size", "ii"), ("set_min_size", "ii"), ("set_maximized", ""),
      ("unset_maximized", ""), ("set_fullscreen", "?o"), ("unset_fullscreen", ""), ("set_minimized", ""),
    ],
    events: [("configure", "iia"), ("close", "")])

  // Numbers of the requests that are made.

  static let getXDGSurface: UInt32 = 2
  static let pong: UInt32 = 3
  static let getToplevel: UInt32 = 1
  static let acknowledge: UInt32 = 4
  static let setTitle: UInt32 = 2
  static let setApplication: UInt32 = 3
  static let setFullscreen: UInt32 = 11
  static let displayGetRegistry: UInt32 = 1
  static let registryBind: UInt32 = 0
  static let createSurface: UInt32 = 0
  static let surfaceAttach: UInt32 = 1
  static let surfaceDamage: UInt32 = 2
  static let surfaceFrame: UInt32 = 3
  static let surfaceCommit: UInt32 = 6
  static let surfaceSetScale: UInt32 = 8
  static let surfaceDamageBuffer: UInt32 = 9
  static let sharedMemoryCreatePool: UInt32 = 0
  static let poolCreateBuffer: UInt32 = 0
  static let poolDestroy: UInt32 = 1
  static let bufferDestroy: UInt32 = 0
  static let seatGetPointer: UInt32 = 0
  static let seatGetKeyboard: UInt32 = 1
  static let seatGetTouch: UInt32 = 2
  static let pointerRelease: UInt32 = 1
  static let keyboardRelease: UInt32 = 0
  static let touchRelease: UInt32 = 0
  static let outputRelease: UInt32 = 0

  /// A description that is never given back, as libwayland may look at it until the end of the program.
  private static func interface(
    _ name: String, requests: [(name: String, signature: String)], events: [(name: String, signature: String)]
  ) -> UnsafePointer<wl_interface> {
    let interface = UnsafeMutablePointer<wl_interface>.allocate(capacity: 1)
    interface.initialize(
      to: wl_interface(
        name: strdup(name), version: 1, method_count: Int32(requests.count), methods: messages(requests),
        event_count: Int32(events.count), events: messages(events)))
    return UnsafePointer(interface)
  }

  private static func messages(_ list: [(name: String, signature: String)]) -> UnsafePointer<wl_message> {
    // One entry an argument: none of them has to be of one interface.
    let types = UnsafeMutablePointer<UnsafePointer<wl_interface>?>.allocate(capacity: mostArguments)
    types.initialize(repeating: nil, count: mostArguments)
    let messages = UnsafeMutablePointer<wl_message>.allocate(capacity: list.count)
    for (index, message) in list.enumerated() {
      (messages + index).initialize(
        to: wl_message(
          name: strdup(message.name), signature: strdup(message.signature), types: UnsafePointer(types)))
    }
    return UnsafePointer(messages)
  }

  private static let mostArguments = 8
}
