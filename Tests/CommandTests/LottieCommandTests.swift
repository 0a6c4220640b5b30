import Foundation
import MultiplaneDrawing
import MultiplaneGraphics
import Testing

/// Lottie animations in the subcommands: their times, parts, own frames, and replaced parts.
@Suite struct LottieCommandTests {
  private let folder: TestFolder
  private let scene: String

  /// 40 × 20 points, 10 frames per second, frames 5 to 15: a red square of 10 points moves from x =
  /// 0 to x = 30. Marker a is of frames 7 to 11, b is frame 13.
  static let moving = """
    {"v": "5.7.0", "fr": 10, "ip": 5, "op": 15, "w": 40, "h": 20, "assets": [],
     "markers": [{"cm": "a", "tm": 7, "dr": 4}, {"cm": "b", "tm": 13, "dr": 0}],
     "layers": [{"ty": 4, "nm": "Badge", "ip": 5, "op": 15, "st": 0, "ks": {"p": {"a": 1, "k": [
         {"t": 5, "s": [0, 0], "i": {"x": [1], "y": [1]}, "o": {"x": [0], "y": [0]}}, {"t": 15, "s": [30, 0]}]}},
       "shapes": [{"ty": "gr", "nm": "Square", "it": [
         {"ty": "rc", "nm": "Shape", "p": {"k": [5, 5]}, "s": {"k": [10, 10]}, "r": {"k": 0}},
         {"ty": "fl", "nm": "Fill 1", "c": {"k": [1, 0, 0, 1]}, "o": {"k": 100}, "r": 1}]}]}]}
    """

  init() throws {
    folder = try TestFolder()
    scene = try folder.write(Self.moving, to: "moving.json")
  }

  private func render(_ name: String, _ options: String...) throws -> CommandResult {
    try Command.run(["render", scene, "-o", folder.file(name), "--renderer", "cpu"] + options)
  }

  private func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: folder.file(name))) }

  /// The bytes of a picture at a time of the scene.
  private func still(at time: Double) throws -> Data {
    #expect(try render("still.png", "--time", "\(time)").status == 0)
    return try bytes("still.png")
  }

  @Test func momentsNameTheSameTime() throws {
    for options in [["--frame", "7"], ["--marker", "a"], ["--progress", "0.2"]] {
      let result = try Command.run(
        ["render", scene, "-o", folder.file("moment.png"), "--renderer", "cpu"] + options)
      #expect(result.status == 0 && result.error == "", "\(result.error)")
      #expect(try bytes("moment.png") == still(at: 0.2), "\(options)")
    }
    #expect(try render("usual.png").status == 0)
    #expect(try bytes("usual.png") == still(at: 0.5))
  }

  @Test(
    arguments: [
      (["--marker", "b", "--marker", "a"], "expected the second marker after the first, found \"a\""),
      (["--marker", "aa"], "expected a marker of the animation, found \"aa\"; did you mean \"a\"?"),
      (["--marker", "a", "--to", "1"], "--marker: not allowed with --from and --to"),
      (["--marker", "a", "--marker", "b", "--marker", "a"], "expected one or two markers, found 3"),
      (["--frame", "7"], "--progress, --frame: expected a single picture"),
    ])
  func wrongPartsAreOneLine(options: [String], mention: String) throws {
    let result = try Command.run(
      ["render", scene, "-o", folder.file("clip.apng"), "--renderer", "cpu"] + options)
    expectFailure(result, status: 2, mentions: mention)
    #expect(try folder.contents() == ["moving.json"])
  }

  @Test func twoMarkersAndSceneFilesAreNoMoment() throws {
    expectFailure(
      try render("a.png", "--marker", "a", "--marker", "b"), status: 2, mentions: "expected one marker for a single")
    let other = try folder.write(TestScene.moving, to: "scene.json")
    let result = try Command.run(
      ["render", other, "-o", folder.file("a.apng"), "--renderer", "cpu", "--marker", "a", "--fps", "9", "--to", "1"])
    expectFailure(result, status: 2, mentions: "--marker: not allowed with --from and --to")
    let unnamed = try Command.run(["render", other, "-o", folder.file("a.png"), "--marker", "a"])
    expectFailure(unnamed, status: 2, mentions: "--marker: expected a Lottie animation, found a scene file")
  }

  /// A marker's own length, two markers, a marker up to the end, and all frames.
  @Test(arguments: [(["a"], 2..<6), (["a", "b"], 2..<8), (["b"], 8..<10), ([], 0..<10)])
  func sequencesAreOfMarkers(markers: [String], frames: Range<Int>) throws {
    let options = markers.flatMap { ["--marker", $0] }
    let result = try Command.run(
      ["render", scene, "-o", folder.file("frames/%02d.png"), "--renderer", "cpu"] + options)
    #expect(result.status == 0 && result.error.contains("\(frames.count) frames in"), "\(result.error)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("frames")).count == frames.count)
    for (number, frame) in zip(0..., frames) {
      #expect(try bytes("frames/0\(number).png") == still(at: Double(frame) / 10), "frame \(frame)")
    }
  }

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg"), "needs ffmpeg"),
    arguments: ["webm", "mov", "gif", "apng", "webp"])
  func videosHaveTheFramesOfTheAnimation(format: String) throws {
    let name = "clip.\(format)"
    // A .webp is a picture unless an option asks for frames.
    let options = format == "webp" ? ["--fps", "10"] : []
    let result = try Command.run(
      ["render", scene, "-o", folder.file(name), "--renderer", "cpu", "--alpha"] + options)
    #expect(result.status == 0 && result.error.contains("10 frames in"), "\(result.error)")
    #expect(try render(name, "--marker", "a", "--fps", "10").error.contains("4 frames in"))
  }

  @Test func formatsWithoutAlphaAreRefused() throws {
    expectFailure(try render("clip.mp4", "--alpha"), status: 2, mentions: "--alpha: expected a format with alpha")
    #expect(try folder.contents() == ["moving.json"])
  }

  @Test func standardInputHasItsOwnFramesToo() throws {
    let result = try Command.run(
      ["render", "-", "-o", folder.file("clip.apng"), "--renderer", "cpu"],
      input: FileHandle(forReadingFrom: URL(fileURLWithPath: scene)))
    #expect(result.status == 0 && result.error.contains("10 frames in"), "\(result.error)")
  }

  /// The colour of the square's middle at the start.
  private func color(_ options: String...) throws -> [UInt8] {
    let result = try Command.run(
      ["render", scene, "-o", folder.file("a.png"), "--renderer", "cpu", "--time", "0"] + options)
    #expect(result.status == 0, "\(result.error)")
    return Array(try loadImage(path: folder.file("a.png")).premultipliedRGBA8()[(4 * (5 * 40 + 5))...].prefix(4))
  }

  @Test func coloursAreSetByTheirKeyPath() throws {
    #expect(try color() == [255, 0, 0, 255])
    for path in ["Badge.Square.Fill 1.Color", "**.Color", "Badge.*.Fill 1.Color"] {
      #expect(try color("--set", "\(path)=#0000ff") == [0, 0, 255, 255], "\(path)")
    }
    expectFailure(
      try render("b.png", "--set", "Badge.Square.Fill 2.Color=#00f"), status: 1,
      mentions: "is not a parameter of this scene; did you mean \"Badge.Square.Fill 1.Color\"?")
    expectFailure(
      try render("b.png", "--set", "**.Color=blu"), status: 1, mentions: "parameters[\"**.Color\"]: expected")
  }

  /// What a shell asks for while a value is typed. Bash expands what it is told, commands included.
  @Test func keyPathsAreCompleted() throws {
    func names(_ scene: String) throws -> [String] {
      let words = ["multiplane", "render", scene, "--set", "B"]
      let result = try Command.run(["---completion", "render", "--", "--set", "4", "1"] + words)
      #expect(result.status == 0, "\(result.error)")
      return result.output.split(separator: "\n").map(String.init)
    }
    #expect(try names(scene) == ["Badge.Square.Fill 1.Color="])
    let hostile = try folder.write(
      Self.moving.replacingOccurrences(of: "Badge", with: "$(touch a)").replacingOccurrences(of: "Fill 1", with: "`b`"),
      to: "hostile.json")
    #expect(try names(hostile) == [])
  }

  /// Columns of a table and names in JSON Lines, also of images.
  @Test func rowsHaveKeyPaths() throws {
    let image =
      #"{"ty": 2, "nm": "photo", "refId": "i", "ip": 5, "op": 15, "ks": {"p": {"k": [30, 10]}}}"#
    let badge = Self.moving.replacingOccurrences(of: #""layers": ["#, with: #""layers": [\#(image), "#)
      .replacingOccurrences(of: #""assets": []"#, with: #""assets": [{"id": "i", "w": 10, "h": 10, "p": "red.png"}]"#)
    let scene = try folder.write(badge, to: "badge.json")
    for (name, color) in [("red", [255, 0, 0, 255]), ("green", [0, 255, 0, 255])] as [(String, [UInt8])] {
      try writeImage(premultipliedRGBA8: color, width: 1, height: 1, to: folder.file(name + ".png"))
    }
    let table = try folder.write(
      "id,**.Color,photo.Image\nada,#0000ff,green.png\nbob,,\n", to: "jobs.csv")
    let lines = try folder.write(
      ##"{"id": "ada", "parameters": {"Badge.*.Fill 1.Color": "#0000ff", "photo.Image": "green.png"}}"##
        + "\n{\"id\": \"bob\"}\n", to: "jobs.jsonl")
    for manifest in [table, lines] {
      let result = try Command.run([
        "batch", manifest, "--scene", scene, "-o", folder.file("out/{id}.png"), "--assets", folder.path, "--time", "0",
        "--renderer", "cpu", "--jobs", "1",
      ])
      #expect(result.status == 0, "\(result.error)")
      for (id, left, right) in [
        ("ada", [0, 0, 255, 255], [0, 255, 0, 255]), ("bob", [255, 0, 0, 255], [255, 0, 0, 255]),
      ] as [(String, [UInt8], [UInt8])] {
        let pixels = try loadImage(path: folder.file("out/\(id).png")).premultipliedRGBA8()
        #expect(Array(pixels[(4 * (5 * 40 + 5))...].prefix(4)) == left, "\(id)")
        #expect(Array(pixels[(4 * (15 * 40 + 35))...].prefix(4)) == right, "\(id)")
      }
      try FileManager.default.removeItem(atPath: folder.file("out"))
    }
    for (text, mention) in [
      (
        "id,Badge.Square.Fill.Color\nada,#00f\n",
        "column \"Badge.Square.Fill.Color\": is not a parameter of \(scene); did you mean \"Badge.Square.Fill 1.Color\"?"
      ),
      ("id,**.Color\nada,blu\n", "parameters.**.Color: expected a colour"),
      ("id,**.Image\nada,none.png\n", "parameters.**.Image: expected a file among the assets"),
      (
        "id," + (0..<33).map { "\($0).**.Color" }.joined(separator: ",") + "\n",
        "expected at most 32 columns with key paths"
      ),
    ] {
      let manifest = try folder.write(text, to: "wrong.csv")
      let result = try Command.run([
        "batch", manifest, "--scene", scene, "-o", folder.file("out/{id}.png"), "--assets", folder.path,
        "--renderer", "cpu",
      ])
      #expect(result.status != 0 && result.error.contains(mention), "\(mention): \(result.error)")
    }
  }

  /// An image beside the root, by a folder, by `..` and by a link: shown without a root, left out
  /// with one.
  @Test(arguments: [("", "../secret.png"), ("../", "secret.png"), ("", "link.png"), ("a/../../", "secret.png")])
  func imagesStayInTheRoot(folderName: String, path: String) throws {
    let root = folder.file("root")
    try FileManager.default.createDirectory(atPath: root + "/a", withIntermediateDirectories: true)
    for name in ["secret.png", "root/own.png"] {
      try writeImage(premultipliedRGBA8: [255, 0, 0, 255], width: 1, height: 1, to: folder.file(name))
    }
    try FileManager.default.createSymbolicLink(atPath: root + "/link.png", withDestinationPath: "../secret.png")
    func logo(_ folderName: String, _ path: String) -> String {
      #"{"v": "5.7.0", "fr": 10, "ip": 0, "op": 10, "w": 10, "h": 10, "assets": ["#
        + #"{"id": "i", "w": 10, "h": 10, "u": "\#(folderName)", "p": "\#(path)"}], "layers": ["#
        + #"{"ty": 2, "nm": "photo", "refId": "i", "ip": 0, "op": 10, "ks": {}}]}"#
    }
    func alpha(_ json: String, _ options: String...) throws -> (UInt8, String) {
      let scene = try folder.write(json, to: "root/logo.json")
      let result = try Command.run(
        ["render", scene, "-o", folder.file("a.png"), "--renderer", "cpu", "--time", "0"] + options)
      #expect(result.status == 0, "\(result.error)")
      return (try loadImage(path: folder.file("a.png")).premultipliedRGBA8()[3], result.error)
    }
    #expect(try alpha(logo(folderName, path)) == (255, ""))
    let (shown, warning) = try alpha(logo(folderName, path), "--root", root)
    #expect(shown == 0)
    #expect(warning.contains("assets[0].p: ") && warning.contains("leads out of the scene's root"), "\(warning)")
    #expect(try alpha(logo("", "own.png"), "--root", root) == (255, ""))
    // Strictly, it is refused; and so is a replacement from there.
    let scene = try folder.write(logo(folderName, path), to: "root/logo.json")
    let arguments = ["render", scene, "-o", folder.file("b.png"), "--renderer", "cpu", "--root", root]
    expectFailure(try Command.run(arguments + ["--strict"]), status: 1, mentions: "leads out of the scene's root")
    for name in ["photo", "photo.Image"] {
      expectFailure(
        try Command.run(arguments + ["--set", "\(name)=\(folder.file("secret.png"))"]), status: 1,
        mentions: "leads out of the scene's root")
    }
  }

  @Test func otherCommandsReadAnimations() throws {
    for arguments in [
      ["check", scene], ["inspect", scene, "--stage", "render", "--marker", "b"], ["hit", scene, "5", "5"],
      ["bench", scene, "--frames", "2", "--warmup", "1", "--renderer", "cpu"],
      ["kiosk", scene, "--simulate", "64x48", "--renderer", "cpu", "--duration", "0.2", "--metrics", "0"],
    ] {
      let result = try Command.run(arguments)
      #expect(result.status == 0, "\(arguments[0]): \(result.error)")
    }
  }

  /// A row with the name of a video and no time has the frames of its animation.
  @Test func rowsHaveTheFramesOfTheirAnimation() throws {
    let manifest = try folder.write(
      """
      {"id": "all", "output": "all/%02d.png"}
      {"id": "some", "output": "some/%02d.png", "from": 0.5}
      {"id": "faster", "output": "faster/%02d.png", "fps": 20}
      {"id": "still", "output": "still.png"}
      {"id": "clip", "output": "clip.apng"}
      """, to: "jobs.jsonl")
    let result = try Command.run(
      ["batch", manifest, "--scene", scene, "-o", folder.file("out/"), "--renderer", "cpu", "--jobs", "1"])
    #expect(result.status == 0, "\(result.error)")
    for (name, count) in [("all", 10), ("some", 5), ("faster", 20)] {
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("out/\(name)")).count == count, "\(name)")
    }
    #expect(try bytes("out/all/07.png") == still(at: 0.7))
    #expect(try bytes("out/still.png") == still(at: 0.5))
    let plan = try Command.run(["plan", manifest, "--scene", scene, "--out", folder.file("plan")])
    #expect(plan.status == 0 && plan.output.contains("of 5 jobs with 46 frames"), "\(plan.error)\(plan.output)")
  }
}
