import Foundation
import MultiplaneDrawing
import MultiplaneGraphics
import Testing

/// What attributes of a text paint: lines around letters, behind and under them. At 20.48 points a
/// unit of the test font is 0.01 points: H is 15.40 wide and 14.93 high, its left stem reaches from
/// 2.01 to 4.03.
@Suite struct TextAttributeTests {
  private let font: CTFont

  init() throws { font = CTFont(FontDescriptor(name: "Test"), size: 20.48, fonts: try TextSample.fonts()) }

  private func line(_ string: String, _ attributes: [CFString: Any]) -> CTLine {
    var all: [NSAttributedString.Key: Any] = [.font: font]
    for (key, value) in attributes { all[NSAttributedString.Key(key as String)] = value }
    return CTLineCreateWithAttributedString(NSAttributedString(string: string, attributes: all))
  }

  /// A line drawn ten times as large, from 2 points right and 8 above the corner.
  private func drawn(_ string: String, _ attributes: [CFString: Any]) throws -> Bitmap {
    let bitmap = try #require(Bitmap(500, 320))
    bitmap.context.scaleBy(x: 10, y: 10)
    bitmap.context.textPosition = CGPoint(x: 2, y: 8)
    CTLineDraw(line(string, attributes), bitmap.context)
    return bitmap
  }

  /// In the middle of H's left stem, at its edge, and outside.
  @Test func linesAroundLetters() throws {
    let red = kCTForegroundColorAttributeName
    // 4 % of 20.48 points are 0.82: 4 pixels on either side of the edge at x = 60.3.
    let hollow = try drawn(
      "H", [red: opaqueRed, kCTStrokeWidthAttributeName: 4, kCTStrokeColorAttributeName: opaqueGreen])
    #expect(hollow.pixel(50, 110) == [0, 0, 0, 0])
    #expect(hollow.pixel(60, 110) == [0, 255, 0, 255] && hollow.pixel(63, 110) == [0, 255, 0, 255])
    #expect(hollow.pixel(67, 110) == [0, 0, 0, 0])
    let both = try drawn(
      "H", [red: opaqueRed, kCTStrokeWidthAttributeName: -4, kCTStrokeColorAttributeName: opaqueGreen])
    #expect(both.pixel(50, 110) == [255, 0, 0, 255] && both.pixel(60, 110) == [0, 255, 0, 255])
    let own = try drawn("H", [red: opaqueRed, kCTStrokeWidthAttributeName: 4])
    #expect(own.pixel(50, 110) == [0, 0, 0, 0] && own.pixel(60, 110) == [255, 0, 0, 255])
  }

  /// From the font's ascent, 19.01 points, to its descent, 4.83, as wide as the letters; behind
  /// them.
  @Test func backgrounds() throws {
    let bitmap = try drawn(
      "HH", [kCTForegroundColorAttributeName: opaqueRed, kCTBackgroundColorAttributeName: opaqueGreen])
    #expect(bitmap.pixel(50, 150) == [255, 0, 0, 255] && bitmap.pixel(22, 150) == [0, 255, 0, 255])
    #expect(bitmap.pixel(25, 268) == [0, 255, 0, 255] && bitmap.alpha(25, 272) == 0)
    #expect(bitmap.pixel(25, 34) == [0, 255, 0, 255] && bitmap.alpha(25, 30) == 0)
    #expect(abs(bitmap.coveredArea / 100 - 2 * 15.40 * 23.84) < 0.5)
  }

  /// A style of the line under a text, and how much it draws of a whole line's area.
  struct Underline: Sendable {
    let style: CTUnderlineStyle
    let pattern: CTUnderlineStyleModifiers
    let share: Double

    static let all: [Underline] = [
      Underline(style: .single, pattern: .patternSolid, share: 1),
      Underline(style: .thick, pattern: .patternSolid, share: 2),
      Underline(style: .double, pattern: .patternSolid, share: 2),
      Underline(style: .single, pattern: .patternDash, share: 4.0 / 6),
      Underline(style: .single, pattern: .patternDashDot, share: 5.0 / 9),
      Underline(style: .single, pattern: .patternDashDotDot, share: 6.0 / 12),
      Underline(style: .double, pattern: .patternDash, share: 8.0 / 6),
    ]
  }

  /// Areas of the lines under five spaces of 6.51 points each, in the font's thickness of 0.90
  /// points.
  @Test(arguments: Underline.all)
  func underlines(_ line: Underline) throws {
    let number = line.style.rawValue | line.pattern.rawValue
    let bitmap = try drawn("     ", [kCTUnderlineStyleAttributeName: number])
    let expected = line.share * 5 * 6.51 * 0.9
    // A pattern may break off within a period.
    let rest = line.pattern == .patternSolid ? 0.2 : 4 * 0.9 * 0.9
    #expect(abs(bitmap.coveredArea / 100 - expected) < rest)
  }

  /// A dotted line is as much drawn as left out, in pieces as long as it is thick.
  @Test func dots() throws {
    let bitmap = try drawn("     ", [kCTUnderlineStyleAttributeName: CTUnderlineStyle.single.rawValue | 0x100])
    let y = Int(80 + 10 * CTFontGetUnderlinePosition(font))
    // Nine pixels each, from x = 20 on.
    #expect((0..<30).allSatisfy { bitmap.alpha(24 + 18 * $0 / 2, y) == ($0.isMultiple(of: 2) ? 255 : 0) })
  }

  @Test func colorsOfUnderlines() throws {
    let bitmap = try drawn(
      "H", [kCTUnderlineStyleAttributeName: 1, kCTUnderlineColorAttributeName: opaqueGreen])
    let y = Int(80 + 10 * CTFontGetUnderlinePosition(font))
    #expect(bitmap.pixel(50, y) == [0, 255, 0, 255] && bitmap.pixel(50, 150) == [0, 0, 0, 255])
  }

  private func width(_ string: String, _ attributes: [CFString: Any]) -> Double {
    CTLineGetTypographicBounds(line(string, attributes), nil, nil, nil)
  }

  private func glyphCount(_ string: String, _ attributes: [CFString: Any]) -> Int {
    CTLineGetGlyphCount(line(string, attributes))
  }

  /// Each attribute alone: a kern leaves ligatures, tracking leaves those that were asked for.
  @Test func spacedLigatures() {
    let (ligature, kern, tracking) = (kCTLigatureAttributeName, kCTKernAttributeName, kCTTrackingAttributeName)
    #expect(glyphCount("fi", [:]) == 1 && glyphCount("fi", [ligature: 0]) == 2)
    #expect(glyphCount("fi", [kern: 2]) == 1 && glyphCount("fi", [kern: 0]) == 1)
    #expect(glyphCount("fi", [kern: 2, ligature: 0]) == 2 && glyphCount("fi", [kern: 2, ligature: 2]) == 1)
    #expect(glyphCount("fi", [tracking: 2]) == 2 && glyphCount("fi", [tracking: 0]) == 1)
    #expect(glyphCount("fi", [tracking: 2, ligature: 1]) == 1)
    #expect(abs(width("Hfi", [kern: 2]) - width("Hfi", [:]) - 2) < 0.01, "between two glyphs")
  }

  /// The font moves V towards A; a kern of 0 switches that off, others add to it, and ligatures
  /// have nothing to do with it.
  @Test func pairs() {
    let (alone, pair) = (width("A", [:]) + width("V", [:]), width("AV", [:]))
    #expect(pair < alone - 0.5)
    #expect(abs(width("AV", [kCTKernAttributeName: 0]) - alone) < 0.01)
    #expect(abs(width("AV", [kCTKernAttributeName: 3]) - pair - 3) < 0.01)
    #expect(abs(width("AV", [kCTTrackingAttributeName: 3]) - pair - 3) < 0.01)
    #expect(abs(width("AV", [kCTTrackingAttributeName: 3, kCTKernAttributeName: 0]) - alone - 3) < 0.01)
    #expect(abs(width("AV", [kCTLigatureAttributeName: 0]) - pair) < 0.01)
  }

  /// Forms that depend on the letters around are no ligatures: the test font's are renamed to such.
  @Test func contextualForms() throws {
    var bytes = try Corpus.bytes("test-font.ttf")
    let tag = try #require(bytes.indices.dropLast(3).last { bytes[$0..<$0 + 4].elementsEqual("liga".utf8) })
    bytes.replaceSubrange(tag..<tag + 4, with: Array("calt".utf8))
    let fonts = try FontCollection([FontCollection.Entry(family: "Test", file: FontFile(bytes, name: "calt.ttf"))])
    let font = CTFont(FontDescriptor(name: "Test"), size: 20.48, fonts: fonts)
    let text = NSAttributedString(string: "fi", attributes: [.font: font, .ligature: 0])
    #expect(CTLineGetGlyphCount(CTLineCreateWithAttributedString(text)) == 1)
  }

  /// Lines through the text, as those under it.
  @Test func linesThroughTheText() throws {
    func area(_ style: NSUnderlineStyle) throws -> Double {
      try drawn("     ", [NSAttributedString.Key.strikethroughStyle.rawValue as CFString: style.rawValue]).coveredArea
    }
    let whole = 5 * 6.51 * 0.9 * 100
    #expect(try abs(area(.single) - whole) < 20 && abs(area(.double) - 2 * whole) < 40)
    #expect(try abs(area([.single, .patternDot]) - whole / 2) < 90 && area([]) == 0)
    let key = NSAttributedString.Key.strikethroughColor.rawValue as CFString
    let colored = try drawn("H", [NSAttributedString.Key.strikethroughStyle.rawValue as CFString: 1, key: opaqueGreen])
    #expect((120..<260).contains { colored.pixel(100, $0) == [0, 255, 0, 255] })
  }

  /// Tracking overrules kern.
  @Test func tracking() {
    #expect(abs(width("HH", [kCTTrackingAttributeName: 3]) - width("HH", [kCTKernAttributeName: 3])) < 0.01)
    #expect(
      abs(width("HH", [kCTTrackingAttributeName: 3, kCTKernAttributeName: 9]) - width("HH", [kCTKernAttributeName: 3]))
        < 0.01)
    #expect(width("HH", [kCTKernAttributeName: 3]) > width("HH", [:]) + 2.9)
  }

  /// UIKit's and AppKit's names, where Core Text's give nothing.
  @Test func namesOfOthers() {
    let text = NSAttributedString(
      string: "H",
      attributes: [
        .font: font, .strokeWidth: -2.5, .strokeColor: opaqueGreen, .backgroundColor: opaqueRed, .underlineStyle: 9,
        .underlineColor: opaqueGreen, .ligature: 0,
      ])
    guard let run = CTLineGetGlyphRuns(CTLineCreateWithAttributedString(text)).firstObject as? CTRun else {
      Issue.record("a run")
      return
    }
    let found = CTRunGetAttributes(run)
    func number(_ key: CFString) -> Double? { (found[key] as? NSNumber)?.doubleValue }
    #expect(number(kCTStrokeWidthAttributeName) == -2.5 && number(kCTUnderlineStyleAttributeName) == 9)
    #expect(number(kCTLigatureAttributeName) == 0)
    #expect(found[kCTStrokeColorAttributeName] as? CGColor == opaqueGreen)
    #expect(found[kCTBackgroundColorAttributeName] as? CGColor == opaqueRed)
    #expect(found[kCTUnderlineColorAttributeName] as? CGColor == opaqueGreen)
  }

  /// What is no number, or far too large, ends in a picture.
  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
  func numbersThatAreNone(number: Double) throws {
    let bitmap = try drawn(
      "HH",
      [
        kCTStrokeWidthAttributeName: number, kCTUnderlineStyleAttributeName: number, kCTTrackingAttributeName: number,
        kCTLigatureAttributeName: number,
      ])
    #expect(bitmap.coveredArea >= 0)
  }
}
