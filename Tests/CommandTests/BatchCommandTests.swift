import Foundation
import Testing

/// `multiplane batch`: what it draws, what it leaves, and what it does of manifests that are wrong.
@Suite struct BatchCommandTests {
  let folder: TestFolder
  let scene: String

  init() throws {
    folder = try TestFolder()
    scene = try folder.write(
      """
      {"version": 1, "size": [20, 10], "parameters": {
         "tint": {"type": "string", "format": "color", "default": "#f00"},
         "width": {"type": "number", "minimum": 0, "maximum": 20, "default": 10},
         "photo": {"type": "string", "format": "image", "default": "red.png"}},
       "root": {"frame": [0, 0, 20, 10], "contents": {"parameter": "photo"}, "sublayers": [
         {"anchorPoint": [0, 0], "bounds": [0, 0, {"parameter": "width"}, 10], "backgroundColor": {"parameter": "tint"}}]}}
      """, to: "card.json")
    for name in ["red", "blue", "poison"] {
      let plain = try folder.write(
        "{\"version\": 1, \"size\": [1, 1], \"background\": \"\(name == "red" ? "#f00" : "#00f")\", \"root\": {}}",
        to: "pixel.json")
      #expect(try Command.run(["render", plain, "-o", folder.file("\(name).png"), "--renderer", "cpu"]).status == 0)
    }
  }

  func batch(_ manifest: String, _ options: String..., environment: [String: String] = [:]) throws
    -> CommandResult
  {
    try Command.run(
      ["batch", manifest, "--scene", scene, "-o", folder.file("out/{id}.png"), "--renderer", "cpu"] + options,
      environment: environment)
  }

  func people(_ count: Int) throws -> String {
    let rows = (0..<count).map { "p\($0),\($0 % 21),#0\($0 % 10)f" }
    return try folder.write("id,width,tint\n" + rows.joined(separator: "\n") + "\n", to: "people.csv")
  }

  func outputs() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.file("out")).filter { $0.hasSuffix(".png") }.sorted()
  }

  @Test func everyJobIsWhatRenderDraws() throws {
    let result = try batch(try people(12), "--jobs", "2", "--progress", "json")
    #expect(result.status == 0, "\(result.error)")
    #expect(result.outputLines.count == 12)
    #expect(result.outputLines.allSatisfy { $0.contains("\"status\": \"drawn\"") })
    #expect(try outputs().count == 12)
    let alone = folder.file("alone.png")
    #expect(
      try Command.run(
        ["render", scene, "--set", "width=7", "--set", "tint=#07f", "-o", alone, "--renderer", "cpu"]).status == 0)
    #expect(FileManager.default.contentsEqual(atPath: alone, andPath: folder.file("out/p7.png")))
  }

  @Test func whatIsThereIsNotDrawnAgain() throws {
    let manifest = try people(8)
    #expect(try batch(manifest).status == 0)
    #expect(try batch(manifest).error.contains("0 drawn, 8 up to date"))
    // A missing picture, a truncated one, and a row that has changed.
    try FileManager.default.removeItem(atPath: folder.file("out/p1.png"))
    try Data([1, 2]).write(to: URL(fileURLWithPath: folder.file("out/p2.png")))
    let text = try String(contentsOfFile: manifest, encoding: .utf8).replacing("p3,3", with: "p3,19")
    _ = try folder.write(text, to: "people.csv")
    #expect(try batch(manifest).error.contains("3 drawn, 5 up to date"))
    // Bytes that are others in a file as long as it was are found by --verify.
    var bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file("out/p4.png")))
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: URL(fileURLWithPath: folder.file("out/p4.png")))
    #expect(try batch(manifest).error.contains("0 drawn, 8 up to date"))
    #expect(try batch(manifest, "--verify").error.contains("1 drawn, 7 up to date"))
    #expect(try batch(manifest, "--again").error.contains("8 drawn"))
    // A scene that says something else makes all of them others.
    let changed = try String(contentsOfFile: scene, encoding: .utf8).replacing("[20, 10]", with: "[22, 10]")
    _ = try folder.write(changed, to: "card.json")
    #expect(try batch(manifest).error.contains("8 drawn"))
  }

  @Test func anOutputThatAJobReadsIsRefused() throws {
    let before = FileManager.default.contents(atPath: folder.file("red.png"))
    let manifest = try folder.write("id,photo\nred,red.png\nbob,red.png\n", to: "jobs.csv")
    let result = try batch(manifest, "-o", folder.file("{id}.png"))
    #expect(result.status == 2 && result.error.contains("line 2: output: expected a file that no job reads, found"))
    #expect(FileManager.default.contents(atPath: folder.file("red.png")) == before && !result.error.contains("drawn"))
  }

  @Test func leftoversOfAChangedManifestAreRemoved() throws {
    #expect(try batch(try people(6)).status == 0)
    // Chunks of a job that the manifest no longer has.
    let chunks = folder.file("out/.multiplane-chunks/ab")
    try FileManager.default.createDirectory(atPath: chunks, withIntermediateDirectories: true)
    _ = try folder.write("", to: "out/.multiplane-chunks/ab/ab\(String(repeating: "0", count: 62)).mp4")
    _ = try folder.write("mine", to: "out/p4.png")
    #expect(try batch(try people(3)).error.contains("0 drawn, 3 up to date"))
    #expect(try outputs().count == 6)
    #expect(!FileManager.default.fileExists(atPath: folder.file("out/.multiplane-chunks")))
    let wrong = try folder.write("{\"id\": \"p1\", \"scale\": 100000}\n", to: "jobs.jsonl")
    let result = try batch(try people(3), "--prune")
    #expect(result.status == 0 && result.error.contains("/out/: 2 outputs removed"), "\(result.error)")
    #expect(try outputs() == ["p0.png", "p1.png", "p2.png", "p4.png"])
    #expect(try batch(try people(3), "--prune").errorLines.count == 1)
    // What fails keeps what it was.
    #expect(try batch(wrong, "--prune").status == 1)
    #expect(try outputs() == ["p1.png", "p4.png"])
  }

  @Test func aJournalThatWasCutOffIsGoneOnWith() throws {
    let manifest = try people(4)
    #expect(try batch(manifest).status == 0)
    let journal = folder.file("out/.multiplane-batch.jsonl")
    let text = try String(contentsOfFile: journal, encoding: .utf8)
    _ = try Data(text.utf8.dropLast(40)).write(to: URL(fileURLWithPath: journal))
    #expect(try batch(manifest).error.contains("1 drawn, 3 up to date"))
    #expect(try batch(manifest).error.contains("0 drawn, 4 up to date"))
  }

  @Test func aRowThatFailsFailsAlone() throws {
    try Data([0x89, 0x50, 0x4E, 0x47, 13]).write(to: URL(fileURLWithPath: folder.file("bad.png")))
    let manifest = try folder.write(
      """
      {"id": "a"}
      {"id": "b", "parameters": {"photo": "bad.png"}}
      {"id": "c", "scale": 100000}
      {"id": "d", "parameters": {"photo": "blue.png"}}
      """, to: "jobs.jsonl")
    let result = try batch(manifest)
    #expect(result.status == 1)
    #expect(try outputs() == ["a.png", "d.png"])
    #expect(result.errorLines.count == 3)
    #expect(result.errorLines[0].contains("jobs.jsonl: line ") && result.error.contains("parameters.photo"))
    #expect(result.errorLines[2].contains("2 drawn, 2 failed"))
    // What failed is a manifest, which is gone when it is done.
    let failed = folder.file("out/failed.jsonl")
    try FileManager.default.copyItem(atPath: failed, toPath: folder.file("again.jsonl"))
    try FileManager.default.removeItem(atPath: folder.file("bad.png"))
    try FileManager.default.copyItem(atPath: folder.file("blue.png"), toPath: folder.file("bad.png"))
    let again = try batch(folder.file("again.jsonl"))
    #expect(again.status == 1 && again.error.contains("1 drawn, 1 failed"), "\(again.error)")
    #expect(try outputs() == ["a.png", "b.png", "d.png"])
  }

  @Test(arguments: [
    ("{\"id\": \"a\", \"parameters\": {\"tnt\": \"#fff\"}}", "line 1: parameters.tnt: is not a parameter"),
    ("{\"id\": \"a\"}\n{\"id\": \"a\"}", "line 2: id: expected a unique one"),
    (
      "{\"id\": \"a\"}\n{\"id\": \"b\", \"output\": \"a.png\"}",
      "line 2: output: expected a unique one, found a.png as in line 1"
    ),
    (
      "{\"id\": \"a\", \"output\": \"s/3.png\"}\n{\"id\": \"b\", \"to\": 1, \"fps\": 5, \"output\": \"s/%d.png\"}",
      "line 2: output: expected unique files, found s/3.png as in line 1"
    ),
    (
      "{\"id\": \"a\", \"parameters\": {\"photo\": \"/etc/passwd\"}}",
      "line 1: parameters.photo: expected a file among the assets"
    ),
    ("{\"id\": \"a\", \"output\": \"../a.png\"}", "line 1: output: expected a path inside the folder"),
    ("{\"id\": \"a\", \"output\": \"a.bmp\"}", "line 1: output: expected a name that ends in .png"),
    ("{\"id\": \"a\", \"to\": 1}", "line 1: output: expected a name that ends in .mp4"),
    ("{\"id\": \"a\", \"to\": -1, \"output\": \"a.mp4\"}", "line 1: to: "),
    ("{\"id\": \"a b\"}", "line 1: id: expected at most 128 letters"),
  ])
  func nothingIsDrawnOfAManifestThatIsWrong(text: String, expected: String) throws {
    let result = try batch(try folder.write(text, to: "jobs.jsonl"))
    expectFailure(result, status: 2, mentions: "jobs.jsonl: " + expected)
    #expect(!FileManager.default.fileExists(atPath: folder.file("out")))
  }

  /// The report lists the faults of a manifest, and no more than fits a screen.
  @Test(arguments: [3, 30]) func allRowsThatAreWrongAreTold(count: Int) throws {
    let rows = (1...count).map { $0 % 3 == 0 ? "{\"id\": \($0)" : "{\"id\": \"j\($0)\", \"scale\": 0}" }
    // A scene that cannot be read hides none of them.
    let manifest = try folder.write(
      "{\"id\": \"j0\"}\n" + rows.joined(separator: "\n") + "\n{\"id\": \"s\", \"scene\": \"none.json\"}",
      to: "jobs.jsonl")
    let result = try batch(manifest)
    var lines = result.errorLines
    #expect(result.status == 2)
    if count > 20 {
      #expect(
        lines.count == 21 && lines.removeFirst().hasSuffix("jobs.jsonl: 30 rows are invalid; the first 20 are listed"))
    }
    for (index, line) in lines.enumerated() { #expect(line.contains("jobs.jsonl: line \(index + 2): "), "\(line)") }
    #expect(lines.count == min(count, 20))
    #expect(!FileManager.default.fileExists(atPath: folder.file("out")))
  }

  @Test(.enabled(if: SmallVolume.canMount, "needs the right to mount a tmpfs"))
  func aFullDiskIsToldByTheNameOfTheFile() throws {
    let volume = try SmallVolume(bytes: 4 << 10)
    _ = try volume.folder.write(String(repeating: "x", count: 4 << 10), to: "filler")
    let manifest = try folder.write("{\"id\": \"c\", \"scale\": 100000}\n", to: "jobs.jsonl")
    let result = try Command.run(
      ["batch", manifest, "--scene", scene, "-o", volume.folder.file("{id}.png"), "--renderer", "cpu"])
    #expect(result.status == 75 && !result.error.contains("/proc/"), "\(result.error)")
    #expect(result.error.contains("/failed.jsonl: cannot be written: No space left on device"), "\(result.error)")
  }

  @Test func aJobThatKillsItsWorkerFailsAlone() throws {
    // Only workers die: the batch itself looks whether the file is there.
    let library = try library(
      """
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <fcntl.h>
      #include <signal.h>
      #include <stdarg.h>
      #include <stdio.h>
      #include <string.h>
      int openat(int folder, const char *name, int flags, ...) {
        static int (*next)(int, const char *, int, ...);
        if (!next) next = (int (*)(int, const char *, int, ...))dlsym(RTLD_NEXT, "openat");
        if (strstr(name, "poison")) {
          char line[4096] = "";
          FILE *file = fopen("/proc/self/cmdline", "r");
          size_t count = file ? fread(line, 1, sizeof line, file) : 0;
          if (file) fclose(file);
          if (memmem(line, count, "worker", 7)) raise(SIGSEGV);
        }
        va_list rest;
        va_start(rest, flags);
        int mode = va_arg(rest, int);
        va_end(rest);
        return next(folder, name, flags, mode);
      }
      """)
    let manifest = try folder.write(
      "{\"id\": \"a\"}\n{\"id\": \"b\", \"parameters\": {\"photo\": \"poison.png\"}}\n{\"id\": \"c\"}\n",
      to: "jobs.jsonl")
    let result = try batch(manifest, "--jobs", "1", environment: ["LD_PRELOAD": library])
    #expect(result.status == 1)
    #expect(result.error.contains("line 2: b: its worker ended by signal 11"), "\(result.error)")
    #expect(try outputs() == ["a.png", "c.png"])
  }

  /// What a service starts: its workers step back behind others and gain no rights.
  @Test func aConfinedBatchConfinesItsWorkers() throws {
    let process = try Command.makeProcess(
      [
        "batch", try people(5000), "--scene", scene, "-o", folder.file("out/{id}.png"), "--renderer", "cpu", "--jobs",
        "1",
        "--confined",
      ])
    process.standardError = FileHandle.nullDevice
    try process.run()
    defer {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    Command.wait(for: process) { (try? outputs().isEmpty) == false }
    let worker = try #require(Command.children(of: process.processIdentifier).first)
    #expect(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(worker)) >= 10)
    let status = try String(contentsOfFile: "/proc/\(worker)/status", encoding: .utf8)
    #expect(status.contains("NoNewPrivs:\t1"))
    let limits = try String(contentsOfFile: "/proc/\(worker)/limits", encoding: .utf8).split(separator: "\n")
    func limit(_ name: String) -> Substring? {
      limits.first { $0.hasPrefix(name) }?.dropFirst(name.count).split(separator: " ").first
    }
    #expect(limit("Max core file size") == "0")
    // ffmpeg inherits it.
    #expect(limit("Max address space") == "unlimited")
  }

  @Test func standardInputIsAManifest() throws {
    let process = try Command.makeProcess(
      ["batch", "-", "--scene", scene, "-o", folder.file("out/{index:03}.png"), "--renderer", "cpu"])
    let (input, errors) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardError = errors
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data("{}\n{}\n".utf8))
    try input.fileHandleForWriting.close()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
    #expect(try outputs() == ["000.png", "001.png"])
  }

  /// A quality counts for the outputs that have one, and another one redraws only these.
  @Test func aQualityDecidesBytes() throws {
    let manifest = try folder.write(
      #"{"id": "a", "output": "a.jpg"}"# + "\n" + #"{"id": "b", "output": "b.png"}"# + "\n", to: "jobs.jsonl")
    func run(_ options: String...) throws -> CommandResult {
      try Command.run(
        [
          "batch", manifest, "--scene", scene, "-o", folder.file("out") + "/", "--renderer", "cpu", "--progress",
          "json",
        ]
          + options)
    }
    func size() throws -> Int { try Data(contentsOf: URL(fileURLWithPath: folder.file("out/a.jpg"))).count }
    #expect(try run("--quality", "1").status == 0)
    let best = try size()
    let again = try run("--quality", "0.1")
    #expect(again.status == 0, "\(again.error)")
    #expect(try size() < best)
    #expect(again.outputLines.filter { $0.contains("\"status\": \"drawn\"") }.count == 1)
    expectFailure(try run("--quality", "90"), status: 2, mentions: "--quality: expected", "from 0", "found 90")
  }

  /// An effort counts for the outputs that have one, and another one redraws only these.
  @Test func anEffortDecidesBytes() throws {
    let manifest = try folder.write(
      #"{"id": "a", "output": "a.png"}"# + "\n" + #"{"id": "b", "output": "b.jpg"}"# + "\n", to: "jobs.jsonl")
    func run(_ options: String...) throws -> CommandResult {
      try Command.run(
        [
          "batch", manifest, "--scene", scene, "-o", folder.file("out") + "/", "--renderer", "cpu", "--progress",
          "json",
        ]
          + options)
    }
    func size() throws -> Int { try Data(contentsOf: URL(fileURLWithPath: folder.file("out/a.png"))).count }
    #expect(try run("--effort", "0").status == 0)
    let fast = try size()
    let again = try run("--effort", "1")
    #expect(again.status == 0, "\(again.error)")
    #expect(try size() < fast)
    #expect(again.outputLines.filter { $0.contains("\"status\": \"drawn\"") }.count == 1)
    expectFailure(try run("--effort", "2"), status: 2, mentions: "--effort: expected", "from 0", "found 2")
  }

  @Test func twoBatchesDoNotShareAFolder() throws {
    // More than are drawn while the second one starts on a busy machine.
    let manifest = try people(5000)
    let first = try Command.makeProcess(
      ["batch", manifest, "--scene", scene, "-o", folder.file("out/{id}.png"), "--renderer", "cpu", "--jobs", "1"])
    first.standardError = FileHandle.nullDevice
    try first.run()
    Command.wait(for: first) { (try? outputs().isEmpty) == false }
    expectFailure(try batch(manifest), status: 1, mentions: "another batch writes into this folder")
    first.terminate()
    first.waitUntilExit()
    #expect(first.terminationReason == .uncaughtSignal && first.terminationStatus == SIGTERM)
  }
}
