import Foundation
import MultiplaneDrawing
import MultiplaneGraphics
import Testing

/// Stills of scenes with an entrance animation: their time, and the warning about blank ones.
@Suite struct PosterTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  /// A blue square that fades in from 1 s to 2 s, on white.
  private func entrance(poster: String = "") throws -> String {
    try folder.write(
      """
      {"version": 1, "size": [20, 10], "background": "#fff", \(poster)
       "root": {"frame": [0, 0, 20, 10], "sublayers": [
         {"name": "card", "frame": [5, 0, 10, 10], "backgroundColor": "#00f", "animations": {"in": {
           "class": "CABasicAnimation", "keyPath": "opacity", "fromValue": 0, "duration": 1, "beginTime": 1,
           "fillMode": "both"}}}]}}
      """, to: "card.json")
  }

  private func isBlue(_ name: String) throws -> Bool {
    let image = try loadImage(path: folder.file(name))
    return Array(image.premultipliedRGBA8()[40..<44]) == [0, 0, 255, 255]
  }

  private static let warning = "card.json: nothing is visible at 0 s; \"card\" appears from 1.05 s: set"

  @Test func renderDrawsThePosterTime() throws {
    let scene = try entrance(poster: "\"poster\": 2,")
    let result = try Command.run(["render", scene, "-o", folder.file("a.png"), "--renderer", "cpu", "--strict"])
    #expect(result.status == 0 && result.error == "", "\(result.error)")
    #expect(try isBlue("a.png"))
  }

  @Test(arguments: [["--time", "0"], []])
  func aBlankStillIsAWarning(options: [String]) throws {
    let scene = try entrance(poster: options.isEmpty ? "" : "\"poster\": 2,")
    let output = folder.file("a.png")
    let told = try Command.run(["render", scene, "-o", output, "--renderer", "cpu"] + options)
    #expect(told.status == 0 && told.errorLines.count == 1 && told.error.contains(Self.warning), "\(told.error)")
    #expect(FileManager.default.fileExists(atPath: output))
    try FileManager.default.removeItem(atPath: output)
    let refused = try Command.run(["render", scene, "-o", output, "--renderer", "cpu", "--strict"] + options)
    expectFailure(refused, status: 1, mentions: Self.warning, "\"poster\" or --time")
    #expect(!FileManager.default.fileExists(atPath: output))
  }

  @Test func aBlankPictureInBandsIsAWarning() throws {
    let scene = try entrance()
    let result = try Command.run([
      "render", scene, "-o", folder.file("a.png"), "--renderer", "cpu", "--scale", "300", "--strict",
      "--memory-limit", "1024",
    ])
    expectFailure(result, status: 1, mentions: Self.warning)
    #expect(try folder.contents() == ["card.json"])
  }

  @Test(
    arguments: [
      // Layers that never show anything.
      (#"{"sublayers": [{"name": "a", "frame": [0, 0, 9, 9]}]}"#, "nothing is visible at 0 s, nor at another time"),
      // None at all.
      (#"{}"#, nil),
      // A layer that has already left.
      (
        #"""
        {"sublayers": [{"frame": [0, 0, 9, 9], "backgroundColor": "#f00", "opacity": 0, "animations": {"out": {
          "class": "CABasicAnimation", "keyPath": "opacity", "fromValue": 1, "toValue": 0, "duration": 1}}}]}
        """#, "nothing is visible at 3 s; root.sublayers[0] appears from 0.05 s"
      ),
    ])
  func whatAppearsIsSaid(root: String, warning: String?) throws {
    let isLate = warning?.contains("3 s") ?? false
    let scene = try folder.write(
      #"{"version": 1, "size": [20, 10], "poster": \#(isLate ? 3 : 0), "root": \#(root)}"#, to: "card.json")
    let result = try Command.run(["render", scene, "-o", folder.file("a.png"), "--renderer", "cpu"])
    #expect(result.status == 0)
    guard let warning else {
      #expect(result.error == "")
      return
    }
    #expect(result.error.contains(warning), "\(result.error)")
  }

  @Test func batchRefusesBlankPictures() throws {
    let scene = try entrance()
    let manifest = try folder.write("id,time\na,\nb,2\n", to: "people.csv")
    func batch(_ options: String...) throws -> CommandResult {
      let pattern = folder.file("out/{id}.png")
      return try Command.run(["batch", manifest, "--scene", scene, "-o", pattern, "--renderer", "cpu"] + options)
    }
    let refused = try batch()
    #expect(refused.status == 1 && refused.error.contains("1 drawn, 1 failed"), "\(refused.error)")
    #expect(refused.error.contains("people.csv: line 2: a: ") && refused.error.contains("--allow-blank"))
    #expect(refused.error.contains(Self.warning), "\(refused.error)")
    let timed = try batch("--time", "2")
    #expect(timed.status == 0 && timed.error.contains("1 drawn, 1 up to date"), "\(timed.error)")
    #expect(try isBlue("out/a.png"))
    #expect(try batch("--allow-blank").status == 0)
    _ = try entrance(poster: "\"poster\": 2,")
    #expect(try batch("--again").status == 0)
    #expect(try isBlue("out/a.png"))
  }

  @Test func batchHasTimesForRowsWithoutTheirOwn() throws {
    let scene = try entrance(poster: "\"poster\": 2,")
    let manifest = try folder.write(
      """
      {"id": "clip", "output": "clip/%02d.png"}
      {"id": "short", "output": "short/%02d.png", "to": 0.5}
      {"id": "still", "output": "still.png", "time": 2}
      """, to: "jobs.jsonl")
    func batch(_ options: String...) throws -> CommandResult {
      try Command.run(
        ["batch", manifest, "--scene", scene, "-o", folder.file("out/"), "--renderer", "cpu"] + options)
    }
    let result = try batch("--from", "0.1", "--to", "1.1", "--fps", "10")
    #expect(result.status == 0 && result.error.contains("3 drawn"), "\(result.error)")
    for (id, count) in [("clip", 10), ("short", 4)] {
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("out/\(id)")).count == count)
    }
    let idle = try folder.write("{\"id\": \"a\", \"output\": \"a.png\"}\n", to: "jobs.jsonl")
    #expect(idle == manifest)
    let unused = try batch("--fps", "10")
    #expect(unused.status == 1 && unused.error.contains("jobs with frames for --from and --fps"), "\(unused.error)")
    expectFailure(try batch("--time", "1", "--to", "2"), status: 2, mentions: "--time: not allowed with --to")
    expectFailure(try batch("--fps", "none"), status: 2, mentions: "--fps: expected frames per second above 0")
  }

  @Test func testDrawsThePosterTime() throws {
    _ = try entrance(poster: "\"poster\": 2,")
    let written = try Command.run(["test", folder.path, "--update"])
    #expect(written.status == 0, "\(written.output)")
    #expect(try isBlue("card.png"))
  }

  /// A picture with a time in its name is a frame, which may be blank.
  @Test func testWarnsOfBlankStills() throws {
    _ = try entrance()
    let written = try Command.run(["test", folder.path, "--update"])
    #expect(written.status == 0 && written.errorLines.count == 1, "\(written.error)")
    #expect(written.error.contains(Self.warning), "\(written.error)")
    #expect(try Command.run(["test", folder.path, "--update", "--at", "0"]).status == 0)
    #expect(try folder.contents() == ["card.json", "card.png", "card@0.png"])
    let refused = try Command.run(["test", folder.path, "--strict"])
    #expect(refused.status == 1 && refused.output.contains("card.png (cpu): "), "\(refused.output)")
    #expect(refused.output.contains("nothing is visible at 0 s") && !refused.output.contains("card@0"))
  }

  @Test(
    arguments: [
      (["batch", "a.csv", "-o", "{id}.png", "--tiem", "1"], "--time"),
      (["batch", "a.csv", "-o", "{id}.png", "--frame-rate", "1"], "--fps"),
      (["render", "a.json", "-o", "a.png", "--fsp", "1"], "--fps"),
      (["render", "a.json", "-o", "a.png", "--frobnicate"], nil), (["render", "a.json", "-o", "a.png", "--hid"], nil),
      (["diff", "a.png", "b.png", "--jobs", "2"], nil),
    ])
  func anUnknownOptionSuggestsOneOfTheCommand(arguments: [String], meant: String?) throws {
    let result = try Command.run(arguments)
    expectFailure(result, status: 2, mentions: "unknown option '\(arguments.first { $0.hasPrefix("--") } ?? "")'")
    #expect(result.error.contains("did you mean") == (meant != nil), "\(result.error)")
    if let meant { #expect(result.error.contains("did you mean \"\(meant)\"?"), "\(result.error)") }
  }
}
