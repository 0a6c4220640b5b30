import MultiplaneGraphics
import MultiplaneLayerTree

/// A warning about a part of a scene that is skipped or replaced: a missing font, a character that
/// no font has, an element of an SVG, a constraint to an unknown layer.
public struct SceneWarning: Equatable, Sendable, CustomStringConvertible {
  /// The name of the scene file in messages; empty for a scene that a program built.
  public let file: String
  /// The place, such as `root.sublayers[2].font`.
  public let place: String
  /// What was expected, what was found, and what is shown instead.
  public let problem: String

  package init(file: String, place: String, problem: String) {
    self.file = file
    self.place = place
    self.problem = problem
  }

  /// One line: file, place and problem.
  public var description: String { (file.isEmpty ? "" : "\(OneLine.escaped(file)): ") + "\(place): \(problem)" }
}

extension Scene {
  /// The largest number of reported warnings.
  public static let mostWarnings = 1000

  /// The warnings of the scene in its current state: its layers, their texts, and the texts of
  /// their animations, including parameter values. One per layer and kind, in the order of the
  /// file, after those of its SVGs; at most `mostWarnings`.
  ///
  /// A scene with warnings can be drawn. A server, whose pictures are not checked, should refuse
  /// it.
  ///
  /// ```swift
  /// let scene = try Scene(contentsOf: URL(filePath: "card.json"), parameters: ["name": "☃"])
  /// for warning in scene.warnings { print(warning) }
  /// // card.json: root.sublayers[0].string: expected characters that a font has, found U+2603, shown as boxes; …
  /// ```
  public var warnings: [SceneWarning] { SceneWarnings(of: self).found }

  /// The first warnings, and the number of all, at most `mostWarnings`. The others are only
  /// counted, because their text is expensive.
  package func firstWarnings(_ mostTold: Int) -> (told: [SceneWarning], count: Int) {
    let warnings = SceneWarnings(of: self, told: mostTold)
    return (warnings.found, warnings.count)
  }

  /// Throws the first warning as an error.
  package func refuseWarnings() throws(SceneError) {
    guard let first = SceneWarnings(of: self, atMost: 1).found.first else { return }
    throw .invalid(file: first.file, place: first.place, problem: first.problem)
  }
}

/// Looks over all layers of a scene; depth costs no stack.
private struct SceneWarnings {
  /// The first of them, as text.
  private(set) var found: [SceneWarning] = []
  /// With those that are not among the first.
  private(set) var count = 0
  private let file: String
  private let uses: [ObjectIdentifier: [ParameterUse]]
  private let source: ParameterSource?

  /// - Parameters:
  ///   - most: where the search stops.
  ///   - told: how many are described in text.
  init(of scene: Scene, atMost most: Int = Scene.mostWarnings, told: Int = Scene.mostWarnings) {
    file = scene.name
    source = scene.parameterSource
    uses = Dictionary(grouping: scene.parameterSource?.uses ?? []) { ObjectIdentifier($0.layer) }
    var pending = [(layer: scene.root, place: Place.scene.key("root"), fromAbove: [LayerWarning]())]
    count = min(scene.importWarnings.count, most)
    found = Array(scene.importWarnings.prefix(min(count, told)))
    addImages(of: scene, atMost: most, told: told)
    if scene.root.constraints?.isEmpty == false { pending[0].fromAbove = [.noManager] }
    while count < most, let (layer, place, fromAbove) = pending.popLast() {
      // Cut before they become text, for which the name that was likely meant is looked for.
      for warning in (layer.ownWarnings() + fromAbove).prefix(most - count) {
        count += 1
        if found.count < told { add(warning, of: layer, at: place) }
      }
      let places = Dictionary(grouping: layer.constraintWarnings(atMost: most - count), by: \.sublayer)
      let list = place.key("sublayers")
      for (index, sublayer) in (layer.sublayers ?? []).enumerated().reversed() {
        pending.append((sublayer, list.index(index), places[index]?.map(\.warning) ?? []))
      }
      if let mask = layer.mask {
        pending.append((mask, place.key("mask"), mask.constraints?.isEmpty == false ? [.noManager] : []))
      }
    }
  }

  /// The parts of SVGs that are not drawn.
  private mutating func addImages(of scene: Scene, atMost most: Int, told: Int) {
    let images = Place.scene.key("images")
    for image in scene.images where count < most {
      for problem in (image.drawing?.problems ?? []).prefix(most - count) {
        count += 1
        guard found.count < told else { continue }
        let place = images.key(image.name).description
        found.append(SceneWarning(file: file, place: place, problem: "\(OneLine.escaped(image.path)): \(problem)"))
      }
    }
  }

  private mutating func add(_ warning: LayerWarning, of layer: CALayer, at place: Place) {
    var problem = warning.fullProblem
    let names = (uses[ObjectIdentifier(layer)] ?? [])
      .filter { warning.place.first == .key($0.member.key) && feeds($0, layer) }.flatMap(\.names)
    if !names.isEmpty {
      let list = Set(names).sorted().map { "\"\($0)\"" }.joined(separator: ", ")
      problem += "; the value comes from the \(Set(names).count == 1 ? "parameter" : "parameters") \(list)"
    }
    found.append(SceneWarning(file: file, place: warning.place(in: place).description, problem: problem))
  }

  /// Whether a layer still has the value that parameters gave it, and no later one of a program.
  /// True for keys whose values cannot be compared.
  private func feeds(_ use: ParameterUse, _ layer: CALayer) -> Bool {
    guard let source, let current = try? layer.sceneValue(at: use.member.key),
      var reader = try? source.template.reader(with: source.given),
      let members = try? reader.resolved([use.member], use.place)
    else { return true }
    let copy = layer.copyOfSameClass()
    guard (try? reader.change(copy, by: members)) != nil,
      let given = try? copy.sceneValue(at: use.member.key)
    else { return true }
    return given == current
  }
}

extension LayerWarning {
  /// Place and problem in one line, without the layer.
  package var line: String { "\(place(in: .scene).description): \(fullProblem)" }

  fileprivate func place(in layer: Place) -> Place {
    place.reduce(layer) { place, step in
      switch step {
      case .key(let key): place.key(key)
      case .index(let index): place.index(index)
      }
    }
  }

  /// With the name that is likely meant.
  fileprivate var fullProblem: String {
    let suggestion = unknownName.map { Suggestion.sentence(for: $0.name, among: $0.known) } ?? ""
    return OneLine.escaped(problem + suggestion)
  }
}
