import Foundation
import MultiplaneDrawing
import Testing

/// Whatever a scene's text is, it ends in a picture or a line of an error, within 5 seconds of the
/// processor and 512 MiB.
@Suite(.enabled(if: FontCollection.isAvailable)) struct TextBudgetTests {
  /// A layer's members, and whether the scene is drawn.
  struct Example: Sendable, CustomTestStringConvertible {
    let name: String
    let isDrawn: Bool
    let members: @Sendable () -> String

    var testDescription: String { name }

    init(_ name: String, isDrawn: Bool = true, _ members: @autoclosure @escaping @Sendable () -> String) {
      (self.name, self.isDrawn, self.members) = (name, isDrawn, members)
    }
  }

  private static func text(_ piece: String, _ count: Int) -> String {
    "\"string\": \"\(String(repeating: piece, count: count))\""
  }

  private static let fits = "\"adjustsFontSizeToFitWidth\": true"
  private static let hyphenated = "\"hyphenation\": \"en-US\""

  /// Characters for private use, none twice.
  private static func unknown(_ count: UInt32) -> String {
    String(String.UnicodeScalarView((0..<count).compactMap { Unicode.Scalar(0xF_0000 + $0) }))
  }

  static let examples = [
    Example("10 MB", "\(text("word ", 2_000_000)), \"wrapped\": true"),
    Example("10 MB in one word", "\(text("w", 10_000_000)), \"wrapped\": true, \"truncationMode\": \"middle\""),
    Example("10 MB in one line", text("word ", 2_000_000)),
    Example("100,000 lines", text("a\\n", 100_000)),
    Example("100,000 empty lines", "\(text("\\n", 100_000)), \"wrapped\": true, \"truncationMode\": \"end\""),
    Example("joined without end", text("e\u{301}\u{302}\u{303}", 100_000)),
    Example("directions within each other", text("\u{202E}a\u{202D}", 30_000)),
    Example("letters of a million points", "\(text("Text", 1)), \"fontSize\": 1000000"),
    Example("letters of a billion points", "\(text("Text", 1)), \"fontSize\": 1000000000, \"wrapped\": true"),
    Example("letters of nothing", "\(text("word ", 10_000)), \"fontSize\": 1e-9"),
    Example("a page on a point", "\(text("word ", 10_000)), \"fontSize\": 0.001, \"wrapped\": true"),
    Example("a billion points wide", isDrawn: false, "\(text("Text", 1)), \"bounds\": [0, 0, 1e9, 20]"),
    Example("a billion points high", isDrawn: false, "\(text("Text", 1)), \"bounds\": [0, 0, 20, 1e9]"),
    Example("of no width", "\(text("word ", 200_000)), \"wrapped\": true, \"bounds\": [0, 0, 0, 20]"),
    Example(
      "of hardly any width",
      "\(text("word ", 200_000)), \"wrapped\": true, \"alignmentMode\": \"justified\", \"bounds\": [0, 0, 1e-6, 20]"),
    Example("half of a surrogate pair", isDrawn: false, text("\\ud800", 3)),
    Example("zeros", text("\\u0000", 10_000)),
    Example("tabs in one line", text("a\\t", 49_995)),
    Example("tabs with dots", "\(text("a\\t", 49_995)), \"truncationMode\": \"middle\""),
    Example("soft hyphens in one line", text("a\u{AD}", 49_995)),
    Example("both directions in one line", text("a\u{5D0}", 49_995)),
    Example(
      "tabs on a wide page", isDrawn: false, "\(text("a\\t", 49_995)), \"wrapped\": true, \"bounds\": [0, 0, 1e9, 20]"),
    Example("a page that is to fit", "\(text("word ", 2000)), \"wrapped\": true, \(fits)"),
    Example("a page that fits into no line", "\(text("word ", 2000)), \"fontSize\": 1e9, \(fits)"),
    Example("a book that is to fit", "\(text("word ", 200_000)), \"wrapped\": true, \(fits)"),
    Example("a hyphenated book", "\(text("hyphenation ", 200_000)), \"wrapped\": true, \(hyphenated)"),
    Example(
      "a hyphenated page that is to fit", "\(text("hyphenation ", 800)), \"wrapped\": true, \(hyphenated), \(fits)"),
    Example("hyphenated without spaces", "\(text("hyphenation", 9_000)), \"wrapped\": true, \(hyphenated)"),
    Example("thousands of characters that no font has", "\"string\": \"\(unknown(20_000))\""),
  ]

  @Test(arguments: examples)
  func endsInTime(_ example: Example) throws {
    let folder = try TestFolder()
    let bounds = example.members().contains("\"bounds\"") ? "" : "\"bounds\": [0, 0, 100, 60], "
    let scene = try folder.write(
      """
      {"version": 1, "size": [100, 60],
       "root": {"class": "CATextLayer", \(bounds)\(example.members())}}
      """, to: "scene.json")
    let picture = folder.file("out.png")
    let process = try Command.makeProcess(["render", scene, "-o", picture, "--renderer", "reference"])
    let command = try #require(process.executableURL?.path)
    // KiB of memory that is its own, and seconds of the processor.
    let limits = "ulimit -d 524288 -t 5 && exec \"$0\" \"$@\""
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", limits, command] + (process.arguments ?? [])
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let said = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit, "signal \(process.terminationStatus): \(said.prefix(500))")
    #expect((process.terminationStatus == 0) == example.isDrawn, "\(said.prefix(500))")
    #expect(FileManager.default.fileExists(atPath: picture) == example.isDrawn)
    let warnings = said.split(separator: "\n").filter { $0.hasPrefix("multiplane: warning: ") }
    let rest = said.split(separator: "\n").count - warnings.count
    // One warning for omitted text or missing glyphs, one for text that is cut.
    #expect(warnings.count <= 2 && rest == (example.isDrawn ? 0 : 1), "\(said.prefix(500))")
  }
}
