import Foundation
import Testing

/// What `multiplane batch` does when the system gives it little, or wants it to end.
extension BatchCommandTests {
  /// Five pictures, a video and numbered pictures.
  private func mixture(seconds: Double = 0.5) throws -> String {
    let moving = try folder.write(TestScene.moving, to: "moving.json")
    let pictures = (0..<5).map { #"{"id": "p\#($0)", "scene": "\#(scene)", "output": "p\#($0).png"}"# }
    let video = #"{"id": "v", "scene": "\#(moving)", "to": \#(seconds), "fps": 30, "output": "v.mp4"}"#
    let frames = #"{"id": "s", "scene": "\#(moving)", "to": 0.5, "fps": 10, "output": "s/%02d.png"}"#
    return try folder.write((pictures + [video, frames]).joined(separator: "\n") + "\n", to: "mixture.jsonl")
  }

  private struct Ended {
    let reason: Process.TerminationReason
    let status: Int32
    let lines: [Substring]
  }

  /// Runs a batch of twelve workers behind a line of the shell; it ends within a minute.
  private func batch(after line: String, _ manifest: String, environment: [String: String] = [:]) throws -> Ended {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments =
      ["-c", "\(line); exec timeout 60 \"$0\" \"$@\"", Command.executable.path, "batch", manifest]
      + ["-o", folder.file("out/"), "--renderer", "cpu", "--jobs", "12", "--retries", "0", "--chunk-seconds", "0.01"]
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let errors = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
    let text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    return Ended(
      reason: process.terminationReason, status: process.terminationStatus, lines: text.split(separator: "\n"))
  }

  /// It crashed with 24, and waited for ever with 26 to 34.
  @Test(arguments: [22, 24, 26, 28, 31, 34, 48]) func fewDescriptorsEndInALine(count: Int) throws {
    let result = try batch(after: "ulimit -n \(count)", mixture())
    #expect(result.reason == .exit && [0, 75].contains(result.status), "\(result)")
    #expect(result.lines.contains { $0.contains(" drawn") }, "\(result)")
  }

  @Test func withoutAnyProcessThereIsALine() throws {
    let library = try library(
      """
      #include <errno.h>
      #include <spawn.h>
      int posix_spawn(pid_t *p, const char *f, const posix_spawn_file_actions_t *a, const posix_spawnattr_t *b,
                      char *const c[], char *const d[]) { return EAGAIN; }
      """)
    let result = try batch(after: ":", mixture(), environment: ["LD_PRELOAD": library])
    #expect(result.reason == .exit && result.status == 75, "\(result)")
    #expect(
      result.lines.last?.contains("worker: cannot be started: Resource temporarily unavailable") == true, "\(result)")
  }

  /// As service managers and terminals do: to the batch, its workers and their encoders. A video of
  /// some seconds.
  @Test(arguments: [SIGTERM, SIGINT, SIGHUP]) func aSignalToAllFailsNoVideo(signal: Int32) throws {
    let manifest = try mixture(seconds: 60)
    let process = try Command.makeProcess(
      ["batch", manifest, "-o", folder.file("out/"), "--renderer", "cpu", "--jobs", "1", "--progress", "json"])
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let batch = process.processIdentifier
    var encoders: [Int32] = []
    Command.wait(for: process) {
      encoders = Command.children(of: batch).flatMap(Command.children).filter {
        (try? String(contentsOfFile: "/proc/\($0)/comm", encoding: .utf8)) == "ffmpeg\n"
      }
      return !encoders.isEmpty
    }
    // Held, so that the batch cannot be done before the signal, until it has set its own reactions
    // to signals.
    for encoder in encoders { kill(encoder, SIGSTOP) }
    usleep(200_000)
    for number in encoders + Command.children(of: batch) + [batch] { kill(number, signal) }
    for encoder in encoders { kill(encoder, SIGCONT) }
    let report = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == signal)
    #expect(!encoders.isEmpty && !report.contains("failed"), "\(report)")
    let rest = try Command.run(["batch", manifest, "-o", folder.file("out/"), "--renderer", "cpu"])
    #expect(rest.status == 0, "\(rest.error)")
  }
}
