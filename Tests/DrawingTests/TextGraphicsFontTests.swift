import Foundation
import MultiplaneDrawing
import MultiplaneGraphics
import Testing

/// What a font without a size says of itself; the numbers of the test font are read from its file.
@Suite struct TextGraphicsFontTests {
  private let font: CGFont

  init() throws {
    let data = NSData(data: Data(try Corpus.bytes("test-font.ttf")))
    font = try #require(CGDataProvider(data: data).flatMap { CGFont($0) })
  }

  @Test func measures() {
    #expect(font.unitsPerEm == 2048 && font.numberOfGlyphs == 180)
    #expect(font.ascent == 1901 && font.descent == -483 && font.leading == 0)
    #expect(font.fontBBox == CGRect(x: -2090, y: -948, width: 5763, height: 3472))
    #expect(font.italicAngle == 0 && abs(font.stemV - 2.048 * (50 + 37.87)) < 0.01)
    // The font's `OS/2` is of version 1, which has no such heights.
    #expect(font.capHeight == 1493 && font.xHeight == 1120)
    #expect(font.postScriptName == "MultiplaneTest-Book")
  }

  /// A, H, g, and a space.
  private let glyphs: [CGGlyph] = [34, 41, 72, 1]

  @Test func advances() {
    var advances = [Int32](repeating: 0, count: 5)
    #expect(font.getGlyphAdvances(glyphs: glyphs, count: 4, advances: &advances))
    #expect(advances == [1401, 1540, 1300, 651, 0])
    var none: Int32 = 7
    #expect(font.getGlyphAdvances(glyphs: glyphs, count: 0, advances: &none) && none == 7)
  }

  @Test func boxes() {
    var boxes = [CGRect](repeating: .null, count: 4)
    #expect(font.getGlyphBBoxes(glyphs: glyphs, count: 4, bboxes: &boxes))
    #expect(boxes[0] == CGRect(x: 16, y: 0, width: 1368, height: 1493))
    #expect(boxes[2] == CGRect(x: 113, y: -426, width: 1001, height: 1573) && boxes[3].size == .zero)
  }

  @Test func namesOfGlyphs() throws {
    #expect(font.getGlyphWithGlyphName(name: "A") == 34 && font.name(for: 41) == "H")
    #expect(font.getGlyphWithGlyphName(name: "no such name") == 0 && font.name(for: 9999) == nil)
    let sized = CTFontCreateWithGraphicsFont(font, 20, nil, nil)
    #expect(CTFontGetGlyphWithName(sized, "g") == 72 && CTFontCopyNameForGlyph(sized, 72) == "g")
  }

  @Test func tables() {
    #expect(font.table(for: 0x6865_6164)?.length == 54 && font.table(for: 0x4E4F_4E45) == nil)
  }

  /// Broken fonts give numbers, or none.
  @Test func damagedTables() throws {
    for size in [300, 1000, 2000, 15000] {
      let data = NSData(data: Data(try Corpus.bytes("test-font.ttf").prefix(size)))
      guard let broken = CGDataProvider(data: data).flatMap({ CGFont($0) }) else { continue }
      var boxes = [CGRect](repeating: .null, count: 4)
      _ = broken.getGlyphBBoxes(glyphs: glyphs, count: 4, bboxes: &boxes)
      #expect(broken.capHeight <= 10_000 && broken.name(for: 3) != "")
    }
  }
}
