import MultiplaneDrawing
import MultiplaneGraphics

// Parameters of scenes of other formats.

extension SceneReader {
  /// The given values of an imported scene's parameters, with images read and colours parsed.
  func values(
    of given: SceneParameters, for imported: ImportedScene
  ) throws(SceneError) -> [String: ParameterValue] {
    if let problem = imported.lookup.problem(withNames: given.values.keys) {
      throw invalid(Place.scene.key("parameters"), problem)
    }
    var values: [String: ParameterValue] = [:]
    for (name, value) in given.values.sorted(by: { $0.key < $1.key }) {
      let place = Place.scene.key("parameters").key(name)
      guard let declaration = imported.lookup.declaration(of: name) else {
        throw invalid(place, "is not a parameter of this scene" + imported.lookup.suggestion(for: name))
      }
      if let problem = declaration.problem(with: value) { throw invalid(place, problem) }
      switch (declaration.kind, value) {
      case (.color, .string(let text)): values[name] = ColorText.color(text).map { .color($0) }
      case (.image, .string(let path)):
        let assets = confined(given.assets)
        do {
          values[name] = .image(try loadImage(path: assets.path(of: path), limits: limits.image, root: assets.root))
        } catch {
          throw invalid(place, "\(error)")
        }
      default: values[name] = value
      }
    }
    return values
  }
}
