import Foundation
import Testing

@Suite struct PlayCommandTests {
  /// libwayland would say it too, in words of its own.
  @Test func withoutACompositorThereIsOneLine() throws {
    let folder = try TestFolder()
    let scene = try folder.write(TestScene.halves, to: "halves.json")
    let process = try Command.makeProcess(["play", scene, "--duration", "1"])
    process.environment = ProcessInfo.processInfo.environment.filter {
      !["XDG_RUNTIME_DIR", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"].contains($0.key)
    }
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 1)
    #expect(text.hasPrefix("multiplane: ") && text.split(separator: "\n").count == 1, "\(text)")
  }
}
