import Foundation
import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree
import MultiplaneSceneFile
import Testing

/// What of a scene is skipped or replaced is told, with its place.
@Suite(.enabled(if: FontCollection.isAvailable)) struct SceneWarningTests {
  private static let folder =
    URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path + "/Scenes/"

  private func read(_ root: String, top: String = "", parameters: SceneParameters = SceneParameters()) throws -> Scene {
    let text = """
      {"version": 1, "size": [50, 20], "fonts": {"Title": "fonts/multiplane-latin.ttf"}, \(top)"root": \(root)}
      """
    return try Scene.decode(Array(text.utf8), name: "scene.json", folder: Self.folder, parameters: parameters)
  }

  private static let text = #""class": "CATextLayer", "bounds": [0, 0, 900, 60]"#

  @Test(arguments: [
    #"{\#(text), "string": "abc"}"#, #"{\#(text), "string": "abc", "font": "Title"}"#,
    #"{\#(text), "font": "nobody"}"#, #"{\#(text), "string": "", "font": "nobody"}"#,
    #"{\#(text), "string": "abc", "font": "Helvetica"}"#, #"{\#(text), "string": "abc", "font": "serif"}"#,
    ##"{"class": "CAGradientLayer", "colors": ["#fff", "#000"], "locations": [0, 1]}"##,
    #"{"class": "CAGradientLayer"}"#,
    ##"{"class": "CATransformLayer", "sublayers": [{"backgroundColor": "#fff"}]}"##,
    #"{"class": "CATextLayer", "bounds": [0, 0, 168, 32], "string": "Peggy Young", "truncationMode": "end"}"#,
    #"{"class": "CATextLayer", "bounds": [0, 0, 168, 32], "string": "Peggy Young", "masksToBounds": true}"#,
    #"{"class": "CATextLayer", "bounds": [0, 0, 9, 9], "string": "Peggy Young", "adjustsFontSizeToFitWidth": true}"#,
  ])
  func aSceneThatIsShownAsItIsHasNone(root: String) throws {
    #expect(try read(root).warnings == [])
    try read(root).refuseWarnings()
  }

  private static let examples: [(root: String, place: String, problem: String)] = [
    (
      #"{\#(text), "string": "a", "font": "Titel"}"#, "root.font",
      #"expected a family of the scene's "fonts" or of this system, found "Titel"; "#
    ),
    (#"{\#(text), "string": "a", "font": "Titel"}"#, "root.font", #"did you mean "Title"?"#),
    (
      #"{\#(text), "string": "a\u0378b\u0379"}"#, "root.string",
      "expected characters that a font has, found U+0378, U+0379, shown as boxes; "
    ),
    (
      #"{\#(text), "string": "\u0378\u0379\u0380\u0381\u0382\u0383\u038b"}"#, "root.string",
      "U+0378, U+0379, U+0380, U+0381, U+0382 and 2 more"
    ),
    (
      #"{"sublayers": [{}, {"mask": {\#(text), "string": "\u0378"}}]}"#, "root.sublayers[1].mask.string", "U+0378"
    ),
    (
      """
      {\(text), "string": "a", "animations": {"the count": {"class": "CAKeyframeAnimation", "keyPath": "string",
       "values": ["1", "\\u0378"], "duration": 2}}}
      """, "root.animations[\"the count\"]", "U+0378"
    ),
    (
      """
      {"animations": {"a": {"class": "CAAnimationGroup", "animations": [{"class": "CAKeyframeAnimation",
       "keyPath": "opacity", "values": [1]}]}}}
      """, "root.animations.a", "one key frame alone"
    ),
    (
      ##"{"class": "CAGradientLayer", "colors": ["#fff"]}"##, "root.colors", "expected at least two colours, found 1"
    ),
    (
      ##"{"class": "CAGradientLayer", "colors": ["#fff", "#000"], "locations": [0, 0.5, 1]}"##, "root.locations",
      "found 3 for 2 colours"
    ),
    (
      #"{"class": "CAEmitterLayer", "emitterCells": [{"birthRate": 1}]}"#, "root.emitterCells[0].contents",
      "is missing"
    ),
    (
      #"{"class": "CATransformLayer", "masksToBounds": true}"#, "root.masksToBounds",
      "does nothing in a CATransformLayer"
    ),
    (
      #"{\#(text), "adjustsFontSizeToFitWidth": true, "string": "\#(String(repeating: "word ", count: 2001))"}"#,
      "root.adjustsFontSizeToFitWidth", "expected a string of at most 10000 UTF-16 code units, found 10005"
    ),
    (
      #"{"class": "CATextLayer", "bounds": [0, 0, 168, 32], "font": "Title", "string": "Peggy Quagmire-Young"}"#,
      "root.string", "pt does not fit 168 × 32 and is cut; enlarge the layer"
    ),
    (
      #"{\#(text), "string": "\#(String(repeating: "word ", count: 20_001))"}"#, "root.string",
      "expected at most 100000 UTF-16 code units, found 100005"
    ),
  ]

  @Test(arguments: examples)
  func whatIsReplacedOrLeftOutIsTold(root: String, place: String, problem: String) throws {
    let scene = try read(root)
    let warnings = scene.warnings
    #expect(warnings.map(\.place) == [place])
    #expect(warnings.first?.problem.contains(problem) == true, "\(warnings)")
    let line = errorLine { () throws(SceneError) in try scene.refuseWarnings() }
    #expect(line == warnings.first?.description && line?.hasPrefix("scene.json: \(place): ") == true)
    // Also when it has been displayed.
    _ = scene.committed()
    #expect(scene.warnings == warnings)
  }

  @Test func anImageBesideATextIsTold() throws {
    let scene = try read(
      #"{\#(Self.text), "string": "a", "contents": "i"}"#, top: #""images": {"i": "images/aurora.png"}, "#)
    #expect(scene.warnings.map(\.place) == ["root.contents"])
  }

  @Test func theParameterIsNamed() throws {
    let root = #"{"sublayers": [{\#(Self.text), "string": {"template": "Hello {name}"}}]}"#
    let top = #""parameters": {"name": {"type": "string", "default": "Ada"}}, "#
    #expect(try read(root, top: top).warnings == [])
    let scene = try read(root, top: top, parameters: SceneParameters(["name": .string("\u{378}")]))
    #expect(scene.warnings.map(\.place) == ["root.sublayers[0].string"])
    #expect(scene.warnings.first?.problem.hasSuffix(#"; the value comes from the parameter "name""#) == true)
  }

  @Test func aProgramsSceneHasThemToo() {
    let (root, label) = (CALayer(), CATextLayer())
    label.string = "\u{378}"
    root.addSublayer(label)
    let warnings = Scene(root: root).warnings
    #expect(warnings.map(\.place) == ["root.sublayers[0].string"])
    #expect(warnings.first?.description.hasPrefix("root.sublayers[0].string: expected characters") == true)
  }

  @Test func theyAreBounded() throws {
    let layer = #"{"class": "CAGradientLayer", "colors": []}"#
    let scene = try read("{\"sublayers\": [\(Array(repeating: layer, count: 1100).joined(separator: ", "))]}")
    #expect(scene.warnings.count == Scene.mostWarnings)
    #expect(scene.warnings.last?.place == "root.sublayers[999].colors")
  }

  @Test func onlyTheFirstAreMadeIntoText() throws {
    let layer = #"{"class": "CAGradientLayer", "colors": []}"#
    let scene = try read("{\"sublayers\": [\(Array(repeating: layer, count: 30).joined(separator: ", "))]}")
    let (told, count) = scene.firstWarnings(20)
    #expect(count == 30 && told == Array(scene.warnings.prefix(20)))
    #expect(scene.firstWarnings(50).told == scene.warnings)
  }

  // MARK: Constraints

  private static func constraint(_ attribute: String, _ source: String, _ sourceAttribute: String) -> String {
    #"{"attribute": "\#(attribute)", "relativeTo": "\#(source)", "sourceAttribute": "\#(sourceAttribute)"}"#
  }

  private static func layer(_ name: String, _ constraints: String...) -> String {
    #"{"name": "\#(name)", "constraints": [\#(constraints.joined(separator: ", "))]}"#
  }

  private static let layouts: [(sublayers: [String], place: String, problem: String)] = [
    (
      [layer("title", constraint("midX", "superlayer", "midX")), layer("b", constraint("minX", "titel", "maxX"))],
      "root.sublayers[1].constraints[0].relativeTo",
      #"expected "superlayer" or the name of a sibling layer, found "titel"; the layer stays where it is along x; "#
        + #"did you mean "title"?"#
    ),
    (
      [layer("a"), layer("b", constraint("minY", "superlayer", "minY"), constraint("minX", "a", "maxX"))],
      "root.sublayers[1].constraints[1].relativeTo", #"found "a", which has none; the layer stays where it is along x"#
    ),
    (
      [layer("a", constraint("minX", "a", "maxX"))], "root.sublayers[0].constraints[0].relativeTo",
      #"expected constraints without a cycle, found "a", "a""#
    ),
  ]

  @Test(arguments: layouts)
  func aConstraintThatPlacesNothingIsTold(sublayers: [String], place: String, problem: String) throws {
    let scene = try read(
      """
      {"layoutManager": "CAConstraintLayoutManager", "sublayers": [\(sublayers.joined(separator: ", "))]}
      """)
    #expect(scene.warnings.map(\.place) == [place])
    #expect(scene.warnings.first?.problem.contains(problem) == true, "\(scene.warnings)")
  }

  /// Each of them once cost the names of all the others: minutes, and gigabytes.
  @Test func manyLayersWithoutASourceAreToldInTime() throws {
    let sublayers = (0..<6000).map { Self.layer("layer\($0)", Self.constraint("minX", "layerx", "maxX")) }
    let scene = try read(
      #"{"layoutManager": "CAConstraintLayoutManager", "sublayers": [\#(sublayers.joined(separator: ", "))]}"#)
    let start = ThreadTime.now
    let warnings = scene.warnings
    #expect(ThreadTime.now - start < .seconds(20))
    #expect(warnings.count == Scene.mostWarnings)
    #expect(warnings.last?.place == "root.sublayers[999].constraints[0].relativeTo")
    // With this many names no similar one is looked for.
    #expect(warnings.allSatisfy { $0.problem.contains(#"found "layerx""#) && !$0.problem.contains("did you mean") })
    let line = errorLine { () throws(SceneError) in try scene.refuseWarnings() }
    #expect(line == warnings.first?.description)
  }

  @Test func aCycleIsToldForEachOfItsLayersAndThoseBehind() throws {
    let sublayers = [
      Self.layer("a", Self.constraint("minX", "b", "maxX")), Self.layer("b", Self.constraint("minX", "c", "maxX")),
      Self.layer("c", Self.constraint("minX", "a", "maxX")), Self.layer("d", Self.constraint("minX", "a", "maxX")),
    ]
    let scene = try read(
      #"{"layoutManager": "CAConstraintLayoutManager", "sublayers": [\#(sublayers.joined(separator: ", "))]}"#)
    #expect(scene.warnings.count == 4)
    #expect(scene.warnings[0].problem.contains(#"found "a", "b", "c", "a""#), "\(scene.warnings[0])")
    #expect(
      scene.warnings[3].problem.contains("expected a layer whose own constraints can be solved"), "\(scene.warnings[3])"
    )
  }

  @Test(arguments: ["root.sublayers[0]", "root.mask", "root"])
  func constraintsThatNobodyFollows(place: String) throws {
    let constraints = #""constraints": [\#(Self.constraint("midX", "superlayer", "midX"))]"#
    let root =
      switch place {
      case "root": "{\(constraints)}"
      case "root.mask": #"{"mask": {\#(constraints)}}"#
      default: #"{"sublayers": [{\#(constraints)}]}"#
      }
    #expect(try read(root).warnings.map(\.place) == [place + ".constraints"])
  }
}
