/// Which device the user wants: what `--device` says.
public enum DeviceSelector: Equatable, Sendable, CustomStringConvertible {
  /// The first that draws in hardware, else one that draws on the CPU.
  case automatic
  /// The first that draws in hardware.
  case hardware
  /// One that draws on the CPU.
  case software
  /// This one.
  case route(DeviceRoute)

  /// Reads `software`, `hardware`, `automatic`, `surfaceless`, `egl:0`, `gbm:/dev/dri/renderD128` or
  /// `/dev/dri/renderD128`.
  ///
  /// - Parameter available: the routes that an error lists, and that an EGL device must be among.
  /// - Throws: `DisplayError.selector`, listing what there is.
  package static func parse(
    _ text: String, available: @autoclosure () -> [DeviceRoute] = DeviceRoute.all()
  ) throws(DisplayError) -> DeviceSelector {
    switch text {
    case "automatic": return .automatic
    case "hardware": return .hardware
    case "software": return .software
    case "surfaceless": return .route(.surfaceless)
    default: break
    }
    if text.hasPrefix("/") { return .route(.gbm(path: text)) }
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    if parts.count == 2, parts[0] == "gbm", parts[1].hasPrefix("/") { return .route(.gbm(path: parts[1])) }
    if parts.count == 2, parts[0] == "egl", let index = Int(parts[1]) {
      let route = DeviceRoute.eglDevice(index: index)
      if available().contains(route) { return .route(route) }
    }
    throw .selector(text: text, available: available().map(\.description))
  }

  /// As `parse` reads it.
  public var description: String {
    switch self {
    case .automatic: "automatic"
    case .hardware: "hardware"
    case .software: "software"
    case .route(let route): "\(route)"
    }
  }
}
