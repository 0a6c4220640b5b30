/// Where input events come from: the devices of a seat, or what a test makes up.
public protocol InputSource: AnyObject {
  /// Readable when there are events; nil when there is nothing to wait for.
  var fileDescriptor: Int32? { get }

  /// The events since the last call, in their order. Does not wait.
  func dispatch() -> [InputEvent]

  /// Lets go of the devices while another program has the screen; what is pressed is released.
  func suspend()

  /// Takes the devices again.
  func resume()
}

extension InputSource {
  /// Does nothing: a source without devices has none to let go of.
  public func suspend() {}
  /// Does nothing, as `suspend()`.
  public func resume() {}
}

/// Why there is no input. Each description is one line: where, what was found, how to fix it.
public enum InputError: Error, Equatable, CustomStringConvertible {
  /// libinput is not installed, or is older than 1.19.
  case noLibrary(found: String)
  /// The devices of a seat cannot be looked for.
  case seat(name: String, found: String)
  /// A device file cannot be used.
  case device(path: String)

  public var description: String {
    switch self {
    case .noLibrary(let found):
      "input: expected libinput 1.19 or newer, found \(found); install it (Debian: apt-get install libinput10)"
    case .seat(let name, let found):
      "input: seat \(name): \(found); see whether /run/udev is there and readable"
    case .device(let path):
      "input: \(path): expected an input device that can be opened and that udev knows; see its permissions (group 'input') "
        + "and 'udevadm info \(path)'"
    }
  }
}
