import Foundation
import MultiplaneDrawing
import MultiplaneGraphics
import Testing

@Suite struct RenderCommandTests {
  private let folder: TestFolder
  private let scene: String

  init() throws {
    folder = try TestFolder()
    scene = try folder.write(TestScene.halves, to: "halves.json")
  }

  /// Red, green, blue and alpha, premultiplied.
  private func pixel(_ image: CGImage, _ x: Int, _ y: Int) -> [UInt8] {
    let first = (y * image.width + x) * 4
    return Array(image.premultipliedRGBA8()[first..<first + 4])
  }

  @Test(
    arguments: [["--renderer", "gl", "--device", "software"], ["--renderer", "cpu"], ["--renderer", "reference"]],
    ["png", "webp", "jpg"])
  func aSceneBecomesAPicture(renderer: [String], format: String) throws {
    let output = folder.file("out.\(format)")
    let lossless = format == "webp" ? ["--lossless"] : []
    let result = try Command.run(["render", scene, "-o", output] + lossless + renderer)
    #expect(result.status == 0, "\(result.error)")
    #expect(result.output == "" && result.error == "")
    let image = try loadImage(path: output)
    #expect(image.width == 20 && image.height == 10)
    #expect(try folder.contents() == ["halves.json", "out.\(format)"])
    // JPEG is inexact.
    guard format != "jpg" else { return }
    #expect(pixel(image, 9, 9) == [255, 0, 0, 255])
    #expect(pixel(image, 10, 0) == [255, 255, 255, 255])
  }

  @Test(arguments: [["--device", "software"], ["--renderer", "cpu", "--threads", "2"], ["--renderer", "reference"]])
  func scaleIsPixelsPerPoint(renderer: [String]) throws {
    let output = folder.file("out.png")
    #expect(try Command.run(["render", scene, "-o", output, "--scale", "2.5"] + renderer).status == 0)
    let image = try loadImage(path: output)
    #expect(image.width == 50 && image.height == 25)
    #expect(pixel(image, 24, 24) == [255, 0, 0, 255])
    #expect(pixel(image, 25, 0) == [255, 255, 255, 255])
  }

  /// Where the moving layer's left edge is: half-way at half a second, at its beginning before 0.
  @Test(
    arguments: [["--device", "software"], ["--renderer", "cpu"], ["--renderer", "reference"]],
    [("0", 0), ("0.5", 5), ("1", 10), ("1e9", 10), ("-3", 0)])
  func timeIsTheScenes(renderer: [String], sample: (time: String, left: Int)) throws {
    let moving = try folder.write(TestScene.moving, to: "moving.json")
    let output = folder.file("out.png")
    #expect(try Command.run(["render", moving, "-o", output, "--time", sample.time] + renderer).status == 0)
    let image = try loadImage(path: output)
    let blue = (0..<20).filter { pixel(image, $0, 5) == [0, 0, 255, 255] }
    #expect(blue == Array(sample.left..<sample.left + 10))
  }

  @Test func withoutARendererOptionItDrawsAndSaysNothing() throws {
    let result = try Command.run(["render", scene, "-o", folder.file("out.png")])
    #expect(result.status == 0, "\(result.error)")
    #expect(result.output == "" && result.error == "")
  }

  @Test func openGLInSoftwareThatNobodyAskedForIsALine() throws {
    let result = try Command.run(["render", scene, "-o", folder.file("out.png"), "--renderer", "gl"])
    #expect(result.status == 0, "\(result.error)")
    #expect(result.error == "" || (result.errorLines.count == 1 && result.error.contains("software")))
  }

  @Test(
    arguments: [
      "no extension", "out", "out.bmp", "out.png.txt", ".png/out",
    ])
  func anUnknownExtensionIsOneLineAndStatus2(name: String) throws {
    let result = try Command.run(["render", scene, "-o", folder.file(name)])
    expectFailure(result, status: 2, mentions: ".png, .jpg, .jpeg, .webp or .avif")
    #expect(try folder.contents() == ["halves.json"])
  }

  @Test func aMissingSceneIsOneLineAndStatus1() throws {
    let result = try Command.run(["render", folder.file("none.json"), "-o", folder.file("out.png")])
    expectFailure(result, status: 1, mentions: "none.json")
    #expect(try folder.contents() == ["halves.json"])
  }

  @Test(
    arguments: [
      (#"{"version": 1"#, "line 1"), (#"{"version": 1, "size": [20, 10]}"#, "root"),
      (#"{"version": 1, "size": [20, 10], "root": {"cornerRadius": "12px"}}"#, "root.cornerRadius"),
      (#"{"version": 1, "size": [20, 10], "images": {"a": "none.png"}, "root": {"contents": "a"}}"#, "none.png"),
    ])
  func aBadSceneIsOneLineAndStatus1(text: String, mention: String) throws {
    let bad = try folder.write(text, to: "bad.json")
    for renderer in ["gl", "reference"] {
      let result = try Command.run(["render", bad, "-o", folder.file("out.png"), "--renderer", renderer])
      expectFailure(result, status: 1, mentions: "bad.json", mention)
    }
    #expect(try folder.contents() == ["bad.json", "halves.json"])
  }

  @Test func anUnwritablePictureIsOneLineAndStatus1() throws {
    let arguments = ["render", scene, "--renderer", "reference", "-o"]
    expectFailure(try Command.run(arguments + [folder.file("no/out.png")]), status: 1, mentions: "no/out.png")
    try FileManager.default.createDirectory(atPath: folder.file("taken.png"), withIntermediateDirectories: false)
    expectFailure(try Command.run(arguments + [folder.file("taken.png")]), status: 1, mentions: "taken.png", "folder")
    #expect(try folder.contents() == ["halves.json", "taken.png"])
  }

  @Test(arguments: ["toaster", "egl:999", "/nowhere/renderD128", "gbm:/dev/null"])
  func aBadDeviceIsOneLine(device: String) throws {
    let result = try Command.run(["render", scene, "-o", folder.file("out.png"), "--device", device])
    // A word that names no device is not understood; one that names a device that is not there
    // fails.
    expectFailure(result, status: device == "toaster" ? 2 : 1)
    #expect(try folder.contents() == ["halves.json"])
  }

  @Test(arguments: ["1e5", "1e300"])
  func aScaleThatMakesAHugePictureIsOneLineAndStatus1(scale: String) throws {
    for renderer in ["gl", "reference"] {
      let result = try Command.run([
        "render", scene, "-o", folder.file("out.png"), "--scale", scale, "--renderer", renderer,
      ])
      expectFailure(result, status: 1, mentions: "halves.json", "scale")
    }
    #expect(try folder.contents() == ["halves.json"])
  }

  @Test func aScaleBeyondAllNumbersSaysTheLimit() throws {
    let result = try Command.run(["render", scene, "-o", folder.file("out.png"), "--scale", "1e300"])
    expectFailure(result, status: 1, mentions: "expected a scale above 0 and at most 1000000000")
  }

  /// Without `--device` a machine without a GPU has something to say of itself, but not when the
  /// work fails.
  @Test(arguments: [["render"], ["parity"]]) func whatFailsSaysNothingElse(command: [String]) throws {
    let wrong = try folder.write("{", to: "wrong.json")
    let place = command == ["render"] ? ["-o", folder.file("no/out.png")] : []
    let result = try Command.run(command + [command == ["render"] ? scene : wrong] + place)
    #expect(result.status == 1 && result.errorLines.count == 1, "\(result.error)")
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func aSignalWhileALargePictureIsWrittenLeavesNothing(signal: Int32) throws {
    let process = try Command.makeProcess([
      "render", scene, "-o", folder.file("out.png"), "--scale", "400", "--tile", "256", "--device", "software",
      "--memory-limit", "4096", "--time-limit", "600",
    ])
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    try Command.wait(for: process) { try folder.contents().contains { $0.hasSuffix(".partial") } }
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == signal)
    #expect(try errors.fileHandleForReading.readToEnd() ?? Data() == Data())
    #expect(try folder.contents() == ["halves.json"])
  }

  @Test func aLimitOfFilesSizesIsOneLineAndStatus1() throws {
    let process = try Command.makeProcess([])
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c", "ulimit -f 1; exec \"$@\"", "sh", Command.executable.path, "render", scene, "-o", folder.file("out.jpg"),
      "--scale", "40", "--renderer", "reference",
    ]
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 1)
    #expect(text.contains("a limit of files' sizes below its") && text.split(separator: "\n").count == 1, "\(text)")
    #expect(try folder.contents() == ["halves.json"])
  }

  /// Opening a pipe waits until another process reads it.
  @Test func aSignalEndsTheWaitForAReader() throws {
    let folder = try TestFolder()
    let scene = try folder.write(TestScene.halves, to: "halves.json")
    let pipe = folder.file("pipe.png")
    #expect(mkfifo(pipe, 0o600) == 0)
    let process = try Command.makeProcess(["render", scene, "-o", pipe])
    process.arguments =
      ["timeout", "--foreground", "--kill-after", "10", "2", "/usr/bin/env"] + (process.arguments ?? [])
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 124, "137: killed ten seconds after SIGTERM")
  }

  @Test func messagesStayOneLineWhateverTheFileIsCalled() throws {
    let result = try Command.run(["render", folder.file("two\nlines\u{1B}[31m.json"), "-o", folder.file("out.png")])
    expectFailure(result, status: 1, mentions: "two")
    #expect(!result.error.contains("\u{1B}"))
  }

  @Test func aSceneFromStandardInputFitsASizeInPixels() throws {
    let pictures = try [scene, "-"].map { argument in
      let output = folder.file("out.png")
      let input = try FileHandle(forReadingFrom: URL(filePath: scene))
      let result = try Command.run(["render", argument, "-o", output, "--size", "60x50"], input: input)
      #expect(result.status == 0, "\(result.error)")
      return try Data(contentsOf: URL(filePath: output))
    }
    #expect(pictures[0] == pictures[1])
    // The width and height of the header.
    #expect(Array(pictures[0][16..<24]) == [0, 0, 0, 60, 0, 0, 0, 50])
  }

  /// Every argument that reads standard input, closed or a folder.
  @Test(
    arguments: [
      ["render", "-", "-o", "OUT"], ["render", "SCENE", "-o", "OUT", "--parameters", "-"],
      ["batch", "-", "--scene", "SCENE", "-o", "OUT{id}.png"],
    ], [("<&-", "found it closed"), ("</", "found a folder")])
  func unreadableStandardInputIsALine(arguments: [String], input: (redirection: String, found: String)) throws {
    let folder = try TestFolder()
    let scene = try folder.write(TestScene.halves, to: "halves.json")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments =
      ["-c", "exec \"$@\" \(input.redirection)", "sh", Command.executable.path]
      + arguments.map { $0.replacing("SCENE", with: scene).replacing("OUT", with: folder.file("out.png")) }
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 1)
    #expect(
      text
        == "multiplane: standard input: expected something to read, \(input.found); send it by a pipe or name a file\n")
    #expect(try folder.contents() == ["halves.json"])
  }
}
