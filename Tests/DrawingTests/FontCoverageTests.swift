import MultiplaneGraphics
import Testing

@testable import MultiplaneDrawing

/// What is known of fonts before a text is drawn: whether a family is there, and which characters
/// none has.
@Suite(.enabled(if: FontCollection.isAvailable)) struct FontCoverageTests {
  @Test(arguments: [
    ("Test", true), ("test", true), ("Test Bold", true), ("Test-Italic", true), ("sans-serif", true),
    ("Monospace", true), (".AppleSystemUIFont", true), ("system-ui", true), ("No Such Family", false), ("Tes", false),
    ("", false), ("Test, Other", false), ("NoSuchFamily-Bold", false),
  ])
  func families(name: String, isThere: Bool) throws {
    let fonts = try TextSample.fonts()
    // Looked up, and known by then.
    for _ in 0..<2 { #expect(fonts.hasFamily(of: name) == isThere) }
  }

  @Test func theSystemDoesNotKnowAFileOfACollection() throws {
    #expect(!FontCollection.system.hasFamily(of: "Multiplane Own 0"))
    #expect(try TextSample.fonts().families.contains("Test"))
    #expect(try TextSample.fonts().hasFonts)
  }

  @Test(
    arguments: [
      ("abc ABC", []), ("a\u{378}b\u{378}\u{10FFFD}", ["\u{378}", "\u{10FFFD}"]), ("", []), ("\n\r\u{2028}\u{0}\t", []),
      // What shows nothing needs no font.
      ("a\u{200D}\u{FE0F}\u{202E}\u{AD}", []), ("\u{378}\n\u{379}", ["\u{378}", "\u{379}"]),
    ] as [(String, [Unicode.Scalar])])
  func missingCharacters(text: String, expected: [Unicode.Scalar]) throws {
    let fonts = try TextSample.fonts()
    for _ in 0..<2 { #expect(fonts.missingCharacters(in: text) == expected) }
  }

  /// More than are looked up at once.
  @Test func manyCharacters() throws {
    let all = (0x10_0000..<0x10_0400).compactMap { Unicode.Scalar($0) }
    let text = String(String.UnicodeScalarView(all))
    #expect(try TextSample.fonts().missingCharacters(in: "a" + text) == all)
  }
}
