import Foundation
import MultiplaneGraphics
import Testing

@testable import MultiplaneDrawing

/// Lines that are given to Pango in parts: the parts show nowhere.
@Suite struct TextLongLineTests {
  private func line(
    _ piece: String, _ count: Int, _ options: TextLayout.Options = TextLayout.Options()
  ) throws -> TextLayout.Line {
    let lines = try TextSample.layout(String(repeating: piece, count: count), options).lines
    #expect(lines.count == 1)
    return try #require(lines.first)
  }

  private func glyphs(_ line: TextLayout.Line) -> [TextLayout.Glyph] { line.runs.flatMap(\.glyphs) }

  @Test(arguments: ["HAi ", "שלום ", "HAi"])
  func partsFollowEachOther(piece: String) throws {
    let (short, long) = (try line(piece, 100), try line(piece, 3000))
    #expect(abs(long.width - 30 * short.width) < 30 * short.width * 1e-4)
    #expect(long.glyphCount == 30 * short.glyphCount)
    #expect(long.range == 0..<3000 * piece.utf16.count)
    #expect(long.isRightToLeft == short.isRightToLeft && long.ascent == short.ascent)
    let glyphs = glyphs(long)
    let offsets = glyphs.map(\.textOffset)
    #expect(offsets == (long.isRightToLeft ? offsets.sorted(by: >) : offsets.sorted()))
    #expect(zip(glyphs, glyphs.dropFirst()).allSatisfy { $0.position.x < $1.position.x })
    #expect(Set(offsets).count == offsets.count)
  }

  @Test func tabsCountFromTheBeginOfTheLine() throws {
    let glyphs = glyphs(try line("i\t", 5000))
    #expect(glyphs.count == 5000)
    let step = glyphs[1].position.x
    for (index, glyph) in glyphs.enumerated() {
      let expected = CGFloat(index) * step
      #expect(abs(glyph.position.x - expected) < 0.05 + expected * 1e-4)
    }
  }

  @Test(arguments: [TextTruncation.start, .middle, .end])
  func dotsStandWhereTheyDoInShorterText(truncation: TextTruncation) throws {
    let options = TextLayout.Options(width: 300, truncation: truncation)
    let (short, long) = (try line("HAi ", 1000, options), try line("HAi ", 9000, options))
    #expect(short.isTruncated && long.isTruncated && long.range == 0..<36_000)
    let (a, b) = (glyphs(short), glyphs(long))
    #expect(a.map(\.id) == b.map(\.id))
    for (a, b) in zip(a, b) {
      #expect(abs(a.position.x - b.position.x) < 0.05)
      // The letters behind the dots are the text's last ones.
      #expect(b.textOffset == a.textOffset || b.textOffset == a.textOffset + 32_000)
    }
    #expect(b.first?.textOffset == 0)
  }

  @Test func aLineEndBehindALongLineBeginsAnother() throws {
    for end in ["\n", "\r\n", "\u{2029}"] {
      let text = String(repeating: "HAi ", count: 3000)
      let lines = try TextSample.layout(text + end + "H" + end).lines
      #expect(lines.map(\.range.lowerBound) == [0, 12_000 + end.utf16.count, 12_001 + 2 * end.utf16.count])
    }
  }

  @Test func wrappedLinesOfAnyWidthEnd() throws {
    let text = String(repeating: "\u{301}", count: 30_000)
    let lines = try TextSample.layout(text, TextLayout.Options(width: 1e6, isWrapped: true)).lines
    #expect(lines.last?.range.upperBound == 30_000)
    #expect(lines.allSatisfy { $0.range.count <= 2 * ShapedText.longestPart })
  }

  @Test(arguments: [false, true])
  func layoutsEndWhenTheTimeDoes(isWrapped: Bool) throws {
    let watch = ContentsWatch { true }
    let options = TextLayout.Options(width: isWrapped ? 100 : nil, isWrapped: isWrapped)
    let text = String(repeating: "HAi ", count: 3000)
    let lines = try ContentsWatch.$current.withValue(watch) { try TextSample.layout(text, options).lines }
    #expect(!watch.isComplete && watch.missingBytes == nil)
    #expect((lines.last?.range.upperBound ?? 0) < 12_000)
    let other = ContentsWatch { false }
    let all = try ContentsWatch.$current.withValue(other) { try TextSample.layout(text, options).lines }
    #expect(other.isComplete && all.last?.range.upperBound == 12_000)
  }
}
