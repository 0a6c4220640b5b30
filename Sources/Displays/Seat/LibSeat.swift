import Glibc
import MultiplaneCDynamicLibraries
import MultiplaneCLibSeat

/// A seat of a daemon's (seatd, logind), through libseat.
///
/// The library is looked for when a kiosk starts and is not linked: machines without a seat daemon
/// do not have it.
final class LibSeat: Seat {
  let label: String
  private let handle: OpaquePointer
  private let state: State
  private let listener: UnsafeMutablePointer<libseat_seat_listener>
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

  /// - Throws: `DisplayError` if there is no library, or no daemon that gives a seat.
  init() throws(DisplayError) {
    guard cdl_missing_libseat() == nil else {
      throw .unsupported(
        device: "libseat", what: "library libseat.so.1",
        remedy: "install it (Debian: libseat1) and seatd, or use --seat direct")
    }
    let state = State()
    let listener = UnsafeMutablePointer<libseat_seat_listener>.allocate(capacity: 1)
    listener.initialize(
      to: libseat_seat_listener(
        enable_seat: { _, data in
          guard let state = State.from(data) else { return }
          state.isActive = true
          state.changes.append(.returned)
        },
        disable_seat: { _, data in
          guard let state = State.from(data) else { return }
          state.isActive = false
          state.changes.append(.left)
        }))
    guard let handle = libseat_open_seat(listener, Unmanaged.passUnretained(state).toOpaque()) else {
      let error = SystemError.last()
      listener.deallocate()
      throw .node(
        path: "libseat", call: "libseat_open_seat", error: error,
        remedy: "start seatd, log in at the machine, or use --seat direct as root")
    }
    // The daemon says at once whether the session is the one in front.
    for _ in 0..<20 where !state.isActive { _ = libseat_dispatch(handle, 100) }
    state.changes = []
    self.handle = handle
    self.state = state
    self.listener = listener
    label = "libseat, \(libseat_seat_name(handle).map { String(cString: $0) } ?? "seat0")"
  }

  deinit { listener.deallocate() }

  var fileDescriptor: Int32? {
    let descriptor = libseat_get_fd(handle)
    return descriptor >= 0 ? descriptor : nil
  }

  var isActive: Bool { state.isActive }

  // The daemon took the terminal over when the seat was opened.
  func begin() {}

  func open(_ path: String) throws(DisplayError) -> Int32 {
    var descriptor: Int32 = -1
    let number = libseat_open_device(handle, path, &descriptor)
    guard number >= 0 else {
      let error = SystemError.last()
      throw .node(path: path, call: "libseat_open_device", error: error, remedy: error.remedy)
    }
    devices[descriptor] = number
    return descriptor
  }

  func close(_ descriptor: Int32) {
    if let number = devices.removeValue(forKey: descriptor) { _ = libseat_close_device(handle, number) }
    _ = Glibc.close(descriptor)
  }

  func takeChanges(signal: Int32?) -> [SeatChange] {
    _ = libseat_dispatch(handle, 0)
    defer { state.changes = [] }
    return state.changes
  }

  func letGo() { _ = libseat_disable_seat(handle) }

  func end() { _ = libseat_close_seat(handle) }
}
