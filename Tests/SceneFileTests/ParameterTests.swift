import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneLayerTree
import Testing

@testable import MultiplaneSceneFile

/// Parameters of scenes: what they may be, how values go in, and how what is wrong is told.
@Suite struct ParameterTests {
  private static let declarations = """
    "name": {"type": "string", "maxLength": 12, "default": "Ada"},
    "accent": {"type": "string", "format": "color", "default": "#ff0000"},
    "score": {"type": "number", "minimum": 0, "maximum": 100, "default": 25},
    "plan": {"type": "string", "enum": ["free", "pro"], "default": "free"},
    "isOn": {"type": "boolean", "default": true}
    """
  private static let layers = """
    {"sublayers": [
      {"class": "CATextLayer", "string": {"template": "{{{name}}} {score:.1}"}, "foregroundColor": {"parameter": "accent"}},
      {"bounds": [0, 0, {"parameter": "score", "map": [[0, 100], [10, 210]]}, 8],
       "opacity": {"parameter": "isOn", "case": {"true": 1, "false": 0.25}},
       "backgroundColor": {"parameter": "plan", "case": {"pro": "#00ff00"}, "else": "#0000ff"}}]}
    """

  private func template(
    _ declarations: String = declarations, root: String = layers, top: String = ""
  ) throws(SceneError) -> SceneTemplate {
    let text = "{\"version\": 1, \"size\": [9, 9], \(top)\"parameters\": {\(declarations)}, \"root\": \(root)}"
    return try SceneTemplate([UInt8](text.utf8), name: "card.json")
  }

  private func line(_ values: [String: ParameterValue]) -> String? {
    errorLine { () throws(SceneError) in try template().scene(SceneParameters(values)) }
  }

  private func line(_ declarations: String, root: String) -> String? {
    errorLine { () throws(SceneError) in try template(declarations, root: root) }
  }

  @Test func defaultsStandWhereNothingIsGiven() throws {
    let layers = try #require(try template().scene().root.sublayers)
    #expect((layers[0] as? CATextLayer)?.string as? String == "{Ada} 25.0")
    #expect(layers[1].bounds.width == 60)
    #expect(layers[1].opacity == 1)
    #expect(layers[1].backgroundColor == CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1))
  }

  @Test func valuesTakeTheirPlaces() throws {
    let values: [String: ParameterValue] = [
      "name": "Bob", "score": 100, "plan": "pro", "isOn": false,
      "accent": .color(CGColor(srgbRed: 0, green: 0.5, blue: 0, alpha: 1)),
    ]
    let layers = try #require(try template().scene(SceneParameters(values)).root.sublayers)
    #expect((layers[0] as? CATextLayer)?.string as? String == "{Bob} 100.0")
    #expect((layers[0] as? CATextLayer)?.foregroundColor == CGColor(srgbRed: 0, green: 0.5, blue: 0, alpha: 1))
    #expect(layers[1].bounds.width == 210)
    #expect(layers[1].opacity == 0.25)
    #expect(layers[1].backgroundColor == CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1))
  }

  @Test func scenesOfOneTemplateAreIndependent() throws {
    let template = try template()
    let first = try template.scene(SceneParameters(["score": 0]))
    _ = try template.scene(SceneParameters(["score": 100]))
    #expect(first.root.sublayers?[1].bounds.width == 10)
  }

  @Test func valuesThatComeLaterChangeTheLayersThatHaveThem() throws {
    var scene = try template(top: "\"background\": {\"parameter\": \"accent\"}, ").scene()
    let layers = try #require(scene.root.sublayers)
    try scene.setParameters(["name": "Bob", "accent": "#00f"])
    #expect((layers[0] as? CATextLayer)?.string as? String == "{Bob} 25.0")
    #expect(scene.background == CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1))
    // What was given before stays.
    try scene.setParameters(["score": 100])
    #expect((layers[0] as? CATextLayer)?.string as? String == "{Bob} 100.0")
    #expect(layers[1].bounds.width == 210)
    // One wrong value, and nothing changes.
    let line = errorLine { () throws(SceneError) in try scene.setParameters(["name": "Cleo", "score": 101]) }
    #expect(line == "card.json: parameters.score: expected a number from 0 to 100, found 101")
    #expect((layers[0] as? CATextLayer)?.string as? String == "{Bob} 100.0")
    #expect(try scene.encoded().contains("{Bob} 100.0"))
    #expect(scene.parameters.map(\.name) == ["name", "accent", "score", "plan", "isOn"])
  }

  @Test func whatWouldChangeChangesNothing() throws {
    var scene = try template().scene()
    let layer = try #require(scene.root.sublayers?[1])
    let (before, text) = (layer.bounds.width, try scene.encoded())
    let change = try scene.parameterChange(["score": 100])
    #expect(layer.bounds.width == before)
    #expect(try scene.encoded() == text)
    try scene.apply(change)
    #expect(layer.bounds.width == 210)
  }

  @Test func valuesMayChangeByAnAnimation() throws {
    var scene = try template().scene()
    let layer = try #require(scene.root.sublayers?[1])
    _ = scene.committed()
    try scene.setParameters(["score": 100], duration: 0.5)
    #expect(layer.bounds.width == 210)
    #expect((layer.animation(forKey: "bounds") as? CABasicAnimation)?.duration == 0.5)
    try scene.setParameters(["score": 0])
    #expect(layer.bounds.width == 10)
  }

  @Test func aMapIsHeldBeyondItsEndsAndMixesColors() throws {
    let root = """
      {"cornerRadius": {"parameter": "x", "map": [[10, 20, 40], [0, 5, 1]]},
       "backgroundColor": {"parameter": "x", "map": [[0, 40], ["#000000", "#ffffff"]]},
       "position": {"parameter": "x", "map": [[0, 40], [[0, 8], [4, 0]]]}}
      """
    let declaration = "\"x\": {\"type\": \"number\", \"default\": 30, \"minimum\": -99, \"maximum\": 99}"
    for (x, radius, grey) in [(-5.0, 0.0, 0.0), (15, 2.5, 0.375), (30, 3, 0.75), (99, 1, 1)] {
      let layer = try template(declaration, root: root).scene(SceneParameters(["x": .number(x)])).root
      #expect(Double(layer.cornerRadius) == radius)
      #expect(abs((layer.backgroundColor?.straight.red ?? -1) - grey) < 1e-12)
      #expect(abs(layer.position.x - 4 * grey) < 1e-12)
    }
  }

  /// A path that layers would refuse does not satisfy the declaration.
  @Test func pathsHaveTheNumbersOfTheFormat() throws {
    let declaration = "\"p\": {\"type\": \"string\", \"format\": \"path\", \"default\": \"\"}"
    let template = try template(declaration, root: #"{"class": "CAShapeLayer", "path": {"parameter": "p"}}"#)
    _ = try template.scene(SceneParameters(["p": "M1e9 0L0 -1e9"]))
    let line = errorLine { () throws(SceneError) in try template.scene(SceneParameters(["p": "M2e9 0L0 0"])) }
    #expect(
      line
        == "card.json: parameters.p: expected the data of an SVG path of at most 100000 characters, with coordinates "
        + "from -1000000000 to 1000000000, found \"M2e9 0L0 0\"")
  }

  @Test func referencesStandInAnimationsAndInTheBackground() throws {
    let root = """
      {"animations": {"move": {"class": "CAKeyframeAnimation", "keyPath": "position.x", "duration": 1,
        "values": [0, {"parameter": "far"}]}}}
      """
    let scene = try template(
      "\"far\": {\"type\": \"number\", \"default\": 3}, \"paper\": {\"type\": \"string\", \"format\": \"color\", \"default\": \"#fff\"}",
      root: root, top: "\"background\": {\"parameter\": \"paper\"}, "
    ).scene(SceneParameters(["far": 70, "paper": "#000"]))
    let animation = scene.root.animation(forKey: "move") as? CAKeyframeAnimation
    #expect(animation?.values?.last as? Double == 70)
    #expect(scene.background == CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1))
  }

  /// A transition's old contents are the past: later values restart it only where they
  /// stand in the rest of it.
  @Test func whatATransitionBeginsWithStaysWhatItWas() throws {
    let root = """
      {"backgroundColor": {"parameter": "now"}, "animations": {"transition": {"class": "CATransition", "type": "fade",
        "duration": {"parameter": "pace"}, "from": {"backgroundColor": {"parameter": "before"}}}}}
      """
    let color = "\"type\": \"string\", \"format\": \"color\", \"default\": \"#f00\""
    var scene = try template(
      "\"now\": {\(color)}, \"before\": {\(color)}, \"pace\": {\"type\": \"number\", \"default\": 1, \"minimum\": 0, \"maximum\": 9}",
      root: root
    ).scene()
    try scene.setParameters(["before": "#00f", "now": "#0f0"])
    #expect(scene.root.backgroundColor == CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1))
    #expect(scene.root.animation(forKey: "transition")?.duration == 1)
    try scene.setParameters(["pace": 3])
    #expect(scene.root.animation(forKey: "transition")?.duration == 3)
  }

  @Test func theFilesThatASceneReadsAreKnown() throws {
    let folder = try SceneFolder()
    let pixel = try encodeImage(premultipliedRGBA8: [1, 2, 3, 255], width: 1, height: 1, format: .png)
    for name in ["a.png", "b.png", "tile-0-0.png", "tile-0-12.png", "tile-x-1.png", "tile-1-1.jpg"] {
      try folder.write(pixel, to: name)
    }
    let text = """
      {"version": 1, "size": [9, 9], "images": {"a": "a.png"},
       "parameters": {"photo": {"type": "string", "format": "image", "default": "b.png"}},
       "root": {"contents": {"parameter": "photo"}, "sublayers": [
         {"class": "CATextLayer", "string": "x", "font": "Own"}, {"class": "CATextLayer", "string": "x"},
         {"sublayers": [{"class": "CATiledLayer", "bounds": [0, 0, 9, 9], "tiles": {"path": "tile-{x}-{y}.png"}}]}]}}
      """
    let template = try SceneTemplate([UInt8](text.utf8), name: "card.json", folder: folder.path)
    #expect(try template.files().map(\.name) == ["a.png", "b.png", "tile-0-0.png", "tile-0-12.png"])
    #expect(try template.files().first?.path == folder.path + "a.png")
    #expect(template.systemFamilies == ["Helvetica", "Own"])
    // Where names are given, they are all that there is.
    let other = try SceneFolder()
    try other.write(pixel, to: "one")
    let names = ["a.png": "one", "b.png": "one", "tile-0-0.png": "one"]
    let place = FilePlace(folder: other.path, root: try FolderRoot(other.path), names: names)
    _ = try SceneTemplate([UInt8](text.utf8), name: "card.json", files: place).scene()
    let less = FilePlace(folder: other.path, root: place.root, names: ["a.png": "one"])
    let line = errorLine { () throws(SceneError) in
      _ = try SceneTemplate([UInt8](text.utf8), name: "card.json", files: less)
    }
    #expect(line?.hasPrefix("card.json: parameters.photo: ") == true, "\(line ?? "")")
  }

  @Test func imagesAreReadFromTheAssetsAndFromNowhereElse() throws {
    let (folder, assets) = (try SceneFolder(), try SceneFolder())
    let pixel = try encodeImage(premultipliedRGBA8: [1, 2, 3, 255], width: 1, height: 1, format: .png)
    let wide = try encodeImage(premultipliedRGBA8: [UInt8](repeating: 255, count: 8), width: 2, height: 1, format: .png)
    try folder.write(pixel, to: "ada.png")
    try assets.write(wide, to: "bob.png")
    let text = """
      {"version": 1, "size": [9, 9], "root": {"contents": {"parameter": "photo"}},
       "parameters": {"photo": {"type": "string", "format": "image", "default": "ada.png"}}}
      """
    let template = try SceneTemplate([UInt8](text.utf8), name: "card.json", folder: folder.path)
    func width(_ scene: Scene) -> Int? { (scene.root.contents as? CGImage)?.width }
    #expect(try width(template.scene()) == 1)
    let place = FilePlace(folder: assets.path, root: try FolderRoot(assets.path))
    let scene = try template.scene(SceneParameters(["photo": "bob.png"], assets: place))
    #expect(width(scene) == 2)
    #expect(scene.images.map(\.path) == ["bob.png"])
    #expect(scene.images.map(\.name) == ["photo-2"])
    let image = try #require(CGImage(premultipliedRGBA8: [UInt8](repeating: 0, count: 12), width: 3, height: 1))
    #expect(try width(template.scene(SceneParameters(["photo": .image(image)]))) == 3)
    let escape = errorLine { () throws(SceneError) in
      try template.scene(
        SceneParameters(["photo": .string("../\(folder.path.split(separator: "/").last ?? "")/ada.png")], assets: place)
      )
    }
    #expect(
      escape?.contains("parameters.photo") == true && escape?.contains("leads out of") == true, "\(escape ?? "none")")
  }

  /// The root of a scene confines the images that values name, at first and in later changes. An
  /// error does not tell whether a file outside exists, or how long it is.
  @Test(arguments: ["OUTSIDE/secret.png", "OUTSIDE/none.png", "ROOT/../SECRET", "ROOT/link.png", "ROOT/far.png"])
  func theRootConfinesTheImagesOfValues(path: String) throws {
    let (root, outside) = (try SceneFolder(), try SceneFolder())
    let pixel = try encodeImage(premultipliedRGBA8: [1, 2, 3, 255], width: 1, height: 1, format: .png)
    for folder in [root, outside] { try folder.write(pixel, to: folder === root ? "in.png" : "secret.png") }
    let secret = "\(outside.path.split(separator: "/").last ?? "")/secret.png"
    try FileManager.default.createSymbolicLink(atPath: root.path + "link.png", withDestinationPath: "../" + secret)
    try FileManager.default.createSymbolicLink(
      atPath: root.path + "far.png", withDestinationPath: outside.path + "secret.png")
    let text = """
      {"version": 1, "size": [9, 9], "root": {"contents": {"parameter": "photo"}},
       "parameters": {"photo": {"type": "string", "format": "image", "default": "in.png"}}}
      """
    var limits = SceneLimits.standard
    limits.root = try FolderRoot(root.path)
    let template = try SceneTemplate([UInt8](text.utf8), name: "card.json", folder: root.path, limits: limits)
    let inside = ParameterValue.string((limits.root?.path ?? "") + "/in.png")
    var scene = try template.scene(SceneParameters(["photo": inside]))
    try scene.setParameters(["photo": inside])
    let path = path.replacing("OUTSIDE/", with: outside.path).replacing("ROOT", with: limits.root?.path ?? "")
      .replacing("SECRET", with: secret)
    let expected =
      "parameters.photo: \(path): expected a readable image file, found a path that leads out of the scene's root"
    let first = errorLine { () throws(SceneError) in try template.scene(SceneParameters(["photo": .string(path)])) }
    let later = errorLine { () throws(SceneError) in try scene.setParameters(["photo": .string(path)]) }
    for line in [first, later] { #expect(line?.contains(expected) == true, "\(line ?? "none")") }
  }

  /// A file that the scene itself shows is closed to values that another folder confines.
  @Test func anImageOfTheSceneIsNotOpenToValues() throws {
    let (folder, assets) = (try SceneFolder(), try SceneFolder())
    let pixel = try encodeImage(premultipliedRGBA8: [1, 2, 3, 255], width: 1, height: 1, format: .png)
    try folder.write(pixel, to: "own.png")
    let text = """
      {"version": 1, "size": [9, 9], "images": {"own": "own.png"}, "root": {"contents": {"parameter": "photo"}},
       "parameters": {"photo": {"type": "string", "format": "image", "default": "own.png"}}}
      """
    let template = try SceneTemplate([UInt8](text.utf8), name: "card.json", folder: folder.path)
    let place = FilePlace(folder: assets.path, root: try FolderRoot(assets.path))
    let line = errorLine { () throws(SceneError) in
      try template.scene(SceneParameters(["photo": .string(folder.path + "own.png")], assets: place))
    }
    #expect(line?.contains("leads out of") == true, "\(line ?? "none")")
  }

  @Test(
    arguments: [
      ("nmae", "Bob", "parameters.nmae: is not a parameter of this scene; did you mean \"name\"?"),
      ("score", "12px", "parameters.score: expected a number from 0 to 100, found \"12px\""),
      ("score", 100.5, "parameters.score: expected a number from 0 to 100, found 100.5"),
      (
        "name", "A name far too long",
        "parameters.name: expected a string of at most 12 characters, found \"A name far too long\""
      ),
      ("plan", "gold", "parameters.plan: expected one of \"free\", \"pro\", found \"gold\""),
      ("isOn", 1, "parameters.isOn: expected true or false, found 1"),
      ("accent", "rde", "parameters.accent: expected \(ColorText.expectation), found \"rde\""),
    ] as [(String, ParameterValue, String)])
  func wrongValuesAreNamed(name: String, value: ParameterValue, expected: String) {
    #expect(line([name: value]) == "card.json: \(expected)")
  }

  @Test func aRequiredValueIsAskedFor() throws {
    let template = try template("\"n\": {\"type\": \"number\"}", root: "{\"cornerRadius\": {\"parameter\": \"n\"}}")
    let line = errorLine { () throws(SceneError) in try template.scene() }
    #expect(line == "card.json: parameters.n: has no default; give it a value, as with --set n=…")
    #expect(try template.scene(SceneParameters(["n": 4])).root.cornerRadius == 4)
  }

  private static let text = "\"t\": {\"type\": \"string\", \"default\": \"\"}"
  private static let number = "\"n\": {\"type\": \"number\", \"default\": 1}"
  private static let plan = "\"p\": {\"type\": \"string\", \"enum\": [\"a\", \"b\"], \"default\": \"a\"}"

  @Test(arguments: [
    (
      text, #"{"opacity": {"parameter": "t"}}"#,
      "root.opacity: expected a number, found the parameter \"t\", a string of at most 1000 characters"
    ),
    (
      text, #"{"contentsGravity": {"parameter": "t"}}"#,
      "root.contentsGravity: expected one of"
    ),
    (text, #"{"opacity": {"parameter": "tt"}}"#, "root.opacity: is not a parameter: \"tt\"; did you mean \"t\"?"),
    (text, "{}", "parameters.t: is used nowhere; take it away"),
    (text, #"{"name": {"parameter": "t"}}"#, "root.name: cannot be a parameter, because"),
    (text, #"{"class": "CATextLayer", "string": {"template": "{t:.1}"}}"#, "root.string.template: expected a number"),
    (
      text, #"{"class": "CATextLayer", "string": {"template": "{t"}}"#,
      "root.string.template: expected a } after {, found none"
    ),
    (text, #"{"class": "CATextLayer", "string": {"parameter": "t", "oops": 1}}"#, "root.string.oops: is not a key"),
    (
      number, #"{"bounds": [0, 0, {"parameter": "n"}, 1]}"#,
      "root.bounds: expected a width and a height of at least 0, found [0, 0, -1000000000, 1]"
    ),
    (
      number, #"{"cornerRadius": {"parameter": "n", "map": [[1, 1], [0, 1]]}}"#,
      "root.cornerRadius.map[0][1]: expected a number above the one before, found 1"
    ),
    (
      number, #"{"cornerRadius": {"parameter": "n", "map": [[1, 2], [0, [1, 2]]]}}"#,
      "root.cornerRadius.map[1][1]: expected as many numbers"
    ),
    (
      plan, #"{"opacity": {"parameter": "p", "case": {"a": 1}}}"#,
      "root.opacity.case: expected a value for \"b\", or \"else\""
    ),
    (
      plan, #"{"opacity": {"parameter": "p", "case": {"a": 1, "c": 1}}}"#,
      "root.opacity.case.c: is no value of the parameter \"p\""
    ),
    (
      plan, #"{"opacity": {"parameter": "p", "case": {"a": 1, "b": "x"}}}"#,
      "root.opacity: expected a number, found \"x\", by the parameter \"p\""
    ),
    (
      #""n": {"type": "number", "default": 1, "minimum": 0, "maximum": 9}"#,
      #"{"class": "CAReplicatorLayer", "instanceCount": {"parameter": "n"}}"#,
      "root.instanceCount: expected a whole number from 0 to"
    ),
    (#""n": {"type": "list"}"#, "{}", "parameters.n.type: expected one of"),
    (
      #""n": {"type": "colour"}"#, "{}",
      #"parameters.n.type: expected one of "string", "number", "integer", "boolean", found "colour"; "#
        + #"did you mean "string" with "format": "color"?"#
    ),
    (
      #""n": {"type": "nubmer"}"#, "{}",
      #"parameters.n.type: expected one of "string", "number", "integer", "boolean", found "nubmer"; did you mean "number"?"#
    ),
    (#""n": {"type": "number", "pattern": "x"}"#, "{}", "parameters.n.pattern: is not a key"),
    (#""n": {"type": "number", "minimum": 2, "maximum": 1}"#, "{}", "parameters.n: expected a maximum"),
    (
      #""n": {"type": "number", "minimum": 2, "default": 1}"#, "{}",
      "parameters.n.default: expected a number of at least 2"
    ),
    (#""1n": {"type": "number"}"#, "{}", "parameters.1n: expected a name"),
  ])
  func whatAValueCouldMeetIsFoundWhenTheSceneIsRead(declarations: String, root: String, expected: String) {
    let found = line(declarations, root: root)
    #expect(found?.hasPrefix("card.json: " + expected) == true, "\(found ?? "no error")")
  }

  @Test func layersThatMakeRoomForEachOtherChangeTogether() throws {
    func replicator(_ on: Int, _ off: Int) -> String {
      let count = "{\"parameter\": \"isOn\", \"case\": {\"true\": \(on), \"false\": \(off)}}"
      return "{\"class\": \"CAReplicatorLayer\", \"instanceCount\": \(count), \"sublayers\": [{}]}"
    }
    // The first grows before the second shrinks: 120,000 layers for a moment, which a change of one
    // layer may not have.
    let root = "{\"sublayers\": [\(replicator(1, 60_000)), \(replicator(60_000, 1))]}"
    var scene = try template(#""isOn": {"type": "boolean", "default": true}"#, root: root).scene()
    try scene.setParameters(["isOn": false])
    let counts = scene.root.sublayers?.compactMap { ($0 as? CAReplicatorLayer)?.instanceCount }
    #expect(counts == [60_000, 1])
  }

  @Test func textsAreReadAsWhatIsDeclared() throws {
    let declarations = try template().parameters
    let values = zip(declarations, ["12", "#fff", "12", "pro", "false"]).map { $0.value(ofText: $1) }
    #expect(values == ["12", "#fff", 12, "pro", false])
    #expect(declarations[2].value(ofText: "0x10") == "0x10")
    #expect(declarations[2].value(ofText: "nan") == "nan")
  }

  @Test(arguments: [
    (1234567.891, ",.2", "1,234,567.89"), (999, ",.0", "999"), (-1234.5, ",.1", "-1,234.5"), (0.05, ".1", "0.1"),
    (-0.01, ".1", "0.0"), (2.5, "", "2.5"), (3, "", "3"),
  ])
  func numbersAreWrittenAlikeEverywhere(number: Double, format: String, expected: String) throws {
    let template = try TextTemplate("{n\(format.isEmpty ? "" : ":" + format)}")
    guard case .parameter(_, let format) = template.pieces[0] else { return }
    #expect(TextTemplate.text(number, format) == expected)
  }

  @Test func templatesMakeNoMoreTextThanAFileHolds() {
    let template = "{\"template\": \"\(String(repeating: "{t}", count: 100))\"}"
    let root =
      "{\"sublayers\": [\(Array(repeating: "{\"class\": \"CATextLayer\", \"string\": \(template)}", count: 20).joined(separator: ", "))]}"
    var limits = SceneLimits.standard
    limits.maximumFileBytes = 100_000
    let text = "{\"version\": 1, \"size\": [9, 9], \"parameters\": {\(Self.text)}, \"root\": \(root)}"
    let line = errorLine { () throws(SceneError) in
      try SceneTemplate([UInt8](text.utf8), name: "card.json", limits: limits)
        .scene(SceneParameters(["t": .string(String(repeating: "x", count: 1000))]))
    }
    #expect(line?.contains("expected at most 100000 bytes in all templates together") == true, "\(line ?? "none")")
  }

  @Test func theSchemaSaysWhatIsTaken() throws {
    let schema = try template().parametersSchema.flatText
    #expect(schema.contains(#""score": {"type": "number", "minimum": 0, "maximum": 100, "default": 25}"#))
    #expect(schema.contains(#""plan": {"type": "string", "enum": ["free", "pro"], "default": "free"}"#))
    #expect(schema.contains(#""additionalProperties": false"#))
  }

  @Test func aPlainTextWithBracesStaysWhatItIs() throws {
    let scene = try SceneFileTests.scene(root: #"{"class": "CATextLayer", "string": "a {b}"}"#)
    #expect((scene.root as? CATextLayer)?.string as? String == "a {b}")
  }
}
