import MultiplaneLayerTree
import MultiplaneMotion
import MultiplaneRenderTree

/// Key paths as text. Which parts a property has is asked of `LayerKeyPath`; here stand only the
/// words to ask with.
extension LayerKeyPath {
  private static let parts: [String] =
    [
      "x", "y", "width", "height", "origin", "origin.x", "origin.y", "size", "size.width", "size.height",
    ] + TransformComponent.allCases.map(\.rawValue)

  /// The key path as a scene file writes it.
  func text(of kind: LayerKind) -> String {
    if component == .whole { return property.key }
    if case .filterInput(let filter, let key) = component { return "\(property.key).\(filter).\(key)" }
    return Self.paths(into: property, of: kind).first { LayerKeyPath($0, of: kind)?.component == component }
      ?? property.key
  }

  /// Whether the key path leads into an emitter cell.
  var isOfEmitterCell: Bool { property.key.hasPrefix("emitterCells.") }

  /// Whether a layer has what the key path names: the filter, or each of the emitter cells.
  func isThere(on layer: CALayer) -> Bool {
    guard isOfEmitterCell else { return value(in: layer.values) != nil }
    var cells = (layer as? CAEmitterLayer)?.emitterCells
    // `emitterCells.<name>.emitterCells.<name>.<key>`: every second word is a name.
    let words = property.key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    for index in stride(from: 1, to: words.count, by: 2) {
      guard let cell = cells?.first(where: { $0.name == words[index] }) else { return false }
      cells = cell.emitterCells
    }
    return true
  }

  /// Every key path of a layer that an animation can change.
  static func animatable(on layer: CALayer) -> [String] {
    var found: [String] = []
    for property in LayerProperties.rows(of: layer.kind) where property.interpolation != .none {
      found.append(property.key)
      found += paths(into: property, of: layer.kind)
      found += paths(into: property.get(layer.values), of: property)
    }
    if layer.kind == .text { found.append(LayerProperty.textString.key) }
    return found + paths(intoCells: CAEmitterCell.values(of: (layer as? CAEmitterLayer)?.emitterCells), after: "")
  }

  /// To the properties of named emitter cells, and of those within them.
  private static func paths(intoCells cells: [EmitterCellValues], after prefix: String) -> [String] {
    cells.flatMap { cell -> [String] in
      guard let name = cell.name else { return [] }
      let path = "\(prefix)emitterCells.\(name)."
      let keys = EmitterCellProperty.all.filter { $0.kind.isAnimatable }.map { path + $0.key }
      return keys + paths(intoCells: cell.cells, after: path)
    }
  }

  /// To the inputs of the filters that a layer has.
  private static func paths(into value: LayerValue, of property: LayerProperty) -> [String] {
    guard case .filters(let filters) = value else { return [] }
    return filters.flatMap { filter in
      filter.description.inputs.map { "\(property.key).\(filter.keyPathName).\($0.key)" }
    }
  }

  private static func paths(into property: LayerProperty, of kind: LayerKind) -> [String] {
    parts.map { "\(property.key).\($0)" }.filter { LayerKeyPath($0, of: kind) != nil }
  }
}

extension LayerValueKind {
  /// Whether a cell's property of the kind changes under an animation: names do not.
  fileprivate var isAnimatable: Bool {
    if case .name = self { false } else { true }
  }
}
