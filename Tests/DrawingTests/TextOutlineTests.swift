import Foundation
import MultiplaneDrawing
import MultiplaneGraphics
import Testing

/// The elements of glyphs' outlines.
@Suite struct TextOutlineTests {
  private func letters(_ path: CGPath) -> String {
    path.elements.map { element in
      switch element {
      case .move: "M"
      case .line: "L"
      case .quadCurve: "Q"
      case .curve: "C"
      case .close: "Z"
      }
    }.joined()
  }

  private func outline(_ character: Character, _ name: String) throws -> CGPath {
    let font = CTFont(NSString(string: name), size: 10)
    var glyph: CGGlyph = 0
    let unit = try #require(String(character).utf16.first)
    #expect(CTFontGetGlyphsForCharacters(font, [unit], &glyph, 1))
    return try #require(CTFontCreatePathForGlyph(font, glyph, nil))
  }

  /// One move per contour, none behind the last; TrueType's curves are quadratic. DejaVu Sans is a
  /// TrueType font.
  @Test func contours() throws {
    #expect(try letters(outline("_", "DejaVu Sans")).wholeMatch(of: /ML+Z/) != nil)
    let round = try letters(outline("o", "DejaVu Sans"))
    #expect(round.wholeMatch(of: /(M[LQ]+Z){2}/) != nil && round.contains("Q"), "\(round)")
  }
}
