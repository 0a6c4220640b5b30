import MultiplaneDrawing
import MultiplaneSceneFile

/// The animations and themes of a `.lottie` file, and the place of its images. (Source: dotLottie
/// 1.0 and 2.0.)
struct DotLottie: Sendable {
  let files: FilePlace
  /// The names of the animations and themes.
  private(set) var animations: [String] = []
  private(set) var themes: [String] = []
  /// The animation that is shown first.
  private(set) var initial = ""
  private(set) var warnings: [SceneWarning] = []
  /// The themes of animations that have one from the start.
  private var initialThemes: [String: String] = [:]
  private let contents: [String: [UInt8]]
  private let name: String
  private let limits: SceneLimits

  /// The parameters that choose an animation and a theme.
  static let (animationParameter, themeParameter) = ("animation", "theme")

  /// Unpacks an archive and reads its manifest.
  init(_ bytes: [UInt8], name: String, limits: SceneLimits) throws(SceneError) {
    (self.name, self.limits) = (name, limits)
    contents = try ZipArchive(bytes, name: name, maximumBytes: limits.maximumFileBytes).files
    // Version 2 has images in "i", whatever the animation says.
    var files = contents
    for (path, bytes) in contents where path.hasPrefix("i/") { files["images/" + path.dropFirst(2)] = bytes }
    do {
      let root = try FolderRoot(files: files)
      self.files = FilePlace(folder: root.path + "/", root: root)
    } catch {
      throw .invalid(file: name, place: "", problem: "\(error)")
    }
    try readManifest()
  }

  private mutating func readManifest() throws(SceneError) {
    guard let top = try node("manifest.json") else {
      throw invalid("manifest.json", "expected a list of animations, found no such file")
    }
    let list = try top.required("animations", "a list of animations")
    for node in try list.elements("animations") {
      let id = try node.required("id", "a name").string()
      animations.append(id)
      if let theme = node["initialTheme"] ?? node["defaultTheme"] { initialThemes[id] = try theme.string() }
    }
    for node in try top["themes"]?.elements("themes") ?? .empty {
      themes.append(try node.required("id", "a name").string())
    }
    if let first = top["initial"]?["animation"] ?? top["activeAnimationId"] {
      initial = try first.string()
    } else if let first = try initialState(top) {
      initial = first
    } else if let first = animations.first {
      initial = first
    } else {
      throw list.invalid("at least one animation")
    }
    warnings = top.reading.warnings
  }

  /// The animation of the first state of the archive's state machine; nil without one.
  private func initialState(_ top: LottieNode) throws(SceneError) -> String? {
    guard let machine = top["initial"]?["stateMachine"] else { return nil }
    let id = try machine.string()
    guard let states = try node("s/\(id).json") else {
      throw invalid("s/\(id).json", "expected the state machine that the manifest names, found no such file")
    }
    machine.warn("state machines are not run; the animation of the first state is shown")
    let name = try states.required("initial", "the name of a state").string()
    for state in try states.required("states", "a list of states").elements("states")
    where try state.required("name", "a name").string() == name {
      return try state["animation"]?.string()
    }
    throw states.invalid("a state with the name \(OneLine.quoted(name))")
  }

  /// The JSON of an animation.
  func animation(_ id: String) throws(SceneError) -> [UInt8] {
    guard let bytes = contents["a/\(id).json"] ?? contents["animations/\(id).json"] else {
      throw invalid("a/\(id).json", "expected the animation that the manifest names, found no such file")
    }
    return bytes
  }

  /// The theme of an animation; nil for none.
  ///
  /// - Parameter id: nil for the one that the animation has from the start.
  func theme(_ id: String?, ofAnimation animation: String) throws(SceneError) -> LottieTheme? {
    guard let id = id ?? initialThemes[animation] else { return nil }
    guard let node = try node("t/\(id).json") else {
      throw invalid("t/\(id).json", "expected the theme that the manifest names, found no such file")
    }
    return LottieTheme(node: node, animation: animation)
  }

  /// The parameters of the archive: which animation, if there are several, and which theme.
  var parameters: [ParameterDeclaration] {
    func choice(_ name: String, of values: [String], _ usual: String?) -> ParameterDeclaration {
      var declaration = ParameterDeclaration(name: name, kind: .text)
      declaration.allowedValues = values.map { .string($0) }
      declaration.defaultValue = usual.map { .string($0) }
      declaration.isOptional = true
      return declaration
    }
    var result: [ParameterDeclaration] = []
    if animations.count > 1 { result.append(choice(Self.animationParameter, of: animations, initial)) }
    if !themes.isEmpty { result.append(choice(Self.themeParameter, of: themes, initialThemes[initial])) }
    return result
  }

  /// The JSON of one of the archive's files; nil if there is no such file.
  private func node(_ path: String) throws(SceneError) -> LottieNode? {
    guard let bytes = contents[path] else { return nil }
    let file = "\(name): \(path)"
    let document = try JSONDocument.parse(bytes, name: file, limits: limits)
    return LottieNode(reading: LottieReading(file: file, document, limits: limits), index: 0)
  }

  private func invalid(_ place: String, _ problem: String) -> SceneError {
    .invalid(file: name, place: OneLine.escaped(place), problem: problem)
  }
}
