import Foundation
import MultiplaneDrawing
import Testing

/// Signals of `multiplane serve`.
@Suite struct ServeSignalTests {
  /// A template whose texts take longer to lay out than the time limit: reading it takes some
  /// seconds, and then fails.
  private func writeSlowTemplate(to folder: TestFolder) throws {
    let string = String(repeating: "a\\t", count: 49_995)
    let text = "{\"class\": \"CATextLayer\", \"bounds\": [0, 0, 9, 9], \"string\": \"\(string)\"}"
    let layers = Array(repeating: text, count: 40).joined(separator: ", ")
    _ = try folder.write(
      "{\"version\": 1, \"size\": [9, 9], \"root\": {\"sublayers\": [\(layers)]}}", to: "slow.json")
  }

  /// Whether the command takes SIGTERM on a thread of its own, which it does before it reads
  /// templates. While the C library starts a program or a thread, all signals are blocked, so that
  /// one look is not enough.
  private static func blocksTermination(_ process: pid_t) -> Bool {
    let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    guard status.hasPrefix("Name:\tmultiplane\n") else { return false }
    let line = status.split(separator: "\n").first { $0.hasPrefix("SigBlk:") }
    let mask = line.flatMap { UInt64($0.split(separator: "\t").last ?? "", radix: 16) } ?? 0
    return mask >> UInt64(SIGTERM - 1) & 1 == 1
  }

  @Test(.enabled(if: FontCollection.isAvailable), arguments: [SIGTERM, SIGINT])
  func theServiceEndsWhileItReadsASlowTemplate(signal: Int32) throws {
    let folder = try TestFolder()
    try writeSlowTemplate(to: folder)
    let process = try Command.makeProcess(
      ["serve", "--templates", folder.path, "--port", "0", "--workers", "1", "--renderer", "cpu"])
    process.standardError = FileHandle.nullDevice
    try process.run()
    var looks = 0
    Command.wait(for: process) {
      looks = Self.blocksTermination(process.processIdentifier) ? looks + 1 : 0
      return looks == 50
    }
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    // Had it read the template to its end, it would have failed.
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
  }
}
