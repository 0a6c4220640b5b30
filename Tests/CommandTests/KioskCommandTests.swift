import Foundation
import Testing

@Suite struct KioskCommandTests {
  /// Opens libseat where it is installed, whose connection to a daemon fails. No screen is touched.
  @Test func withoutASeatDaemonThereIsOneLine() throws {
    let folder = try TestFolder()
    let scene = try folder.write(TestScene.halves, to: "halves.json")
    let process = try Command.makeProcess(["kiosk", scene, "--seat", "libseat", "--duration", "1"])
    var environment = ProcessInfo.processInfo.environment
    environment["LIBSEAT_BACKEND"] = "seatd"
    environment["SEATD_SOCK"] = "/nowhere/seatd.sock"
    process.environment = environment
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 1)
    let isInstalled = dlopen("libseat.so.1", RTLD_NOW) != nil
    let expected =
      isInstalled
      ? "multiplane: libseat: libseat_open_seat failed with ENOENT" : "multiplane: libseat has no library libseat.so.1"
    #expect(text.hasPrefix(expected) && text.split(separator: "\n").count == 1, "\(text)")
  }
}
