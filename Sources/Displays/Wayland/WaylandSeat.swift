import Glibc
import MultiplaneCWayland

/// What people do in a window: the pointer, the keyboard and the touch screen of a Wayland seat, which come and go.
final class WaylandSeat {
  /// Told of what happens.
  var handler: (WindowEvent) -> Void = { _ in }

  private let connection: WaylandConnection
  private let seat: WaylandConnection.Proxy
  private let version: UInt32
  private let devices: [Device]
  /// Those there are now, by their bit among the capabilities.
  private var objects: [UInt32: WaylandConnection.Proxy] = [:]
  private var pressedKeys: Set<Int> = []

  /// A kind of input device.
  private struct Device {
    /// Its bit among the seat's capabilities.
    let capability: UInt32
    let interface: UnsafePointer<wl_interface>
    /// The numbers of the requests that make and end one.
    let make, release: UInt32
  }

  /// The first seat; nil where the compositor has none.
  init?(_ connection: WaylandConnection) throws(DisplayError) {
    guard let global = connection.global("wl_seat") else { return nil }
    self.connection = connection
    // From the third version on devices can be given back.
    version = min(3, global.version)
    seat = try connection.bindCore("wl_seat", version: version)
    let library = connection.library
    devices = [
      Device(
        capability: 1, interface: try library.interface("wl_pointer"), make: WindowProtocol.seatGetPointer,
        release: WindowProtocol.pointerRelease),
      Device(
        capability: 2, interface: try library.interface("wl_keyboard"), make: WindowProtocol.seatGetKeyboard,
        release: WindowProtocol.keyboardRelease),
      Device(
        capability: 4, interface: try library.interface("wl_touch"), make: WindowProtocol.seatGetTouch,
        release: WindowProtocol.touchRelease),
    ]
    connection.listen(to: seat) { [unowned self] event, arguments in
      guard event == 0 else { return }
      for device in devices { renew(device, isThere: arguments[0].u & device.capability != 0) }
    }
  }

  /// Listens to a device that has come, and ends what one that is gone had begun.
  private func renew(_ device: Device, isThere: Bool) {
    if !isThere, let object = objects.removeValue(forKey: device.capability) {
      if version >= 3 { connection.destroy(object, device.release) } else { connection.forget(object) }
      switch device.capability {
      case 1: handler(.pointerLeft)
      case 2: releaseKeys()
      default: handler(.touchesCancelled)
      }
    }
    guard isThere, objects[device.capability] == nil,
      let object = connection.request(seat, device.make, [wl_argument(n: 0)], makes: device.interface, version: version)
    else { return }
    objects[device.capability] = object
    connection.listen(to: object) { [unowned self] event, arguments in
      switch device.capability {
      case 1: point(event, arguments)
      case 2: type(event, arguments)
      default: touch(event, arguments)
      }
    }
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
    case 0:
      let file = arguments[1].h
      // Format 1 is text for xkbcommon; there may be none.
      handler(.keymap(arguments[0].u == 1 ? Self.text(of: file, bytes: Int(arguments[2].u)) : nil))
      _ = close(file)
    case 2: releaseKeys()
    case 3:
      let (code, isPressed) = (Int(arguments[2].u), arguments[3].u != 0)
      // One that went down in another window comes up in silence.
      guard isPressed ? pressedKeys.insert(code).inserted : pressedKeys.remove(code) != nil else { return }
      handler(.key(code: code, isPressed: isPressed))
    case 4:
      handler(
        .modifiers(
          depressed: arguments[1].u, latched: arguments[2].u, locked: arguments[3].u, layout: arguments[4].u))
    default: break
    }
  }

  /// Whoever has the keyboard now is told when they come up.
  private func releaseKeys() {
    for code in pressedKeys.sorted() { handler(.key(code: code, isPressed: false)) }
    pressedKeys = []
  }

  /// What a file begins with, to the first zero byte; nil where it is shorter than was said, or no keymap is so long.
  private static func text(of file: Int32, bytes count: Int) -> String? {
    guard (1...mostKeymapBytes).contains(count) else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    var length = 0
    while length < count {
      let read = bytes.withUnsafeMutableBytes {
        pread(file, $0.baseAddress?.advanced(by: length), count - length, off_t(length))
      }
      if read < 0, errno == EINTR { continue }
      guard read > 0 else { return nil }
      length += read
    }
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// Those of xkeyboard-config are below 100 KiB.
  private static let mostKeymapBytes = 4 << 20
}
