import MultiplaneDrawing
import MultiplaneLottie
import MultiplaneSceneFile
import Testing

@Suite("Lottie: reading")
struct LottieReadingTests {
  @Test("The timeline is that of the file")
  func timeline() throws {
    let json = Animations.json(
      Animations.solid(), more: #", "markers": [{"cm": "go", "tm": 4, "dr": 2}]"#)
    let timeline = try #require(try Animations.scene(json).timeline)
    #expect(timeline.frameRate == 10)
    #expect(timeline.duration == 1)
    #expect(timeline.markers.map(\.name) == ["go"])
    #expect(timeline.time(ofFrame: 4) == 0.4)
  }

  @Test(
    "The poster time is the middle of the range, or that of the marker \"poster\"",
    arguments: [
      ("", 0.5), (#", "markers": [{"cm": "poster", "tm": 8, "dr": 0}, {"cm": "end", "tm": 9, "dr": 0}]"#, 0.8),
    ])
  func poster(markers: String, time: Double) throws {
    let json = Animations.json(Animations.solid(), more: markers)
    #expect(try Animations.scene(json).posterTime == time)
    #expect(try SceneTemplate(Array(json.utf8), name: "a.json").posterTime == time)
  }

  @Test("A scene file is still one")
  func sceneFile() throws {
    let scene = try Animations.scene(#"{"version": 1, "size": [4, 4], "root": {"name": "\"layers\" \"op\""}}"#)
    #expect(scene.timeline == nil)
  }

  @Test(
    "An error has the place and the reason",
    arguments: [
      (
        Animations.json(#"{"ty": 1, "ip": 0, "op": 10}"#),
        "a.json: layers[0].sw: expected a width, found nothing"
      ),
      (
        Animations.json(Animations.solid(transform: #""o": {"a": 1, "k": [{"t": 0}, {"t": 1, "s": [1]}]}"#)),
        "a.json: layers[0].ks.o.k[0].s: expected the value of the key frame, found nothing"
      ),
      (
        Animations.json(Animations.solid(transform: #""p": {"k": "far"}"#)),
        "a.json: layers[0].ks.p.k: expected a number, found \"far\""
      ),
      (
        Animations.json(Animations.shapes(#"{"ty": "sh", "ks": {"k": {"v": [[0, 0]], "i": [], "o": []}}}"#)),
        "a.json: layers[0].shapes[0].ks.k: expected as many tangents as vertices, found 1 vertices, 0 and 0 tangents"
      ),
      (
        Animations.json(
          #"{"ty": 0, "refId": "a", "w": 9, "h": 9, "ip": 0, "op": 9}"#,
          assets: #"{"id": "a", "layers": [{"ty": 0, "refId": "a", "w": 9, "h": 9, "ip": 0, "op": 9}]}"#),
        #"a.json: assets[0].layers[0].refId: the composition "a" contains itself"#
      ),
      (
        Animations.json(Animations.solid(more: #", "ind": 1, "parent": 1"#)),
        "a.json: layers[0].parent: the layer is its own parent, through 1 layers"
      ),
      (
        Animations.json(
          Animations.shapes(Animations.rectangle(0, 0, 1, 1) + #", {"ty": "rp", "c": {"k": 1e8}, "tr": {}}"#)),
        "a.json: layers[0].shapes[1].c: expected at most 100000 copies, found 100000000.0"
      ),
      ("{\"layers\": [], \"op\": 1", "a.json: line 1, column 23: expected \",\" or \"}\", found the end of the file"),
    ])
  func errors(json: String, expected: String) {
    #expect(Animations.error(json) == expected)
  }

  @Test("Compositions that contain others twice, and so on, stop at the limit of layers")
  func compositions() throws {
    let assets = (0..<40).map { index in
      let layer = #"{"ty": 0, "refId": "\#(index + 1)", "w": 9, "h": 9, "ip": 0, "op": 9}"#
      return #"{"id": "\#(index)", "layers": [\#(layer), \#(layer)]}"#
    }
    let last = #"{"id": "40", "layers": [\#(Animations.solid())]}"#
    let json = Animations.json(
      #"{"ty": 0, "refId": "0", "w": 9, "h": 9, "ip": 0, "op": 9}"#,
      assets: (assets + [last]).joined(separator: ", "))
    let error = try #require(Animations.error(json))
    #expect(error.hasSuffix("expected at most 100000 layers in all, found more"))
  }

  @Test("What is not supported is a warning with its place, and refused when strict")
  func warnings() throws {
    let layer = Animations.solid(
      transform: #""o": {"k": 50, "x": "var $bm_rt = 50;"}"#,
      more: #", "ef": [{"ty": 26, "nm": "Radial Wipe", "ef": []}]"#)
    let scene = try Animations.scene(Animations.json(layer))
    #expect(
      scene.warnings.map(\.description) == [
        "a.json: layers[0].ks.o.x: expressions are not supported; the stored value is shown",
        "a.json: layers[0].ef[0]: the effect \"Radial Wipe\" is not supported; it is left out",
      ])
    #expect(throws: SceneError.self) { try scene.refuseWarnings() }
  }
}
