import Foundation
import Testing

@Suite struct InspectCommandTests {
  private let folder: TestFolder
  private let scene: String

  init() throws {
    folder = try TestFolder()
    scene = try folder.write(TestScene.halves, to: "halves.json")
  }

  private func lines(_ arguments: String...) throws -> [Substring] {
    let result = try Command.run(["inspect"] + arguments)
    #expect(result.status == 0, "\(result.error)")
    #expect(result.error == "")
    return result.outputLines
  }

  @Test func layersShowWhatIsNotDefault() throws {
    let lines = try lines(scene)
    try #require(lines.count == 3)
    #expect(lines[0] == "canvas 20 x 10 points, scale 1, background rgba(1, 1, 1, 1), still")
    #expect(lines[1].contains("CALayer \"canvas\" bounds=(0, 0, 20, 10) position=(10, 5)"))
    #expect(lines[2].hasPrefix("  ") && lines[2].contains("\"left\""))
    #expect(lines[2].contains("backgroundColor=rgba(1, 0, 0, 1)"))
    #expect(!lines[2].contains("opacity"))
  }

  @Test func layersShowAnimations() throws {
    let lines = try lines(folder.write(TestScene.moving, to: "moving.json"))
    try #require(lines.count == 4)
    #expect(lines[0].hasSuffix("animated"))
    #expect(
      lines[3].contains(
        "* animation \"move\" of position.x from=5 to=15 duration=1 fillMode=forwards keptOnCompletion"),
      "\(lines[3])")
  }

  @Test func imagesAreNamed() throws {
    _ = try Command.run(["render", scene, "-o", folder.file("red.png"), "--renderer", "reference"])
    let file = try folder.write(
      #"{"version": 1, "size": [20, 10], "images": {"photo": "red.png"}, "root": {"frame": [0, 0, 20, 10], "contents": "photo"}}"#,
      to: "photo.json")
    #expect(try lines(file)[1].contains(#"contents=image "photo" 20x10"#))
    #expect(try lines(file, "--stage", "render")[1].contains(#"contents=image "photo" 20x10"#))
    #expect(try lines(file, "--stage", "passes")[1] == #"  image 0,0 20×10, "photo" 20×10, plane 0, #1 CALayer"#)
    let passes = try lines(file, "--stage", "passes", "--json").joined()
    #expect(passes.contains(#""image": "photo""#))
    #expect(try lines(file, "--pixel", "15,5").last?.contains(#"image 0,0 20×10, "photo" 20×10"#) == true)
    let gl = try lines(file, "--stage", "batches", "--device", "software", "--precision", "8")
    #expect(gl[2].hasSuffix(#"over, atlas of images, showing "photo""#), "\(gl)")
    let cpu = try lines(file, "--stage", "batches", "--renderer", "cpu")
    #expect(cpu[1].hasSuffix(#"counted in each tile, showing "photo""#), "\(cpu)")
    #expect(
      try lines(file, "--stage", "batches", "--renderer", "cpu", "--json").joined().contains(#""images": ["photo"]"#))
  }

  @Test func layersOfAnimationsHaveTheirClass() throws {
    let animation =
      ##"{"fr": 10, "ip": 0, "op": 10, "w": 20, "h": 10, "layers": [{"ty": 1, "ip": 0, "op": 10, "sw": 20, "sh": 10, "sc": "#ff0000", "ks": {}}]}"##
    _ = try folder.write(animation, to: "logo.json")
    let file = try folder.write(
      ##"{"version": 1, "size": [20, 10], "animations": {"logo": "logo.json"}, "root": {"sublayers": [{"class": "LottieLayer", "name": "logo", "animation": "logo", "frame": [0, 0, 20, 10], "backgroundColor": "#00f"}]}}"##,
      to: "lottie.json")
    #expect(try lines(file)[2].contains("LottieLayer \"logo\""))
    #expect(try lines(file, "--stage", "render")[2].contains("LottieLayer \"logo\""))
    #expect(try lines(file, "--stage", "passes")[1].hasSuffix("LottieLayer \"logo\""))
    #expect(try lines(file, "--json").joined().contains(#""class": "LottieLayer""#))
    let hit = try Command.run(["hit", file, "5", "5"])
    #expect(hit.output.contains("LottieLayer"), "\(hit.output)")
  }

  @Test func renderShowsTheValuesOfATime() throws {
    let lines = try lines(folder.write(TestScene.moving, to: "moving.json"), "--stage", "render", "--time", "0.25")
    try #require(lines.count == 3)
    #expect(lines[0].hasSuffix("20 x 10 pixels, time 0.25 s, 2 layers, 2 drawn"))
    #expect(lines[2].contains("position=(7.5, 5)"))
    #expect(lines[2].contains("backgroundColor=rgba(0, 0, 1, 1)"))
  }

  @Test func shapesAndFilters() throws {
    let text = """
      {"version": 1, "size": [20, 10], "root": {"class": "CAShapeLayer", "path": {"rect": [0, 0, 4, 3]}, "fillRule": "evenOdd",
       "strokeColor": "#f00", "strokeEnd": 0.5, "lineWidth": 2, "lineCap": "round", "lineDashPattern": [4, 2],
       "allowsGroupOpacity": false, "shouldRasterize": true, "edgeAntialiasingMask": ["layerLeftEdge"],
       "filters": [{"name": "CIGaussianBlur", "label": "soft", "inputRadius": 4}, {"name": "CIColorInvert", "enabled": false}],
       "backgroundFilters": [{"name": "CIPixellate", "inputCenter": [1, 2]}], "compositingFilter": "multiplyBlendMode",
       "shadowOpacity": 1, "shadowPath": "M 0 0 L 1 0 L 1 1 Z"}}
      """
    let file = try folder.write(text, to: "shape.json")
    let layers = try lines(file)[1]
    for part in [
      "CAShapeLayer", "shadowPath=path of 4 elements in (0, 0, 1, 1)", "edgeAntialiasingMask=[layerLeftEdge]",
      "filters=[\"soft\" CIGaussianBlur(inputRadius: 4), CIColorInvert off]", "shouldRasterize=true",
      "backgroundFilters=[CIPixellate(inputCenter: [1, 2])]", "compositingFilter=multiplyBlendMode",
      "path=path of 5 elements in (0, 0, 4, 3)", "fillRule=even-odd", "lineDashPattern=[4, 2]",
    ] {
      #expect(layers.contains(" " + part) || layers.contains(part + " "), "\(part) in \(layers)")
    }
    let render = try lines(file, "--stage", "render")[1]
    for part in [
      "edgeAntialiasingMask=[layerLeftEdge]",
      "fillColor=rgba(0, 0, 0, 1) path=path of 5 elements in (0, 0, 4, 3) fillRule=even-odd",
      "lineWidth=2 strokeColor=rgba(1, 0, 0, 1) strokePath=path of 3 elements in (0, 0, 4, 3) lineCap=round",
      "miterLimit=10 lineDashPattern=[4, 2]", "shadowRadius=3 shadowPath=path of 4 elements in (0, 0, 1, 1)",
      "filters=[gaussianBlur(4)]", "backgroundFilters=[pixellate(8, 1, 2)]", "compositingFilter=multiplyBlendMode",
      "allowsGroupOpacity=false", "rasterizationScale=1",
    ] {
      #expect(render.contains(" " + part), "\(part) in \(render)")
    }
  }

  @Test func passesAreTheDisplayList() throws {
    let lines = try lines(scene, "--stage", "passes")
    #expect(lines.first?.hasPrefix("pass 0, 0,0 20×10") == true)
    #expect(lines.count > 1 && lines.dropFirst().allSatisfy { $0.hasPrefix("  ") })
  }

  /// A group that needs a pass, with a box in it, twice by a replicator.
  private static let repeated = #"""
    {"version": 1, "size": [20, 10], "root": {"bounds": [0, 0, 20, 10], "position": [10, 5], "sublayers": [
      {"class": "CAReplicatorLayer", "name": "twins", "bounds": [0, 0, 20, 10], "position": [10, 5], "instanceCount": 2,
       "instanceTransform": [{"translate": [10, 0]}], "sublayers": [
        {"name": "pair", "bounds": [0, 0, 8, 8], "position": [5, 5], "opacity": 0.5, "sublayers": [
          {"name": "back", "bounds": [0, 0, 8, 8], "position": [4, 4], "backgroundColor": "#0000ff"},
          {"name": "front", "bounds": [0, 0, 4, 4], "position": [4, 4], "backgroundColor": "#00ff00"}]}]}]}}
    """#

  @Test("a layer has one title in all stages", arguments: ["layers", "render", "passes", "damage", "cost"])
  func titles(stage: String) throws {
    let file = try folder.write(
      Self.repeated.replacing("\"size\"", with: "\"background\": \"#fff\", \"size\""), to: "twins.json")
    let moved =
      #""front", "animations": {"fade": {"class": "CABasicAnimation", "keyPath": "opacity", "fromValue": 0.5, "toValue": 1, "duration": 1}}, "#
    let moving = try folder.write(Self.repeated.replacing("\"front\", ", with: moved), to: "moving.json")
    let lines = try lines(stage == "damage" ? moving : file, "--stage", stage, "--time", "0.5")
    #expect(lines.contains { $0.contains(#"#5 CALayer "front""#) }, "\(lines)")
    if stage == "passes" {
      let pass = try #require(lines.first { $0.contains("pass 1, ") })
      #expect(pass.hasSuffix(#", #3 CALayer "pair""#), "\(pass)")
    }
  }

  @Test func titlesForMachines() throws {
    let file = try folder.write(Self.repeated, to: "twins.json")
    let passes = try lines(file, "--stage", "passes", "--json").joined(separator: " ").replacing(/\s+/, with: " ")
    #expect(passes.contains(#""pass": 1, "layer": 3, "class": "CALayer", "name": "pair""#), "\(passes)")
    #expect(passes.contains(#""layer": 5, "class": "CALayer", "name": "front""#), "\(passes)")
    let pixel = try lines(file, "--pixel", "5,5", "--json").joined(separator: " ").replacing(/\s+/, with: " ")
    #expect(pixel.contains(#""layer": 5, "class": "CALayer", "name": "front""#), "\(pixel)")
  }

  @Test func whatIsRepeatedIsDrawnMoreOften() throws {
    let file = try folder.write(Self.repeated, to: "twins.json")
    #expect(try lines(file, "--stage", "render").first?.hasSuffix(", 5 layers, 8 drawn") == true)
  }

  @Test func batchesAreWhatTheRendererMakesOfIt() throws {
    let gl = try lines(scene, "--stage", "batches", "--device", "software", "--precision", "8")
    #expect(gl.first?.hasPrefix("on ") == true)
    #expect(gl.contains("pass on 20x10, 20x10 at 0,0, cleared") && gl.last?.contains("quad") == true)
    let cpu = try lines(scene, "--stage", "batches", "--renderer", "cpu")
    #expect(cpu.first?.contains("CPU") == true && cpu.last?.hasPrefix("1 tiles of 64x64") == true)
  }

  @Test func aPixelTellsWhatPaintsItFrontToBack() throws {
    let text = #"""
      {"version": 1, "size": [20, 10], "background": "#ffffff", "root": {"bounds": [0, 0, 20, 10], "position": [10, 5], "sublayers": [
        {"bounds": [0, 0, 10, 10], "position": [5, 5], "backgroundColor": "#ff0000"},
        {"bounds": [0, 0, 10, 10], "position": [5, 5], "opacity": 0.5, "sublayers": [
          {"bounds": [0, 0, 10, 10], "position": [5, 5], "backgroundColor": "#0000ff"},
          {"bounds": [0, 0, 4, 4], "position": [8.5, 8.5], "backgroundColor": "#00ff00"}]}]}}
      """#
    let file = try folder.write(text, to: "pixel.json")
    let found = try lines(file, "--pixel", "2,3")
    #expect(found.first?.hasPrefix("pixel 2,3: rgb(0.502 0.0 0.502) × 1.0") == true, "\(found)")
    // The group, the box in it, and what lies beneath; the green box is elsewhere.
    try #require(found.count == 4)
    #expect(
      found[1].hasPrefix("  rgb(0.0 0.0 1.0) × 0.5") && found[1].hasSuffix(", #3 CALayer")
        && found[1].contains("surface"))
    #expect(
      found[2].hasPrefix("  rgb(0.0 0.0 1.0) × 0.5") && found[2].hasSuffix(", #4 CALayer") && found[2].contains("box"))
    #expect(found[3].hasPrefix("  rgb(1.0 0.0 0.0) × 1.0") && found[3].hasSuffix(", #2 CALayer"))
    expectFailure(try Command.run(["inspect", file, "--pixel", "20,3"]), status: 2, mentions: "20 x 10 px")
    expectFailure(try Command.run(["inspect", file, "--pixel", "2"]), status: 2, mentions: "--pixel")
  }

  @Test func damageShowsWhatIsDrawnAgainAndWhy() throws {
    let moving = try folder.write(TestScene.moving, to: "moving.json")
    // Its layer of 10 × 10 has gone from x = 0 to 5.
    let lines = try lines(moving, "--stage", "damage", "--from", "0", "--time", "0.5")
    try #require(lines.count == 5)
    #expect(lines[0] == "damage: 150 of 200 pixels, 75.0 %")
    #expect(lines[1] == "  15x10 at 0,0" && lines[2] == "causes:")
    #expect(lines[3].hasSuffix(": changed, 10x10 at 0,0") && lines[4].hasSuffix(": changed, 10x10 at 5,0"))
    #expect(try self.lines(moving, "--stage", "damage", "--time", "5") == ["damage: 0 of 200 pixels, 0.0 %"])
    expectFailure(try Command.run(["inspect", moving, "--from", "0"]), status: 2, mentions: "--stage damage")
  }

  @Test func aFullDiskIsOneLineAndStatus1() throws {
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    expectFailure(try Command.run(["inspect", scene], output: full), status: 1, mentions: "standard output")
    expectFailure(try Command.run(["--help"], output: full), status: 1, mentions: "standard output")
  }

  @Test func aReaderThatIsGoneEndsItQuietly() throws {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let result = try Command.run(["inspect", scene], output: pipe.fileHandleForWriting)
    #expect(result.status == 1)
    #expect(result.error == "")
  }
}
