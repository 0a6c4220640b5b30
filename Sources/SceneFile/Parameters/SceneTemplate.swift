import MultiplaneDrawing
import MultiplaneGraphics

/// Values for the parameters of a scene, and where the images that they name lie.
package struct SceneParameters: Sendable {
  package var values: [String: ParameterValue]
  /// Where the paths of images among the values begin, and what they may not lead out of.
  package var assets: FilePlace
  /// What keeps those images for other scenes; nil for nothing.
  package var images: DecodedImages?

  package init(
    _ values: [String: ParameterValue] = [:], assets: FilePlace = FilePlace(), images: DecodedImages? = nil
  ) {
    self.values = values
    self.assets = assets
    self.images = images
  }
}

/// A scene file that was read once, of which scenes with other values of its parameters are made. Its images and fonts are read once.
///
/// ```swift
/// let template = try SceneTemplate(path: "card.json")
/// for name in names { draw(try template.scene(SceneParameters(["name": .string(name)]))) }
/// ```
package struct SceneTemplate {
  /// Holds images, fonts and the parsed layers; each scene is made by a copy of it.
  let prepared: SceneReader

  /// Reads a scene file and the images and fonts that it names; all of it is checked, with every parameter at both ends of what it
  /// allows, so that no value that keeps to its declaration is refused later.
  ///
  /// - Parameter scale: device pixels per point instead of the scene's own.
  package init(path: String, scale: Double? = nil, limits: SceneLimits = .standard) throws(SceneError) {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let bytes = try SceneBytes.read(path: path, limits: limits)
    try self.init(bytes, name: path, folder: folder, scale: scale, limits: limits)
  }

  /// The same out of bytes.
  ///
  /// - Parameters:
  ///   - name: what messages call the file.
  ///   - folder: what the paths of images and fonts are relative to: empty, or ending in a slash.
  package init(
    _ bytes: [UInt8], name: String, folder: String = "", scale: Double? = nil, limits: SceneLimits = .standard
  ) throws(SceneError) {
    try self.init(
      bytes, name: name, files: FilePlace(folder: folder, root: limits.root), scale: scale, limits: limits)
  }

  /// The same with files that lie elsewhere.
  ///
  /// - Parameter files: where the paths of images, fonts and tiles begin.
  package init(
    _ bytes: [UInt8], name: String, files: FilePlace, scale: Double? = nil, limits: SceneLimits = .standard
  ) throws(SceneError) {
    let clock = ReadingClock(seconds: limits.maximumSeconds)
    let json = try JSONValue.parse(bytes, name: name, limits: limits)
    var reader = SceneReader(file: name, files: files, limits: limits, clock: clock, scale: scale)
    try reader.prepare(json)
    try reader.prepareParameters()
    prepared = reader
    try checkExtremes()
  }

  /// The canvas in points.
  package var size: CGSize { prepared.size }

  /// The scene's own pixels per point.
  package var ownScale: Double { prepared.ownScale }

  /// What the scene says of its parameters, in its order.
  package var parameters: [ParameterDeclaration] { prepared.declarations }

  /// Makes a scene.
  ///
  /// - Throws: for a value of no parameter, one that its declaration does not allow, and a required one that is missing.
  package func scene(_ parameters: SceneParameters = SceneParameters()) throws(SceneError) -> Scene {
    var reader = try reader(with: parameters)
    return try made(by: &reader, parameters)
  }

  /// A reader in which every parameter has a value.
  func reader(with parameters: SceneParameters) throws(SceneError) -> SceneReader {
    var reader = prepared
    if !prepared.declarations.isEmpty { reader.begin() }
    try reader.bind(parameters)
    return reader
  }

  /// Makes the scene with every parameter at an end of what it allows, once for each that any of them has.
  private func checkExtremes() throws(SceneError) {
    guard !prepared.declarations.isEmpty else { return }
    let families = prepared.fontDefinitions.map(\.family)
    let extremes = prepared.declarations.map { ($0.name, $0.extremes(fonts: families)) }
    for turn in 0..<max(1, extremes.map(\.1.count).max() ?? 0) {
      let values = extremes.compactMap { name, values in
        values.isEmpty ? nil : (name, values[min(turn, values.count - 1)])
      }
      let parameters = SceneParameters(Dictionary(values) { first, _ in first })
      var reader = try reader(with: parameters)
      _ = try made(by: &reader, parameters)
      if let name = reader.parameters?.unused.first {
        throw reader.invalid(Place.scene.key("parameters").key(name), "is used nowhere; take it away")
      }
    }
  }

  /// Reads the layers; what is wrong with a parameter's value says so.
  private func made(by reader: inout SceneReader, _ parameters: SceneParameters) throws(SceneError) -> Scene {
    do {
      return try reader.scene(of: prepared.declarations.isEmpty ? nil : (self, parameters))
    } catch {
      guard case .invalid(let file, let place, let problem) = error,
        let (name, isPlain) = reader.parameters?.reference(at: place),
        let declaration = reader.parameters?.declarations[name]
      else { throw error }
      let parameter = "the parameter \"\(name)\", \(declaration.expectation)"
      guard isPlain, let cut = problem.range(of: ", found ", options: .backwards)?.lowerBound else {
        throw .invalid(file: file, place: place, problem: "\(problem), by \(parameter)")
      }
      throw .invalid(file: file, place: place, problem: "\(problem[..<cut]), found \(parameter)")
    }
  }
}

extension SceneReader {
  private var parametersPlace: Place { Place.scene.key("parameters") }

  /// Reads the images that parameters have by default or may be chosen, and checks what needs fonts.
  mutating func prepareParameters() throws(SceneError) {
    for declaration in declarations {
      let place = parametersPlace.key(declaration.name)
      var values = declaration.allowedValues ?? []
      if let value = declaration.defaultValue { values.append(value) }
      for case .string(let text) in values {
        switch declaration.kind {
        case .image where parameterImages[declaration.name]?[text] == nil:
          let name = unusedImageName(declaration.name)
          try define(name, path: text, in: files, place)
          parameterImages[declaration.name, default: [:]][text] = name
        case .font: try checkFont(text, place)
        default: break
        }
      }
    }
  }

  /// Gives every parameter a value.
  mutating func bind(_ given: SceneParameters) throws(SceneError) {
    let names = declarations.map(\.name)
    for name in given.values.keys.sorted() where !names.contains(name) {
      throw invalid(
        parametersPlace.key(name), "is not a parameter of this scene" + Suggestion.sentence(for: name, among: names))
    }
    guard !declarations.isEmpty else { return }
    decodedImages = given.images
    var values: [String: JSONValue] = [:]
    for declaration in declarations {
      let place = parametersPlace.key(declaration.name)
      let value = given.values[declaration.name]
      guard let chosen = value ?? declaration.defaultValue else {
        throw invalid(place, "has no default; give it a value, as with --set \(declaration.name)=…")
      }
      if let problem = declaration.problem(with: chosen) { throw invalid(place, problem) }
      values[declaration.name] = try json(of: chosen, declaration, isGiven: value != nil, given.assets, place)
    }
    parameters = ParameterBinding(declarations, values: values, maximumBytes: limits.maximumFileBytes)
  }

  /// What stands in the place of a reference; an image is read.
  private mutating func json(
    of value: ParameterValue, _ declaration: ParameterDeclaration, isGiven: Bool, _ assets: FilePlace, _ place: Place
  ) throws(SceneError) -> JSONValue {
    switch (declaration.kind, value) {
    case (.image, .image(let image)):
      let name = unusedImageName(declaration.name)
      images[name] = image
      return .string(name)
    case (.image, .string(let path)):
      let known = parameterImages[declaration.name] ?? [:]
      // What the scene itself names lies beside it, what is given among the assets.
      if !isGiven || declaration.allowedValues != nil, let name = known[path] {
        imageDefinitions.removeAll { $0.name != name && known.values.contains($0.name) }
        return .string(name)
      }
      imageDefinitions.removeAll { known.values.contains($0.name) }
      let name = unusedImageName(declaration.name)
      try define(name, path: path, in: assets, place)
      return .string(name)
    case (.font, .string(let family)):
      try checkFont(family, place)
      return .string(family)
    default: return value.json ?? .null
    }
  }

  private func checkFont(_ family: String, _ place: Place) throws(SceneError) {
    let families = fontDefinitions.map(\.family)
    guard families.contains(family) else {
      throw invalid(
        place,
        "expected a family of the scene's \"fonts\", found \(OneLine.quoted(family))"
          + Suggestion.sentence(for: family, among: families))
    }
  }

  /// What layers call the image of a parameter: its own name, unless the scene calls another image so.
  private func unusedImageName(_ name: String) -> String {
    guard images[name] != nil else { return name }
    return (2...).lazy.map { "\(name)-\($0)" }.first { images[$0] == nil } ?? name
  }
}
