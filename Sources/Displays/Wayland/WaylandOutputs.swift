import MultiplaneCWayland

/// The outputs that a surface is on, and their pixels per point. They come and go.
final class WaylandOutputs {
  /// Told when `scale` is another.
  var handler: () -> Void = {}
  /// Pixels per point: those of the densest output that the surface is on.
  private(set) var scale = 1

  private let connection: WaylandConnection
  /// By the number of the global.
  private var outputs: [UInt32: (object: WaylandConnection.Object, version: UInt32)] = [:]
  private var scales: [WaylandConnection.Object: Int] = [:]
  private var entered: Set<WaylandConnection.Object> = []

  /// Listens to all outputs, and to a surface, of whose listener this is the one.
  init(of surface: WaylandConnection.Object, _ connection: WaylandConnection) {
    self.connection = connection
    connection.follow("wl_output") { [unowned self] in
      add($0)
    } removed: { [unowned self] in
      remove($0)
    }
    wl_surface_add_listener(surface, Self.surfaceListener.functions, listenerData(self))
  }

  /// Version 4.
  private static let surfaceListener = WaylandListener(wl_surface_listener()) {
    $0.enter = { data, _, output in listener(data, as: WaylandOutputs.self)?.setEntered(output, true) }
    $0.leave = { data, _, output in listener(data, as: WaylandOutputs.self)?.setEntered(output, false) }
  }

  /// Version 3.
  private static let outputListener = WaylandListener(wl_output_listener()) {
    $0.geometry = { _, _, _, _, _, _, _, _, _, _ in }
    $0.mode = { _, _, _, _, _, _ in }
    $0.done = { _, _ in }
    $0.scale = { data, output, factor in listener(data, as: WaylandOutputs.self)?.setScale(output, Int(factor)) }
  }

  /// - Parameter output: nil for one that is gone.
  private func setEntered(_ output: WaylandConnection.Object?, _ isEntered: Bool) {
    guard let output else { return }
    if isEntered { entered.insert(output) } else { entered.remove(output) }
    renewScale()
  }

  private func setScale(_ output: WaylandConnection.Object?, _ factor: Int) {
    guard let output else { return }
    scales[output] = max(1, factor)
    renewScale()
  }

  private func add(_ global: WaylandConnection.Global) {
    let version = min(3, global.version)
    // The first version says nothing of points.
    guard version >= 2, let output = connection.bind(global, version: version, multiplane_bind_wl_output) else {
      return
    }
    outputs[global.number] = (output, version)
    wl_output_add_listener(output, Self.outputListener.functions, listenerData(self))
  }

  private func remove(_ global: WaylandConnection.Global) {
    guard let (output, version) = outputs.removeValue(forKey: global.number) else { return }
    if version >= 3 { wl_output_release(output) } else { wl_output_destroy(output) }
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
