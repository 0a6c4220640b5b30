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

  private static let panel = """
    {"version": 1, "size": [64, 48], "background": "#000000",
     "parameters": {"title": {"type": "string", "default": "a"}, "width": {"type": "number", "minimum": 0, "maximum": 64, "default": 8}},
     "root": {"name": "TITLE", "frame": [0, 0, 64, 48], "sublayers": [
       {"name": "bar", "bounds": [0, 0, {"parameter": "width"}, 4], "position": [32, 4]},
       {"class": "CATextLayer", "frame": [0, 8, 64, 8], "string": {"parameter": "title"}},
       {"name": "button", "frame": [20, 20, 20, 20], "transform": [{"rotateDegrees": 30}], "backgroundColor": "#ff0000"}]}}
    """

  /// A button is tapped and a key pressed without any device; values that were set at the socket
  /// outlive a reload of an edited file.
  @Test func aSimulatedKioskIsTappedAndKeepsValues() throws {
    let folder = try TestFolder()
    let scene = try folder.write(Self.panel, to: "panel.json")
    let other = try folder.write(TestScene.halves, to: "halves.json")
    let kiosk = try RunningKiosk([scene, other], in: folder, "--events")
    #expect(try kiosk.ask(#"{"command": "tap", "layer": "button"}"#) == #"{"ok": true, "layer": "button"}"#)
    #expect(try kiosk.ask(#"{"command": "tap", "layer": "bars"}"#).contains("did you mean"))
    #expect(try kiosk.ask(#"{"command": "tap", "point": [900, 1]}"#).contains("expected a point on the output"))
    #expect(try kiosk.ask(#"{"command": "key", "code": 28, "key": "Return"}"#) == #"{"ok": true}"#)
    #expect(try kiosk.ask(#"{"parameters": {"width": 40}}"#).contains("ok"))
    #expect(try kiosk.ask(#"{"layer": "button", "opacity": 0.5}"#).contains("ok"))
    _ = try folder.write(Self.panel.replacing("TITLE", with: "new"), to: "panel.json")
    #expect(try kiosk.ask(#"{"command": "reload"}"#).contains("ok"))
    let tree = try kiosk.ask(#"{"command": "tree"}"#)
    #expect(tree.contains(#""name": "new""#) && tree.contains(#""frame": [12, 2, 40, 4]"#), "\(tree)")
    #expect(tree.contains(#""opacity": 0.5"#), "\(tree)")
    #expect(try kiosk.ask(#"{"command": "reload", "reset": true}"#).contains("ok"))
    let reset = try kiosk.ask(#"{"command": "tree"}"#)
    #expect(reset.contains(#""frame": [28, 2, 8, 4]"#) && !reset.contains("opacity"), "\(reset)")
    let (output, error) = try kiosk.quit()
    let events = output.split(separator: "\n").map { $0.prefix { $0 != "," } }
    #expect(
      events == ["press", "release", "tap", "keyDown", "keyUp"].map { #"{"event": "\#($0)""# }, "\(output)")
    #expect(output.contains(#""event": "tap", "layer": "button", "path": ["TITLE", "button"]"#), "\(output)")
    #expect(error.contains("scene 2 of 2: on no screen, because each scene needs its own; found 1"), "\(error)")
  }

  @Test func equalTimesOfBlankingAreRefused() throws {
    let folder = try TestFolder()
    let scene = try folder.write(TestScene.halves, to: "halves.json")
    let result = try Command.run([
      "kiosk", scene, "--simulate", "64x48", "--duration", "0.1", "--blank-at", "22:00", "--unblank-at", "22:00",
    ])
    #expect(result.status == 2 && result.error.contains("expected two different times, found 22:00 for both"))
  }
}

/// A kiosk on a simulated monitor, with a client at its socket.
private final class RunningKiosk {
  private let process: Process
  private let (output, error) = (Pipe(), Pipe())
  private let client: Int32

  init(_ scenes: [String], in folder: TestFolder, _ options: String...) throws {
    // Short: a socket's path has at most 107 bytes.
    let path = "/tmp/k\(UInt32.random(in: .min ... .max))"
    process = try Command.makeProcess(
      ["kiosk"] + scenes + options + [
        "--simulate", "64x48@60", "--renderer", "cpu", "--metrics", "0", "--duration", "60", "--socket", path,
      ])
    (process.standardOutput, process.standardError) = (output, error)
    try process.run()
    client = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    Command.wait(for: process) {
      withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(client, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
        }
      }
    }
    // The first frame has been shown.
    try Command.wait(for: process) { try ask(#"{"command": "statistics"}"#).contains(#""outputs": 1"#) }
  }

  /// Sends a line, and returns the reply.
  func ask(_ line: String) throws -> String {
    let bytes = Array((line + "\n").utf8)
    try #require(send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count)
    var (reply, part) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    while reply.last != UInt8(ascii: "\n") {
      let count = recv(client, &part, part.count, 0)
      try #require(count > 0, "the kiosk has ended")
      reply += part[..<count]
    }
    return String(decoding: reply.dropLast(), as: UTF8.self)
  }

  deinit { close(client) }

  /// Ends the kiosk, and returns what it wrote.
  func quit() throws -> (output: String, error: String) {
    _ = try ask(#"{"command": "quit"}"#)
    let written = try (output.fileHandleForReading.readToEnd(), error.fileHandleForReading.readToEnd())
    process.waitUntilExit()
    return (String(decoding: written.0 ?? Data(), as: UTF8.self), String(decoding: written.1 ?? Data(), as: UTF8.self))
  }
}
