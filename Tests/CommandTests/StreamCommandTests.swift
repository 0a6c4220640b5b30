import Foundation
import Testing

/// `render -o -`, and parts of sequences.
@Suite struct StreamCommandTests {
  private let folder: TestFolder
  private let scene: String

  init() throws {
    folder = try TestFolder()
    scene = try folder.write(TestScene.moving, to: "moving.json")
  }

  private func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: folder.file(name))) }

  private func render(_ options: String...) throws -> CommandResult {
    try Command.run(["render", scene, "--renderer", "cpu"] + options)
  }

  /// Standard output, as bytes.
  private func stream(_ options: String...) throws -> Data {
    let path = folder.file("stream")
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    let file = try #require(FileHandle(forWritingAtPath: path))
    let result = try Command.run(["render", scene, "--renderer", "cpu", "-o", "-"] + options, output: file)
    #expect(result.status == 0 && result.errorLines.count <= 1, "\(result.error)")
    return try bytes("stream")
  }

  @Test(arguments: ["png", "jpg", "webp"]) func aPictureIsTheFilesBytes(format: String) throws {
    #expect(try render("-o", folder.file("a.\(format)"), "--time", "0.4").status == 0)
    #expect(try stream("--format", format, "--time", "0.4") == bytes("a.\(format)"))
  }

  @Test func alphaNeedsAFormatAndABackgroundThatHaveIt() throws {
    for (name, status) in [("b.png", 0), ("b.jpg", 2), ("b.mp4", 2)] as [(String, Int32)] {
      let result = try Command.run(
        ["render", scene, "--renderer", "cpu", "--alpha", "-o", folder.file(name)]
          + (name.hasSuffix("mp4") ? ["--to", "1"] : []))
      #expect(result.status == status, "\(name): \(result.error)")
      #expect(status == 0 || result.error.contains("--alpha: expected a format with alpha"), "\(result.error)")
    }
    let opaque = try folder.write(
      ##"{"version": 1, "size": [20, 10], "background": "#fff", "root": {}}"##, to: "opaque.json")
    let result = try Command.run(["render", opaque, "--renderer", "cpu", "--alpha", "-o", folder.file("c.png")])
    #expect(result.status != 0)
    #expect(result.error.contains("--alpha: expected a scene without an opaque background"), "\(result.error)")
  }

  @Test func rawFramesComeInTheirOrder() throws {
    let size = 20 * 10 * 4
    let raw = try stream("--format", "rgba", "--to", "1", "--fps", "10", "--quiet")
    #expect(raw.count == 10 * size)
    for frame in 0..<10 {
      let alone = try stream("--format", "rgba", "--time", "\(Double(frame) / 10)")
      #expect(raw[frame * size..<(frame + 1) * size] == alone, "frame \(frame)")
    }
    #expect(
      try stream("--format", "rgba", "--to", "1", "--fps", "10", "--frames", "4-6", "--quiet")
        == raw[4 * size..<7 * size])
    // Blue where the layer is, and nothing elsewhere.
    #expect(Array(raw[0..<4]) == [0, 0, 255, 255] && Array(raw[76..<80]) == [0, 0, 0, 0])
  }

  @Test func aReaderThatGoesEndsItQuietly() throws {
    let process = try Command.makeProcess(
      ["render", scene, "--renderer", "cpu", "-o", "-", "--format", "rgba", "--to", "10000"])
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    _ = try output.fileHandleForReading.read(upToCount: 1000)
    try output.fileHandleForReading.close()
    let text = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 1)
    #expect(text.isEmpty, "\(String(decoding: text, as: UTF8.self))")
  }

  /// A part has the numbers and the pictures of the whole.
  @Test func partsAreThoseOfTheWhole() throws {
    let times = ["--to", "1", "--fps", "30000/1001"]
    func draw(_ options: [String]) throws -> CommandResult {
      try Command.run(["render", scene, "--renderer", "cpu"] + times + options)
    }
    #expect(try draw(["-o", folder.file("all/%02d.png")]).status == 0)
    let whole = try FileManager.default.contentsOfDirectory(atPath: folder.file("all")).sorted()
    #expect(whole.count == 30)
    for part in ["0-9", "10", "11-29"] {
      #expect(try draw(["-o", folder.file("parts/%02d.png"), "--frames", part]).status == 0)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("parts")).sorted() == whole)
    for name in whole { #expect(try bytes("all/\(name)") == bytes("parts/\(name)"), "\(name)") }
    #expect(try draw(["-o", folder.file("later/%d.png"), "--frames", "3-4", "--start-number", "1001"]).status == 0)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.file("later")).sorted() == ["1004.png", "1005.png"])
    #expect(try bytes("later/1004.png") == bytes("all/03.png"))
  }

  @Test func whatIsThereIsSkipped() throws {
    try FileManager.default.createDirectory(atPath: folder.file("f"), withIntermediateDirectories: false)
    _ = try folder.write("mine", to: "f/2.png")
    let result = try render("-o", folder.file("f/%d.png"), "--to", "1", "--fps", "5", "--skip-existing")
    #expect(result.status == 0 && result.error.contains("4 frames, 1 skipped"), "\(result.error)")
    #expect(try bytes("f/2.png") == Data("mine".utf8))
    #expect(
      try render("-o", folder.file("f/%d.png"), "--to", "1", "--fps", "5", "--skip-existing").error.contains(
        "0 frames, 5 skipped"))
    #expect(try render("-o", folder.file("f/%d.png"), "--to", "1", "--fps", "5").status == 0)
    #expect(try bytes("f/2.png") != Data("mine".utf8))
  }

  @Test(arguments: [
    (["-o", "-"], "--format"), (["-o", "a.png", "--format", "png"], "--format"),
    (["-o", "-", "--format", "bmp"], "--format"),
    (["-o", "-", "--format", "png", "--skip-existing"], "--skip-existing"),
    (["-o", "a.mp4", "--to", "1", "--start-number", "1"], "--start-number"),
    (["-o", "%d.png", "--to", "1", "--frames", "60-60"], "--frames: expected frames from 0 to 59, found 60-60"),
    (["-o", "%d.png", "--to", "1", "--frames", "9-3"], "--frames"),
    (["-o", "%d.png", "--to", "1", "--frames", "x"], "--frames"),
    (["-o", "%d.png", "--to", "1", "--start-number", "-1"], "--start-number"),
    (["-o", "%d.png", "--frames", "1-2"], "--to"),
    (["-o", "a.png", "--start-number", "5"], "--start-number"),
    (["-o", "%d.png", "--to", "1", "--fps", "30/0"], "--fps"),
    (["-o", "-", "--format", "png", "--to", "1", "--time", "1"], "--time"),
  ])
  func whatDoesNotGoTogetherIsStatus2(options: [String], mention: String) throws {
    expectFailure(try Command.run(["render", scene] + options), status: 2, mentions: mention, "see 'multiplane render")
    #expect(try folder.contents() == ["moving.json"])
  }
}
