import Foundation
import Testing

/// `multiplane serve` when its program is replaced on disk, as an upgrade does.
extension BatchCommandTests {
  /// Workers of the new release cannot talk to it: it ends so that a service manager starts it
  /// again, rather than to refuse every request from then on.
  @Test func aServiceEndsWhenItsProgramIsReplaced() throws {
    let program = folder.file("multiplane")
    try FileManager.default.copyItem(atPath: Command.executable.path, toPath: program)
    // An installed program would not find its library.
    let library = try library(
      """
      #define _GNU_SOURCE
      #include <stdlib.h>
      #include <unistd.h>
      __attribute__((constructor)) static void end(void) {
        if (access(getenv("IS_REPLACED"), F_OK) == 0) _exit(127);
      }
      """)
    let log = try folder.write("", to: "log")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["serve", "--port", "0", "--workers", "1", "--renderer", "cpu"]
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["LD_PRELOAD": library, "IS_REPLACED": folder.file("replaced")]) { $1 }
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
    try process.run()
    defer {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    try Command.wait(for: process) { try String(contentsOfFile: log, encoding: .utf8).contains(#""message": "ready""#) }
    _ = try folder.write("", to: "new")
    #expect(rename(folder.file("new"), program) == 0)
    _ = try folder.write("", to: "replaced")
    // An idle worker is replaced when it has died.
    let worker = try #require(Command.children(of: process.processIdentifier).first)
    kill(worker, SIGKILL)
    let port = try #require(try String(contentsOfFile: log, encoding: .utf8).firstMatch(of: /"port": (\d+)/)?.1)
    let request = Process()
    request.executableURL = URL(fileURLWithPath: "/bin/bash")
    request.arguments = [
      "-c",
      #"exec 3<>/dev/tcp/127.0.0.1/$0; B='{"version": 1, "size": [8, 8], "root": {}}'; printf 'POST /v1/render HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: %s\r\n\r\n%s' ${#B} "$B" >&3; cat <&3 >/dev/null"#,
      String(port),
    ]
    try request.run()
    Command.wait(for: process) { false }
    #expect(!process.isRunning && process.terminationReason == .exit && process.terminationStatus == 75)
    let text = try String(contentsOfFile: log, encoding: .utf8)
    #expect(text.contains("the program was replaced on disk"), "\(text)")
    request.waitUntilExit()
  }
}
