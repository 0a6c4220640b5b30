import Foundation
import MultiplaneDrawing
import MultiplaneGraphics
import Testing

/// What a font's tables say of it; the numbers of the test font are read from its file.
@Suite struct TextFontTableTests {
  private func font(size: CGFloat) throws -> CTFont {
    CTFont(FontDescriptor(name: "Test"), size: size, fonts: try TextSample.fonts())
  }

  @Test func unitsAndGlyphs() throws {
    let font = try font(size: 20.48)
    #expect(CTFontGetUnitsPerEm(font) == 2048)
    #expect(CTFontGetGlyphCount(font) == 180)
    #expect(CTFontGetSlantAngle(font) == 0)
    #expect(CTFontGetSymbolicTraits(font) == [])
    #expect(CTFontGetMatrix(font) == .identity)
  }

  /// At 20.48 points a unit of the font is 0.01 points.
  @Test func theBoxOfAllGlyphs() throws {
    let box = CTFontGetBoundingBox(try font(size: 20.48))
    for (found, expected) in [(box.minX, -20.90), (box.minY, -9.48), (box.maxX, 36.73), (box.maxY, 25.24)] {
      #expect(abs(found - expected) < 1e-9)
    }
  }

  @Test func namesByKey() throws {
    let font = try font(size: 12)
    #expect(CTFontCopyName(font, kCTFontFamilyNameKey) == CTFontCopyFamilyName(font))
    #expect(CTFontCopyName(font, kCTFontPostScriptNameKey) == CTFontCopyPostScriptName(font))
    #expect(CTFontCopyName(font, "CTFontCopyrightName") == nil)
    #expect(CTFontCopyDisplayName(font) == CTFontCopyFullName(font))
  }
}
