import MultiplaneGL

/// What one route to a device turned out to be.
package struct DeviceReport: Equatable, Sendable, CustomStringConvertible {
  package let route: DeviceRoute
  package let outcome: Outcome

  package enum Outcome: Equatable, Sendable {
    case working(DeviceProperties)
    case failing(DisplayError)
  }

  package var isWorking: Bool { properties != nil }

  /// Nil if the route fails.
  package var properties: DeviceProperties? {
    if case .working(let properties) = outcome { properties } else { nil }
  }

  /// One line: the route, and what it is or why it fails.
  package var description: String {
    switch outcome {
    case .working(let properties): "\(route): \(properties)"
    case .failing(let error): "\(route) fails: \(error)"
    }
  }
}

/// What a device says of itself.
package struct DeviceProperties: Equatable, Sendable, CustomStringConvertible {
  package let renderer: String
  package let vendor: String
  package let version: String
  /// Mesa's name of the driver; nil if EGL does not tell.
  package let driver: String?
  /// The DRM node behind it, as far as it is known.
  package let node: String?
  package let isSoftware: Bool
  /// Pixels.
  package let maxTextureSize: Int
  package let maxSamples: Int
  /// The driver's known faults, a sentence each.
  package let faults: [String]
  /// What pictures lack, a sentence each.
  package let shortcomings: [String]

  init(_ capabilities: Capabilities, node: String?) {
    renderer = capabilities.renderer
    vendor = capabilities.vendor
    version = capabilities.version
    driver = capabilities.driver
    self.node = node
    isSoftware = capabilities.isSoftware
    maxTextureSize = capabilities.maxTextureSize
    maxSamples = capabilities.maxSamples
    faults = capabilities.faults.map(\.sentence)
    shortcomings = capabilities.shortcomings
  }

  package var description: String {
    let origin = [vendor, driver.map { "driver \($0)" }, node].compactMap { $0 }.joined(separator: ", ")
    return "\(isSoftware ? "software" : "hardware"), \(renderer), \(version) (\(origin)), "
      + "textures to \(maxTextureSize), \(maxSamples) samples"
  }
}

/// Tries every route to a device.
package enum DeviceProbe {
  /// Opens each route in turn, asks, and closes it again. No context is current on this thread
  /// afterwards.
  ///
  /// - Parameter routes: those to try; all by default.
  package static func reports(routes: [DeviceRoute] = DeviceRoute.all()) -> [DeviceReport] {
    routes.map { route in
      do throws(DisplayError) {
        return DeviceReport(route: route, outcome: .working(try properties(of: route)))
      } catch {
        return DeviceReport(route: route, outcome: .failing(error))
      }
    }
  }

  private static func properties(of route: DeviceRoute) throws(DisplayError) -> DeviceProperties {
    let opened = try OpenRoute(route, debug: false)
    try opened.gbm?.checkAllocation()
    return DeviceProperties(opened.device.capabilities, node: opened.node)
  }
}
