import Foundation
import MultiplaneDrawing
import MultiplaneGraphics
import Testing

/// Lines made as wide as asked for, and where a line is broken between letters. H is 15.40 wide, a
/// space 6.51.
@Suite struct TextJustificationTests {
  private let font: CTFont

  init() throws { font = CTFont(FontDescriptor(name: "Test"), size: 20.48, fonts: try TextSample.fonts()) }

  private func line(_ string: String) -> CTLine {
    CTLineCreateWithAttributedString(NSAttributedString(string: string, attributes: [.font: font]))
  }

  private func width(_ line: CTLine) -> Double { CTLineGetTypographicBounds(line, nil, nil, nil) }

  /// Two spaces share the 20 points that are missing, or give them up; spaces at the end stay.
  @Test(arguments: [(1.0, 20.0, 10.0), (0.5, 20, 5), (3, 20, 10), (1, -4, -2)])
  func spaces(factor: Double, missing: Double, each: Double) throws {
    let plain = line("H H H")
    let wide = try #require(CTLineCreateJustifiedLine(plain, CGFloat(factor), width(plain) + missing))
    #expect(abs(width(wide) - (width(plain) + 2 * each)) < 1e-6)
    for (index, shift) in [(0, 0.0), (1, 0), (2, 1), (3, 1), (4, 2)] {
      let from = CTLineGetOffsetForStringIndex(plain, index, nil)
      #expect(abs(CTLineGetOffsetForStringIndex(wide, index, nil) - from - shift * each) < 1e-6, "letter \(index)")
    }
    #expect(CTLineGetGlyphCount(wide) == 5 && CTLineGetStringRange(wide) == CTLineGetStringRange(plain))
  }

  /// Without a space room is made between letters.
  @Test func letters() throws {
    let wide = try #require(CTLineCreateJustifiedLine(line("HHHH"), 1, 4 * 15.40 + 9))
    #expect(abs(CTLineGetOffsetForStringIndex(wide, 3, nil) - (3 * 15.40 + 9)) < 0.02)
  }

  @Test func nothingToMove() {
    #expect(CTLineCreateJustifiedLine(line("H"), 1, 100) == nil)
    #expect(CTLineCreateJustifiedLine(line(""), 1, 100) == nil)
    let plain = line("H H")
    #expect(CTLineCreateJustifiedLine(plain, 0, 100) === plain)
  }

  /// At least one letter, whole characters only.
  @Test(arguments: [(0.0, 1), (15, 1), (31, 2), (40, 3), (54, 4), (1000, 5)])
  func breaksBetweenLetters(width: Double, expected: Int) {
    let text = NSAttributedString(string: "HH HH", attributes: [.font: font])
    let typesetter = CTTypesetterCreateWithAttributedString(text)
    #expect(CTTypesetterSuggestClusterBreak(typesetter, 0, width) == expected)
    #expect(CTTypesetterSuggestClusterBreak(typesetter, 5, width) == 0)
  }
}
