import Foundation
import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneLottie
import MultiplaneSceneFile
import Testing

@Suite("Lottie: key paths")
struct LottieKeyPathTests {
  /// A red square with a name at the left, a solid beside it, and both again in a composition
  /// below.
  private static var json: String {
    let fill = #"{"ty": "fl", "nm": "Fill 1", "c": {"k": [1, 0, 0]}, "o": {"k": 100}}"#
    let group = #"{"ty": "gr", "nm": "Square", "it": [\#(Animations.rectangle(0, 0, 10, 10)), \#(fill)]}"#
    let shape = Animations.shapes(group, more: #", "nm": "Badge""#)
    let solid = Animations.solid("#00ff00", transform: #""p": {"k": [10, 0]}"#, more: #", "nm": "Plate""#)
    let inner =
      #"{"ty": 0, "nm": "Row", "refId": "c", "ip": 0, "op": 10, "w": 40, "h": 10, "ks": {"p": {"k": [0, 10]}}}"#
    return Animations.json(
      "\(shape), \(solid), \(inner)", assets: #"{"id": "c", "layers": [\#(shape), \#(solid)]}"#)
  }

  private func template(_ json: String = json) throws -> SceneTemplate {
    SceneFormats.register([LottieFormat()])
    return try SceneTemplate(Array(json.utf8), name: "a.json")
  }

  /// The colours of the four squares: left and right, above and in the composition below.
  private func colors(_ values: [String: ParameterValue]) throws -> [String] {
    let picture = try Animations.picture(template().scene(SceneParameters(values)), frame: 0)
    return [(5, 5), (15, 5), (5, 15), (15, 15)].map { x, y in
      let pixel = picture[x, y]
      return pixel[0] > 128 ? "red" : pixel[1] > 128 ? "green" : pixel[2] > 128 ? "blue" : "none"
    }
  }

  @Test("All colours are listed, with the names of layers, groups and compositions")
  func list() throws {
    SceneFormats.register([LottieFormat()])
    let animation = try ImportedScene.read(Array(Self.json.utf8), name: "a", files: FilePlace(), limits: .standard)
    let layer = LottieLayer()
    try layer.show(animation, values: [:])
    #expect(
      layer.keyPaths == [
        "Badge.Square.Fill 1.Color", "Plate.Color", "Row.Badge.Square.Fill 1.Color", "Row.Plate.Color",
      ])
    #expect(layer.parameters.isEmpty)
  }

  @Test("Layers and shapes without a name are called Layer")
  func unnamed() throws {
    let fill = #"{"ty": "fl", "c": {"k": [1, 0, 0]}, "o": {"k": 100}}"#
    let group = #"{"ty": "gr", "nm": "", "it": [\#(Animations.rectangle(0, 0, 10, 10)), \#(fill)]}"#
    let template = try template(Animations.json(Animations.shapes(group)))
    #expect(template.lookup.keyPaths.map(\.name) == ["Layer.Layer.Layer.Color"])
    for keyPath in ["Layer.Layer.Layer.Color", "**.Color"] {
      let scene = try template.scene(SceneParameters([keyPath: "#0000ff"]))
      #expect(try Animations.picture(scene, frame: 0)[5, 5] == [0, 0, 255, 255], "\(keyPath)")
    }
  }

  /// The examples of docs/lottie.md.
  @Test("Key paths of the logo", arguments: ["mark.burst.rays.Layer.Color", "**.Color"])
  func logo(keyPath: String) throws {
    SceneFormats.register([LottieFormat()])
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let template = try SceneTemplate(path: tests.appending(path: "../Scenes/lottie/logo.json").path)
    let values: [[String: ParameterValue]] = [[:], [keyPath: "#222"]]
    let pictures = try values.map { values in
      try Animations.picture(template.scene(SceneParameters(values)), frame: 90).pixels
    }
    let isChanged = pictures[0] != pictures[1]
    #expect(isChanged)
  }

  @Test(
    "A colour is replaced where its names are matched",
    arguments: [
      ("Badge.Square.Fill 1.Color", ["blue", "green", "red", "green"]),
      ("Row.Plate.Color", ["red", "green", "red", "blue"]),
      ("*.Square.Fill 1.Color", ["blue", "green", "red", "green"]),
      ("**.Fill 1.Color", ["blue", "green", "blue", "green"]),
      ("Row.**.Color", ["red", "green", "blue", "blue"]),
      ("**.Color", ["blue", "blue", "blue", "blue"]),
    ])
  func colors(keyPath: String, expected: [String]) throws {
    #expect(try colors([keyPath: "#0000ff"]) == expected)
    #expect(try colors([:]) == ["red", "green", "red", "green"])
  }

  @Test(
    "Wrong key paths and values are one line",
    arguments: [
      (
        "Badge.Square.Fill.Color", "#fff",
        "is not a parameter of this scene; did you mean \"Badge.Square.Fill 1.Color\"?"
      ),
      ("Badge.Square.Fill 1.Text", "a", "is not a parameter of this scene"),
      ("**", "#fff", "is not a parameter of this scene"),
      ("**.Color", "a colour", "expected a colour"),
    ] as [(String, ParameterValue, String)])
  func errors(keyPath: String, value: ParameterValue, message: String) throws {
    let template = try template()
    let error = #expect(throws: SceneError.self) { try template.scene(SceneParameters([keyPath: value])) }
    let text = error?.description ?? ""
    #expect(text.hasPrefix("a.json: parameters[\"\(keyPath)\"]: \(message)"), "\(text)")
  }

  @Test("Many key paths are refused")
  func many() throws {
    let template = try template()
    let values = Dictionary(uniqueKeysWithValues: (0..<33).map { ("\($0).**.Color", ParameterValue.string("#fff")) })
    let error = #expect(throws: SceneError.self) { try template.scene(SceneParameters(values)) }
    #expect(error?.description.contains("expected at most 32 key paths") == true, "\(error?.description ?? "")")
  }

  @Test("Texts and images are replaced one by one, layers of the same name too")
  func textsAndImages() throws {
    let image = #"{"ty": 2, "nm": "photo", "refId": "i", "ip": 0, "op": 10, "ks": {}}"#
    let inner =
      #"{"ty": 0, "nm": "Row", "refId": "c", "ip": 0, "op": 10, "w": 40, "h": 10, "ks": {"p": {"k": [0, 10]}}}"#
    let json = Animations.json(
      "\(image), \(inner)",
      assets: #"{"id": "i", "w": 10, "h": 10, "p": "none.png"}, {"id": "c", "layers": [\#(image)]}"#)
    let template = try template(json)
    let blue = try #require(CGImage(premultipliedRGBA8: [0, 0, 255, 255], width: 1, height: 1))
    func alphas(_ values: [String: ParameterValue]) throws -> [UInt8] {
      let picture = try Animations.picture(template.scene(SceneParameters(values)), frame: 0)
      return [picture[5, 5][3], picture[5, 15][3]]
    }
    #expect(try alphas(["photo": .image(blue)]) == [255, 255])
    #expect(try alphas(["photo.Image": .image(blue)]) == [255, 0])
    #expect(try alphas(["Row.photo.Image": .image(blue)]) == [0, 255])
    // The text of a file with glyphs.
    let text = try SceneTemplate(Features.bytes("text-glyphs"), name: "text-glyphs")
    let name = try #require(text.parameters.first?.name)
    let before = try Animations.picture(text.scene(), frame: 0).pixels
    for key in [name, name + ".Text", "**.Text"] {
      let scene = try text.scene(SceneParameters([key: .string("I")]))
      #expect(try Animations.picture(scene, frame: 0).pixels != before, "\(key)")
    }
  }

  /// A letter with a fill and a stroke, which has key paths of its own.
  @Test("The stroke of a text has a key path of its own")
  func textStroke() throws {
    let zeros = "[[0, 0], [0, 0], [0, 0], [0, 0]]"
    let square =
      #"{"ty": "sh", "ks": {"k": {"c": true, "v": [[0, 0], [50, 0], [50, -50], [0, -50]], "i": \#(zeros), "o": \#(zeros)}}}"#
    let glyph =
      #"{"ch": "a", "size": 40, "style": "Regular", "fFamily": "F", "w": 60, "data": {"shapes": [\#(square)]}}"#
    func template(_ stroke: String) throws -> SceneTemplate {
      try self.template(
        Animations.json(
          #"{"ty": 5, "nm": "Title", "ip": 0, "op": 10, "ks": {"p": {"k": [4, 15]}}, "t": {"d": {"k": [{"t": 0, "s": "#
            + #"{"s": 20, "f": "F", "t": "a", "fc": [1, 0, 0], \#(stroke) "sw": 4, "of": true}}]}}}"#,
          more: #", "fonts": {"list": [{"fName": "F", "fFamily": "F", "fStyle": "Regular"}]}, "chars": [\#(glyph)]"#))
    }
    let paths = ["Title.Text", "Title.Color", "Title.Stroke Color"]
    #expect(try template(#""sc": [0, 1, 0],"#).lookup.keyPaths.map(\.name) == paths)
    #expect(try template("").lookup.keyPaths.map(\.name) == Array(paths.dropLast()))
    let (red, green, blue): ([UInt8], [UInt8], [UInt8]) = ([255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255])
    for (key, fill, stroke) in [
      ("", red, green), ("Title.Stroke Color", red, blue), ("**.Stroke Color", red, blue), ("**.Color", blue, green),
    ] {
      let values: [String: ParameterValue] = key.isEmpty ? [:] : [key: "#0000ff"]
      let picture = try Animations.picture(template(#""sc": [0, 1, 0],"#).scene(SceneParameters(values)), frame: 0)
      // The letter is from x = 4 to 14, its stroke 2 points to either side.
      #expect(picture[9, 10] == fill && picture[15, 10] == stroke && picture[3, 10] == stroke, "\(key)")
    }
    // A text without a stroke gets one where its colour is empty.
    let empty = try template(#""sc": [],"#)
    #expect(try Animations.picture(empty.scene(), frame: 0)[15, 10] == [0, 0, 0, 0])
    let scene = try empty.scene(SceneParameters(["Title.Stroke Color": "#0000ff"]))
    #expect(try Animations.picture(scene, frame: 0)[15, 10] == blue)
  }

  @Test("Layers of scene files accept key paths")
  func scenes() throws {
    SceneFormats.register([LottieFormat()])
    func scene(_ value: String) throws -> Scene {
      let root = try FolderRoot(files: ["logo.json": Array(Self.json.utf8)])
      let json =
        #"{"version": 1, "size": [40, 20], "animations": {"logo": "logo.json"}, "root": {"sublayers": ["#
        + #"{"class": "LottieLayer", "animation": "logo", "frame": [0, 0, 40, 20], "values": {\#(value)}}]}}"#
      return try SceneTemplate(
        Array(json.utf8), name: "a.json", files: FilePlace(folder: root.path + "/", root: root)
      ).scene()
    }
    #expect(try Animations.picture(scene(##""**.Plate.Color": "#00f""##), frame: 0)[15, 5] == [0, 0, 255, 255])
    let error = #expect(throws: SceneError.self) { try scene(##""Plat.Color": "#00f""##) }
    #expect(
      error?.description.contains(
        "values[\"Plat.Color\"]: is not a part of the animation that can be replaced; did you mean \"Plate.Color\"?")
        == true,
      "\(error?.description ?? "")")
  }
}
