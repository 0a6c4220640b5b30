import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree

/// A key of a layer whose value refers to parameters, as the scene file has it.
struct ParameterUse {
  let layer: CALayer
  let member: JSONValue.Member
  /// Of the layer.
  let place: Place
  let names: Set<String>
}

/// The source of a scene, for later values of its parameters.
struct ParameterSource {
  let template: SceneTemplate
  var given: SceneParameters
  let uses: [ParameterUse]
  /// The parameters that the background refers to.
  let backgroundNames: Set<String>
}

extension Scene {
  /// The parameters of the scene file; empty for a scene that a program built.
  public var parameters: [ParameterDeclaration] { parameterSource?.template.parameters ?? [] }

  /// Changes parameters. The properties that they feed are set again, even if the program has
  /// changed them, and animations that they feed restart. An invalid value changes nothing.
  ///
  /// - Parameters:
  ///   - assets: the place for relative paths of images; nil for that of the scene.
  ///   - duration: the duration of the animation from the current values, in seconds; 0 for none.
  ///   - excess: the reason why a frame with other layer values would be refused; nil if it would
  ///     be drawn.
  /// - Throws: for an unknown parameter, an invalid value, and a tree that would exceed the limits.
  package mutating func setParameters(
    _ values: [String: ParameterValue], assets: FilePlace? = nil, duration: Double = 0,
    excess: (_ values: [LayerIdentifier: LayerValues]) -> DrawingExcess? = { _ in nil }
  ) throws(SceneError) {
    try apply(parameterChange(values, assets: assets, duration: duration, excess: excess))
  }

  /// A validated change of parameters, not yet applied, so that several scenes change together or
  /// not at all.
  package func parameterChange(
    _ values: [String: ParameterValue], assets: FilePlace? = nil, duration: Double = 0,
    excess: (_ values: [LayerIdentifier: LayerValues]) -> DrawingExcess? = { _ in nil }
  ) throws(SceneError) -> ParameterChange {
    guard var source = parameterSource else {
      guard let name = values.keys.min() else { return ParameterChange(background: background, images: images) }
      throw .invalid(file: "scene", place: "parameters.\(name)", problem: "is not a parameter of this scene")
    }
    source.given.values.merge(values) { _, new in new }
    if let assets { source.given.assets = assets }
    var reader = try source.template.reader(with: source.given)
    var changes: [(layer: CALayer, members: [JSONValue.Member])] = []
    // A layer's keys together: a frame goes by its transform.
    var index = 0
    while index < source.uses.count {
      let layer = source.uses[index].layer
      var members: [JSONValue.Member] = []
      while index < source.uses.count, source.uses[index].layer === layer {
        let use = source.uses[index]
        if !use.names.isDisjoint(with: values.keys) { members += try reader.resolved([use.member], use.place) }
        index += 1
      }
      if !members.isEmpty { changes.append((layer, members)) }
    }
    // On copies: what is found wrong has changed nothing.
    var after: [LayerAfterChange] = []
    for (layer, members) in changes {
      let copy = layer.copyOfSameClass()
      try reader.change(copy, by: members)
      after.append(LayerAfterChange(layer: layer, copy: copy))
    }
    try reader.reckon(after)
    if let problem = excess(after.values), excess([:]) == nil { throw reader.invalid(.scene, "\(problem)") }
    let background = changesBackground(values) ? try reader.background() : background
    return ParameterChange(
      background: background, images: reader.imageDefinitions, source: source,
      layers: changes.map { ($0.layer, LayerChange($0.members, reader: reader, duration: duration)) })
  }

  /// Applies a change to this scene.
  package mutating func apply(_ change: ParameterChange) throws(SceneError) {
    // Their cost was checked together: one by one they may be too much for a moment, as where two
    // replicators change places.
    for (layer, change) in change.layers { try change.applyReckoned(to: [layer]) }
    background = change.background
    images = change.images
    parameterSource = change.source
  }

  /// Whether the background of the canvas depends on any of these parameters.
  package func changesBackground(_ values: [String: ParameterValue]) -> Bool {
    !(parameterSource?.backgroundNames ?? []).isDisjoint(with: values.keys)
  }
}

/// New parameter values, with the layer values that they feed.
package struct ParameterChange {
  fileprivate let background: CGColor?
  fileprivate let images: [SceneImage]
  fileprivate var source: ParameterSource?
  fileprivate var layers: [(layer: CALayer, change: LayerChange)] = []
}
