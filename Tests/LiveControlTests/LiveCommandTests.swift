import MultiplaneDrawing
import MultiplaneGraphics
@_spi(Multiplane) import MultiplaneLayerTree
import MultiplaneLiveControl
import MultiplaneSceneFile
import Testing

@Suite("commands that change layers") struct LayerCommandTests {
  private let scene = FakeScene()

  @Test("every kind of value, by the keys of the scene format")
  func properties() {
    let reply = scene.reply(
      """
      {"layer": "clock", "opacity": 0.5, "position": [7, 8], "backgroundColor": "#f00", "hidden": true,
       "contentsGravity": "center", "transform": [{"scale": 2}], "speed": 2, "allowsHitTesting": false,
       "filters": [{"name": "CIGaussianBlur", "inputRadius": 3}]}
      """)
    #expect(reply == #"{"ok": true, "layers": 1}"#)
    let clock = scene.clock
    #expect(clock.opacity == 0.5 && clock.position == CGPoint(x: 7, y: 8) && clock.isHidden && clock.speed == 2)
    #expect(clock.backgroundColor == CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1))
    #expect(clock.contentsGravity == .center && clock.transform.m11 == 2 && !clock.allowsHitTesting)
    #expect(clock.filters?.count == 1)
    #expect(clock.animationKeys() == nil)
  }

  @Test("values for parameters of the scene")
  func parameters() {
    #expect(scene.reply(#"{"parameters": {"name": "Bob", "score": 5}, "animate": 0.3}"#) == #"{"ok": true}"#)
    #expect(scene.parameters?.values == ["name": "Bob", "score": 5])
    #expect(scene.parameters?.duration == 0.3)
  }

  @Test(
    "a change that is not shown as it was asked for is done, and the reply says so",
    .enabled(if: FontCollection.isAvailable))
  func warnings() {
    let label = CATextLayer()
    label.name = "label"
    scene.root.addSublayer(label)
    let reply = scene.reply(#"{"layer": "label", "string": "a\u0378"}"#)
    #expect(
      reply.hasPrefix(
        #"{"ok": true, "layers": 1, "warnings": ["string: expected characters that a font has, found U+0378"#))
    #expect(scene.reply(#"{"layer": "label", "string": "a"}"#) == #"{"ok": true, "layers": 1}"#)
    // A language without a dictionary.
    let unknown = scene.reply(#"{"layer": "label", "wrapped": true, "hyphenation": "xx"}"#)
    #expect(unknown.contains("\"warnings\": [\"hyphenation: words are not hyphenated: expected "), "\(unknown)")
    #expect(label.hyphenation == "xx")
    #expect(scene.reply(#"{"layer": "label", "hyphenation": 1}"#).contains("expected a language such as"))
  }

  @Test("parts of values by their key paths")
  func keyPaths() {
    #expect(scene.reply(#"{"layer": "clock", "position.x": 70, "bounds.size.width": 5}"#).contains("ok"))
    #expect(scene.clock.position == CGPoint(x: 70, y: 40) && scene.clock.bounds.width == 5)
    #expect(scene.reply(#"{"layer": "clock", "transform.rotation.z": 1.5707963267948966}"#).contains("ok"))
    #expect(abs(scene.clock.transform.m12 - 1) < 1e-12)
  }

  @Test("a frame is set after the transform, as in a scene")
  func frame() {
    #expect(
      scene.reply(#"{"layer": "clock", "frame": [0, 0, 60, 80], "transform": [{"scale": 2}]}"#).contains("ok"))
    #expect(scene.clock.bounds.size == CGSize(width: 30, height: 40))
    #expect(scene.clock.frame == CGRect(x: 0, y: 0, width: 60, height: 80))
  }

  @Test("a change takes as long as it says, by the curve that it names")
  func animated() throws {
    #expect(scene.reply(#"{"layer": "clock", "opacity": 0, "animate": 0.3, "timing": "linear"}"#).contains("ok"))
    let animation = try #require(scene.clock.animation(forKey: "opacity") as? CABasicAnimation)
    #expect(animation.duration == 0.3 && animation.fromValue as? Double == 1)
    var point = [Float](repeating: -1, count: 2)
    animation.timingFunction?.getControlPoint(at: 1, values: &point)
    #expect(point == [0, 0])
    #expect(scene.clock.opacity == 0)
  }

  @Test("a path, which has no implicit animation, is animated too")
  func animatedPath() throws {
    _ = scene.reply(#"{"layer": "shape", "path": {"rect": [0, 0, 4, 3]}}"#)
    CATransaction.flush()
    #expect(scene.reply(#"{"layer": "shape", "path": {"rect": [0, 0, 8, 3]}, "animate": 1}"#).contains("ok"))
    let animation = try #require(scene.root.mask?.animation(forKey: "path") as? CABasicAnimation)
    #expect(animation.fromValue as? CGPath == CGPath(rect: CGRect(x: 0, y: 0, width: 4, height: 3)))
    #expect(animation.duration == 1)
  }

  @Test("animations are added")
  func animations() throws {
    let reply = scene.reply(
      """
      {"layer": "clock", "animations": {"spin": {"class": "CABasicAnimation", "keyPath": "transform.rotation.z",
       "byValue": 3, "duration": 2}}}
      """)
    #expect(reply.contains("ok"))
    #expect(scene.clock.animation(forKey: "spin")?.duration == 2)
  }

  @Test("all layers of a name are changed, or none")
  func severalLayers() {
    let second = CATransformLayer()
    second.name = "clock"
    scene.root.addSublayer(second)
    #expect(scene.reply(#"{"layer": "clock", "opacity": 0.25}"#) == #"{"ok": true, "layers": 2}"#)
    #expect(scene.clock.opacity == 0.25 && second.opacity == 0.25)
    scene.root.mask?.name = "clock"
    let reply = scene.reply(#"{"layer": "clock", "opacity": 0.75, "lineWidth": 3}"#)
    #expect(reply.contains("command: lineWidth: is not a key of"))
    #expect(scene.clock.opacity == 0.25 && scene.root.mask?.opacity == 1)
  }

  @Test("images are those of the scene")
  func contents() throws {
    let image = try #require(CGImage(premultipliedRGBA8: [1, 2, 3, 255], width: 1, height: 1))
    scene.images = [SceneImage(name: "logo", path: "logo.png", image: image)]
    #expect(scene.reply(#"{"layer": "clock", "contents": "logo"}"#).contains("ok"))
    #expect(scene.clock.contents as? CGImage === image)
    #expect(scene.reply(#"{"layer": "clock", "contents": "lego"}"#).contains("did you mean \\\"logo\\\"?"))
  }

  @Test("of several scenes, each layer gets the image of its own")
  func contentsOfScenes() throws {
    let first = try #require(CGImage(premultipliedRGBA8: [1, 2, 3, 255], width: 1, height: 1))
    let second = try #require(CGImage(premultipliedRGBA8: [3, 2, 1, 255], width: 1, height: 1))
    let other = CALayer()
    let inner = CALayer()
    inner.name = "clock"
    other.addSublayer(inner)
    scene.images = [SceneImage(name: "logo", path: "a.png", image: first)]
    scene.second = (other, [SceneImage(name: "logo", path: "b.png", image: second)])
    #expect(scene.reply(#"{"layer": "clock", "contents": "logo"}"#) == #"{"ok": true, "layers": 2}"#)
    #expect(scene.clock.contents as? CGImage === first && inner.contents as? CGImage === second)
  }

  @Test("a key of an emitter cell, by its key path")
  func emitterCells() throws {
    let flake = CAEmitterCell()
    flake.name = "flake"
    flake.birthRate = 20
    flake.contents = CGImage(premultipliedRGBA8: [255, 255, 255, 255], width: 1, height: 1)
    let snow = CAEmitterLayer()
    snow.name = "snow"
    snow.emitterCells = [flake]
    scene.root.addSublayer(snow)
    #expect(scene.reply(#"{"layer": "snow", "emitterCells.flake.birthRate": 0}"#).contains("ok"))
    #expect(flake.birthRate == 0)
    // What is wrong later on has changed no cell, though cells are objects.
    let late = scene.reply(#"{"layer": "snow", "emitterCells.flake.birthRate": 5, "opacity": "half"}"#)
    #expect(late.contains("command: opacity: expected a number") && flake.birthRate == 0)
    let wrong = scene.reply(#"{"layer": "snow", "emitterCells.flak.birthRate": 5}"#)
    #expect(wrong.contains("names no emitter cell of the layer; did you mean"))
    #expect(wrong.contains("emitterCells.flake.birthRate"))
  }

  @Test(
    "what is wrong is told with its place and changes nothing",
    arguments: [
      (#"{"layer": "clock", "hidden": true, "opacity": "half"}"#, "command: opacity: expected a number, found"),
      (#"{"layer": "clock", "hidden": true, "opacty": 1}"#, #"command: opacty: is not a key of CALayer; did you mean"#),
      (#"{"layer": "clock", "hidden": true, "position.z": 1}"#, "command: [\"position.z\"]: is not a key path of"),
      (#"{"layer": "clock", "hidden": true, "filters.blur.inputRadius": 1}"#, "is not a key path of CALayer"),
      (
        #"{"layer": "clock", "hidden": true, "animate": -1}"#,
        "command: animate: expected a number of seconds, at least"
      ),
      (#"{"layer": "clock", "hidden": true, "timing": "fast"}"#, "command: timing: expected one of"),
      (#"{"layer": "clock", "hidden": true, "sublayers": []}"#, "command: sublayers: cannot change while"),
      (
        #"{"layer": "clock", "hidden": true, "frame": [0, 0, 1, 1], "bounds": [0, 0, 1, 1]}"#,
        "command: frame: expected"
      ),
      (
        #"{"layer": "clok", "hidden": true}"#,
        "command: layer: expected the name of a layer, found \"clok\"; did you mean"
      ),
      (#"{"layer": 3}"#, "command: layer: expected a string, found 3"),
      (#"{"layer": "clock", "hidden": true"#, "command: line 1, column 34: expected \",\" or \"}\", found the end"),
      (#"{"layer": "clock", "hidden": true, "hidden": true}"#, "hidden is given twice"),
      ("[]", "command: expected an object with \"layer\" or \"command\", found an empty list"),
      ("{}", "command: expected an object with \"layer\", \"parameters\" or \"command\", found none of them"),
      (#"{"parameters": []}"#, "command: parameters: expected an object {name: value}, found an empty list"),
      (
        #"{"parameters": {"a": null}}"#,
        "command: a: expected a string, a number, true, false or a colour [r, g, b, a], found null"
      ),
      (
        #"{"parameters": {"a": 1}, "animte": 1}"#,
        "command: \"animte\" is not a key next to parameters; did you mean \"animate\"?"
      ),
      (
        #"{"parameters": {"a": 1}, "animate": -1}"#,
        "command: animate: expected a number of seconds, at least 0, found -1"
      ),
    ])
  func wrong(text: String, message: String) {
    let reply = scene.reply(text)
    #expect(reply.hasPrefix(#"{"error": "command: "#))
    #expect(reply.replacing("\\\"", with: "\"").contains(message))
    #expect(!scene.clock.isHidden)
  }
}

@Suite("other commands") struct SceneCommandTests {
  private let scene = FakeScene()

  @Test(arguments: ["blank", "unblank", "reload", "quit"])
  func done(name: String) {
    #expect(scene.reply("{\"command\": \"\(name)\"}") == #"{"ok": true}"#)
    #expect(scene.log == [name])
  }

  @Test("a scene that cannot be loaded again is an error that says why")
  func brokenReload() {
    scene.reloadError = .failed(reason: "scene.json: line 1, column 1: expected a value")
    #expect(scene.reply(#"{"command": "reload"}"#) == #"{"error": "scene.json: line 1, column 1: expected a value"}"#)
  }

  @Test("figures that are no numbers of JSON are left out")
  func statistics() {
    #expect(
      scene.reply(#"{"command": "statistics"}"#) == #"{"ok": true, "statistics": {"frames": 12, "uptime": 0.5}}"#)
  }

  @Test("the tree as it is shown")
  func tree() {
    scene.clock.opacity = 0.5
    CATransaction.flush()
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    scene.clock.removeAllAnimations()
    CATransaction.commit()
    #expect(
      scene.reply(#"{"command": "tree"}"#) == """
        {"ok": true, "scenes": [{"name": "root", "class": "CALayer", "frame": [0, 0, 200, 100], \
        "mask": {"name": "shape", "class": "CAShapeLayer", "frame": [0, 0, 0, 0]}, \
        "sublayers": [{"name": "clock", "class": "CALayer", "frame": [10, 20, 30, 40], "opacity": 0.5}]}]}
        """)
  }

  @Test("a layer or a point is tapped, a key pressed, and values are forgotten on request")
  func input() {
    let scene = FakeScene()
    #expect(scene.reply(#"{"command": "tap", "layer": "clock"}"#) == #"{"ok": true, "layer": "clock"}"#)
    #expect(
      scene.reply(#"{"command": "tap", "point": [4, 2.5], "output": "DP-1"}"#) == #"{"ok": true, "layer": null}"#)
    #expect(scene.reply(#"{"command": "key", "code": 28, "key": "Return"}"#) == #"{"ok": true}"#)
    #expect(scene.reply(#"{"command": "key", "text": "ä"}"#) == #"{"ok": true}"#)
    #expect(scene.reply(#"{"command": "reload", "reset": true}"#) == #"{"ok": true}"#)
    #expect(
      scene.log == [
        "tap clock -", "tap 4.0, 2.5 DP-1", "key 28 Return -", "key 0 - ä", "reload, reset",
      ])
  }

  @Test("a debug overlay takes the place of the one before")
  func overlay() {
    let scene = FakeScene()
    #expect(scene.reply(#"{"command": "overlay", "show": ["frames", "damage"]}"#) == #"{"ok": true}"#)
    #expect(scene.reply(#"{"command": "overlay", "show": []}"#) == #"{"ok": true}"#)
    #expect(scene.log == ["overlay damage+frames", "overlay "])
  }

  @Test("a screenshot is written in the root only, and replaces a link in its place")
  func confinedScreenshot() throws {
    let folder = try TestFolder()
    try FileManager.default.createDirectory(atPath: folder.file("root"), withIntermediateDirectories: false)
    try folder.write("theirs", to: "theirs.png")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("root/link.png"), withDestinationPath: folder.file("theirs.png"))
    let scene = FakeScene()
    scene.screenshotRoot = try FolderRoot(folder.file("root"))
    func reply(_ path: String) -> String {
      scene.reply("{\"command\": \"screenshot\", \"path\": \"\(path)\"}")
    }
    for path in [folder.file("theirs.png"), folder.file("root/../theirs.png"), folder.file("other.png")] {
      #expect(reply(path).contains("error"), "\(path)")
    }
    #expect(reply(folder.file("root/a.png")).contains("ok") && reply(folder.file("root/link.png")).contains("ok"))
    #expect(try String(contentsOfFile: folder.file("theirs.png"), encoding: .utf8) == "theirs")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["root", "theirs.png"])
    #expect(FileManager.default.contents(atPath: folder.file("root/link.png"))?.starts(with: [0x89, 0x50]) == true)
  }

  @Test("a screenshot becomes a picture file")
  func screenshot() throws {
    let folder = try TestFolder()
    let path = folder.file("screen.png")
    let reply = scene.reply("{\"command\": \"screenshot\", \"path\": \"\(path)\", \"output\": \"DP-1\"}")
    #expect(reply == #"{"ok": true, "size": [2, 1]}"# && scene.log == ["screenshot DP-1"])
    #expect(try loadImage(path: path).premultipliedRGBA8() == [255, 0, 0, 255, 0, 255, 0, 255])
  }

  @Test(
    "what is wrong is told",
    arguments: [
      (#"{"command": "screenshoot", "path": "a.png"}"#, "did you mean \"screenshot\"?"),
      (#"{"command": "screenshot"}"#, "command: path: is missing"),
      (
        #"{"command": "screenshot", "path": "a.png", "overlay": 1}"#,
        "command: overlay: expected true or false, found 1"
      ),
      (#"{"command": "overlay"}"#, "command: show: expected a list of layers, damage, overdraw, batches, frames"),
      (#"{"command": "overlay", "show": ["damages"]}"#, "did you mean \"damage\"?"),
      (#"{"command": "overlay", "show": ["damage", 3]}"#, "command: show: expected layers, damage"),
      (#"{"command": "screenshot", "path": "a.txt"}"#, "a.txt"),
      (#"{"command": "screenshot", "path": "/nowhere/a.png"}"#, "make the folder first"),
      (#"{"command": "blank", "path": "a.png"}"#, "command: \"path\" is not a key of blank"),
      (#"{"command": "tap"}"#, "command: tap: expected either \"layer\", a name, or \"point\""),
      (#"{"command": "tap", "layer": "clock", "point": [1, 2]}"#, "command: tap: expected either"),
      (#"{"command": "tap", "point": [1]}"#, "command: tap: expected either"),
      (#"{"command": "key"}"#, "command: key: expected \"code\", \"key\" or \"text\", found none of them"),
      (
        #"{"command": "key", "key": "Nope"}"#,
        "command: key: expected the name of a key's symbol, such as \"Return\" or \"a\", found \"Nope\""
      ),
      (#"{"command": "key", "code": 768}"#, "command: code: expected a whole number from 0 to 767, found 768"),
      (#"{"command": "reload", "reset": 1}"#, "command: reset: expected true or false"),
      (#"{"command": 1}"#, "command: command: expected one of \"blank\", "),
    ])
  func wrong(text: String, message: String) {
    let reply = scene.reply(text)
    #expect(reply.hasPrefix(#"{"error": ""#) && reply.replacing("\\\"", with: "\"").contains(message))
  }
}
