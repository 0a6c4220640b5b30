import MultiplaneGL

/// What can go wrong between us and a device. Each description is one line: where, what was found,
/// how to fix it.
package enum DisplayError: Error, Equatable, CustomStringConvertible {
  /// A device was asked for in words that mean none; `available` are those that mean one here.
  case selector(text: String, available: [String])
  /// No device fits what was asked for; `failures` are those that were tried, each with its reason.
  case noDevice(wanted: String, failures: [String])
  /// A device node cannot be used.
  case node(path: String, call: String, error: SystemError, remedy: String)
  /// A file that should be a device node is none.
  case notADevice(path: String)
  /// OpenGL or EGL failed on a device.
  case gl(device: String, error: GLError)
  /// A frame's memory cannot be allocated or exported.
  case buffer(device: String, call: String, error: SystemError, remedy: String)
  /// Something that only other devices can do.
  case unsupported(device: String, what: String, remedy: String)

  package var description: String {
    switch self {
    case .selector(let text, let available):
      "there is no device '\(text)': use software, hardware, or one of \(available.joined(separator: ", "))"
    case .noDevice(let wanted, let failures):
      "no device is \(wanted): "
        + (failures.isEmpty ? "there is none; load the GPU's driver" : failures.joined(separator: "; "))
    case .node(let path, let call, let error, let remedy): "\(path): \(call) failed with \(error): \(remedy)"
    case .notADevice(let path): "\(path) is not a graphics device: use a node such as /dev/dri/renderD128"
    case .gl(let device, let error): "\(device): \(error)"
    case .buffer(let device, let call, let error, let remedy):
      "\(device): \(call) failed with \(error): \(remedy)"
    case .unsupported(let device, let what, let remedy): "\(device) has no \(what): \(remedy)"
    }
  }
}

extension DisplayError {
  /// A call to a card that the kernel refused.
  init(_ error: ModeSettingError, on path: String) {
    self = .node(path: path, call: error.call.rawValue, error: error.error, remedy: error.error.showingRemedy)
  }

  /// The system's answer, if a call to it failed.
  package var systemError: SystemError? {
    switch self {
    case .node(_, _, let error, _), .buffer(_, _, let error, _): error
    default: nil
    }
  }

  /// Whether the device behind a node is gone: unplugged, or its driver unloaded.
  package var isLoss: Bool { systemError?.isLoss ?? false }
}

/// Runs calls on a device, and says on which one they failed.
func onDevice<Result>(_ device: String, _ body: () throws(GLError) -> Result) throws(DisplayError) -> Result {
  do throws(GLError) {
    return try body()
  } catch {
    throw .gl(device: device, error: error)
  }
}
