import Foundation
import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneLottie
import Testing

@testable import MultiplaneSceneFile

@Suite("Lottie: layers of scene files")
struct LottieLayerSceneTests {
  /// A folder with an animation and a small image, in which scenes are read.
  private final class Folder {
    let url = FileManager.default.temporaryDirectory.appending(path: "lottie-\(UUID())")

    init(_ animation: String = LottieLayerTests.moving) throws {
      SceneFormats.register([LottieFormat()])
      try FileManager.default.createDirectory(at: url.appending(path: "inside"), withIntermediateDirectories: true)
      try Data(animation.utf8).write(to: url.appending(path: "inside/logo.json"))
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func template(
      _ layer: String, more: String = "", limits: SceneLimits = .standard
    ) throws(SceneError) -> SceneTemplate {
      let json = """
        {"version": 1, "size": [40, 20], "animations": {"logo": "inside/logo.json"}\(more),
         "root": {"frame": [0, 0, 40, 20], "sublayers": [
           {"class": "LottieLayer", "name": "logo", "animation": "logo", "frame": [0, 0, 40, 20]\(layer)}]}}
        """
      return try SceneTemplate(Array(json.utf8), name: "s.json", folder: url.path + "/", limits: limits)
    }

    func error(_ layer: String, more: String = "", limits: SceneLimits = .standard) -> String {
      do throws(SceneError) {
        _ = try template(layer, more: more, limits: limits).scene()
        return ""
      } catch {
        return "\(error)"
      }
    }
  }

  private func lefts(_ scene: Scene, _ times: [Double]) throws -> [Int?] {
    try times.map { try LottieLayerTests.left(scene, at: $0) }
  }

  @Test(
    "Keys choose position, part and repetition",
    arguments: [
      ("", [0, 15, 30, 30]), (#", "loop": true"#, [0, 15, 0, 15]), (#", "loop": "autoreverse""#, [0, 15, 30, 15]),
      (#", "loop": 1.5"#, [0, 15, 0, 15]), (#", "progress": 0.5"#, [15, 15, 15, 15]),
      (#", "speed": 2"#, [0, 30, 30, 30]),
      (#", "marker": "a""#, [6, 18, 18, 18]), (#", "marker": ["a", "b"]"#, [6, 21, 24, 24]),
      (#", "marker": ["b", "a"]"#, [24, 9, 6, 6]), (#", "marker": "a", "loop": true"#, [6, 9, 12, 15]),
      (#", "beginTime": 0.5"#, [0, 0, 15, 30]), (#", "progress": null, "marker": null"#, [0, 15, 30, 30]),
    ] as [(String, [Int])])
  func playback(keys: String, expected: [Int]) throws {
    let folder = try Folder()
    let scene = try folder.template(keys).scene()
    #expect(try lefts(scene, [0, 0.5, 1, 1.5]) == expected)
    // Written and read again, it is the same.
    let text = try scene.encoded()
    #expect(text.contains(#""class": "LottieLayer""#))
    #expect(!text.contains("CAKeyframeAnimation"))
    let again = try SceneTemplate(Array(text.utf8), name: "s.json", folder: folder.url.path + "/").scene()
    #expect(try lefts(again, [0, 0.5, 1, 1.5]) == expected)
    #expect(try again.encoded() == text)
  }

  /// A rectangle in a slot's colour.
  private static let slots = Animations.json(
    Animations.shapes(Animations.rectangle(0, 0, 40, 20) + #", {"ty": "fl", "c": {"sid": "accent"}, "o": {"k": 100}}"#),
    more: #", "slots": {"accent": {"p": {"a": 0, "k": [1, 0, 0]}}}"#)
  private static let parameter = #", "parameters": {"color": {"type": "string", "format": "color", "default": "red"}}"#
  private static let reference = #", "values": {"accent": {"parameter": "color"}}"#

  @Test("Parameters of the scene feed values of the animation, also later")
  func parameters() throws {
    let folder = try Folder(Self.slots)
    let template = try folder.template(Self.reference, more: Self.parameter)
    func pixel(_ scene: Scene) throws -> [UInt8] { try Animations.picture(scene, frame: 0)[20, 10] }
    #expect(try pixel(template.scene()) == [255, 0, 0, 255])
    var scene = try template.scene(SceneParameters(["color": "#00ff00"]))
    #expect(try pixel(scene) == [0, 255, 0, 255])
    try scene.setParameters(["color": .string("#0000ff")])
    #expect(try pixel(scene) == [0, 0, 255, 255])
    #expect(scene.root.sublayers?[0].sublayers?.count == 1)
    #expect(try scene.encoded().contains(##""accent": "#0000ff""##))
    #expect(try folder.template(#", "values": {"accent": [0, 1, 0]}"#).scene().root.sublayers?.count == 1)
  }

  @Test("An image of the scene replaces an image of the animation")
  func image() throws {
    let folder = try Folder(
      Animations.json(
        #"{"ty": 2, "nm": "photo", "refId": "i", "ip": 0, "op": 10, "ks": {}}"#,
        assets: #"{"id": "i", "w": 40, "h": 20, "p": "none.png"}"#))
    let photo = #", "parameters": {"face": {"type": "string", "format": "image"}}"#
    let template = try folder.template(#", "values": {"photo": {"parameter": "face"}}"#, more: photo)
    let blue = try #require(CGImage(premultipliedRGBA8: [0, 0, 255, 255], width: 1, height: 1))
    let scene = try template.scene(SceneParameters(["face": .image(blue)]))
    #expect(try Animations.picture(scene, frame: 0)[20, 10] == [0, 0, 255, 255])
    // The missing image of the file is a warning with its own place.
    #expect(scene.warnings.map(\.file) == ["inside/logo.json"])
    #expect(throws: SceneError.self) { try scene.encoded() }
    #expect(
      folder.error(#", "values": {"photo": "none"}"#).hasPrefix(
        "s.json: root.sublayers[0].values.photo: expected the name of an image, found \"none\""))
  }

  @Test(
    "Wrong input is one line with its place",
    arguments: [
      (#", "animation": "logo""#, "s.json: line 3, column"),
      (#", "loop": "twice""#, "s.json: root.sublayers[0].loop: expected true, false, \"autoreverse\" or a number"),
      (#", "loop": 0"#, "s.json: root.sublayers[0].loop: expected true"),
      (#", "progress": 2"#, "s.json: root.sublayers[0].progress: expected a number from 0 to 1, found 2"),
      (#", "marker": "c""#, "s.json: root.sublayers[0].marker: expected a marker of the animation, found \"c\""),
      (#", "marker": ["a"]"#, "s.json: root.sublayers[0].marker: expected a marker, or a list of two, found"),
      (#", "marker": ["a", "c"]"#, "s.json: root.sublayers[0].marker[1]: expected a marker of the animation"),
      (#", "values": {"x": 1}"#, "s.json: root.sublayers[0].values.x: is not a part of the animation"),
      (#", "values": 1"#, "s.json: root.sublayers[0].values: expected an object"),
      (
        #", "progres": 1"#, "s.json: root.sublayers[0].progres: is not a key of LottieLayer; did you mean \"progress\"?"
      ),
      (#", "path": "M0 0""#, "s.json: root.sublayers[0].path: is not a key of LottieLayer; did you mean"),
      (#", "sublayers": [{"class": "LottieLayer"}]"#, "s.json: root.sublayers[0].sublayers[0].animation: is missing"),
      (
        #", "sublayers": [{"class": "LottieLayer", "animation": "lego"}]"#,
        "s.json: root.sublayers[0].sublayers[0].animation: expected the name of an animation, found \"lego\"; did you mean"
      ),
      (
        #", "mask": {"loop": true}"#,
        "s.json: root.sublayers[0].mask.loop: is not a key of CALayer; did you mean \"loop\""
      ),
    ])
  func errors(keys: String, message: String) throws {
    let error = try Folder().error(keys)
    #expect(error.hasPrefix(message), "\(error)")
  }

  @Test("Errors of the animation have its name and place, too")
  func errorsInside() throws {
    let broken = try Folder(Animations.json(#"{"ty": 1, "ip": 0, "op": 10, "sw": "a"}"#))
    #expect(broken.error("").hasPrefix("s.json: animations.logo: inside/logo.json: layers[0].sw: expected"))
    let scene = try Folder(#"{"version": 1, "size": [1, 1], "root": {}}"#)
    #expect(
      scene.error("") == "s.json: animations.logo: inside/logo.json: expected a Lottie animation, found another file")
    let more = #", "parameters": {"a": {"type": "string", "default": "logo"}}"#
    let error = try Folder().error(
      #", "sublayers": [{"class": "LottieLayer", "animation": {"parameter": "a"}}]"#, more: more)
    #expect(error.contains("cannot be a parameter"), "\(error)")
  }

  @Test("The root confines the file")
  func confined() throws {
    let folder = try Folder()
    var limits = SceneLimits.standard
    limits.root = try FolderRoot(folder.url.path)
    #expect(folder.error("", limits: limits) == "")
    let link = folder.url.path + "/inside/logo.json"
    try FileManager.default.removeItem(atPath: link)
    let outside = folder.url.path + "-outside.json"
    try Data(LottieLayerTests.moving.utf8).write(to: URL(filePath: outside))
    defer { try? FileManager.default.removeItem(atPath: outside) }
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: outside)
    #expect(folder.error("") == "")
    #expect(folder.error("", limits: limits).contains("a path that leads out of"))
  }

  @Test("Layers and key frames of animations count, each as often as it is drawn")
  func limits() throws {
    let folder = try Folder()
    var limits = SceneLimits.standard
    limits.maximumLayers = 5
    #expect(folder.error("", limits: limits) == "")
    limits.maximumLayers = 3
    #expect(folder.error("", limits: limits).contains("expected at most 3 layers in a scene, found more"))
    limits = .standard
    limits.maximumLevels = 3
    #expect(folder.error("", limits: limits).contains("expected at most 3 levels of layers"))
    limits = .standard
    limits.maximumKeyframes = 5
    let again = #", "sublayers": [{"class": "LottieLayer", "animation": "logo"}]"#
    #expect(folder.error("", limits: limits) == "")
    #expect(folder.error(again, limits: limits).contains("key frames, found more"))
    limits = .standard
    limits.maximumAnimations = 0
    #expect(folder.error("", limits: limits).contains("expected at most 0 animations, found 1"))
  }

  @Test("A running scene changes position and part")
  func changes() throws {
    let scene = try Folder().template("").scene()
    let layer = try #require(scene.root.sublayers?[0])
    try LayerChange(json: Array(#"{"progress": 0.5}"#.utf8), name: "c").apply(to: [layer])
    #expect(try lefts(scene, [0, 3]) == [15, 15])
    try LayerChange(json: Array(#"{"progress": null, "loop": true}"#.utf8), name: "c").apply(to: [layer])
    #expect(try lefts(scene, [0, 0.2, 1]) == [15, 21, 15])
    // The order of the keys does not matter.
    for keys in [#""marker": "a", "speed": 2"#, #""speed": 2, "marker": "a""#] {
      try LayerChange(json: Array(#"{"speed": 1}"#.utf8), name: "c").apply(to: [layer])
      try LayerChange(json: Array("{\(keys)}".utf8), name: "c").apply(to: [layer])
      #expect(try lefts(scene, [0, 0.1]) == [6, 12])
    }
    try LayerChange(json: Array(#"{"progress": 0.5, "marker": null, "speed": 1}"#.utf8), name: "c").apply(to: [layer])
    #expect(try lefts(scene, [0, 3]) == [15, 15])
    try LayerChange(json: Array(#"{"progress": null}"#.utf8), name: "c").apply(to: [layer])
    // On a display the part plays from now on.
    let display = CALayer()
    display.beginTime = CACurrentMediaTime() - 100
    display.addSublayer(scene.root)
    try LayerChange(json: Array(#"{"marker": "a", "loop": false}"#.utf8), name: "c").apply(to: [layer])
    scene.root.removeFromSuperlayer()
    #expect(try lefts(scene, [99, 110]) == [6, 18])
    #expect(try layer.sceneValue(at: "marker") == .string("a"))
    #expect(try layer.sceneValue(at: "progress") == .null)
    let error = #expect(throws: SceneError.self) {
      try LayerChange(json: Array(#"{"animation": "logo"}"#.utf8), name: "c").apply(to: [layer])
    }
    #expect(error?.description.contains("cannot change while the scene is shown") == true)
    #expect(try layer.sceneValue(at: "class") == .string("LottieLayer"))
  }

  @Test("Facts of the animation can be read by key")
  func facts() throws {
    let layer = try #require(Folder().template(#", "marker": ["a", "b"]"#).scene().root.sublayers?[0])
    #expect(try layer.sceneValue(at: "marker") == .array([.string("a"), .string("b")]))
    #expect(try layer.sceneValue(at: "animationDuration") == .number(1))
    #expect(try layer.sceneValue(at: "frameRate") == .number(10))
    #expect(
      try layer.sceneValue(at: "markers").flatText
        == #"[{"name": "a", "time": 0.2, "duration": 0.4}, {"name": "b", "time": 0.8, "duration": 0}]"#)
    #expect(try layer.sceneValue(at: "parameters") == .object([]))
    #expect(try layer.sceneValue(at: "values") == .object([]))
    let error = #expect(throws: SceneError.self) { try layer.sceneValue(at: "paramters") }
    #expect(
      error?.description.contains("is not a property or key path of LottieLayer; did you mean \"parameters\"?") == true)
  }

  @Test("The files of a scene include animations with their images")
  func files() throws {
    let folder = try Folder(
      Animations.json("", assets: #"{"id": "i", "w": 10, "h": 20, "p": "a.png", "u": "images/"}"#))
    #expect(try folder.template("").files().map(\.name) == ["inside/images/a.png", "inside/logo.json"])
  }

  @Test("The schema has the keys of the layer")
  func schema() {
    let text = SceneSchema.text
    for key in SceneKeys.animationLayer + ["animations"] { #expect(text.contains("\"\(key)\": ")) }
    #expect(text.contains("\"LottieLayer\""))
  }
}
