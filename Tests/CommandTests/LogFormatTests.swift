import Foundation
import Testing

/// The form of lines on standard error: for people, for programs, and for the journal.
@Suite struct LogFormatTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// What the command writes to a file as its standard error, which `JOURNAL_STREAM` names.
  private func journal(_ arguments: [String]) throws -> [Substring] {
    let path = try folder.write("", to: "journal")
    var status = stat()
    try #require(stat(path, &status) == 0)
    let process = try Command.makeProcess(
      arguments, environment: ["JOURNAL_STREAM": "\(status.st_dev):\(status.st_ino)"])
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
  }

  private func kiosk(_ scene: String) -> [String] {
    ["kiosk", scene, "--simulate", "64x48@60", "--frames", "1", "--metrics", "0", "--renderer", "cpu"]
  }

  @Test func theJournalGetsPriorities() throws {
    let missing = try journal(["check", folder.file("none.json")])
    #expect(missing.count == 1 && missing[0].hasPrefix("<3>multiplane: "), "\(missing)")
    let warned = try folder.write(
      #"{"version": 1, "size": [8, 8], "root": {"class": "CAGradientLayer", "frame": [0, 0, 8, 8], "colors": ["red"]}}"#,
      to: "warned.json")
    let lines = try journal(kiosk(warned))
    #expect(lines.contains { $0.hasPrefix("<4>multiplane: warning: ") }, "\(lines)")
    #expect(lines.allSatisfy { $0.prefixMatch(of: /<[3-6]>multiplane:/) != nil }, "\(lines)")
    // Standard error of others is as it was.
    #expect(try Command.run(["check", folder.file("none.json")]).error.hasPrefix("multiplane: "))
  }

  @Test func linesAreJSONOnRequest() throws {
    let scene = try folder.write(TestScene.halves, to: "halves.json")
    let result = try Command.run(
      kiosk(scene).replacing(["--metrics", "0"], with: ["--metrics", "0.01"]) + ["--log-format", "json"])
    #expect(result.status == 0 && !result.errorLines.isEmpty, "\(result.error)")
    for line in result.errorLines {
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
      #expect(object["level"] as? String == "notice" && (object["time"] as? String)?.hasSuffix("Z") == true)
      #expect((object["message"] as? String)?.isEmpty == false)
    }
    let missing = try Command.run(["check", folder.file("none.json"), "--log-format", "json"])
    #expect(missing.error.contains(#""level": "error", "message": ""#), "\(missing.error)")
  }
}
