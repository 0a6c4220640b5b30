import Foundation
import MultiplaneGraphics
import Testing

@testable import MultiplaneDrawing

/// Core Text's functions, as source for Apple's systems calls them.
@Suite struct TextCoreTextTests {
  private let font: CTFont
  private let text: NSAttributedString

  init() throws {
    font = CTFont(FontDescriptor(name: "Test"), size: 20.48, fonts: try TextSample.fonts())
    text = NSAttributedString(
      string: TextSample.pangram,
      attributes: [
        kCTFontAttributeName as NSAttributedString.Key: font,
        NSAttributedString.Key(kCTForegroundColorAttributeName as String): opaqueRed,
      ])
  }

  @Test func fonts() {
    let helvetica = CTFontCreateWithName("Helvetica" as CFString, 12, nil)
    #expect(CTFontGetSize(helvetica) == 12 && CTFontGetAscent(helvetica) > 5)
    #expect(CTFontGetSize(CTFontCreateWithName("Helvetica" as CFString, 0, nil)) == 12)
    #expect(CTFontGetSize(CTFontCreateCopyWithSize(font, 30)) == 30)
    #expect(abs(CTFontGetAscent(font) - 19.01) < 0.001 && abs(CTFontGetDescent(font) - 4.83) < 0.001)
    #expect(abs(CTFontGetCapHeight(font) - 14.93) < 0.001 && CTFontGetLeading(font) == 0)
    #expect(CTFontCopyPostScriptName(font) as String == "MultiplaneTest-Book")
  }

  @Test func graphicsFonts() throws {
    #expect(CGFont("No Such Font 123" as CFString) == nil)
    let provider = try #require(CGDataProvider(data: Data(Corpus.bytes("test-font.ttf")) as CFData))
    let graphicsFont = try #require(CGFont(provider))
    #expect(graphicsFont.postScriptName as String? == "MultiplaneTest-Book")
    let font = CTFontCreateWithGraphicsFont(graphicsFont, 20.48, nil, nil)
    #expect(abs(CTFontGetAscent(font) - 19.01) < 0.001)
    let noFont = try #require(CGDataProvider(data: Data([1, 2, 3]) as CFData))
    #expect(CGFont(noFont) == nil)
  }

  @Test func glyphs() throws {
    var glyphs: [CGGlyph] = [9, 9, 9]
    #expect(CTFontGetGlyphsForCharacters(font, Array("H.x".utf16), &glyphs, 3) && !glyphs.contains(0))
    let path = try #require(CTFontCreatePathForGlyph(font, glyphs[1], nil))
    #expect(path.boundingBoxOfPath.insetBy(dx: 0.001, dy: 0.001).size.width > 2.1)
    var matrix = CGAffineTransform(translationX: 100, y: 0)
    #expect(abs((CTFontCreatePathForGlyph(font, glyphs[1], &matrix)?.boundingBoxOfPath.minX ?? 0) - 102.19) < 0.001)
    #expect(!CTFontGetGlyphsForCharacters(font, Array("H\u{4E00}x".utf16), &glyphs, 3) && glyphs[1] == 0)
  }

  @Test func lines() throws {
    let line = CTLineCreateWithAttributedString(NSAttributedString(string: "HH\nH", attributes: [.font: font]))
    var (ascent, descent, leading): (CGFloat, CGFloat, CGFloat) = (0, 0, 0)
    #expect(abs(CTLineGetTypographicBounds(line, &ascent, &descent, &leading) - (3 * 15.40 + 6.51)) < 0.01)
    #expect(abs(ascent - 19.01) < 0.001 && abs(descent - 4.83) < 0.001 && leading == 0)
    #expect(CTLineGetGlyphCount(line) == 4 && CTLineGetStringRange(line) == CFRangeMake(0, 4))
    let short = try #require(CTLineCreateTruncatedLine(line, 45, .end, nil))
    #expect(CTLineGetTypographicBounds(short, nil, nil, nil) <= 45 && CTLineGetGlyphCount(short) < 4)
    #expect(CTLineCreateTruncatedLine(line, 0, .end, nil) == nil)
    #expect(CTLineCreateTruncatedLine(line, 100, .end, nil) === line)
  }

  /// A line is drawn from the text position on, y up, and the position moves to its end.
  @Test func drawnLines() throws {
    let bitmap = try #require(Bitmap(40, 30))
    bitmap.context.textPosition = CGPoint(x: 10, y: 5)
    let line = CTLineCreateWithAttributedString(
      NSAttributedString(string: "H i", attributes: [.font: font, .foregroundColor: opaqueRed]))
    CTLineDraw(line, bitmap.context)
    #expect(
      abs(bitmap.context.textPosition.x - (10 + 15.40 + 6.51 + 5.69)) < 0.01 && bitmap.context.textPosition.y == 5)
    // H's left stem, from 2.01 to 4.03 points behind its start, stands on the baseline.
    #expect(isNear(bitmap.pixel(13, 6), [255, 0, 0, 255]) && bitmap.pixel(13, 4) == [0, 0, 0, 0])
    // The dot of i is above its stem.
    #expect(bitmap.alpha(34, 6) > 250 && bitmap.alpha(34, 17) == 0 && bitmap.alpha(34, 19) > 250)
  }

  /// Text without a colour is black, or what the context fills with where it is asked for.
  @Test(arguments: [false, true])
  func contextColor(isFromContext: Bool) throws {
    let bitmap = try #require(Bitmap(30, 30))
    bitmap.context.setFillColor(opaqueGreen)
    let key = NSAttributedString.Key(kCTForegroundColorFromContextAttributeName as String)
    let attributes: [NSAttributedString.Key: Any] = isFromContext ? [.font: font, key: true] : [.font: font]
    bitmap.context.textPosition = CGPoint(x: 0, y: 5)
    CTLineDraw(
      CTLineCreateWithAttributedString(NSAttributedString(string: "H", attributes: attributes)), bitmap.context)
    #expect(bitmap.pixel(3, 6) == (isFromContext ? [0, 255, 0, 255] : [0, 0, 0, 255]))
  }

  @Test func frames() throws {
    let framesetter = CTFramesetterCreateWithAttributedString(text)
    var fit = CFRange()
    let size = CTFramesetterSuggestFrameSizeWithConstraints(
      framesetter, CFRangeMake(0, 0), nil, CGSize(width: 200, height: CGFloat.greatestFiniteMagnitude), &fit)
    #expect(size.width <= 200 && fit == CFRangeMake(0, text.length))
    let path = CGPath(rect: CGRect(x: 10, y: 20, width: 200, height: size.height), transform: nil)
    let frame = CTFramesetterCreateFrame(framesetter, CFRangeMake(0, 0), path, nil)
    let lines = try #require(CTFrameGetLines(frame) as? [CTLine])
    #expect(abs(size.height - CGFloat(lines.count) * 23.84) < 0.1)
    var origins = [CGPoint](repeating: .zero, count: lines.count)
    CTFrameGetLineOrigins(frame, CFRangeMake(0, 0), &origins)
    #expect(abs(origins[0].y - (size.height - 19.01)) < 0.01 && origins.allSatisfy { $0.x == 0 })
    #expect(zip(origins, origins.dropFirst()).allSatisfy { abs($0.y - $1.y - 23.84) < 0.02 })
    #expect(CTFrameGetVisibleStringRange(frame) == CFRangeMake(0, text.length))
    let ranges = lines.map { CTLineGetStringRange($0) }
    #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.location + $0.length == $1.location })

    let low = CTFramesetterCreateFrame(
      framesetter, CFRangeMake(4, 0), CGPath(rect: CGRect(x: 0, y: 0, width: 200, height: 50), transform: nil), nil)
    #expect(CTFrameGetLines(low).count == 2 && CTFrameGetVisibleStringRange(low).location == 4)
    #expect(CTFrameGetVisibleStringRange(low).length < text.length - 4)

    let bitmap = try #require(Bitmap(220, 200))
    CTFrameDraw(frame, bitmap.context)
    // The first letter, T, has its bar at the top of the frame, below 19.01 − 14.93 points of room.
    #expect(bitmap.alpha(16, Int(20 + size.height - 5.5)) > 200 && bitmap.alpha(16, Int(20 + size.height - 3)) == 0)
  }

  @Test(arguments: [CFRangeMake(-5, 3), CFRangeMake(1000, 5), CFRangeMake(5, .max), CFRangeMake(.max, .max)])
  func rangesOutside(range: CFRange) {
    let framesetter = CTFramesetterCreateWithAttributedString(text)
    let size = CTFramesetterSuggestFrameSizeWithConstraints(
      framesetter, range, nil, CGSize(width: 200, height: CGFloat.nan), nil)
    #expect(size.width >= 0)
    let frame = CTFramesetterCreateFrame(framesetter, range, CGMutablePath(), nil)
    #expect(CTFrameGetLines(frame).count == 0)
  }

  @Test func halfSurrogates() {
    let units: [UniChar] = [0x48, 0xD800, 0x48, 0xDC00]
    let string = NSString(characters: units, length: 4)
    let line = CTLineCreateWithAttributedString(NSAttributedString(string: string as String, attributes: [.font: font]))
    #expect(CTLineGetStringRange(line).length == 4 && CTLineGetGlyphCount(line) == 4)
  }

  /// Four letters of Hebrew, the first of which stands at the right end.
  @Test func placesInTextFromRightToLeft() throws {
    let line = CTLine(StyledText("שלום", TextSample.attributes(fonts: try TextSample.fonts())))
    let width = CTLineGetTypographicBounds(line, nil, nil, nil)
    let offsets = (0...4).map { Double(CTLineGetOffsetForStringIndex(line, $0, nil)) }
    #expect(abs(offsets[0] - width) < 0.001 && offsets[4] == 0)
    #expect(zip(offsets, offsets.dropFirst()).allSatisfy { $0 > $1 })
    for index in 0...4 {
      for nudge in [-0.1, 0.1] {
        #expect(CTLineGetStringIndexForPosition(line, CGPoint(x: offsets[index] + nudge, y: 0)) == index)
      }
    }
    let latin = CTLine(StyledText("Hax", TextSample.attributes(fonts: try TextSample.fonts())))
    for index in 0...3 {
      let offset = CTLineGetOffsetForStringIndex(latin, index, nil)
      #expect(CTLineGetStringIndexForPosition(latin, CGPoint(x: offset + 0.1, y: 0)) == index)
    }
  }

  @Test("a font that is packed for the web is refused") func packedFonts() throws {
    for signature in ["wOFF", "wOF2"] {
      let error = #expect(throws: FontError.self) { try FontFile(Array(signature.utf8) + [0, 1, 2], name: "a.woff") }
      #expect(
        "\(try #require(error))".contains("a.woff: expected a TrueType or OpenType font, found one that is packed"))
    }
  }
}
