/// A source of input events: the devices of a seat, or a test.
public protocol InputSource: AnyObject {
  /// A descriptor that is readable when there are events; nil for a source that never needs
  /// waiting.
  var fileDescriptor: Int32? { get }

  /// The events since the last call, in order. Does not block.
  func dispatch() -> [InputEvent]

  /// Releases the devices while another program has the screen. Pressed buttons and keys are
  /// released.
  func suspend()

  /// Reacquires the devices.
  func resume()
}

extension InputSource {
  /// Does nothing, for sources without devices.
  public func suspend() {}
  /// Does nothing, for sources without devices.
  public func resume() {}
}

/// An error of input devices. Each description is one line: where, what was found, how to fix it.
public enum InputError: Error, Equatable, CustomStringConvertible {
  /// libinput is not installed, or is older than 1.19.
  case noLibrary(found: String)
  /// The devices of a seat cannot be listed.
  case seat(name: String, found: String)
  /// A device file cannot be used.
  case device(path: String)

  public var description: String {
    switch self {
    case .noLibrary(let found):
      "input: expected libinput 1.19 or newer, found \(found); install it (Debian: apt-get install libinput10)"
    case .seat(let name, let found):
      "input: seat \(name): \(found); check that /run/udev exists and is readable"
    case .device(let path):
      "input: \(path): expected a readable input device that udev knows; check its permissions (group 'input') "
        + "and 'udevadm info \(path)'"
    }
  }
}
