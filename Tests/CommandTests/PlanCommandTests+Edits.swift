import Foundation
import Testing

/// Edited plans, and those of other versions.
extension PlanCommandTests {
  /// Of a plan that is edited with the hashes in it nothing is joined.
  @Test func anEditedPlanIsNotJoined() throws {
    let jobs = scenes(
      Self.film + "\n" + #"{"id": "a", "scene": "card.json", "output": "a.png"}"# + "\n"
        + #"{"id": "b", "scene": "card.json", "scale": 2, "output": "b.png"}"# + "\n"
        + #"{"id": "s", "scene": "moving.json", "to": 1, "fps": 4, "output": "s/%d.png"}"# + "\n")
    #expect(try plan(jobs, "--group", "1", "--chunk-frames", "30").output.hasPrefix("chunks: 4"))
    try FileManager.default.moveItem(atPath: folder.file("plan"), toPath: folder.file("made"))
    func expectRefusal(_ name: String, _ mention: String, _ edit: ([String]) -> [String]) throws {
      try? FileManager.default.removeItem(atPath: folder.file("plan"))
      try FileManager.default.copyItem(atPath: folder.file("made"), toPath: folder.file("plan"))
      try editPlan(name, edit)
      expectFailure(try join(), status: 1, mentions: mention)
      #expect(!FileManager.default.fileExists(atPath: folder.file("out")))
    }
    func replaced(_ lines: [String], _ index: Int, _ old: String, _ new: String) -> [String] {
      var lines = lines
      lines[index] = lines[index].replacing(old, with: new)
      return lines
    }
    let chunks = "chunks.jsonl"
    try expectRefusal(chunks, "the inputs of chunk 1 do not match its key") { lines in
      let keys = lines.map { line in line.split(separator: "\"").first { $0.count == 64 }.map(String.init) ?? "" }
      return replaced(lines, 1, keys[1], keys[0])
    }
    try expectRefusal(chunks, "line 2: expected a chunk from frame 30 of job 0, found frame 0") { lines in
      [lines[0], lines[0]] + lines[2...]
    }
    try expectRefusal(chunks, "line 1: expected a chunk from frame 0 of job 0, found frame 30") { lines in
      [lines[1], lines[0]] + lines[2...]
    }
    try expectRefusal(chunks, "expected a chunk from frame 0 of job 3, found the end") { $0.dropLast() }
    try expectRefusal(chunks, "line 5: expected no more chunks") { $0 + [$0[0]] }
    try expectRefusal(chunks, "line 2: expected a file .mp4, found .webm") { replaced($0, 1, "mp4", "webm") }
    let outputs = "jobs.jsonl"
    try expectRefusal(outputs, "line 3: expected an output of its own, found a.png again") {
      replaced($0, 2, "b.png", "a.png")
    }
    try expectRefusal(outputs, "line 4: expected an output of its own, found s/2.png again") {
      replaced($0, 1, "a.png", "s/2.png")
    }
    try expectRefusal(outputs, "./a.png: expected the path of an output") { replaced($0, 1, "a.png", "./a.png") }
    try expectRefusal(outputs, "line 3: expected pictures of one format, found b.webp among them") {
      replaced($0, 2, "b.png", "b.webp")
    }
  }

  /// A version whose keys may differ from this one's is named.
  @Test func anotherVersionsPlanIsStatus75() throws {
    #expect(try plan(scenes(Self.film + "\n")).status == 0)
    #expect(try chunk(0).status == 0)
    try changePlan("\"version\":\"0[.]", to: "\"version\":\"9.")
    expectFailure(try join(), status: 75, mentions: "multiplane 9.1.0 made the plan, and this is 0.1.0")
  }
}
