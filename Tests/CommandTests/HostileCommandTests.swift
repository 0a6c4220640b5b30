import Foundation
import Testing

/// The command with scenes and surroundings of strangers: one line and a status, whatever happens.
@Suite struct HostileCommandTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  /// Runs the command in a shell with a limit.
  private func limited(_ limit: String, _ arguments: [String]) throws -> (status: Int32, error: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", "ulimit \(limit) && exec \"$@\"", "bash", Command.executable.path] + arguments
    let errors = Pipe()
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let text = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit, "\(limit): signal \(process.terminationStatus)")
    return (process.terminationStatus, String(decoding: text, as: UTF8.self))
  }

  private func nested(_ levels: Int, _ members: String) throws -> String {
    let layer = #"{"frame": [0, 0, 40, 40], "backgroundColor": [1, 0, 0, 0.1], \#(members), "sublayers": ["#
    let root = String(repeating: layer, count: levels) + "{}" + String(repeating: "]}", count: levels)
    return try folder.write(#"{"version": 1, "size": [40, 40], "root": \#(root)}"#, to: "nested.json")
  }

  private static let renderers = [
    ["--renderer", "reference"], ["--renderer", "cpu"], ["--renderer", "gl", "--device", "software"],
  ]

  @Test(arguments: renderers)
  func aSmallStackHoldsNoDeepTree(renderer: [String]) throws {
    let scene = try nested(500, #""filters": [{"name": "CIGaussianBlur", "inputRadius": 10}]"#)
    let result = try limited("-s 4096", ["render", scene, "-o", folder.file("out.png")] + renderer)
    #expect(result.status == 0 || result.status == 1 && result.error.hasPrefix("multiplane: "), "\(result.error)")
  }

  /// Some systems give a program little address space; its threads and their stacks count, too.
  @Test(arguments: renderers)
  func littleAddressSpaceIsALine(renderer: [String]) throws {
    let scene = try nested(500, #""filters": [{"name": "CIGaussianBlur", "inputRadius": 10}]"#)
    let result = try limited("-v 4194304", ["render", scene, "-o", folder.file("out.png")] + renderer)
    #expect(result.status == 0 || result.status == 1 && result.error.hasPrefix("multiplane: "), "\(result.error)")
  }

  /// What evaluation refuses is refused where its tree alone is printed, too.
  @Test func inspectingARenderTreeHasLimits() throws {
    let scene = try folder.write(
      """
      {"version": 1, "size": [9, 9], "root": {"class": "CAReplicatorLayer", "instanceCount": 90000, "sublayers": [
        {"class": "CAEmitterLayer", "emitterCells": [{"birthRate": 1, "lifetime": 0.1}]}]}}
      """, to: "instances.json")
    let result = try Command.run(["inspect", scene, "--stage", "render", "--memory-limit", "64"])
    #expect(result.status == 1)
    // The line before it warns of particles without an image.
    #expect(result.errorLines.count == 2, "\(result.error)")
    #expect(result.errorLines.last?.contains("--memory-limit") == true, "\(result.error)")
  }

  @Test(arguments: ["passes", "batches", "damage"])
  func inspectRefusesWhatRenderRefuses(stage: String) throws {
    let scene = try nested(400, #""shadowOpacity": 1, "shadowRadius": 50"#)
    let result = try Command.run(["inspect", scene, "--stage", stage, "--time-limit", "0.01"])
    expectFailure(result, status: 1, mentions: "--time-limit")
  }

  @Test(arguments: 4...10, ["render", "inspect", "play", "kiosk"])
  func fewDescriptorsAreOneLine(count: Int, command: String) throws {
    let scene = try folder.write(TestScene.halves, to: "halves.json")
    let output = command == "render" ? ["-o", folder.file("out.png")] : []
    let result = try limited("-n \(count)", [command, scene] + output)
    #expect(result.status == 1, "\(result.error)")
    #expect(result.error.hasPrefix("multiplane: expected 16 free file descriptors, found "), "\(result.error)")
    #expect(result.error.hasSuffix("\n") && result.error.count { $0 == "\n" } == 1, "\(result.error)")
  }

  @Test func longNamesAreShortened() throws {
    let name = String(repeating: "x", count: 10_000)
    let result = try Command.run(["inspect", name])
    expectFailure(result, status: 1, mentions: "…")
    #expect(result.error.utf8.count < 2000)
  }

  /// An encoder that says that all is well, and wrote nothing.
  @Test func anEncoderWithoutAFileIsAFailure() throws {
    let programs = folder.file("bin")
    try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: false)
    let program = try folder.write("#!/bin/sh\nwhile read -r line; do :; done\nexit 0\n", to: "bin/ffmpeg")
    chmod(program, 0o755)
    let scene = try folder.write(TestScene.halves, to: "halves.json")
    let result = try Command.run(
      ["render", scene, "-o", folder.file("out.mp4"), "--to", "0.1", "--quiet", "--renderer", "reference"],
      path: programs)
    expectFailure(result, status: 1, mentions: "no file")
    #expect(try folder.contents() == ["bin", "halves.json"])
  }

  /// A scene in a root names a file beside it: by a path, by a link, by `..`.
  @Test(arguments: ["/etc/hostname", "../secret.png", "link.png", "a/../../secret.png"], ["images", "fonts"])
  func nothingOutsideOfTheRootIsRead(path: String, kind: String) throws {
    let root = folder.file("root")
    try FileManager.default.createDirectory(atPath: root + "/a", withIntermediateDirectories: true)
    _ = try folder.write("a foreign secret", to: "secret.png")
    try FileManager.default.createSymbolicLink(atPath: root + "/link.png", withDestinationPath: "../secret.png")
    let scene = try folder.write(
      #"{"version": 1, "size": [9, 9], "\#(kind)": {"a": "\#(path)"}, "root": {}}"#, to: "root/scene.json")
    let result = try Command.run([
      "render", scene, "-o", folder.file("out.png"), "--renderer", "reference", "--root", root,
    ])
    expectFailure(result, status: 1, mentions: "leads out of the scene's root")
    #expect(!result.error.contains("61 20"))
  }

  /// Values of parameters stay in the root, too. The line is the same for a file, a missing one and
  /// one that is no image.
  @Test(arguments: ["SECRET", "/etc/passwd", "/etc/none"])
  func noValueNamesAnImageOutsideOfTheRoot(path: String) throws {
    try FileManager.default.createDirectory(atPath: folder.file("root"), withIntermediateDirectories: true)
    let halves = try folder.write(TestScene.halves, to: "halves.json")
    #expect(try Command.run(["render", halves, "-o", folder.file("secret.png"), "--renderer", "cpu"]).status == 0)
    let scene = try folder.write(
      #"{"version": 1, "size": [9, 9], "parameters": {"p": {"type": "string", "format": "image"}}, "root": {"contents": {"parameter": "p"}}}"#,
      to: "root/scene.json")
    let path = path == "SECRET" ? folder.file("secret.png") : path
    let result = try Command.run([
      "render", scene, "-o", folder.file("out.png"), "--renderer", "cpu", "--root", folder.file("root"), "--set",
      "p=\(path)",
    ])
    expectFailure(
      result, status: 1,
      mentions: "p: \(path): expected a readable image file, found a path that leads out of the scene's root")
    #expect(try !folder.contents().contains("out.png"))
  }

  @Test func nothingOutsideOfTheAssetsIsRead() throws {
    _ = try folder.write("a foreign secret", to: "secret.png")
    try FileManager.default.createDirectory(atPath: folder.file("assets"), withIntermediateDirectories: false)
    let scene = try folder.write(
      #"{"version": 1, "size": [9, 9], "parameters": {"photo": {"type": "string", "format": "image"}}, "root": {"contents": {"parameter": "photo"}}}"#,
      to: "scene.json")
    let result = try Command.run([
      "render", scene, "-o", folder.file("out.png"), "--renderer", "reference", "--assets", folder.file("assets"),
      "--set", "photo=../secret.png",
    ])
    expectFailure(result, status: 1, mentions: "leads out of the assets folder; copy the file into it")
  }

  /// Tiles outside of the root are empty, as those that are not there: the picture is that of a
  /// scene without them.
  @Test(arguments: ["../tile{x}{y}.png", "link{x}{y}.png", "a/../../tile{x}{y}.png", "FOLDER/tile{x}{y}.png"])
  func noTileOutsideOfTheRootIsShown(pattern: String) throws {
    let root = folder.file("root")
    try FileManager.default.createDirectory(atPath: root + "/a", withIntermediateDirectories: true)
    let halves = try folder.write(TestScene.halves, to: "halves.json")
    let made = try Command.run(["render", halves, "-o", folder.file("tile00.png"), "--renderer", "reference"])
    #expect(made.status == 0, "\(made.error)")
    try FileManager.default.createSymbolicLink(atPath: root + "/link00.png", withDestinationPath: "../tile00.png")
    let path = pattern.replacingOccurrences(of: "FOLDER", with: folder.file("."))
    let tiles = #"{"class": "CATiledLayer", "frame": [0, 0, 9, 9], "tiles": {"path": "\#(path)"}}"#
    func picture(_ name: String, _ sublayers: String, _ options: [String]) throws -> Data? {
      let scene = try folder.write(
        #"{"version": 1, "size": [9, 9], "root": {"frame": [0, 0, 9, 9], "sublayers": [\#(sublayers)]}}"#,
        to: "root/scene.json")
      let result = try Command.run(
        ["render", scene, "-o", folder.file(name), "--renderer", "reference"] + options)
      #expect(result.status == 0, "\(result.error)")
      return FileManager.default.contents(atPath: folder.file(name))
    }
    let empty = try picture("empty.png", "", [])
    let (shown, confined) = (try picture("a.png", tiles, []), try picture("b.png", tiles, ["--root", root]))
    #expect(empty != nil && shown != empty, "without a root the tile is shown")
    #expect(confined == empty)
  }

  @Test func whatIsInTheRootIsRead() throws {
    let root = folder.file("root")
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    let picture = try folder.write(TestScene.halves, to: "root/halves.json")
    let first = try Command.run(["render", picture, "-o", root + "/a.png", "--renderer", "reference"])
    #expect(first.status == 0)
    let scene = try folder.write(
      #"{"version": 1, "size": [9, 9], "images": {"a": "a.png"}, "root": {"contents": "a"}}"#, to: "root/scene.json")
    for command in [["inspect", scene], ["hit", scene, "1", "1"], ["parity", scene]] {
      let result = try Command.run(command + ["--root", root])
      #expect(result.status == 0, "\(command): \(result.error)")
    }
    expectFailure(try Command.run(["inspect", scene, "--root", folder.file("none")]), status: 1, mentions: "none")
  }
}
