import Foundation
import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneSceneFile
import Testing

/// Texts with a style per run.
@Suite(.enabled(if: FontCollection.isAvailable)) struct SceneRunTests {
  /// The scenes' own folder, which has fonts.
  private static let folder =
    URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path + "/Scenes/"

  private func read(
    _ members: String, size: String = "\"fontSize\": 12, ", top: String = "",
    parameters: SceneParameters = SceneParameters()
  ) throws(SceneError) -> Scene {
    let text = """
      {"version": 1, "size": [120, 40], "fonts": {"Latin": "fonts/multiplane-latin.ttf"}, \(top)
       "root": {"class": "CATextLayer", "bounds": [0, 0, 120, 40], \(size)\(members)}}
      """
    return try Scene.decode(Array(text.utf8), name: "scene.json", folder: Self.folder, parameters: parameters)
  }

  private func layer(_ scene: Scene) throws -> CATextLayer { try #require(scene.root as? CATextLayer) }

  /// Nothing for an empty text.
  private func pixels(_ scene: Scene) -> [UInt8] {
    scene.committed().root.values.contents?.premultipliedRGBA8() ?? []
  }

  private static let card = """
    "string": ["Ada ", {"text": "Love", "font": "Latin", "fontSize": 20, "foregroundColor": "#ff8000", "kern": 1.5,
      "underline": true, "baselineOffset": 3}, {"text": "lace", "underline": false}]
    """

  @Test func attributes() throws {
    let text = try #require(try layer(read(Self.card)).string as? NSAttributedString)
    #expect(text.string == "Ada Lovelace")
    let values = text.attributes(at: 5, effectiveRange: nil)
    #expect(values[.kern] as? NSNumber == 1.5 && values[.baselineOffset] as? NSNumber == 3)
    #expect((values[.underlineStyle] as? NSNumber)?.int32Value == CTUnderlineStyle.single.rawValue)
    #expect(values[.foregroundColor] as? CGColor == CGColor(srgbRed: 1, green: 128 / 255, blue: 0, alpha: 1))
    #expect(text.attributes(at: 9, effectiveRange: nil)[.underlineStyle] == nil)
  }

  /// Each pair is drawn the same: a run has what it says, and the layer's values besides.
  @Test(arguments: [
    (##""string": ["ab"], "font": "Latin""##, ##""font": "Latin", "string": "ab""##),
    (##""string": [{"text": "ab", "font": "Latin"}]"##, ##""string": "ab", "font": "Latin""##),
    (
      ##""string": [{"text": "ab", "fontSize": 20}], "font": "Latin""##,
      ##""string": "ab", "font": "Latin", "fontSize": 20"##
    ),
    (
      ##""string": ["a", {"text": "b", "foregroundColor": "#f00"}], "foregroundColor": "#f00""##,
      ##""string": "ab", "foregroundColor": "#f00""##
    ),
    (##""string": [{"text": "ab", "foregroundColor": null}]"##, ##""string": "ab", "foregroundColor": null"##),
    (##""string": []"##, ##""string": """##),
  ])
  func aRunHasTheStyleOfItsLayer(runs: String, plain: String) throws {
    let (some, other) = (try read(runs, size: ""), try read(plain, size: ""))
    #expect(pixels(some) == pixels(other))
    #expect(try layer(some).preferredFrameSize() == layer(other).preferredFrameSize())
  }

  @Test func laterValuesOfTheLayerReachRuns() throws {
    let scene = try read(##""string": ["a", {"text": "b", "fontSize": 12, "font": "Latin"}], "font": "Latin""##)
    let before = pixels(scene)
    try layer(scene).fontSize = 20
    let large = pixels(scene)
    #expect(large != before)
    // Only the run without a size of its own.
    try layer(scene).fontSize = 0
    #expect(try pixels(scene) == pixels(read(##""string": "b", "font": "Latin""##)))
  }

  @Test(arguments: [
    card, ##""string": ["a"]"##, ##""string": []"##,
    ##""string": [{"text": "a\n", "foregroundColor": "#12345678"}, "é😀"]"##,
    """
    "string": "a", "animations": {"count": {"class": "CAKeyframeAnimation", "keyPath": "string", "duration": 3,
      "values": ["1", ["2", {"text": "3", "fontSize": 9}], null], "calculationMode": "discrete"}}
    """,
  ])
  func isWrittenAsItWasRead(members: String) throws {
    let scene = try read(members)
    let again = try SceneFileTests.scene(try scene.encoded(), folder: Self.folder)
    #expect(differences(scene.committed().root, again.committed().root) == [])
    #expect(try again.encoded() == scene.encoded())
    #expect(pixels(again) == pixels(scene))
  }

  @Test func aProgramsAttributedStringIsWritten() throws {
    let layer = CATextLayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 9, height: 9)
    let scene = Scene(size: CGSize(width: 9, height: 9), root: layer)
    layer.string = NSAttributedString(
      string: "a", attributes: [.font: CTFontCreateWithName("Latin" as CFString, 14, nil), .kern: 2])
    #expect(
      try layer.sceneValue(at: "string").flatText
        == ##"[{"text": "a", "font": "Latin", "fontSize": 14, "foregroundColor": "#000000", "kern": 2}]"##)
    let again = try SceneFileTests.scene(try scene.encoded())
    #expect(try again.encoded() == scene.encoded())
    layer.string = NSAttributedString(string: "a", attributes: [.strikethroughStyle: 1])
    let line = errorLine { () throws(SceneError) in try scene.encoded() }
    #expect(
      line == "root.string[0]: expected the attributes font (by its name), fontSize, foregroundColor, kern, underline "
        + "(single) and baselineOffset, found others")
  }

  // MARK: Parameters and changes

  private static let declaration = ##""parameters": {"name": {"type": "string", "default": "Ada"}},"##

  @Test func parametersAreInserted() throws {
    let members = ##""string": [{"text": {"parameter": "name"}, "fontSize": 20}, {"template": " of {name}"}]"##
    var scene = try read(members, top: Self.declaration)
    #expect((try layer(scene).string as? NSAttributedString)?.string == "Ada of Ada")
    try scene.setParameters(["name": "Grace"])
    #expect((try layer(scene).string as? NSAttributedString)?.string == "Grace of Grace")
    #expect(
      try layer(scene).sceneValue(at: "string").flatText == ##"[{"text": "Grace", "fontSize": 20}, " of Grace"]"##)
  }

  @Test func changesTakeRuns() throws {
    let scene = try read(##""string": "a""##)
    let change = try LayerChange(
      json: Array(##"{"string": ["b", {"text": "c", "kern": 1}]}"##.utf8), name: "change")
    try change.apply(to: [scene.root])
    #expect(try layer(scene).sceneValue(at: "string").flatText == ##"["b", {"text": "c", "kern": 1}]"##)
    let wrong = try LayerChange(json: Array(##"{"string": ["b", {"kern": 1}]}"##.utf8), name: "change")
    let line = errorLine { () throws(SceneError) in try wrong.apply(to: [scene.root]) }
    #expect(line == "change: string[1].text: is missing; expected a string")
    #expect(try layer(scene).sceneValue(at: "string").flatText == ##"["b", {"text": "c", "kern": 1}]"##)
  }

  // MARK: Warnings and errors

  @Test(arguments: [
    (##""string": ["a", {"text": "\u0378", "font": "Latin"}]"##, "root.string", "found U+0378"),
    (##""string": ["a", {"text": "b", "font": "Latni"}]"##, "root.string", ##"found "Latni""##),
    (##""string": ["a", {"text": "b", "font": "Latin"}], "font": "Latni""##, "root.font", ##"found "Latni""##),
    (##""string": ["Ada", {"text": "Lovelace", "fontSize": 40}]"##, "root.string", "does not fit 120 × 40"),
  ])
  func warnings(members: String, place: String, problem: String) throws {
    let warnings = try read(members).warnings
    #expect(warnings.count == 1 && warnings[0].description.contains("\(place): "), "\(warnings)")
    #expect(warnings.first?.description.contains(problem) == true, "\(warnings)")
  }

  @Test(arguments: [
    ("[1]", "[0]: expected a string or an object with \"text\", found 1"),
    ("[\"a\", {\"font\": \"a\"}]", "[1].text: is missing; expected a string"),
    ("[{\"text\": null}]", "[0].text: expected a string, found null"),
    ("[{\"text\": \"a\", \"fontsize\": 3}]", "[0].fontsize: is not a key of a run; did you mean \"fontSize\"?"),
    ("[{\"text\": \"a\", \"fontSize\": 0}]", "[0].fontSize: expected a number above 0, found 0"),
    ("[{\"text\": \"a\", \"font\": \"\"}]", "[0].font: expected the name of a font, found \"\""),
    ("[{\"text\": \"a\", \"underline\": 1}]", "[0].underline: expected true or false, found 1"),
    ("[{\"text\": \"a\", \"kern\": \"1\"}]", "[0].kern: expected a number, found \"1\""),
    ("{\"text\": \"a\"}", ": expected a string or a list of runs, found an object with the key \"text\""),
  ])
  func wrongRuns(string: String, line: String) {
    let found = errorLine { () throws(SceneError) in try read("\"string\": \(string)") }
    #expect(found == "scene.json: root.string" + line)
  }

  @Test func limits() throws {
    func line(_ members: String) -> String? { errorLine { () throws(SceneError) in try read(members) } }
    let runs = [String](repeating: "\"a\"", count: 1001).joined(separator: ", ")
    #expect(line("\"string\": [\(runs)]") == "scene.json: root.string: expected at most 1000 runs, found 1001")
    // The pixels of its picture count as those of a plain text.
    #expect(line("\"string\": [\"a\"], \"contentsScale\": 1000")?.contains("expected text of at most 16384 px") == true)
  }
}
