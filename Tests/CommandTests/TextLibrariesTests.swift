import Foundation
import MultiplaneDrawing
import Testing

/// What draws text is loaded for text only.
@Suite struct TextLibrariesTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// What the dynamic linker says about the files that it maps while the command renders a scene.
  private func linkerLines(_ scene: String) throws -> [Substring] {
    let path = try folder.write(scene, to: "scene.json")
    let process = try Command.makeProcess([
      "render", path, "-o", folder.file("out.png"), "--renderer", "reference",
    ])
    process.environment = ProcessInfo.processInfo.environment.merging([
      "LD_DEBUG": "files", "LD_DEBUG_OUTPUT": folder.file("linker"),
    ]) { $1 }
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let log = try String(contentsOfFile: folder.file("linker.\(process.processIdentifier)"), encoding: .utf8)
    return log.split(separator: "\n").filter { $0.contains("generating link map") }
  }

  private static func scene(hasText: Bool) -> String {
    let layer = "\"class\": \"CATextLayer\", \"string\": \"\(hasText ? "a" : "")\", \"frame\": [0, 0, 20, 10]"
    return "{\"version\": 1, \"size\": [20, 10], \"root\": {\(layer)}}"
  }

  @Test(.enabled(if: FontCollection.isAvailable), arguments: [false, true])
  func areLoadedForTextOnly(hasText: Bool) throws {
    let lines = try linkerLines(Self.scene(hasText: hasText))
    // What is linked shows that the log is one.
    #expect(lines.contains { $0.contains("libpng") })
    #expect(lines.contains { $0.contains("libpango") } == hasText)
  }

  /// Fontconfig is linked, as Cairo needs it; it tells of each configuration file that it reads.
  @Test(.enabled(if: FontCollection.isAvailable), arguments: [false, true])
  func fontsAreConfiguredForTextOnly(hasText: Bool) throws {
    let path = try folder.write(Self.scene(hasText: hasText), to: "scene.json")
    let process = try Command.makeProcess(["render", path, "-o", folder.file("out.png"), "--renderer", "reference"])
    process.environment = ProcessInfo.processInfo.environment.merging(["FC_DEBUG": "1024"]) { $1 }
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let said = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(said.contains("config file") == hasText, "\(said.prefix(300))")
  }
}
