import MultiplaneGraphics
import MultiplaneLottie
import MultiplaneSceneFile
import Testing

@Suite("Lottie: parameters")
struct LottieParameterTests {
  private func template(_ json: String) throws -> SceneTemplate {
    SceneFormats.register([LottieFormat()])
    return try SceneTemplate(Array(json.utf8), name: "a.json")
  }

  private func picture(
    _ template: SceneTemplate, _ values: [String: ParameterValue] = [:]
  ) throws -> Animations.Picture {
    try Animations.picture(template.scene(SceneParameters(values)), frame: 0)
  }

  private let slots = """
    , "slots": {"accent": {"p": {"a": 0, "k": [1, 0, 0]}}, "width": {"p": {"a": 0, "k": 20}}}
    """

  /// A line of 20 points and a colour by slots.
  private var line: String {
    let path =
      #"{"ty": "sh", "ks": {"k": {"c": false, "v": [[0, 10], [40, 10]], "i": [[0, 0], [0, 0]], "o": [[0, 0], [0, 0]]}}}"#
    return Animations.json(
      Animations.shapes(
        #"\#(path), {"ty": "st", "c": {"sid": "accent"}, "o": {"k": 100}, "w": {"sid": "width", "k": 1}, "lc": 1}"#),
      more: slots)
  }

  @Test("Slots have the values of the file, or of parameters")
  func slotValues() throws {
    let template = try template(line)
    #expect(try picture(template)[20, 1] == [255, 0, 0, 255])
    let changed = try picture(template, ["accent": "#0000ff", "width": 4])
    #expect(changed[20, 9] == [0, 0, 255, 255])
    #expect(changed[20, 5] == [0, 0, 0, 0])
    // A scene without values is as before.
    #expect(try picture(template)[20, 1] == [255, 0, 0, 255])
  }

  @Test("Parameters are declared with their kinds and defaults")
  func declarations() throws {
    let parameters = try template(line).parameters
    #expect(parameters.map(\.name) == ["accent", "width"])
    #expect(parameters.map(\.kind) == [.color, .number])
    #expect(parameters.map(\.defaultValue) == [.color(CGColor(red: 1, green: 0, blue: 0, alpha: 1)), .number(20)])
    #expect(parameters.map(\.isRequired) == [false, false])
  }

  @Test(
    "Wrong values are one line",
    arguments: [
      (["accent": 3], "a.json: parameters.accent: expected "),
      (["acent": "#fff"], "a.json: parameters.acent: is not a parameter of this scene; did you mean \"accent\"?"),
    ] as [([String: ParameterValue], String)])
  func errors(values: [String: ParameterValue], message: String) throws {
    let template = try template(line)
    let error = #expect(throws: SceneError.self) { try template.scene(SceneParameters(values)) }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
  }

  @Test("A text is a parameter by the name of its layer")
  func text() throws {
    let square =
      #"{"ty": "sh", "ks": {"k": {"c": true, "v": [[0, 0], [50, 0], [50, -50], [0, -50]], "#
      + #""i": [[0, 0], [0, 0], [0, 0], [0, 0]], "o": [[0, 0], [0, 0], [0, 0], [0, 0]]}}}"#
    let glyphs = [("a", square), ("b", "")].map { letter, shape in
      #"{"ch": "\#(letter)", "size": 100, "style": "", "fFamily": "S", "w": 60, "data": {"shapes": [\#(shape)]}}"#
    }
    let layer =
      #"{"ty": 5, "nm": "Title 1", "ip": 0, "op": 10, "ks": {"p": {"k": [0, 15]}}, "#
      + #""t": {"d": {"k": [{"t": 0, "s": {"s": 20, "f": "S", "t": "b", "fc": [1, 0, 0]}}]}}}"#
    let template = try template(
      Animations.json(
        layer,
        more: #", "fonts": {"list": [{"fName": "S", "fFamily": "S"}]}, "chars": [\#(glyphs.joined(separator: ", "))]"#))
    #expect(template.parameters.map(\.defaultValue) == [.string("b")])
    #expect(try picture(template)[5, 10] == [0, 0, 0, 0])
    #expect(try picture(template, ["Title 1": "a"])[5, 10] == [255, 0, 0, 255])
  }

  @Test("An image is a parameter by the name of its layer, and fills its rectangle")
  func image() throws {
    let layer = #"{"ty": 2, "nm": "photo", "refId": "i", "ip": 0, "op": 10, "ks": {}}"#
    let template = try template(
      Animations.json(layer, assets: #"{"id": "i", "w": 10, "h": 20, "p": "none.png"}"#))
    let blue = try #require(CGImage(premultipliedRGBA8: [0, 0, 255, 255, 0, 0, 255, 255], width: 2, height: 1))
    #expect(try picture(template)[5, 5] == [0, 0, 0, 0])
    let picture = try picture(template, ["photo": .image(blue)])
    #expect(picture[5, 5] == [0, 0, 255, 255])
    #expect(picture[5, 19] == [0, 0, 255, 255])
    #expect(picture[11, 5] == [0, 0, 0, 0])
  }
}
