import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneInteraction
import MultiplaneLayerTree
import MultiplaneSceneFile

/// A command of another program for a scene that is shown: an object of JSON.
///
/// `{"layer": "clock", "opacity": 0.5, "animate": 0.3}` changes every layer with that name;
/// `{"command": "statistics"}` and the like run a command.
package enum LiveCommand {
  case change(layer: String, LayerChange)
  /// Other values for parameters of the scenes.
  case parameters([String: ParameterValue], duration: Double)
  /// To a picture file, of an output or of the first, with the debug overlay if that is wanted.
  case screenshot(path: String, output: String?, hasOverlay: Bool)
  case overlay(DebugOverlay)
  case statistics
  case tree
  case blank(Bool)
  case tap(TapTarget, output: String?)
  case key(Key)
  case reload(forgetsValues: Bool)
  case quit

  /// The name of a command's text in messages.
  private static let name = "command"

  /// The commands, and the keys that each takes beside `command`.
  private static let keys: [String: [String]] = [
    "screenshot": ["path", "output", "overlay"], "overlay": ["show"], "statistics": [], "tree": [], "blank": [],
    "unblank": [], "tap": ["layer", "point", "output"], "key": ["code", "key", "text"], "reload": ["reset"], "quit": [],
  ]

  /// Executes a command, and returns the reply in one line of JSON: `{"ok": true, …}` or `{"error":
  /// "…"}`.
  ///
  /// No text can end the program or leave a partial change.
  ///
  /// - Parameter text: JSON in UTF-8.
  package static func reply(to text: [UInt8], on scene: any LiveScene) -> String {
    do {
      let results = try LiveCommand(text, images: scene.images, limits: scene.sceneLimits).run(on: scene)
      return JSONValue.object([.init(key: "ok", value: .boolean(true))] + results).flatText
    } catch {
      return errorReply("\(error)")
    }
  }

  /// The reply for a command that failed.
  static func errorReply(_ message: String) -> String {
    JSONValue.object([.init(key: "error", value: .string(message))]).flatText
  }

  /// Parses a command.
  ///
  /// - Parameters:
  ///   - images: the images that changes may name.
  ///   - limits: limits on the changed scene.
  package init(_ text: [UInt8], images: [SceneImage], limits: SceneLimits = .standard) throws(LiveError) {
    let json: JSONValue
    do {
      json = try JSONValue.parse(text, name: Self.name)
    } catch {
      throw .scene(error)
    }
    guard case .object(let members) = json else {
      throw .failed(reason: "command: expected an object with \"layer\" or \"command\", found \(json.found)")
    }
    if let command = members.first(where: { $0.key == "command" }) {
      self = try Self.command(command.value, members)
    } else if let parameters = members.first(where: { $0.key == "parameters" }),
      !members.contains(where: { $0.key == "layer" })
    {
      self = try Self.parameters(parameters.value, members)
    } else if let layer = members.first(where: { $0.key == "layer" }) {
      let changes = members.filter { $0.key != "layer" }
      do {
        self = .change(
          layer: try Self.text(layer), try LayerChange(changes, images: images, name: Self.name, limits: limits))
      } catch let error as SceneError {
        throw .scene(error)
      } catch let error as LiveError {
        throw error
      } catch {
        throw .failed(reason: "\(error)")
      }
    } else {
      throw .failed(
        reason: "command: expected an object with \"layer\", \"parameters\" or \"command\", found none of them")
    }
  }

  private static func parameters(_ json: JSONValue, _ members: [JSONValue.Member]) throws(LiveError) -> LiveCommand {
    let keys = ["parameters", "animate"]
    for member in members where !keys.contains(member.key) {
      let key = JSONValue.string(member.key).found
      throw .failed(
        reason: "command: \(key) is not a key next to parameters" + Suggestion.sentence(for: member.key, among: keys))
    }
    guard case .object(let values) = json else {
      throw .invalid(key: "parameters", problem: "expected an object {name: value}, found \(json.found)")
    }
    var duration = 0.0
    if let animate = members.first(where: { $0.key == "animate" })?.value {
      guard case .number(let seconds) = animate, seconds >= 0, seconds <= SceneLimits.standard.maximumMagnitude else {
        throw .invalid(key: "animate", problem: "expected a number of seconds, at least 0, found \(animate.found)")
      }
      duration = seconds
    }
    do {
      return .parameters(try ParameterValue.values(values, name: name), duration: duration)
    } catch {
      throw .scene(error)
    }
  }

  private static func command(_ json: JSONValue, _ members: [JSONValue.Member]) throws(LiveError) -> LiveCommand {
    let names = Self.keys.keys.sorted()
    guard case .string(let name) = json, let keys = Self.keys[name] else {
      var suggestion = ""
      if case .string(let name) = json { suggestion = Suggestion.sentence(for: name, among: names) }
      let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
      throw .invalid(key: "command", problem: "expected one of \(list), found \(json.found)" + suggestion)
    }
    for member in members where member.key != "command" && !keys.contains(member.key) {
      let key = JSONValue.string(member.key).found
      throw .failed(
        reason: "command: \(key) is not a key of \(name)" + Suggestion.sentence(for: member.key, among: keys))
    }
    switch name {
    case "screenshot":
      guard let path = members.first(where: { $0.key == "path" }) else {
        throw .invalid(key: "path", problem: "is missing; expected the path of a picture such as \"screen.png\"")
      }
      return .screenshot(
        path: try text(path), output: try members.first { $0.key == "output" }.map(Self.text(_:)),
        hasOverlay: try members.first { $0.key == "overlay" }.map(Self.truth(_:)) ?? false)
    case "overlay": return .overlay(try overlay(named: members.first { $0.key == "show" }))
    case "statistics": return .statistics
    case "tree": return .tree
    case "blank": return .blank(true)
    case "unblank": return .blank(false)
    case "tap": return .tap(try tapTarget(members), output: try members.first { $0.key == "output" }.map(Self.text(_:)))
    case "key": return .key(try key(members))
    case "reload":
      return .reload(forgetsValues: try members.first { $0.key == "reset" }.map(Self.truth(_:)) ?? false)
    default: return .quit
    }
  }

  private static func tapTarget(_ members: [JSONValue.Member]) throws(LiveError) -> TapTarget {
    switch (members.first { $0.key == "layer" }, members.first { $0.key == "point" }?.value) {
    case (let layer?, nil): return .layer(try text(layer))
    case (nil, .array(let numbers)?):
      guard numbers.count == 2, case .number(let x) = numbers[0], case .number(let y) = numbers[1] else { break }
      return .point(CGPoint(x: x, y: y))
    default: break
    }
    throw .invalid(
      key: "tap", problem: "expected either \"layer\", a name, or \"point\", [x, y] in points of the canvas")
  }

  /// The most that a kernel's key code is (`KEY_MAX`).
  private static let mostCode = 0x2FF

  private static func key(_ members: [JSONValue.Member]) throws(LiveError) -> Key {
    var key = Key(code: 0)
    for member in members {
      switch (member.key, member.value) {
      case ("code", .number(let code)) where (0...Double(mostCode)).contains(code) && code == code.rounded():
        key.code = Int(code)
      case ("code", let value):
        throw .invalid(key: "code", problem: "expected a whole number from 0 to \(mostCode), found \(value.found)")
      case ("key", let value):
        let name = try text(member)
        guard KeyboardLayout.hasSymbol(named: name) else {
          throw .invalid(
            key: "key",
            problem: "expected the name of a key's symbol, such as \"Return\" or \"a\", found \(value.found)")
        }
        key.name = name
      case ("text", _): key.text = try text(member)
      default: break
      }
    }
    guard key != Key(code: 0) else {
      throw .invalid(key: "key", problem: "expected \"code\", \"key\" or \"text\", found none of them")
    }
    return key
  }

  private static func truth(_ member: JSONValue.Member) throws(LiveError) -> Bool {
    guard case .boolean(let value) = member.value else {
      throw .invalid(key: member.key, problem: "expected true or false, found \(member.value.found)")
    }
    return value
  }

  private static func overlay(named member: JSONValue.Member?) throws(LiveError) -> DebugOverlay {
    let known = DebugOverlay.named.map(\.name)
    guard case .array(let elements)? = member?.value else {
      throw .invalid(
        key: "show",
        problem:
          "expected a list of \(known.joined(separator: ", ")), or an empty one, found \(member?.value.found ?? "none")"
      )
    }
    var overlay: DebugOverlay = []
    for element in elements {
      guard case .string(let name) = element, let found = DebugOverlay(names: [name]) else {
        var suggestion = ""
        if case .string(let name) = element { suggestion = Suggestion.sentence(for: name, among: known) }
        throw .invalid(
          key: "show", problem: "expected \(known.joined(separator: ", ")), found \(element.found)" + suggestion)
      }
      overlay.formUnion(found)
    }
    return overlay
  }

  private static func text(_ member: JSONValue.Member) throws(LiveError) -> String {
    guard case .string(let text) = member.value else {
      throw .invalid(key: member.key, problem: "expected a string, found \(member.value.found)")
    }
    return text
  }

  /// Executes the command.
  ///
  /// - Returns: further members of the reply.
  package func run(on scene: any LiveScene) throws(LiveError) -> [JSONValue.Member] {
    do {
      switch self {
      case .change(let name, let change):
        let layers = try Self.layers(named: name, in: scene.roots)
        try change.apply(to: layers, sceneImages: Self.images(of: scene)) { scene.excess(replacing: $0) }
        scene.didSet(change.values, ofLayersNamed: name)
        return [.init(key: "layers", value: .number(Double(layers.count)))] + Self.warnings(of: layers)
      case .parameters(let values, let duration):
        try scene.setParameters(values, duration: duration)
        return Self.warnings(of: scene.roots.flatMap(\.layersWithin))
      case .overlay(let overlay): try scene.setDebugOverlay(overlay)
      case .screenshot(let path, let output, let hasOverlay):
        // An impossible path is reported before the work.
        _ = try ImageFileFormat(path: path)
        let picture = try scene.screenshot(ofOutput: output, hasOverlay: hasOverlay)
        try writeImage(picture, to: path, root: scene.screenshotRoot)
        return [.init(key: "size", value: .list([Double(picture.width), Double(picture.height)]))]
      case .statistics:
        let figures = scene.statistics().filter { $0.value.isFinite }
        return [
          .init(key: "statistics", value: .object(figures.map { .init(key: $0.name, value: .number($0.value)) }))
        ]
      case .tree: return [.init(key: "scenes", value: .array(scene.roots.map(\.liveDescription)))]
      case .blank(let isBlanked): try scene.setBlanked(isBlanked)
      case .tap(let target, let output):
        return [.init(key: "layer", value: try scene.tap(target, onOutput: output).map(JSONValue.string) ?? .null)]
      case .key(let key): try scene.press(key)
      case .reload(let forgetsValues): try scene.reload(forgetsValues: forgetsValues)
      case .quit: scene.quit()
      }
      return []
    } catch let error as LiveError {
      throw error
    } catch {
      throw .failed(reason: "\(error)")
    }
  }

  /// The images of each of several scenes, by its root; nothing where there is one, whose images
  /// the change has already.
  private static func images(of scene: any LiveScene) -> [ObjectIdentifier: [SceneImage]] {
    let roots = scene.roots
    guard roots.count > 1 else { return [:] }
    return Dictionary(roots.map { (ObjectIdentifier($0), scene.images(of: $0)) }) { first, _ in first }
  }

  /// Warnings that a reply has at the most.
  private static let mostWarnings = 20

  /// The warnings of layers, as a member of a reply; none without warnings.
  private static func warnings(of layers: [CALayer]) -> [JSONValue.Member] {
    let warnings = Array(layers.lazy.flatMap { $0.ownWarnings() }.prefix(mostWarnings)).map(\.line)
    guard !warnings.isEmpty else { return [] }
    return [.init(key: "warnings", value: .array(warnings.map(JSONValue.string)))]
  }

  /// The layers of a name, masks and those within them too; at least one.
  package static func layers(named name: String, in roots: [CALayer]) throws(LiveError) -> [CALayer] {
    let all = roots.flatMap(\.layersWithin)
    let layers = all.filter { $0.name == name }
    guard !layers.isEmpty else {
      let names = Set(all.compactMap(\.name)).sorted()
      throw .invalid(
        key: "layer",
        problem: "expected the name of a layer, found \(JSONValue.string(name).found)"
          + Suggestion.sentence(for: name, among: names))
    }
    return layers
  }
}
