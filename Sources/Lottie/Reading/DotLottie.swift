import MultiplaneDrawing
import MultiplaneSceneFile

/// The animations and themes of a `.lottie` file, and the place of its images. (Source: dotLottie
/// 1.0 and 2.0.)
struct DotLottie: Sendable {
  /// A state of the initial state machine: an animation, or the part of a marker of it.
  struct State {
    let name: String
    let animation: String
    let marker: String?
  }

  let files: FilePlace
  /// The names of the animations and themes.
  private(set) var animations: [String] = []
  private(set) var themes: [String] = []
  /// The animation that is shown first.
  private(set) var initial = ""
  /// The states that have an animation; none without a state machine.
  private(set) var states: [State] = []
  private(set) var warnings: [SceneWarning] = []
  /// The themes of animations that have one from the start.
  private var initialThemes: [String: String] = [:]
  private var initialState: String?
  private let contents: [String: [UInt8]]
  private let name: String
  private let limits: SceneLimits

  /// The parameters that choose an animation, a state and a theme.
  static let (animationParameter, stateParameter, themeParameter) = ("animation", "state", "theme")

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
    } else if try readStates(top), let state = state(nil) {
      initial = state.animation
    } else if let first = animations.first {
      initial = first
    } else {
      throw list.invalid("at least one animation")
    }
    warnings = top.reading.warnings
  }

  /// Reads the states of the archive's initial state machine.
  ///
  /// - Returns: whether it has one.
  private mutating func readStates(_ top: LottieNode) throws(SceneError) -> Bool {
    guard let machine = top["initial"]?["stateMachine"] else { return false }
    let id = try machine.string()
    guard let content = try node("s/\(id).json") else {
      throw invalid("s/\(id).json", "expected the state machine that the manifest names, found no such file")
    }
    machine.warn("state machines are not run; one state is shown")
    let first = try content.required("initial", "the name of a state").string()
    let list = try content.required("states", "a list of states")
    var isThere = false
    for node in try list.elements("states") {
      let name = try node.required("name", "a name").string()
      isThere = isThere || name == first
      guard let animation = try node["animation"]?.string(), !animation.isEmpty else { continue }
      states.append(State(name: name, animation: animation, marker: try node["segment"]?.string()))
    }
    guard isThere else { throw content.invalid("a state with the name \(OneLine.quoted(first))") }
    initialState = first
    return true
  }

  /// A state of the state machine.
  ///
  /// - Parameter name: nil for the first one.
  func state(_ name: String?) -> State? { states.first { $0.name == name ?? initialState } }

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

  /// The parameters of the archive: which animation, if there are several, which state and which
  /// theme.
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
    if states.count > 1 { result.append(choice(Self.stateParameter, of: states.map(\.name), state(nil)?.name)) }
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
