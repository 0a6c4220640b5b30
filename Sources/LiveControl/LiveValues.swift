import MultiplaneLayerTree
import MultiplaneRenderTree
import MultiplaneSceneFile

/// The values that commands have set, so that a reloaded scene gets them again.
///
/// Of each parameter, and of each key of the layers of a name, the last value counts. Animations
/// are not repeated.
package struct LiveValues {
  /// The values of parameters.
  package private(set) var parameters: [String: ParameterValue] = [:]
  /// The values of layers by name, in the order in which they were set.
  private var layers: [(name: String, members: [JSONValue.Member])] = []

  package init() {}

  package mutating func set(_ parameters: [String: ParameterValue]) {
    self.parameters.merge(parameters) { _, new in new }
  }

  /// Notes a change of the layers of a name.
  package mutating func set(layersNamed name: String, _ members: [JSONValue.Member]) {
    let index = layers.firstIndex { $0.name == name } ?? layers.count
    if index == layers.count { layers.append((name, [])) }
    for member in members {
      // Behind the others: a key may be part of an earlier one, as `position.x` is of `frame`.
      layers[index].members.removeAll { $0.key == member.key }
      layers[index].members.append(member)
    }
  }

  /// Forgets the parameters, which a scene no longer accepts.
  package mutating func removeParameters() { parameters = [:] }

  /// Sets the values of layers again, where they still exist.
  ///
  /// - Parameters:
  ///   - root: the root layer of a reloaded scene.
  ///   - images: the images of the scene.
  ///   - limits: limits on the changed scene.
  ///   - excess: the reason why a frame with other layer values would be refused; nil if it would
  ///     be drawn.
  /// - Returns: the values that cannot be set, a line each.
  package func apply(
    to root: CALayer, images: [SceneImage], limits: SceneLimits,
    excess: (_ values: [LayerIdentifier: LayerValues]) -> DrawingExcess?
  ) -> [String] {
    var problems: [String] = []
    for (name, members) in layers {
      let own = root.layersWithin.filter { $0.name == name }
      guard !own.isEmpty else { continue }
      func set(_ members: [JSONValue.Member]) throws {
        try LayerChange(members, images: images, name: "layer \(JSONValue.string(name).found)", limits: limits)
          .apply(to: own, excess: excess)
      }
      // One by one, because a change sets `frame` last. The layers may have become others: what
      // they still have is set.
      for member in members {
        do { try set([member]) } catch { problems.append("\(error)") }
      }
    }
    return problems
  }
}
