import Foundation
import MultiplaneGraphics
import Testing

@testable import MultiplaneDrawing

/// Core Text's runs, measures of lines and typesetters. At 20.48 points a unit of the font is 0.01
/// points: an H is 15.40 wide, a space and a full stop 6.51.
@Suite struct TextRunTests {
  private let font: CTFont

  init() throws {
    font = CTFont(FontDescriptor(name: "Test"), size: 20.48, fonts: try TextSample.fonts())
  }

  private func line(_ string: String) -> CTLine {
    CTLineCreateWithAttributedString(NSAttributedString(string: string, attributes: [.font: font]))
  }

  @Test func glyphsOfARun() throws {
    let runs = try #require(CTLineGetGlyphRuns(line("HHH")) as? [CTRun])
    let run = try #require(runs.first)
    #expect(runs.count == 1 && CTRunGetGlyphCount(run) == 3)
    #expect(CTRunGetStringRange(run) == CFRangeMake(0, 3) && CTRunGetStatus(run) == .noStatus)
    var positions = [CGPoint](repeating: .zero, count: 3)
    CTRunGetPositions(run, CFRangeMake(0, 0), &positions)
    #expect(abs(positions[1].x - 15.40) < 0.001 && abs(positions[2].x - 30.80) < 0.001)
    #expect(positions.allSatisfy { $0.y == 0 })
    var advances = [CGSize](repeating: .zero, count: 2)
    CTRunGetAdvances(run, CFRangeMake(1, 2), &advances)
    #expect(abs(advances[0].width - 15.40) < 0.001 && abs(advances[1].width - 15.40) < 0.001)
    var glyphs = [CGGlyph](repeating: 0, count: 3)
    CTRunGetGlyphs(run, CFRangeMake(0, 3), &glyphs)
    var expected = [CGGlyph](repeating: 0, count: 3)
    #expect(CTFontGetGlyphsForCharacters(font, Array("HHH".utf16), &expected, 3) && glyphs == expected)
    #expect(abs(CTRunGetTypographicBounds(run, CFRangeMake(0, 2), nil, nil, nil) - 30.80) < 0.001)
    let attributes = CTRunGetAttributes(run) as NSDictionary
    let used = try #require(attributes[kCTFontAttributeName] as? CTFont)
    #expect(CTFontGetSize(used) == 20.48)
    let box = try #require(CTFontCreatePathForGlyph(used, glyphs[0], nil)?.boundingBoxOfPath)
    #expect(abs(box.height - 14.93) < 0.001, "the outline of the font that was used")
  }

  @Test func runsCoverTheLine() throws {
    let text = NSMutableAttributedString(string: "one two", attributes: [.font: font])
    let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    text.addAttribute(
      NSAttributedString.Key(kCTForegroundColorAttributeName as String), value: red,
      range: NSRange(location: 4, length: 3))
    let runs = try #require(CTLineGetGlyphRuns(CTLineCreateWithAttributedString(text)) as? [CTRun])
    #expect(runs.map(CTRunGetStringRange) == [CFRangeMake(0, 4), CFRangeMake(4, 3)])
    let attributes = CTRunGetAttributes(runs[1]) as NSDictionary
    #expect(attributes[kCTForegroundColorAttributeName] as? CGColor == red)
    var indices = [CFIndex](repeating: 0, count: 3)
    CTRunGetStringIndices(runs[1], CFRangeMake(0, 0), &indices)
    #expect(indices == [4, 5, 6])
  }

  @Test func fromRightToLeft() throws {
    let runs = try #require(CTLineGetGlyphRuns(line("\u{5D0}\u{5D1}\u{5D2}")) as? [CTRun])
    #expect(runs.allSatisfy { CTRunGetStatus($0).contains(.rightToLeft) })
  }

  @Test func measuresOfALine() {
    let line = line("HH  ")
    #expect(abs(CTLineGetTrailingWhitespaceWidth(line) - 13.02) < 0.001)
    #expect(abs(CTLineGetOffsetForStringIndex(line, 1, nil) - 15.40) < 0.001)
    #expect(CTLineGetStringIndexForPosition(line, CGPoint(x: 7, y: 0)) == 0)
    #expect(CTLineGetStringIndexForPosition(line, CGPoint(x: 8, y: 0)) == 1)
    #expect(CTLineGetStringIndexForPosition(line, CGPoint(x: 500, y: 0)) == 4)
    let plain = self.line("HH")
    #expect(abs(CTLineGetPenOffsetForFlush(plain, 1, 50) - 19.20) < 0.001)
    #expect(CTLineGetPenOffsetForFlush(plain, 0, 50) == 0 && CTLineGetPenOffsetForFlush(plain, 1, 10) == 0)
    let bounds = CTLineGetBoundsWithOptions(plain, [])
    #expect(abs(bounds.minY + 4.83) < 0.001 && abs(bounds.height - 23.84) < 0.001)
    let ink = CTLineGetBoundsWithOptions(plain, .useGlyphPathBounds)
    #expect(abs(ink.height - 14.93) < 0.001 && ink == CTLineGetImageBounds(plain, nil))
    #expect(CTLineGetImageBounds(self.line(" "), nil).isNull)
  }

  @Test func typesetting() {
    let text = NSAttributedString(string: "HHH HH", attributes: [.font: font])
    let typesetter = CTTypesetterCreateWithAttributedString(text)
    #expect(CTTypesetterSuggestLineBreak(typesetter, 0, 60) == 4)
    #expect(CTTypesetterSuggestLineBreak(typesetter, 4, 60) == 2)
    #expect(CTTypesetterSuggestLineBreak(typesetter, 6, 60) == 0)
    let second = CTTypesetterCreateLine(typesetter, CFRangeMake(4, 0))
    #expect(CTLineGetStringRange(second) == CFRangeMake(4, 2))
    #expect(abs(CTLineGetTypographicBounds(second, nil, nil, nil) - 30.80) < 0.001)
  }

  @Test(arguments: [(CTTextAlignment.left, 0.0), (.center, 34.6), (.right, 69.2), (.natural, 0)])
  func framesAreAligned(_ alignment: CTTextAlignment, _ x: Double) throws {
    var alignment = alignment
    let style = withUnsafePointer(to: &alignment) { value in
      CTParagraphStyleCreate([CTParagraphStyleSetting(spec: .alignment, valueSize: 1, value: value)], 1)
    }
    var stored = CTTextAlignment.justified
    #expect(CTParagraphStyleGetValueForSpecifier(style, .alignment, 1, &stored) && stored == alignment)
    #expect(!CTParagraphStyleGetValueForSpecifier(style, .headIndent, 8, &stored))
    let text = NSAttributedString(
      string: "HH",
      attributes: [.font: font, NSAttributedString.Key(kCTParagraphStyleAttributeName as String): style])
    let path = CGPath(rect: CGRect(x: 0, y: 0, width: 100, height: 50), transform: nil)
    let frame = CTFramesetterCreateFrame(CTFramesetterCreateWithAttributedString(text), CFRangeMake(0, 0), path, nil)
    var origin = CGPoint.zero
    CTFrameGetLineOrigins(frame, CFRangeMake(0, 1), &origin)
    #expect(abs(origin.x - x) < 0.01 && CTFrameGetPath(frame) == path)
  }

  @Test func glyphsByHand() throws {
    let provider = try #require(CGDataProvider(data: Data(Corpus.bytes("test-font.ttf")) as CFData))
    let graphicsFont = try #require(CGFont(provider))
    var glyphs: [CGGlyph] = [0, 0]
    #expect(CTFontGetGlyphsForCharacters(font, Array("H.".utf16), &glyphs, 2))
    var advances = [CGSize](repeating: .zero, count: 2)
    #expect(abs(CTFontGetAdvancesForGlyphs(font, .default, glyphs, &advances, 2) - 21.91) < 0.001)
    #expect(abs(advances[0].width - 15.40) < 0.001 && advances[0].height == 0)
    #expect(abs(CTFontGetBoundingRectsForGlyphs(font, .default, glyphs, nil, 1).height - 14.93) < 0.001)
    let context = try #require(
      CGContext(
        data: nil, width: 60, height: 40, bitsPerComponent: 8, bytesPerRow: 240, space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
    context.setFillColor(CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1))
    context.showGlyphs(glyphs, at: [.zero, .zero])
    let clear = try #require(context.makeImage()).premultipliedRGBA8()
    #expect(clear.allSatisfy { $0 == 0 }, "nothing without a font")
    context.setFont(graphicsFont)
    context.setFontSize(40.96)
    context.showGlyphs(glyphs, at: [CGPoint(x: 2, y: 5), CGPoint(x: 40, y: 5)])
    let bytes = try #require(context.makeImage()).premultipliedRGBA8()
    // The stems of an H stand from 2.01 to 4.78, at 20.48 points; 30 rows high here, from y = 5.
    func alpha(_ x: Int, _ y: Int) -> UInt8 { bytes[(39 - y) * 240 + x * 4 + 3] }
    #expect(alpha(8, 20) == 255 && bytes[(39 - 20) * 240 + 8 * 4] == 255)
    #expect(alpha(8, 38) == 0 && alpha(8, 2) == 0 && alpha(18, 10) == 0)
  }

  @Test func interfaceFonts() throws {
    let system = try #require(CTFontCreateUIFontForLanguage(.system, 0, nil))
    #expect(CTFontGetSize(system) == 13)
    #expect(CTFontCreateUIFontForLanguage(.label, 20, nil).map(CTFontGetSize) == 20)
  }
}
