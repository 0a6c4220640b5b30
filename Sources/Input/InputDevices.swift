import Foundation
import MultiplaneDynamicLibraries

/// The pointers, touch screens and keyboards of a seat, through libinput.
///
/// Devices come and go while it runs; none at all is no error. It belongs to one thread.
public final class InputDevices: InputSource {
  /// Which devices are meant.
  public enum Selection: Sendable, Equatable {
    /// All that udev assigns to a seat; `seat0` is the machine's own.
    case seat(String)
    /// Device files such as `/dev/input/event3`.
    case files([String])
  }

  let library: InputLibrary
  /// For the names and the text of keys; nil while no keyboard has been seen, and without xkbcommon.
  var keyboard: KeyboardLayout?
  private let context: OpaquePointer
  private let interface: UnsafeMutablePointer<InputLibrary.Interface>
  /// What libinput's callbacks are given.
  private let access: Unmanaged<AccessBox>
  private var isSuspended = false

  /// Whether libinput is there, and new enough.
  public static func checkLibrary() throws(InputError) { _ = try findLibrary() }

  private static func findLibrary() throws(InputError) -> InputLibrary {
    if let library = InputLibrary.shared { return library }
    throw .noLibrary(found: (try? DynamicLibrary("libinput.so.10")) == nil ? "none" : "an older one")
  }

  /// Looks for the devices and opens them.
  ///
  /// - Parameter access: how their files are opened.
  public init(_ selection: Selection = .seat("seat0"), access: DeviceAccess = .direct) throws(InputError) {
    library = try Self.findLibrary()
    interface = .allocate(capacity: 1)
    interface.initialize(to: AccessBox.interface)
    self.access = Unmanaged.passRetained(AccessBox(access))
    do {
      context = try Self.makeContext(selection, library, interface, self.access.toOpaque())
    } catch {
      interface.deallocate()
      self.access.release()
      throw error
    }
  }

  deinit {
    // Closes the devices, and so comes before the callbacks go.
    _ = library.release(context)
    access.release()
    interface.deallocate()
  }

  private static func makeContext(
    _ selection: Selection, _ library: InputLibrary, _ interface: UnsafeRawPointer, _ access: UnsafeMutableRawPointer
  ) throws(InputError) -> OpaquePointer {
    switch selection {
    case .seat(let name):
      guard let udev = library.makeUdev() else { throw .seat(name: name, found: "libudev fails") }
      // The context keeps it.
      defer { _ = library.releaseUdev(udev) }
      guard let context = library.makeSeatContext(interface, access, udev) else {
        throw .seat(name: name, found: "libinput fails")
      }
      guard library.assignSeat(context, name) == 0 else {
        _ = library.release(context)
        throw .seat(name: name, found: "udev's devices cannot be listed")
      }
      return context
    case .files(let paths):
      guard let context = library.makePathContext(interface, access) else {
        throw .seat(name: "of files", found: "libinput fails")
      }
      for path in paths where library.addPath(context, path) == nil {
        _ = library.release(context)
        throw .device(path: path)
      }
      return context
    }
  }

  /// The descriptor of libinput: readable when there are events.
  public var fileDescriptor: Int32? { library.descriptor(context) }

  /// The events since the last call, in their order; none if libinput fails. Does not wait.
  public func dispatch() -> [InputEvent] {
    // A failure shows as no events; the descriptor stays readable, and the next call tries again.
    _ = library.dispatch(context)
    var events: [InputEvent] = []
    while let event = library.nextEvent(context) {
      if let made = makeEvent(event) { events.append(made) }
      library.destroyEvent(event)
    }
    return events
  }

  /// Closes the devices, until `resume()`; without effect while they are closed.
  public func suspend() {
    guard !isSuspended else { return }
    isSuspended = true
    library.suspend(context)
  }

  /// Opens the devices again; they stay closed if libinput cannot.
  public func resume() {
    guard isSuspended, library.resume(context) == 0 else { return }
    isSuspended = false
  }
}

/// `DeviceAccess` as an object that a C pointer can stand for.
private final class AccessBox {
  private let access: DeviceAccess

  init(_ access: DeviceAccess) { self.access = access }

  static let interface = InputLibrary.Interface { path, flags, data in
    guard let path, let data else { return -EINVAL }
    return Unmanaged<AccessBox>.fromOpaque(data).takeUnretainedValue().access.open(String(cString: path), flags)
  } close: { descriptor, data in
    guard let data else { return }
    Unmanaged<AccessBox>.fromOpaque(data).takeUnretainedValue().access.close(descriptor)
  }
}
