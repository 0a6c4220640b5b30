import MultiplaneCWayland

/// The outputs that a surface is on, and how many pixels a point they want of it. They come and go.
final class WaylandOutputs {
  /// Told when `scale` is another.
  var handler: () -> Void = {}
  /// Pixels a point: what the densest of the outputs that the surface is on wants.
  private(set) var scale = 1

  private let connection: WaylandConnection
  /// By the number of the global.
  private var outputs: [UInt32: (proxy: WaylandConnection.Proxy, version: UInt32)] = [:]
  private var scales: [WaylandConnection.Proxy: Int] = [:]
  private var entered: Set<WaylandConnection.Proxy> = []

  /// Listens to all outputs, and to a surface, of whose handler this is the one.
  init(of surface: WaylandConnection.Proxy, _ connection: WaylandConnection) throws(DisplayError) {
    self.connection = connection
    let interface = try connection.library.interface("wl_output")
    connection.follow("wl_output") { [unowned self] in
      add($0, interface)
    } removed: { [unowned self] in
      remove($0)
    }
    connection.listen(to: surface) { [unowned self] event, arguments in
      guard event < 2, let output = arguments[0].o else { return }
      if event == 0 { entered.insert(output) } else { entered.remove(output) }
      renewScale()
    }
  }

  private func add(_ global: WaylandConnection.Global, _ interface: UnsafePointer<wl_interface>) {
    let version = min(3, global.version)
    // The first version says nothing of points.
    guard version >= 2, let output = connection.bind(global, interface, version: version) else { return }
    outputs[global.number] = (output, version)
    connection.listen(to: output) { [unowned self] event, arguments in
      // Events: geometry, mode, done, scale.
      guard event == 3 else { return }
      scales[output] = max(1, Int(arguments[0].i))
      renewScale()
    }
  }

  private func remove(_ global: WaylandConnection.Global) {
    guard let (output, version) = outputs.removeValue(forKey: global.number) else { return }
    if version >= 3 {
      connection.destroy(output, WindowProtocol.outputRelease)
    } else {
      connection.forget(output)
    }
    scales[output] = nil
    entered.remove(output)
    renewScale()
  }

  private func renewScale() {
    let wanted = entered.compactMap { scales[$0] }.max() ?? scale
    guard wanted != scale else { return }
    scale = wanted
    handler()
  }
}
