import Foundation
import Testing

/// `plan`, `chunk`, `join`: the same bytes whoever draws which part, and what becomes of faults.
@Suite struct PlanCommandTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    _ = try folder.write(TestScene.moving, to: "moving.json")
    _ = try folder.write(
      """
      {"version": 1, "size": [20, 10], "images": {"dot": "pictures/dot.png"}, "parameters": {
         "tint": {"type": "string", "format": "color", "default": "#f00"},
         "photo": {"type": "string", "format": "image", "default": "pictures/dot.png"}},
       "root": {"frame": [0, 0, 20, 10], "backgroundColor": {"parameter": "tint"}, "sublayers": [
         {"frame": [1, 1, 4, 4], "contents": "dot"}, {"frame": [8, 1, 4, 4], "contents": {"parameter": "photo"}},
         {"frame": [0, 6, 4, 4], "backgroundColor": "#fff", "animations": {"move": {
           "class": "CABasicAnimation", "keyPath": "position.x", "fromValue": 2, "toValue": 18, "duration": 1}}}]}}
      """, to: "card.json")
    try FileManager.default.createDirectory(atPath: folder.file("pictures"), withIntermediateDirectories: false)
    try draw("dot.json", "#0f0", to: "pictures/dot.png")
    try draw("dot.json", "#00f", to: "face.png")
  }

  private func draw(_ name: String, _ color: String, to picture: String) throws {
    let path = try folder.write(
      "{\"version\": 1, \"size\": [2, 2], \"background\": \"\(color)\", \"root\": {}}", to: name)
    #expect(try Command.run(["render", path, "-o", folder.file(picture), "--renderer", "cpu"]).status == 0)
  }

  private func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: folder.file(name))) }

  private func names(_ name: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.file(name)).sorted()
  }

  /// Plans jobs; the scenes and pictures are then gone from where they were, unless they are to
  /// stay.
  func plan(_ jobs: String, to plan: String = "plan", _ options: String...) throws -> CommandResult {
    let manifest = try folder.write(jobs, to: "jobs.jsonl")
    return try Command.run(["plan", manifest, "--out", folder.file(plan)] + options)
  }

  func scenes(_ jobs: String) -> String {
    jobs.replacing("\"moving.json\"", with: "\"\(folder.file("moving.json"))\"")
      .replacing("\"card.json\"", with: "\"\(folder.file("card.json"))\"")
  }

  func chunk(
    _ number: Int, _ plan: String = "plan", store: String = "store", environment: [String: String] = [:]
  ) throws
    -> CommandResult
  {
    try Command.run(
      ["chunk", folder.file(plan), "\(number)", "--store", folder.file(store)], environment: environment)
  }

  func join(_ plan: String = "plan", store: String = "store", to output: String = "out") throws -> CommandResult {
    try Command.run(["join", folder.file(plan), "--store", folder.file(store), "-o", folder.file(output)])
  }

  private func missing(_ store: String = "store") throws -> String {
    let result = try Command.run(["join", folder.file("plan"), "--store", folder.file(store), "--missing"])
    #expect(result.status == 0)
    return result.output
  }

  /// The pixels of a video's frames.
  private func frames(of video: String) throws -> Data {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/ffmpeg")
    process.arguments = ["-v", "error", "-i", folder.file(video), "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return data
  }

  static let film = #"{"id": "film", "scene": "moving.json", "to": 2, "fps": 30, "output": "film.mp4"}"#

  /// Whatever the cut, the frames that are drawn are the same; the same plan gives the same file,
  /// whoever draws it in which order.
  @Test func pictureSequencesAreTheSameUnderAnyCut() throws {
    let jobs = scenes(
      #"{"id": "s", "scene": "moving.json", "to": 2, "fps": "30000/1001", "output": "s/%02d.png"}"# + "\n")
    #expect(
      try Command.run(
        [
          "render", folder.file("moving.json"), "-o", folder.file("whole/%02d.png"), "--to", "2", "--fps", "30000/1001",
          "--renderer", "cpu",
        ]
      ).status == 0)
    let expected = try names("whole")
    #expect(expected.count == 60)
    for (chunks, size) in [(1, 60), (2, 30), (5, 12), (60, 1)] {
      let name = "plan\(chunks)"
      let result = try plan(jobs, to: name, "--group", "0", "--chunk-frames", "\(size)")
      #expect(
        result.status == 0 && result.output.hasPrefix("chunks: \(chunks), 0-\(chunks - 1), of 1 jobs with 60 frames\n"),
        "\(result)")
      // Of sixty processes a few do: they are as many as the chunks.
      for number in (0..<chunks).reversed() { #expect(try chunk(number, name, store: "store\(chunks)").status == 0) }
      #expect(try join(name, store: "store\(chunks)", to: "out\(chunks)").status == 0)
      #expect(try names("out\(chunks)") == (["s"] + expected.map { "s/\($0)" }).sorted())
      for picture in expected {
        #expect(try bytes("out\(chunks)/s/\(picture)") == bytes("whole/\(picture)"), "\(chunks) \(picture)")
      }
    }
  }

  @Test(arguments: ["mp4", "webm"]) func aVideoIsTheSameWhoeverDrawsIt(format: String) throws {
    let jobs = scenes(Self.film + "\n").replacing("mp4", with: format)
    #expect(try plan(jobs, "--group", "0.4", "--chunk-frames", "24").output.hasPrefix("chunks: 3"))
    for number in [2, 0, 1] { #expect(try chunk(number).status == 0) }
    #expect(try join().status == 0)
    for number in [1, 2, 0] { #expect(try chunk(number, store: "other").status == 0) }
    #expect(try join(store: "other", to: "again").status == 0)
    #expect(try bytes("out/film.\(format)") == bytes("again/film.\(format)"))
    let size = 20 * 10 * 3
    #expect(try frames(of: "out/film.\(format)").count == 60 * size)
    // Batch cuts the same way with any number of workers.
    for workers in ["1", "3"] {
      let result = try Command.run(
        [
          "batch", folder.file("jobs.jsonl"), "-o", folder.file("batch\(workers)/"), "--renderer", "cpu", "--jobs",
          workers, "--group", "0.4",
          "--chunk-frames", "24",
        ])
      #expect(result.status == 0, "\(result.error)")
      #expect(try bytes("batch\(workers)/film.\(format)") == bytes("out/film.\(format)"))
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.file("batch\(workers)")).sorted() == [
          ".multiplane-batch.jsonl", "film.\(format)",
        ])
    }
  }

  /// Scenes and pictures are in the plan; a job that fails fails alone.
  @Test func picturesAreDrawnInRunsFromThePlanAlone() throws {
    _ = try folder.write("no picture", to: "bad.png")
    let jobs = scenes(
      """
      {"id": "a", "scene": "card.json", "output": "a.png"}
      {"id": "b", "scene": "card.json", "parameters": {"tint": "#123", "photo": "face.png"}, "output": "sub/b.png"}
      {"id": "c", "scene": "card.json", "parameters": {"photo": "bad.png"}, "output": "c.png"}
      {"id": "d", "scene": "card.json", "scale": 2, "time": 0.5, "output": "d.webp"}

      """)
    #expect(try plan(jobs).output.hasPrefix("chunks: 2"))
    let options = ["--renderer", "cpu", "--set", "tint=#123", "--set", "photo=face.png", "--assets", folder.path]
    #expect(try Command.run(["render", folder.file("card.json"), "-o", folder.file("b.png")] + options).status == 0)
    for name in ["card.json", "moving.json", "face.png", "pictures/dot.png", "bad.png"] {
      try FileManager.default.removeItem(atPath: folder.file(name))
    }
    #expect(try chunk(0).status == 0)
    #expect(try missing() == "1\n")
    #expect(try chunk(1).status == 0)
    let result = try join()
    #expect(result.status == 1)
    #expect(
      result.errorLines.count == 2 && result.error.contains("c: ") && result.error.contains("out: 3 joined"),
      "\(result.error)")
    #expect(try names("out") == ["a.png", "d.webp", "sub", "sub/b.png"])
    #expect(try bytes("out/sub/b.png") == bytes("b.png"))
  }

  @Test func aTimeOfMinusZeroIsZero() throws {
    #expect(try plan(scenes("{\"scene\": \"card.json\", \"time\": -0.0, \"output\": \"a.png\"}\n")).status == 0)
    let result = try chunk(0)
    #expect(result.status == 0, "\(result.error)")
    let twice = try plan(scenes("{\"scene\": \"card.json\", \"id\": \"a\"}\n"), to: "other", "-o", "a//{id}.png")
    expectFailure(twice, status: 2, mentions: "-o: expected a name inside the folder of 'join'")
  }

  @Test func aPlanIsMadeOnce() throws {
    let jobs = scenes(Self.film + "\n")
    let first = try plan(jobs)
    let hash = try #require(first.outputLines.last)
    #expect(first.status == 0 && hash.hasPrefix("plan: "))
    let again = try plan(jobs)
    #expect(again.status == 0 && again.outputLines.last == hash + ", unchanged")
    let other = try plan(jobs.replacing("\"to\": 2", with: "\"to\": 3"))
    #expect(other.status == 1 && other.error.contains("another plan is there"))
    #expect(try folder.contents().allSatisfy { !$0.hasSuffix(".partial") })
    // What was changed in it since is told.
    for name in ["chunks.jsonl", "jobs.jsonl"] {
      let text = try String(contentsOfFile: folder.file("plan/\(name)"), encoding: .utf8)
      _ = try folder.write(
        text.replacing("film", with: "flim").replacing("\"count\": 60", with: "\"count\": 59"), to: "plan/\(name)")
      let result = try chunk(0)
      #expect(
        result.status == 1 && result.error.contains(name) && result.error.contains("copy the plan again"),
        "\(result.error)")
      _ = try folder.write(text, to: "plan/\(name)")
    }
    let asset = try #require(try names("plan/assets").first)
    try FileManager.default.removeItem(atPath: folder.file("plan/assets/\(asset)"))
    expectFailure(try chunk(0), status: 1, mentions: asset, "found nothing at this path; copy the plan again")
  }

  /// Jobs that stay find their chunks done.
  @Test func aPlanWithOneJobChangedDrawsOnlyThat() throws {
    let jobs = scenes(
      Self.film + "\n" + #"{"id": "p", "scene": "card.json", "output": "p.png"}"# + "\n"
        + #"{"id": "t", "scene": "moving.json", "to": 1, "fps": 10, "output": "t/%d.png"}"# + "\n")
    #expect(try plan(jobs).status == 0)
    for number in 0..<3 { #expect(try chunk(number).status == 0) }
    let changed = jobs.replacing("\"id\": \"p\"", with: "\"id\": \"p\", \"parameters\": {\"tint\": \"#fff\"}")
    #expect(try plan(changed, to: "second").status == 0)
    let result = try Command.run(["join", folder.file("second"), "--store", folder.file("store"), "--missing"])
    #expect(result.output == "1\n")
  }

  @Test(arguments: [0, 1]) func whatIsDamagedInTheStoreIsMended(fault: Int) throws {
    #expect(try plan(scenes(Self.film + "\n"), "--group", "0.5", "--chunk-frames", "15").status == 0)
    for number in 0..<4 { #expect(try chunk(number).status == 0) }
    #expect(try join().status == 0)
    let expected = try bytes("out/film.mp4")
    let path = "store/" + (try #require(try names("store").filter { $0.hasSuffix(".mp4") }.dropFirst(2).first))
    var data = try bytes(path)
    if fault == 0 { data.removeLast(data.count / 2) } else { data[data.count / 2] ^= 1 }
    try data.write(to: URL(fileURLWithPath: folder.file(path)))
    let broken = try join(to: "second")
    #expect(broken.status == 75)
    #expect(
      broken.errorLines.count == 2 && broken.error.contains("renamed to .damaged") && broken.error.contains("1 of 4"),
      "\(broken.error)")
    #expect(!FileManager.default.fileExists(atPath: folder.file("second/film.mp4")))
    #expect(try names("store").contains { $0.hasSuffix(".damaged") })
    let number = try #require(Int(try missing().trimmingCharacters(in: .newlines)))
    #expect(try chunk(number).status == 0)
    #expect(try join(to: "second").status == 0)
    #expect(try bytes("second/film.mp4") == expected)
  }

  @Test func aChunkWhoseLineCannotBeReadIsDrawnOnce() throws {
    #expect(try plan(scenes(#"{"id": "p", "scene": "card.json", "output": "p.png"}"# + "\n")).status == 0)
    #expect(try chunk(0).status == 0)
    let line = try #require(try names("store").first { $0.hasSuffix(".json") })
    _ = try folder.write("{", to: "store/\(line)")
    #expect(try missing() == "0\n")
    #expect(try chunk(0).status == 0)
    #expect(try missing() == "")
    #expect(try join().status == 0)
  }

  @Test func aStoreKeepsThePlanThatItIsPrunedFor() throws {
    let row = #"{"id": "p", "scene": "card.json", "output": "p.png"}"# + "\n"
    #expect(try plan(scenes(row)).status == 0)
    #expect(try chunk(0).status == 0)
    let changed = row.replacing("\"id\": \"p\"", with: "\"id\": \"p\", \"parameters\": {\"tint\": \"#fff\"}")
    #expect(try plan(scenes(changed), to: "second").status == 0)
    func prune() throws -> CommandResult {
      try Command.run(
        ["join", folder.file("second"), "--store", folder.file("store"), "-o", folder.file("out"), "--prune"])
    }
    // Nothing goes before all is there.
    let early = try prune()
    #expect(early.status == 75 && !early.error.contains("removed"), "\(early.error)")
    #expect(try chunk(0, "second").status == 0)
    #expect(try names("store").filter { $0.hasSuffix(".tar") }.count == 2)
    let result = try prune()
    #expect(result.status == 0 && result.error.contains("store/: 2 files removed"), "\(result.error)")
    #expect(try names("store").filter { $0.hasSuffix(".tar") }.count == 1)
    #expect(
      try Command.run(["join", folder.file("second"), "--store", folder.file("store"), "--missing"]).output == "")
    #expect(try missing() == "0\n")
  }

  @Test func otherBytesThanThoseThatAreThereAreStatus1() throws {
    #expect(try plan(scenes(#"{"id": "p", "scene": "card.json", "output": "p.png"}"# + "\n")).status == 0)
    #expect(try chunk(0).status == 0)
    // A chunk with other bytes and their hash.
    let name = try #require(try names("store").first { $0.hasSuffix(".tar") })
    var data = try bytes("store/\(name)")
    data[700] ^= 1
    let hash = folder.file("hash")
    try data.write(to: URL(fileURLWithPath: hash))
    let stem = folder.file("store/\(name.dropLast(4))")
    try data.write(to: URL(fileURLWithPath: stem + ".tar"))
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/sha256sum")
    process.arguments = [hash]
    process.standardOutput = output
    try process.run()
    let sum = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self).prefix(64)
    process.waitUntilExit()
    let json =
      "{\"sha256\": \"\(sum)\", \"bytes\": \(data.count + 1), \"frames\": 1, \"seconds\": 1, \"host\": \"other\"}"
    try Data(json.utf8).write(to: URL(fileURLWithPath: stem + ".json"))
    expectFailure(try chunk(0), status: 1, mentions: "expected the bytes of the existing chunk")
    #expect(FileManager.default.fileExists(atPath: stem + ".conflict.json"))
    #expect(try bytes("store/\(name)") == data)
  }

  @Test(arguments: ["build", "version", "ffmpeg", "encoder"]) func anotherProgramIsStatus75(what: String) throws {
    #expect(try plan(scenes(Self.film + "\n")).status == 0)
    var environment: [String: String] = [:]
    switch what {
    case "build": try changePlan("\"build\":\"", to: "\"build\":\"0")
    case "version": try changePlan("\"version\":\"0[.]", to: "\"version\":\"9.")
    default:
      // One that says it is another, and one that encodes otherwise.
      let call =
        what == "ffmpeg"
        ? "\"$@\" 2> >(exec sed -u 's/ffmpeg version [^ ]*/ffmpeg version 0/' >&2)" : "\"${@/#medium/fast}\""
      try FileManager.default.createDirectory(atPath: folder.file("bin"), withIntermediateDirectories: false)
      let program = try folder.write("#!/bin/bash\nexec /usr/bin/ffmpeg \(call)\n", to: "bin/ffmpeg")
      #expect(chmod(program, 0o755) == 0)
      environment["PATH"] = "\(folder.file("bin")):/usr/bin:/bin"
    }
    expectFailure(
      try chunk(0, environment: environment), status: 75, mentions: " as for the plan, ", "another machine")
    #expect(try names("store").allSatisfy { !$0.contains(".") })
  }

  func changePlan(_ pattern: String, to text: String) throws {
    let path = folder.file("plan/plan.json")
    let before = try String(contentsOfFile: path, encoding: .utf8)
    let after = before.replacing(try Regex(pattern), with: text)
    #expect(after != before)
    try Data(after.utf8).write(to: URL(fileURLWithPath: path))
  }

  /// What stands in `plan.json` decides the bytes of a chunk, which is called by them.
  @Test(arguments: [
    (#""threads":1"#, #""threads":2"#, "the inputs of chunk 0 do not match its key"),
    (#""threads":1"#, #""threads":0"#, "threads: expected a whole number from 1 to 256, found 0"),
    (#""seconds":[0-9.]+"#, #""seconds":9"#, "the inputs of chunk 0 do not match its key"),
    (#""seconds":[0-9.]+"#, #""seconds":0"#, "limits: seconds: expected a number above 0, found 0"),
    (#""memory":[0-9]+"#, #""memory":1"#, "limits: memory: expected a whole number from 1048576"),
    (#""mp4":"........"#, #""mp4":"00000000"#, "the inputs of chunk 0 do not match its key"),
  ])
  func aPlanThatWasChangedIsRefused(pattern: String, text: String, mention: String) throws {
    #expect(try plan(scenes(Self.film + "\n")).status == 0)
    try changePlan(pattern, to: text)
    expectFailure(try chunk(0), status: 1, mentions: "plan.json: ", mention)
    #expect((try? names("store").allSatisfy { !$0.contains(".") }) ?? true)
  }

  private func sha256(_ text: String) throws -> String {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/sha256sum")
    process.arguments = [try folder.write(text, to: "hashed")]
    process.standardOutput = output
    try process.run()
    let sum = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self).prefix(64)
    process.waitUntilExit()
    return String(sum)
  }

  /// Edits the lines of a file of the plan, and makes `plan.json` match it.
  func editPlan(_ name: String, _ edit: ([String]) -> [String]) throws {
    let before = try String(contentsOfFile: folder.file("plan/\(name)"), encoding: .utf8)
    let lines = before.split(separator: "\n").map(String.init)
    let after = edit(lines)
    #expect(after != lines)
    let text = after.map { $0 + "\n" }.joined()
    _ = try folder.write(text, to: "plan/\(name)")
    try changePlan(
      "\"count\":\(lines.count),\"sha256\":\"\(try sha256(before))\"",
      to: "\"count\":\(after.count),\"sha256\":\"\(try sha256(text))\"")
  }

  /// Of pictures that are beyond them, archives have a line in place of a file.
  @Test func otherLimitsMakeOtherChunks() throws {
    let jobs = scenes(#"{"id": "p", "scene": "card.json", "scale": 200, "output": "p.png"}"# + "\n")
    #expect(try plan(jobs, "--memory-limit", "8").status == 0)
    #expect(try chunk(0).status == 0)
    #expect(try join().status == 1)
    #expect(try plan(jobs, to: "second").status == 0)
    let result = try Command.run(["join", folder.file("second"), "--store", folder.file("store"), "--missing"])
    #expect(result.output == "0\n")
  }

  /// Its files are as many pages, and one of them has no room.
  @Test(.enabled(if: SmallVolume.canMount, "needs the right to mount a tmpfs"), arguments: 0..<4)
  func aPlanWithoutRoomIsStatus75(pages: Int) throws {
    let volume = try SmallVolume(bytes: 4 << 12)
    _ = try volume.folder.write(String(repeating: "x", count: (4 - pages) << 12), to: "filler")
    let manifest = try folder.write(
      scenes(#"{"id": "s", "scene": "moving.json", "to": 1, "fps": 9, "output": "s/%d.png"}"# + "\n"),
      to: "jobs.jsonl")
    let arguments = ["plan", manifest, "--out", volume.folder.file("plan")]
    let result = try Command.run(arguments)
    expectFailure(
      result, status: 75, mentions: "/plan: cannot be written: No space left on device; free some space, and try again")
    #expect(try volume.folder.contents() == ["filler"])
    _ = try volume.folder.write("", to: "filler")
    #expect(try Command.run(arguments).status == 0)
  }

  /// What it is, and what bytes it makes, is asked of the one that encodes, as starting it takes a
  /// tenth of a second.
  @Test func aChunkStartsItsEncoderOnce() throws {
    #expect(try plan(scenes(Self.film + "\n")).status == 0)
    try FileManager.default.createDirectory(atPath: folder.file("bin"), withIntermediateDirectories: false)
    let program = try folder.write(
      "#!/bin/sh\necho begun >> '\(folder.file("begun"))'\nexec /usr/bin/ffmpeg \"$@\"\n", to: "bin/ffmpeg")
    #expect(chmod(program, 0o755) == 0)
    #expect(try chunk(0, environment: ["PATH": folder.file("bin")]).status == 0)
    #expect(try String(contentsOfFile: folder.file("begun"), encoding: .utf8) == "begun\n")
    #expect(try names("store").contains { $0.hasSuffix(".mp4") })
  }

  /// A scene that exceeds its limits is not tried again.
  @Test func aVideoThatCannotBeDrawnFailsAlone() throws {
    let jobs = scenes(
      Self.film + "\n" + Self.film.replacing("film", with: "other").replacing("\"to\"", with: "\"scale\": 560, \"to\"")
        + "\n")
    #expect(try plan(jobs, "--chunk-frames", "60", "--group", "2").status == 0)
    #expect(try chunk(0).status == 0)
    let first = try chunk(1)
    #expect(first.status == 1 && first.error.contains("expected at most"), "\(first.error)")
    #expect(try missing() == "")
    expectFailure(try chunk(1), status: 1, mentions: "chunk 1: ")
    let result = try join()
    #expect(
      result.status == 1 && result.error.contains("other: ") && result.error.contains("1 joined"), "\(result.error)")
    #expect(try names("out") == ["film.mp4"])
  }

  /// SIGKILL, of the chunk and of its encoder, in the middle of it.
  @Test(arguments: ["chunk", "ffmpeg"]) func whatIsKilledLeavesNothing(victim: String) throws {
    let jobs = scenes(Self.film + "\n").replacing("\"to\": 2", with: "\"scale\": 20, \"to\": 200")
    #expect(try plan(jobs, "--chunk-frames", "6000").status == 0)
    let process = try Command.makeProcess(["chunk", folder.file("plan"), "0", "--store", folder.file("store")])
    process.standardError = FileHandle.nullDevice
    try process.run()
    var encoder: Int32?
    Command.wait(for: process) {
      encoder = Command.children(of: process.processIdentifier).first { Self.arguments(of: $0).contains("400x200") }
      return encoder != nil
    }
    usleep(100_000)
    kill(victim == "chunk" ? process.processIdentifier : try #require(encoder), SIGKILL)
    process.waitUntilExit()
    if victim == "ffmpeg" { #expect(process.terminationReason == .exit && process.terminationStatus == 75) }
    #expect(try names("store").allSatisfy { !$0.contains(".") && !$0.contains("/") })
    #expect(try missing() == "0\n")
  }

  private static func arguments(of process: Int32) -> String {
    String(decoding: FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data(), as: UTF8.self)
  }

  @Test func fontsAreTakenByFileOnly() throws {
    _ = try folder.write(
      #"{"version": 1, "size": [20, 10], "root": {"sublayers": [{"class": "CATextLayer", "font": "DejaVu Sans", "string": "a"}]}}"#,
      to: "text.json")
    let result = try plan("{\"scene\": \"\(folder.file("text.json"))\", \"output\": \"a.png\"}\n")
    expectFailure(result, status: 1, mentions: "text.json", "DejaVu Sans", "fonts")
    #expect(try !folder.contents().contains("plan"))
  }

  @Test(arguments: [
    (["chunk", "plan", "5", "--store", "store"], 2, "expected 0 to 0, found 5"),
    (["chunk", "plan", "0"], 2, "--store"),
    (["join", "plan", "--store", "store"], 2, "-o"),
    (["join", "plan", "--store", "store", "-o", "out", "--missing"], 2, "-o"),
    (["chunk", "none", "0", "--store", "store"], 1, "plan.json"),
    (["join", "plan", "--store", "moving.json", "-o", "out"], 75, "moving.json"),
  ])
  func wrongUsageIsTold(arguments: [String], status: Int32, mention: String) throws {
    #expect(try plan(scenes(Self.film + "\n")).status == 0)
    let known = ["plan", "store", "out", "none", "moving.json"]
    let paths = arguments.enumerated().map {
      $0.offset > 0 && known.contains($0.element) ? folder.file($0.element) : $0.element
    }
    expectFailure(try Command.run(paths), status: status, mentions: mention)
  }

  @Test func aHungWorkerIsReplaced() throws {
    let manifest = try folder.write(
      scenes(#"{"id": "p", "scene": "card.json", "output": "p.png"}"# + "\n"), to: "jobs.jsonl")
    let result = try Command.run(
      [
        "batch", manifest, "-o", folder.file("out/"), "--renderer", "cpu", "--job-timeout", "0.000001", "--retries",
        "0",
      ])
    #expect(
      result.status == 75 && result.error.contains("p: its worker ended by taking longer than 1e-06 s, twice"),
      "\(result.error)")
    #expect(try Command.run(["batch", manifest, "-o", folder.file("out/"), "--renderer", "cpu"]).status == 0)
  }
}
