import Foundation
import Testing

/// `tools/build` shows how far it is, and what failed.
struct BuildProgressTests {
  private let folder: TestFolder
  private static let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  init() throws { folder = try TestFolder() }

  /// Runs `tools/build` in a terminal, with a script in place of `swift`.
  private func build(_ script: String) throws -> (status: Int32, output: String) {
    let swift = try folder.write("#!/bin/sh\n\(script)\n", to: "swift")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: swift)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/script")
    // As it is started by a person; 'script' gives it a terminal.
    process.arguments = ["-qec", "tools/build --product none", "/dev/null"]
    process.currentDirectoryURL = Self.project
    var environment = ProcessInfo.processInfo.environment
    environment["PATH"] = folder.file("") + ":" + (environment["PATH"] ?? "/usr/bin:/bin")
    environment["MULTIPLANE_IS_BUILT"] = nil
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let said = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, said)
  }

  @Test func stepsAreShown() throws {
    let result = try build("echo '[3/45] Compiling MultiplaneGL Device.swift'; echo '[45/45] Linking multiplane'")
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains("building: 3 of 45: Compiling MultiplaneGL Device.swift"), "\(result.output)")
    #expect(result.output.contains("building: 45 of 45: Linking multiplane"), "\(result.output)")
  }

  @Test func aFailureShowsWhatSwiftSaid() throws {
    let result = try build("echo '[1/2] Compiling A'; echo 'a.swift:1:1: error: expected expression'; exit 1")
    #expect(result.status == 1)
    #expect(result.output.contains("a.swift:1:1: error: expected expression"), "\(result.output)")
    #expect(result.output.contains("failed (above)"), "\(result.output)")
  }
}
