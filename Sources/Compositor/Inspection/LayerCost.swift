import MultiplaneCPURenderer
import MultiplaneFlattening
import MultiplaneRenderTree

/// The estimated cost of a layer: its own primitives, and the passes that it is composed in.
package struct LayerCost: Sendable {
  /// The layer; nil for shared costs: tables of shadows, and the surface that backdrops of the
  /// canvas read.
  package let layer: LayerIdentifier?
  /// The time, in seconds of one core.
  package fileprivate(set) var seconds: Double
  package fileprivate(set) var bytes: Int
  package fileprivate(set) var primitives: Int

  /// The costs of all layers that draw something, the most expensive first.
  ///
  /// - Parameter layers: the layer of each primitive (`Flattener.flattenNamingLayers`).
  package static func costs(of list: DisplayList, layers: [LayerIdentifier?]) -> [LayerCost] {
    let whole = CPUDrawingCost(of: list, tellsShares: true)
    let shares = whole.shares ?? []
    var costs: [LayerIdentifier: LayerCost] = [:]
    var rest = LayerCost(layer: nil, seconds: whole.seconds, bytes: whole.bytes, primitives: 0)
    for (index, share) in shares.enumerated() {
      guard index < layers.count, let layer = layers[index] else { continue }
      var cost = costs[layer] ?? LayerCost(layer: layer, seconds: 0, bytes: 0, primitives: 0)
      cost.seconds += share.seconds
      cost.bytes += share.bytes
      if list.primitives[index].kind != .pass { cost.primitives += 1 }
      costs[layer] = cost
      rest.seconds -= share.seconds
      rest.bytes -= share.bytes
    }
    let found = costs.values.sorted {
      ($1.seconds, $0.layer?.rawValue ?? 0) < ($0.seconds, $1.layer?.rawValue ?? 0)
    }
    return found + (rest.seconds > 1e-9 || rest.bytes > 0 ? [rest] : [])
  }
}
