import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree

/// Builds a scene out of JSON: the top level, and what all parts need. What is wrong first is
/// thrown.
///
/// `prepare` reads what does not depend on the values of the scene's parameters; a copy of the
/// reader then makes each scene.
struct SceneReader {
  /// The name of the file in messages.
  let file: String
  /// The folder that file paths are relative to, and the root that they may not leave.
  let files: FilePlace
  let limits: SceneLimits
  var clock: ReadingClock
  /// The images that the scene defines, by name.
  var images: [String: CGImage] = [:]
  /// The fonts that the scene defines, and those of the system.
  var fonts = FontCollection.system
  /// Pixels per point.
  private(set) var scale = 1.0
  /// The scene's own pixels per point.
  private(set) var ownScale = 1.0
  /// The caller's scale, which replaces the scene's own.
  private let askedScale: SceneScale
  /// Pixels per point of text; the scene's own where the canvas would be too large to be drawn.
  private(set) var textScale = 1.0
  var layerCount = 0
  /// Key frames that were read so far, of all animations.
  var keyframeCount = 0
  /// Of images and text, less what the images' files are long enough for.
  var barePixels = 0
  /// Of images, each of which counts once however many names it has.
  var imagePixels = 0
  /// The cache that shares images with other scenes; nil without one.
  var decodedImages: DecodedImages?
  /// The images that were read.
  var loadedImages: [ConfinedPath: CGImage] = [:]
  /// The shared budget of tiled layers: the rest after images and text.
  private(set) var tileAllowance: TileAllowance
  /// The parameters that the scene declares.
  private(set) var declarations: [ParameterDeclaration] = []
  /// The values of parameters while layers are read; nil for a scene that has none.
  var parameters: ParameterBinding?
  /// The names of the images that the scene allows for its parameters, by parameter and path.
  var parameterImages: [String: [String: String]] = [:]
  /// The keys of layers that refer to parameters, in the order of the layers.
  private(set) var parameterUses: [ParameterUse] = []
  /// The canvas, read by `prepare`.
  private var canvas: Canvas?
  var imageDefinitions: [SceneImage] = []
  private(set) var fontDefinitions: [SceneFont] = []
  /// The animations that the scene defines.
  var animations: [SceneAnimation] = []
  /// The parts of animations that layers leave out.
  var importWarnings: [SceneWarning] = []
  /// Path elements of the animations that layers show.
  var vertexCount = 0
  /// Whether layers that are shown already are changed.
  var isChange = false

  /// The top level of a scene: what parameters cannot change, and where they stand.
  private struct Canvas {
    let size: CGSize
    let background: JSONValue?
    /// Seconds.
    let posterTime: Double
    let root: JSONValue
  }

  /// The layers as the file says them, once it is prepared.
  var layers: JSONValue? { canvas?.root }

  /// The canvas in points; nothing before `prepare`.
  var size: CGSize { canvas?.size ?? .zero }

  /// The time of stills for which none is given, in seconds.
  var posterTime: Double { canvas?.posterTime ?? 0 }

  init(file: String, files: FilePlace, limits: SceneLimits, clock: ReadingClock, scale: SceneScale = .own) {
    self.file = file
    self.files = files
    self.limits = limits
    self.clock = clock
    askedScale = scale
    tileAllowance = TileAllowance(bytes: 4 * limits.maximumBarePixels, seconds: limits.maximumSeconds)
  }

  /// Reads the top level, with images and fonts.
  mutating func prepare(_ json: JSONValue) throws(SceneError) {
    guard case .object(let members) = json else {
      throw invalid(.scene, "expected an object with \"version\", \"size\" and \"root\", found \(json.found)")
    }
    var values: [String: JSONValue] = [:]
    for member in members {
      guard SceneKeys.scene.contains(member.key) else {
        throw unknownKey(member.key, in: .scene, of: "a scene", known: SceneKeys.scene)
      }
      values[member.key] = member.value
    }
    // For editors; it changes nothing.
    if let schema = values["$schema"] { _ = try string(schema, Place.scene.key("$schema")) }
    let version = try required("version", "1", values)
    guard version == .number(1) else {
      throw invalid(Place.scene.key("version"), "expected 1, found \(version.found)")
    }
    let size = try size(required("size", "[width, height] in points", values), Place.scene.key("size"))
    let scale = try values["scale"].map { (json) throws(SceneError) in try number(json, Place.scene.key("scale")) } ?? 1
    try checkCanvas(size: size, scale: scale)
    ownScale = scale
    self.scale = askedScale.value(of: size, own: scale)
    textScale = limits.problem(size: size, scale: self.scale) == nil ? self.scale : scale
    let poster =
      try values["poster"].map { (json) throws(SceneError) in try number(json, Place.scene.key("poster")) } ?? 0
    canvas = Canvas(
      size: size, background: values["background"], posterTime: poster, root: try required("root", "a layer", values))
    if let json = values["images"] { try loadImages(json, Place.scene.key("images")) }
    if let json = values["fonts"] { fontDefinitions = try loadFonts(json, Place.scene.key("fonts")) }
    if let json = values["animations"] { try loadAnimations(json, Place.scene.key("animations")) }
    if let json = values["parameters"] { declarations = try declarations(json, Place.scene.key("parameters")) }
  }

  /// Makes a scene of what was prepared.
  ///
  /// - Parameter template: what it is of, with which values; nil where it has no parameters.
  mutating func scene(
    of template: (template: SceneTemplate, given: SceneParameters)? = nil
  ) throws(SceneError) -> Scene {
    guard let canvas else { preconditionFailure("A scene is prepared before it is made.") }
    let background = try background()
    let backgroundNames = Set(parameters?.references.map(\.name) ?? [])
    let layers = try layerTree(canvas.root, Place.scene.key("root"))
    tileAllowance.memory.bytes -= 4 * barePixels
    var scene = Scene(
      name: file, size: canvas.size, scale: scale, background: background, images: imageDefinitions,
      fonts: fontDefinitions, root: layers, tileAllowance: tileAllowance)
    scene.posterTime = canvas.posterTime
    (scene.animations, scene.importWarnings) = (animations, importWarnings)
    if let template {
      scene.parameterSource = ParameterSource(
        template: template.template, given: template.given, uses: parameterUses, backgroundNames: backgroundNames)
    }
    return scene
  }

  /// The canvas's colour with the values that parameters have.
  mutating func background() throws(SceneError) -> CGColor? {
    let place = Place.scene.key("background")
    guard let json = canvas?.background else { return nil }
    return try color(try resolved(json, place) ?? json, place)
  }

  /// Notes which of a layer's keys refer to parameters.
  mutating func note(_ uses: [(member: JSONValue.Member, names: Set<String>)], of layer: CALayer, _ place: Place) {
    parameterUses += uses.map { ParameterUse(layer: layer, member: $0.member, place: place, names: $0.names) }
  }

  /// Begins another scene: what its layers share is its own.
  mutating func begin() {
    clock = ReadingClock(seconds: limits.maximumSeconds)
    tileAllowance = TileAllowance(bytes: 4 * limits.maximumBarePixels, seconds: limits.maximumSeconds)
  }

  private func required(
    _ key: String, _ expected: String, _ values: [String: JSONValue]
  ) throws(SceneError) -> JSONValue {
    guard let value = values[key] else {
      throw invalid(Place.scene.key(key), "is missing; expected \(expected)")
    }
    return value
  }

  private func checkCanvas(size: CGSize, scale: Double) throws(SceneError) {
    guard scale > 0 else {
      throw invalid(Place.scene.key("scale"), "expected a number above 0, found \(JSONValue.number(scale).found)")
    }
    if let problem = limits.problem(size: size, scale: scale, isAsked: askedScale != .own) {
      throw invalid(Place.scene.key("size"), problem)
    }
  }

  /// Counts one more layer or animation, and fails when reading has taken too long.
  mutating func checkTime() throws(SceneError) {
    if let excess = clock.excess() { throw .excess(file: file, excess) }
  }

  // MARK: Messages

  func invalid(_ place: Place, _ problem: String) -> SceneError {
    .invalid(file: file, place: place.description, problem: problem)
  }

  func expected(_ expected: String, _ place: Place, found json: JSONValue) -> SceneError {
    invalid(place, "expected \(expected), found \(json.found)")
  }

  /// A key that the format does not have.
  func unknownKey(_ key: String, in place: Place, of owner: String, known: [String]) -> SceneError {
    invalid(place.key(key), "is not a key of \(owner)" + Suggestion.sentence(for: key, among: known))
  }

  /// A class that the format does not have.
  func unknownClass(_ name: String, at place: Place, known: [String]) -> SceneError {
    let names = known.map { "\"\($0)\"" }.joined(separator: " or ")
    return invalid(
      place, "expected \(names), found \(OneLine.quoted(name))" + Suggestion.sentence(for: name, among: known))
  }
}
