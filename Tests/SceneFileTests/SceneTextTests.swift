import Foundation
import MultiplaneDrawing
import MultiplaneLayerTree
import MultiplaneRenderTree
import MultiplaneSceneFile
import Testing

/// The `fonts` of a scene, and its layers of text.
@Suite(.enabled(if: FontCollection.isAvailable)) struct SceneTextTests {
  /// The scenes' own folder, which has a font.
  private static let folder =
    URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path + "/Scenes/"
  private static let fonts = "{\"Test\": \"fonts/multiplane-test.ttf\", \"Same\": \"fonts/multiplane-test.ttf\"}"

  private func read(
    _ members: String, fonts: String = SceneTextTests.fonts, scale: String = "1",
    folder: String = SceneTextTests.folder,
    limits: SceneLimits = .standard
  ) throws(SceneError) -> Scene {
    try scene(
      """
      {"version": 1, "size": [50, 20], "scale": \(scale), "fonts": \(fonts),
       "root": {"class": "CATextLayer", "bounds": [0, 0, 50, 20]\(members)}}
      """, folder: folder, limits: limits)
  }

  private func layer(_ scene: Scene) throws -> CATextLayer { try #require(scene.root as? CATextLayer) }

  private func pixels(_ scene: Scene) throws -> [UInt8] {
    try #require(scene.committed().root.values.contents).premultipliedRGBA8()
  }

  @Test func keys() throws {
    let scene = try read(
      """
      , "string": "ab\\nc", "font": "Test", "fontSize": 9, "foregroundColor": "#102030", "wrapped": true,
      "alignmentMode": "center", "truncationMode": "middle", "allowsFontSubpixelQuantization": true
      """)
    let layer = try layer(scene)
    #expect(layer.string as? String == "ab\nc" && layer.font as? String == "Test" && layer.fontSize == 9)
    #expect(layer.isWrapped && layer.alignmentMode == .center && layer.truncationMode == .middle)
    #expect(scene.fonts.map(\.family) == ["Test", "Same"])
    #expect(scene.fonts.map(\.path) == ["fonts/multiplane-test.ttf", "fonts/multiplane-test.ttf"])
  }

  @Test func aFontOfTheScenesIsUsed() throws {
    let text = ", \"string\": \"ab\", \"fontSize\": 12"
    let test = try pixels(try read(text + ", \"font\": \"Test\""))
    #expect(test == (try pixels(try read(text + ", \"font\": \"same\""))))
    #expect(test != (try pixels(try read(text + ", \"font\": \"DejaVu Serif\""))))
  }

  @Test(arguments: [("", "1", 1), ("", "2", 2), (", \"contentsScale\": 1", "2", 1), (", \"contentsScale\": 3", "2", 3)])
  func contentsScaleIsTheScenesUnlessItIsGiven(members: String, scale: String, expected: CGFloat) throws {
    let scene = try read(members + ", \"string\": \"a\"", scale: scale)
    #expect(try layer(scene).contentsScale == expected)
    let again = try SceneTextTests.again(scene)
    #expect(try layer(again).contentsScale == expected)
    #expect(try scene.encoded().contains("contentsScale") == !members.isEmpty)
  }

  @Test(
    arguments: [(3, "", 3), (3, ", \"contentsScale\": 1.5", 1.5), (nil, "", 2), (1e9, "", 2)]
      as [(Double?, String, Double)])
  func contentsScaleFollowsTheScaleThatIsAskedFor(asked: Double?, members: String, expected: Double) throws {
    let text = """
      {"version": 1, "size": [50, 20], "scale": 2,
       "root": {"class": "CATextLayer", "bounds": [0, 0, 50, 20], "string": "a"\(members)}}
      """
    let scene = try Scene.decode(Array(text.utf8), name: "scene.json", scale: asked)
    #expect(scene.scale == asked ?? 2)
    #expect(try layer(scene).contentsScale == expected)
    #expect(try pixels(scene).count == Int(50 * expected) * Int(20 * expected) * 4)
  }

  /// The picture of the text is none of the scene's images.
  @Test func thePictureIsNotWritten() throws {
    let scene = try read(", \"string\": \"a\", \"font\": \"Test\"")
    #expect(scene.committed().root.values.contents != nil)
    #expect(try !scene.encoded().contains("contents"))
    scene.root.contents = CGImage(premultipliedRGBA8: [0, 0, 0, 0], width: 1, height: 1)
    #expect(throws: SceneError.self) { try scene.encoded() }
  }

  private static func again(_ scene: Scene) throws -> Scene {
    try SceneFileTests.scene(try scene.encoded(), folder: folder)
  }

  @Test(arguments: [
    "", ", \"string\": \"a\\n\\\"b\\\" ש\"", ", \"string\": \"a\", \"font\": \"Test\", \"wrapped\": true",
    ", \"font\": \"Same\", \"fontSize\": 0", ", \"string\": \"\"", ", \"string\": null",
  ])
  func isWrittenAsItWasRead(members: String) throws {
    let scene = try read(members)
    let again = try Self.again(scene)
    #expect(differences(scene.committed().root, again.committed().root) == [])
    #expect(try layer(again).string as? String == layer(scene).string as? String)
    #expect(try layer(again).font as? String == layer(scene).font as? String)
    #expect(try again.encoded() == scene.encoded())
  }

  private static let counting = """
    , "animations": {"count": {"class": "CAKeyframeAnimation", "keyPath": "string", "values": ["1", null, "3"],
      "calculationMode": "discrete", "duration": 3}}
    """

  @Test func strings() throws {
    let scene = try read(", \"string\": \"0\", \"font\": \"Test\"" + Self.counting)
    let again = try Self.again(scene)
    #expect(differences(scene.committed().root, again.committed().root) == [])
    #expect(try again.encoded() == scene.encoded() && scene.encoded().contains("\"string\""))
    let animation = try #require(layer(scene).animation(forKey: "count") as? CAKeyframeAnimation)
    #expect(animation.values?.map { $0 as? String } == ["1", nil, "3"])
    let values = scene.committed().root.values(at: 2.5)
    #expect(values.text.shown?.pictures?.picture(of: values) != nil)
  }

  /// A text that only an animation brings takes as many pixels as any.
  @Test func stringsAreCounted() {
    let line = errorLine { () throws(SceneError) in try read(", \"contentsScale\": 1000" + Self.counting) }
    #expect(
      line == "scene.json: root: expected text of at most 16384 px per side and 67108864 px, found 50000 x 20000 px")
    let members = """
      , "animations": {"a": {"class": "CABasicAnimation", "keyPath": "string", "toValue": 1}}
      """
    #expect(
      errorLine { () throws(SceneError) in try read(members) }
        == "scene.json: root.animations.a.toValue: expected a string or a list of runs, found 1")
  }

  // MARK: Wrong input

  @Test(arguments: [
    (", \"string\": 1", "root.string: expected a string or a list of runs, found 1"),
    (", \"font\": null", "root.font: expected a string, found null"),
    (", \"font\": \"\"", "root.font: expected the name of a font, found \"\""),
    (", \"strin\": \"a\"", "root.strin: is not a key of CATextLayer; did you mean \"string\"?"),
    (
      ", \"string\": \"a\", \"contentsScale\": 1000",
      "root: expected text of at most 16384 px per side and 67108864 px, found 50000 x 20000 px"
    ),
  ])
  func wrongLayer(members: String, line: String) {
    #expect(errorLine { () throws(SceneError) in try read(members) } == "scene.json: " + line)
  }

  @Test(arguments: [
    ("[]", "fonts: expected an object of {family: file}, found an empty list"),
    ("{\"A\": 1}", "fonts.A: expected a string, found 1"),
    ("{\"A\": \"\"}", "fonts.A: expected the path of a font file, found \"\""),
    ("{\"\": \"a.ttf\"}", "fonts[\"\"]: expected a family, found an empty name"),
  ])
  func wrongFonts(fonts: String, line: String) {
    #expect(errorLine { () throws(SceneError) in try read("", fonts: fonts) } == "scene.json: " + line)
  }

  @Test func fontFiles() throws {
    let folder = try SceneFolder()
    try folder.write("no font at all", to: "text.ttf")
    try folder.write("", to: "empty.ttf")
    let font = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Self.folder + "fonts/multiplane-test.ttf")))
    try folder.write(font, to: "good.ttf")
    func line(_ fonts: String) -> String? {
      errorLine { () throws(SceneError) in try read("", fonts: fonts, folder: folder.path) }
    }
    #expect(line("{\"A\": \"good.ttf\"}") == nil)
    for (name, words) in [
      ("none.ttf", "expected a readable font file, found nothing at this path"),
      ("text.ttf", "expected a TrueType or OpenType font, found"),
      ("empty.ttf", "expected a TrueType or OpenType font, found an empty file"),
    ] {
      let found = try #require(line("{\"A\": \"good.ttf\", \"B\": \"\(name)\"}"))
      #expect(found.hasPrefix("scene.json: fonts.B: \(folder.path)\(name): \(words)"), "\(found)")
      #expect(!found.contains("\n"))
    }
  }

  @Test func limits() throws {
    var limits = SceneLimits.standard
    (limits.maximumFonts, limits.maximumFontBytes, limits.maximumBarePixels) = (2, 20_144, 1000)
    #expect(try read(", \"string\": \"a\"", limits: limits).fonts.count == 2)
    limits.maximumBarePixels = 999
    func line(_ members: String = "") -> String? {
      errorLine { () throws(SceneError) in try read(members, limits: limits) }
    }
    #expect(
      line(", \"string\": \"a\"")
        == "scene.json: root: expected at most 999 px of text and small image files together, found more")
    limits.maximumFontBytes = 20_143
    #expect(line() == "scene.json: fonts.Test: expected at most 20143 bytes in all fonts together, found more")
    limits.maximumFonts = 1
    #expect(line() == "scene.json: fonts: expected at most 1 fonts, found 2")
  }
}
