import Foundation
import MultiplaneDrawing
import Testing

/// System families whose names have commas and quotes.
@Suite(.enabled(if: FontCollection.isAvailable)) struct TextFamilyTests {
  private static let fonts =
    URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path + "/Scenes/fonts/"

  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// Renders a text in a family. The system has a font of that name, and another one, which
  /// replaces it where it is not found.
  private func render(_ family: String, installedAs installed: String, to output: String) throws -> CommandResult {
    // The name has as many letters, so that the font's tables stay where they are.
    let name = "Multiplane Test"
    #expect(installed.utf16.count == name.utf16.count)
    func bytes(_ text: String) -> Data { Data(text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }) }
    var font = try Data(contentsOf: URL(fileURLWithPath: Self.fonts + "multiplane-test.ttf"))
    while let range = font.range(of: bytes(name)) { font.replaceSubrange(range, with: bytes(installed)) }
    try FileManager.default.createDirectory(atPath: folder.file("fonts"), withIntermediateDirectories: true)
    try font.write(to: URL(fileURLWithPath: folder.file("fonts/font.ttf")))
    try Data(contentsOf: URL(fileURLWithPath: Self.fonts + "multiplane-latin.ttf"))
      .write(to: URL(fileURLWithPath: folder.file("fonts/other.ttf")))
    let configuration = try folder.write(
      """
      <?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
      <fontconfig><dir>\(folder.file("fonts"))</dir><cachedir>\(folder.file("cache"))</cachedir></fontconfig>
      """, to: "fonts.conf")
    let quoted = try String(decoding: JSONEncoder().encode(family), as: UTF8.self)
    let scene = try folder.write(
      """
      {"version": 1, "size": [90, 40], "fonts": {"Own": "\(Self.fonts)multiplane-test.ttf"}, "background": "#fff",
       "root": {"class": "CATextLayer", "frame": [0, 0, 90, 40], "string": "Ada", "font": \(quoted),
                "fontSize": 20, "foregroundColor": "#000"}}
      """, to: "scene.json")
    let process = try Command.makeProcess(["render", scene, "-o", output, "--renderer", "reference", "--strict"])
    process.environment = ProcessInfo.processInfo.environment.merging(["FONTCONFIG_FILE": configuration]) { $1 }
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let said = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    return CommandResult(status: process.terminationStatus, output: "", error: said)
  }

  @Test(arguments: ["Test, Plain One", "Test \"Plain\" 12", "Test 'Plain', 1", "Test:bold,-size"])
  func familiesWithCommasAndQuotesAreFound(family: String) throws {
    let expected = try render("Own", installedAs: family, to: folder.file("own.png"))
    #expect(expected.status == 0, "\(expected.error)")
    let found = try render(family, installedAs: family, to: folder.file("system.png"))
    #expect(found.status == 0, "\(found.error)")
    let same = FileManager.default.contentsEqual(atPath: folder.file("own.png"), andPath: folder.file("system.png"))
    #expect(same)
  }
}
