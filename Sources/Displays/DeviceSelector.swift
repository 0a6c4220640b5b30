/// The user's choice of a device, as in `--device`.
public enum DeviceSelector: Equatable, Sendable, CustomStringConvertible {
  /// The first device that draws in hardware, else a software device.
  case automatic
  /// The first device that draws in hardware.
  case hardware
  /// A device that draws in software.
  case software
  /// The device of a route.
  case route(DeviceRoute)

  /// Reads `software`, `hardware`, `automatic`, `surfaceless`, `egl:0`, `gbm:/dev/dri/renderD128`
  /// or `/dev/dri/renderD128`; nil for what can be no device's name.
  package init?(text: String) {
    switch text {
    case "automatic": self = .automatic
    case "hardware": self = .hardware
    case "software": self = .software
    case "surfaceless": self = .route(.surfaceless)
    case _ where text.hasPrefix("/"): self = .route(.gbm(path: text))
    case _ where text.hasPrefix("gbm:/"): self = .route(.gbm(path: String(text.dropFirst(4))))
    default:
      guard text.hasPrefix("egl:"), let index = Int(text.dropFirst(4)) else { return nil }
      self = .route(.eglDevice(index: index))
    }
  }

  /// Reads the same.
  ///
  /// - Parameter available: the routes that an error lists, and that an EGL device must be among.
  /// - Throws: `DisplayError.selector`, listing what there is.
  package static func parse(
    _ text: String, available: @autoclosure () -> [DeviceRoute] = DeviceRoute.all()
  ) throws(DisplayError) -> DeviceSelector {
    guard let selector = DeviceSelector(text: text) else {
      throw .selector(text: text, available: available().map(\.description))
    }
    if case .route(let route) = selector, case .eglDevice = route {
      let available = available()
      guard available.contains(route) else { throw .selector(text: text, available: available.map(\.description)) }
    }
    return selector
  }

  /// The form that `parse` reads.
  public var description: String {
    switch self {
    case .automatic: "automatic"
    case .hardware: "hardware"
    case .software: "software"
    case .route(let route): "\(route)"
    }
  }
}
