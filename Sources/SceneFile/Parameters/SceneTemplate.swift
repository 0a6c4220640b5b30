import MultiplaneDrawing
import MultiplaneGraphics

/// Parameter values for a scene, and the place of the images that they name.
package struct SceneParameters: Sendable {
  package var values: [String: ParameterValue]
  /// The place for relative paths of images. Its root confines them; without one, the scene's root
  /// does.
  package var assets: FilePlace
  /// A cache of those images for other scenes; nil for none.
  package var images: DecodedImages?

  package init(
    _ values: [String: ParameterValue] = [:], assets: FilePlace = FilePlace(), images: DecodedImages? = nil
  ) {
    self.values = values
    self.assets = assets
    self.images = images
  }
}

/// A scene file that is read once, with its images and fonts, to create scenes with different
/// parameter values.
///
/// ```swift
/// let template = try SceneTemplate(path: "card.json")
/// for name in names { draw(try template.scene(SceneParameters(["name": .string(name)]))) }
/// ```
package struct SceneTemplate {
  /// Holds images, fonts and the parsed layers; each scene is made by a copy of it.
  let prepared: SceneReader
  /// The scene of another format; nil for a scene file.
  let imported: ImportedScene?
  /// The declarations of values by name: the parameters, and key paths of an animation's parts.
  package let lookup: ParameterLookup

  /// Loads a scene file with its images and fonts. Everything is validated, with every parameter at
  /// both ends of its range, so that no valid value is refused later.
  ///
  package init(path: String, scale: SceneScale = .own, limits: SceneLimits = .standard) throws(SceneError) {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let bytes = try SceneBytes.read(path: path, limits: limits)
    try self.init(bytes, name: path, folder: folder, scale: scale, limits: limits)
  }

  /// Parses a scene file.
  ///
  /// - Parameters:
  ///   - name: the name of the file in messages.
  ///   - folder: the folder for relative paths of images and fonts: empty, or ending in a slash.
  package init(
    _ bytes: [UInt8], name: String, folder: String = "", scale: SceneScale = .own, limits: SceneLimits = .standard
  ) throws(SceneError) {
    try self.init(
      bytes, name: name, files: FilePlace(folder: folder, root: limits.root), scale: scale, limits: limits)
  }

  /// Parses a scene file, with its files in another place.
  ///
  /// - Parameter files: the place for relative paths of images, fonts and tiles.
  package init(
    _ bytes: [UInt8], name: String, files: FilePlace, scale: SceneScale = .own, limits: SceneLimits = .standard
  ) throws(SceneError) {
    let clock = ReadingClock(seconds: limits.maximumSeconds)
    var reader = SceneReader(file: name, files: files, limits: limits, clock: clock, scale: scale)
    imported = try SceneFormats.scene(of: bytes, name: name, files: files, scale: scale, limits: limits)
    if let imported {
      (prepared, lookup) = (reader, imported.lookup)
      return
    }
    let json = try JSONValue.parse(bytes, name: name, limits: limits)
    try reader.prepare(json)
    try reader.prepareParameters()
    (prepared, lookup) = (reader, ParameterLookup(reader.declarations))
    try checkExtremes()
  }

  /// The size of the canvas, in points.
  package var size: CGSize { imported?.size ?? prepared.size }

  /// The time of stills for which none is given, in seconds.
  package var posterTime: Double { imported?.posterTime ?? prepared.posterTime }

  /// The scene's own pixels per point.
  package var ownScale: Double { prepared.ownScale }

  /// The declared parameters, in the order of the file.
  package var parameters: [ParameterDeclaration] { lookup.parameters }

  /// The frames and markers of an animation; nil for a scene file.
  package var timeline: SceneTimeline? { imported?.timeline }

  /// Creates a scene.
  ///
  /// - Throws: for an unknown parameter, an invalid value, and a missing required one.
  package func scene(_ parameters: SceneParameters = SceneParameters()) throws(SceneError) -> Scene {
    if let imported { return try imported.scene(prepared.values(of: parameters, for: imported)) }
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

  /// Makes the scene with every parameter at an end of what it allows, once for each that any of
  /// them has.
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

  /// Reads the images that parameters have by default or may be chosen, and checks what needs
  /// fonts.
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

  /// The value of a reference; reads an image.
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
      // Files that the scene names are relative to it, given ones to the assets.
      if !isGiven || declaration.allowedValues != nil, let name = known[path] {
        imageDefinitions.removeAll { $0.name != name && known.values.contains($0.name) }
        return .string(name)
      }
      imageDefinitions.removeAll { known.values.contains($0.name) }
      let name = unusedImageName(declaration.name)
      try define(name, path: path, in: confined(assets), place)
      return .string(name)
    case (.font, .string(let family)):
      try checkFont(family, place)
      return .string(family)
    default: return value.json ?? .null
    }
  }

  /// Assets without a folder of their own to confine them are confined like the scene's files.
  func confined(_ assets: FilePlace) -> FilePlace {
    guard assets.root == nil, let root = files.root else { return assets }
    return FilePlace(folder: assets.folder, root: root, names: assets.names)
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

  /// The name of a parameter's image for layers: the parameter's, unless the scene has another
  /// image of that name.
  private func unusedImageName(_ name: String) -> String {
    guard images[name] != nil else { return name }
    return (2...).lazy.map { "\(name)-\($0)" }.first { images[$0] == nil } ?? name
  }
}
