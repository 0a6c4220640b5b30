import Foundation
import MultiplaneCDynamicLibraries
import MultiplaneCLibInput

/// The pointers, touch screens and keyboards of a seat, through libinput.
///
/// Devices come and go while it runs; a seat without devices is valid. Use it on one thread.
public final class InputDevices: InputSource {
  /// A selection of devices.
  public enum Selection: Sendable, Equatable {
    /// All devices that udev assigns to a seat. The default seat is `seat0`.
    case seat(String)
    /// Device files such as `/dev/input/event3`.
    case files([String])
  }

  /// For the names and the text of keys; nil while no keyboard has been seen, and without
  /// xkbcommon.
  var keyboard: KeyboardLayout?
  private let context: OpaquePointer
  private let interface: UnsafeMutablePointer<libinput_interface>
  /// What libinput's callbacks are given.
  private let access: Unmanaged<AccessBox>
  private var isSuspended = false

  /// Checks that libinput is installed and new enough. Throws `InputError.noLibrary` if not.
  public static func checkLibrary() throws(InputError) {
    guard let missing = cdl_missing_libinput() ?? cdl_missing_libudev() else { return }
    let isLibrary = String(cString: missing).contains(".so.")
    throw .noLibrary(found: isLibrary ? "none" : "an older one")
  }

  /// Finds and opens the devices.
  ///
  /// - Parameter access: the functions that open their files.
  public init(_ selection: Selection = .seat("seat0"), access: DeviceAccess = .direct) throws(InputError) {
    try Self.checkLibrary()
    interface = .allocate(capacity: 1)
    interface.initialize(to: AccessBox.interface)
    self.access = Unmanaged.passRetained(AccessBox(access))
    do {
      context = try Self.makeContext(selection, interface, self.access.toOpaque())
    } catch {
      interface.deallocate()
      self.access.release()
      throw error
    }
  }

  deinit {
    // Closes the devices, and so comes before the callbacks go.
    _ = libinput_unref(context)
    access.release()
    interface.deallocate()
  }

  private static func makeContext(
    _ selection: Selection, _ interface: UnsafePointer<libinput_interface>, _ access: UnsafeMutableRawPointer
  ) throws(InputError) -> OpaquePointer {
    switch selection {
    case .seat(let name):
      guard let udev = udev_new() else { throw .seat(name: name, found: "libudev fails") }
      // The context keeps it.
      defer { _ = udev_unref(udev) }
      guard let context = libinput_udev_create_context(interface, access, udev) else {
        throw .seat(name: name, found: "libinput fails")
      }
      guard libinput_udev_assign_seat(context, name) == 0 else {
        _ = libinput_unref(context)
        throw .seat(name: name, found: "udev's devices cannot be listed")
      }
      return context
    case .files(let paths):
      guard let context = libinput_path_create_context(interface, access) else {
        throw .seat(name: "of files", found: "libinput fails")
      }
      for path in paths where libinput_path_add_device(context, path) == nil {
        _ = libinput_unref(context)
        throw .device(path: path)
      }
      return context
    }
  }

  /// The descriptor of libinput, readable when there are events.
  public var fileDescriptor: Int32? { libinput_get_fd(context) }

  /// The events since the last call, in order; none if libinput fails. Does not block.
  public func dispatch() -> [InputEvent] {
    // A failure shows as no events; the descriptor stays readable, and the next call tries again.
    _ = libinput_dispatch(context)
    var events: [InputEvent] = []
    while let event = libinput_get_event(context) {
      if let made = makeEvent(event) { events.append(made) }
      libinput_event_destroy(event)
    }
    return events
  }

  /// Closes the devices until `resume()`. Without effect while they are closed.
  public func suspend() {
    guard !isSuspended else { return }
    isSuspended = true
    libinput_suspend(context)
  }

  /// Reopens the devices; they stay closed if libinput fails.
  public func resume() {
    guard isSuspended, libinput_resume(context) == 0 else { return }
    isSuspended = false
  }
}

/// `DeviceAccess` as an object that a C pointer can stand for.
private final class AccessBox {
  private let access: DeviceAccess

  init(_ access: DeviceAccess) { self.access = access }

  static let interface = libinput_interface(
    open_restricted: { path, flags, data in
      guard let path, let data else { return -EINVAL }
      return Unmanaged<AccessBox>.fromOpaque(data).takeUnretainedValue().access.open(String(cString: path), flags)
    },
    close_restricted: { descriptor, data in
      guard let data else { return }
      Unmanaged<AccessBox>.fromOpaque(data).takeUnretainedValue().access.close(descriptor)
    })
}
