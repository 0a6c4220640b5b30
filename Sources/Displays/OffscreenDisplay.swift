import Foundation
import MultiplaneGL

/// A device that draws frames without a display: for pictures, servers and tests.
package final class OffscreenDisplay {
  package let route: DeviceRoute
  package let device: MultiplaneGL.Device
  package let properties: DeviceProperties
  private let gbm: GBMDevice?

  /// Opens a device; its context is current on this thread.
  ///
  /// - Parameters:
  ///   - selector: which device; by default the first that draws in hardware, else one that draws
  ///     on the CPU.
  ///   - debug: whether the driver reports mistakes, at a cost.
  ///   - log: called with a line that says which device was taken and why.
  /// - Throws: `DisplayError`: if no device fits, with the reason for each that was tried.
  package static func open(
    _ selector: DeviceSelector = .automatic, debug: Bool = false, log: (String) -> Void = { _ in }
  ) throws(DisplayError) -> OffscreenDisplay {
    if case .route(let route) = selector {
      let display = try OffscreenDisplay(route, debug: debug)
      log("drawing on \(route): \(display.properties)")
      return display
    }
    var search = Search(debug: debug)
    if selector != .software, let display = search.first(where: { !$0.isSoftware }) {
      log("drawing on \(display.route): \(display.properties)")
      return display
    }
    if selector != .hardware, let display = search.first(where: \.isSoftware) {
      let reason = selector == .software ? "as asked" : "as no hardware device works"
      log("drawing on \(display.route), \(reason): \(display.properties)")
      return display
    }
    throw .noDevice(
      wanted: selector == .automatic ? "working" : "\(selector)", failures: search.failures)
  }

  /// Makes an image to draw into; its pixels are undefined until a pass clears them.
  ///
  /// - Parameters:
  ///   - width: pixels.
  ///   - height: pixels.
  ///   - scale: pixels per point.
  package func makeFrame(width: Int, height: Int, scale: Double = 1) throws(DisplayError) -> OffscreenFrame {
    try onDevice("\(route)") { () throws(GLError) in try device.context.makeCurrent() }
    let limit = device.capabilities.maxSurfaceSize
    guard (1...limit).contains(width), (1...limit).contains(height) else {
      throw .gl(
        device: "\(route)", error: .size(label: "frame", width: width, height: height, limit: limit))
    }
    let buffer: GBMBuffer?
    if let gbm { buffer = try GBMBuffer(device: gbm, width: width, height: height) } else { buffer = nil }
    let image: SharedImage?
    if let buffer { image = try buffer.share(with: device) } else { image = nil }
    let surface = try onDevice("\(route)") { () throws(GLError) in
      if let image { return try device.makeSurface(image: image, label: "frame") }
      return try device.makeSurface(
        width: width, height: height, label: "frame")
    }
    return OffscreenFrame(surface: surface, buffer: buffer, scale: scale, device: device, deviceName: "\(route)")
  }

  private init(_ route: DeviceRoute, debug: Bool) throws(DisplayError) {
    let opened = try OpenRoute(route, debug: debug)
    try opened.gbm?.checkAllocation()
    self.route = route
    device = opened.device
    device.programStore = ProgramStore(environment: ProcessInfo.processInfo.environment)
    gbm = opened.gbm
    properties = DeviceProperties(opened.device.capabilities, node: opened.node)
  }

  /// Opens routes in their order, and remembers what those are that do not fit.
  private struct Search {
    let debug: Bool
    let routes = DeviceRoute.all()
    private(set) var failures: [String] = []
    /// Nil for a route that fails.
    private var tried: [DeviceRoute: DeviceProperties?] = [:]

    init(debug: Bool) {
      self.debug = debug
    }

    mutating func first(where fits: (DeviceProperties) -> Bool) -> OffscreenDisplay? {
      for route in routes {
        if let known = tried[route], known.map(fits) != true { continue }
        do throws(DisplayError) {
          let display = try OffscreenDisplay(route, debug: debug)
          tried[route] = display.properties
          if fits(display.properties) { return display }
          failures.append("\(route) is \(display.properties.isSoftware ? "software" : "hardware")")
        } catch {
          tried.updateValue(nil, forKey: route)
          failures.append("\(error)")
        }
      }
      return nil
    }
  }
}
