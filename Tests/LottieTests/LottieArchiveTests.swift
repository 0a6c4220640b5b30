import MultiplaneLottie
import MultiplaneSceneFile
import Testing

@Suite("Lottie: archives")
struct LottieArchiveTests {
  private func scene(_ bytes: [UInt8]) throws -> Scene {
    SceneFormats.register([LottieFormat()])
    return try SceneTemplate(bytes, name: "a.lottie").scene()
  }

  @Test("The animation of the manifest is read", arguments: ["a/", "animations/"])
  func animation(folder: String) throws {
    let bytes = Archives.archive(texts: [
      ("manifest.json", #"{"animations": [{"id": "one"}]}"#),
      (folder + "one.json", Animations.json(Animations.solid())),
    ])
    #expect(try scene(bytes).timeline?.duration == 1)
  }

  @Test("The initial animation is preferred")
  func initial() throws {
    let longer = Animations.json(Animations.solid()).replacing(#""op": 10, "w""#, with: #""op": 20, "w""#)
    let bytes = Archives.archive(texts: [
      ("manifest.json", #"{"version": "2", "initial": {"animation": "b"}, "animations": [{"id": "a"}, {"id": "b"}]}"#),
      ("a/a.json", Animations.json(Animations.solid())), ("a/b.json", longer),
    ])
    #expect(try scene(bytes).timeline?.duration == 2)
  }

  /// Two animations of a square in the colour of a slot, with two themes.
  private var themed: [UInt8] {
    let square = Animations.shapes(
      "\(Animations.rectangle(0, 0, 9, 9)), "
        + #"{"ty": "fl", "c": {"sid": "accent", "k": [0, 0, 0]}, "o": {"sid": "opacity", "k": 100}}"#)
    let longer = Animations.json(square).replacing(#""op": 10, "w""#, with: #""op": 20, "w""#)
    return Archives.archive(texts: [
      (
        "manifest.json",
        #"{"version": "2", "animations": [{"id": "a", "initialTheme": "red"}, {"id": "b"}], "#
          + #""themes": [{"id": "red"}, {"id": "fade"}]}"#
      ),
      ("a/a.json", Animations.json(square)), ("a/b.json", longer),
      ("t/red.json", #"{"rules": [{"id": "accent", "type": "Color", "value": [1, 0, 0]}]}"#),
      (
        "t/fade.json",
        #"{"rules": [{"id": "accent", "type": "Color", "value": [0, 0, 1]}, {"id": "opacity", "type": "Scalar", "#
          + #""keyframes": [{"frame": 0, "value": 100}, {"frame": 10, "value": 0}]}, "#
          + #"{"id": "accent", "type": "Color", "value": [0, 1, 0], "animations": ["b"]}]}"#
      ),
    ])
  }

  private func color(_ values: [String: ParameterValue], frame: Double = 0) throws -> [UInt8] {
    SceneFormats.register([LottieFormat()])
    let scene = try SceneTemplate(themed, name: "a.lottie").scene(SceneParameters(values))
    return Array(try Animations.picture(scene, frame: frame)[4, 4])
  }

  @Test("A theme sets slots; an animation has its own from the start")
  func themes() throws {
    #expect(try color([:]) == [255, 0, 0, 255])
    #expect(try color(["theme": "fade"]) == [0, 0, 255, 255])
    #expect(try color(["theme": "fade"], frame: 5) == [0, 0, 128, 128])
    #expect(try color(["theme": "fade", "animation": "b"]) == [0, 255, 0, 255])
    #expect(try color(["theme": "fade", "accent": "#ffffff"]) == [255, 255, 255, 255])
  }

  @Test("An animation is chosen by its name")
  func choice() throws {
    SceneFormats.register([LottieFormat()])
    let template = try SceneTemplate(themed, name: "a.lottie")
    #expect(try template.scene(SceneParameters(["animation": "b"])).timeline?.duration == 2)
    #expect(template.parameters.map(\.name) == ["animation", "theme", "opacity", "accent"])
    let error = #expect(throws: SceneError.self) { try template.scene(SceneParameters(["animation": "c"])) }
    #expect(error?.description == "a.lottie: parameters.animation: expected one of \"a\", \"b\", found \"c\"")
  }

  @Test("The animation of the first state of a state machine is shown, with a warning")
  func stateMachine() throws {
    let longer = Animations.json(Animations.solid()).replacing(#""op": 10, "w""#, with: #""op": 20, "w""#)
    let bytes = Archives.archive(texts: [
      (
        "manifest.json",
        #"{"version": "2", "initial": {"stateMachine": "m"}, "animations": [{"id": "a"}, {"id": "b"}]}"#
      ),
      ("a/a.json", Animations.json(Animations.solid())), ("a/b.json", longer),
      (
        "s/m.json",
        #"{"initial": "on", "states": [{"name": "off", "animation": "a"}, {"name": "on", "animation": "b"}]}"#
      ),
    ])
    let scene = try scene(bytes)
    #expect(scene.timeline?.duration == 2)
    #expect(
      scene.importWarnings.map(\.description) == [
        "a.lottie: manifest.json: initial.stateMachine: state machines are not run; one state is shown"
      ])
  }

  /// A square that moves from x = 0 to x = 30, as two states: "in" is the part of a marker.
  @Test("A state is chosen by its name, and is the part of its marker")
  func states() throws {
    SceneFormats.register([LottieFormat()])
    let bytes = Archives.archive(texts: [
      (
        "manifest.json",
        #"{"version": "2", "initial": {"stateMachine": "m"}, "animations": [{"id": "a"}, {"id": "b"}]}"#
      ),
      ("a/a.json", LottieLayerTests.moving), ("a/b.json", Animations.json(Animations.solid("#0000ff"))),
      (
        "s/m.json",
        #"{"initial": "all", "states": [{"name": "all", "animation": "a"}, {"name": "other", "animation": "b"}, "#
          + #"{"name": "in", "animation": "a", "segment": "a"}, {"name": "every", "type": "GlobalState"}]}"#
      ),
    ])
    let template = try SceneTemplate(bytes, name: "a.lottie")
    #expect(template.parameters.first { $0.name == "state" }?.defaultValue == .string("all"))
    func scene(_ values: [String: ParameterValue]) throws -> Scene { try template.scene(SceneParameters(values)) }
    #expect(try scene([:]).timeline?.duration == 1)
    let part = try scene(["state": "in"])
    #expect(part.timeline?.duration == 0.4)
    // The marker is of frames 2 to 6.
    #expect(try [0, 0.2, 0.4].map { try LottieLayerTests.left(part, at: $0) } == [6, 12, 18])
    #expect(try Animations.picture(scene(["state": "other"]), frame: 0)[5, 5] == [0, 0, 255, 255])
    #expect(try scene(["state": "in", "animation": "a"]).timeline?.duration == 1)
    let error = #expect(throws: SceneError.self) { try scene(["state": "every"]) }
    #expect(error?.description.contains("parameters.state: expected one of") == true, "\(error?.description ?? "")")
  }

  @Test("A line break in the name of a file is escaped in messages")
  func lineBreak() throws {
    var bytes = Archives.archive(texts: [("a\nb.json", "{}")])
    bytes[38] ^= 1
    let error = #expect(throws: SceneError.self) { try scene(bytes) }
    #expect(error.map { !$0.description.contains("\n") } == true)
  }

  @Test("Deflated files are unpacked, up to their size and the limit of all files")
  func deflated() throws {
    let files = [
      ("manifest.json", #"{"animations": [{"id": "one"}]}"#), ("a/one.json", Animations.json(Animations.solid())),
    ].map { (name: $0.0, bytes: Array($0.1.utf8)) }
    #expect(try scene(Archives.archive(files, isDeflated: true)).size == scene(Archives.archive(files)).size)
    for (size, problem) in [
      (10, "expected 10 bytes of deflated data, found other data"),
      (1 << 26, "expected \(1 << 26) bytes of deflated data, found other data"),
      (1 << 26 + 1, "expected files of at most \(1 << 26) bytes more, found \(1 << 26 + 1)"),
    ] {
      let bytes = Archives.archive(files, isDeflated: true, declaredSize: size)
      #expect(throws: SceneError.invalid(file: "a.lottie", place: "manifest.json", problem: problem)) {
        try scene(bytes)
      }
    }
  }

  @Test("A damaged archive is an error in one line")
  func damaged() throws {
    var bytes = Archives.archive(texts: [("manifest.json", #"{"animations": [{"id": "one"}]}"#), ("a/one.json", "{}")])
    #expect(
      throws: SceneError.invalid(
        file: "a.lottie", place: "", problem: "expected an animation with layers, found other JSON")
    ) {
      try scene(bytes)
    }
    bytes[45] ^= 1
    #expect(
      throws: SceneError.invalid(file: "a.lottie", place: "manifest.json", problem: "the checksum does not match")
    ) {
      try scene(bytes)
    }
    for count in stride(from: 4, to: bytes.count, by: 7) {
      #expect(throws: SceneError.self) { try scene(Array(bytes.prefix(count))) }
    }
  }
}
