import Glibc
import MultiplaneDynamicLibraries

/// A seat of a daemon's (seatd, logind), through libseat.
///
/// The library is looked for when a kiosk starts and is not linked: machines without a seat daemon do not have it.
final class LibSeat: Seat {
  let label: String
  private let functions: Functions
  private let handle: OpaquePointer
  private let state: State
  private let listener: UnsafeMutablePointer<Listener>
  /// libseat's numbers of the open devices, by descriptor.
  private var devices: [Int32: Int32] = [:]

  /// What libseat's callbacks write to; it has the address for as long as the seat is open.
  private final class State {
    var changes: [SeatChange] = []
    var isActive = false

    static func from(_ data: UnsafeMutableRawPointer?) -> State? {
      data.map { Unmanaged<State>.fromOpaque($0).takeUnretainedValue() }
    }
  }

  /// `struct libseat_seat_listener`: two functions.
  private struct Listener {
    typealias Callback = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void
    let enable: Callback
    let disable: Callback
  }

  private struct Functions {
    typealias Open = @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer?) -> OpaquePointer?
    typealias Simple = @convention(c) (OpaquePointer) -> Int32
    typealias OpenDevice = @convention(c) (OpaquePointer, UnsafePointer<CChar>, UnsafeMutablePointer<Int32>) -> Int32
    typealias Numbered = @convention(c) (OpaquePointer, Int32) -> Int32
    typealias Text = @convention(c) (OpaquePointer) -> UnsafePointer<CChar>?

    let open: Open
    let close: Simple
    let disable: Simple
    let descriptor: Simple
    let openDevice: OpenDevice
    let closeDevice: Numbered
    let dispatch: Numbered
    let name: Text

    /// - Throws: `MissingSymbol` where the library is not installed, or older.
    init() throws(MissingSymbol) {
      let library = try DynamicLibrary("libseat.so.1")
      open = try library.function("libseat_open_seat")
      close = try library.function("libseat_close_seat")
      disable = try library.function("libseat_disable_seat")
      descriptor = try library.function("libseat_get_fd")
      openDevice = try library.function("libseat_open_device")
      closeDevice = try library.function("libseat_close_device")
      dispatch = try library.function("libseat_dispatch")
      name = try library.function("libseat_seat_name")
    }
  }

  /// - Throws: `DisplayError` if there is no library, or no daemon that gives a seat.
  init() throws(DisplayError) {
    let functions: Functions
    do throws(MissingSymbol) {
      functions = try Functions()
    } catch {
      throw .unsupported(
        device: "libseat", what: "library libseat.so.1",
        remedy: "install it (Debian: libseat1) and seatd, or use --seat direct")
    }
    let state = State()
    let listener = UnsafeMutablePointer<Listener>.allocate(capacity: 1)
    listener.initialize(
      to: Listener(
        enable: { _, data in
          guard let state = State.from(data) else { return }
          state.isActive = true
          state.changes.append(.returned)
        },
        disable: { _, data in
          guard let state = State.from(data) else { return }
          state.isActive = false
          state.changes.append(.left)
        }))
    guard let handle = functions.open(listener, Unmanaged.passUnretained(state).toOpaque()) else {
      let error = SystemError.last()
      listener.deallocate()
      throw .node(
        path: "libseat", call: "libseat_open_seat", error: error,
        remedy: "start seatd, log in at the machine, or use --seat direct as root")
    }
    // The daemon says at once whether the session is the one in front.
    for _ in 0..<20 where !state.isActive { _ = functions.dispatch(handle, 100) }
    state.changes = []
    self.functions = functions
    self.handle = handle
    self.state = state
    self.listener = listener
    label = "libseat, \(functions.name(handle).map { String(cString: $0) } ?? "seat0")"
  }

  deinit { listener.deallocate() }

  var fileDescriptor: Int32? {
    let descriptor = functions.descriptor(handle)
    return descriptor >= 0 ? descriptor : nil
  }

  var isActive: Bool { state.isActive }

  // The daemon took the terminal over when the seat was opened.
  func begin() {}

  func open(_ path: String) throws(DisplayError) -> Int32 {
    var descriptor: Int32 = -1
    let number = functions.openDevice(handle, path, &descriptor)
    guard number >= 0 else {
      let error = SystemError.last()
      throw .node(path: path, call: "libseat_open_device", error: error, remedy: error.remedy)
    }
    devices[descriptor] = number
    return descriptor
  }

  func close(_ descriptor: Int32) {
    if let number = devices.removeValue(forKey: descriptor) { _ = functions.closeDevice(handle, number) }
    _ = Glibc.close(descriptor)
  }

  func takeChanges(signal: Int32?) -> [SeatChange] {
    _ = functions.dispatch(handle, 0)
    defer { state.changes = [] }
    return state.changes
  }

  func letGo() { _ = functions.disable(handle) }

  func end() { _ = functions.close(handle) }
}
