import Foundation
import MultiplaneGraphics
import Testing

@testable import MultiplaneDrawing

@Suite struct TextTruncationTests {
  static let text = "abcdefghijklmnopqrstuvwxyz"

  /// The letters that are shown, from left to right, with … for the dots.
  private func shown(_ layout: TextLayout, of text: String, line: Int = 0) -> String {
    let units = Array(text.utf16)
    let glyphs = layout.lines[line].runs.flatMap { $0.glyphs }
    return String(
      glyphs.map { glyph in
        // The dots are as wide as an em; no letter here is.
        abs(glyph.width - glyphSize) < 0.01 ? "…" : Character(Unicode.Scalar(units[glyph.textOffset]) ?? "?")
      })
  }

  private let glyphSize: CGFloat = 20.48

  @Test(arguments: [60, 100, 150, 222] as [CGFloat])
  func keepsTheEnds(width: CGFloat) throws {
    for truncation in TextTruncation.allCases {
      let layout = try TextSample.layout(Self.text, TextLayout.Options(width: width, truncation: truncation))
      let shown = shown(layout, of: Self.text)
      let parts = shown.split(separator: "…", omittingEmptySubsequences: false)
      switch truncation {
      case .none:
        #expect(shown == Self.text && !layout.isTruncated)
        continue
      case .start: #expect(parts.count == 2 && parts[0].isEmpty && Self.text.hasSuffix(parts[1]))
      case .end: #expect(parts.count == 2 && parts[1].isEmpty && Self.text.hasPrefix(parts[0]))
      case .middle: #expect(parts.count == 2 && Self.text.hasPrefix(parts[0]) && Self.text.hasSuffix(parts[1]))
      }
      let lineWidth = try #require(layout.lines.first?.width)
      #expect(layout.isTruncated && lineWidth <= width && lineWidth > width - 20, "as much as fits")
      #expect(layout.lines[0].range == 0..<26)
    }
  }

  @Test func whatFitsIsWhole() throws {
    for truncation in TextTruncation.allCases {
      let layout = try TextSample.layout(Self.text, TextLayout.Options(width: 1000, truncation: truncation))
      #expect(shown(layout, of: Self.text) == Self.text && !layout.isTruncated)
    }
  }

  /// Right-aligned truncated text ends at the right: the dots are no wider than they look.
  @Test func dotsHaveTheirOwnWidth() throws {
    let layout = try TextSample.layout(
      Self.text, TextLayout.Options(width: 105, alignment: .right, truncation: .end))
    let line = try #require(layout.lines.first)
    let dots = try #require(line.runs.last?.glyphs.last)
    #expect(abs(dots.width - 20.48) < 0.01 && abs(line.origin.x + dots.position.x + dots.width - 105) < 0.01)
  }

  /// Of wrapped text the last line that fits is cut, and none is left out without a sign.
  @Test(arguments: [1, 2, 3])
  func lastVisibleLine(count: Int) throws {
    let height = CGFloat(count) * 23.84 + 5
    for truncation in [TextTruncation.start, .end, .middle] {
      let layout = try TextSample.layout(
        TextSample.pangram,
        TextLayout.Options(width: 150, height: height, isWrapped: true, truncation: truncation))
      #expect(layout.lines.count == count && layout.isTruncated)
      #expect(layout.lines.map { $0.isTruncated } == (0..<count).map { $0 == count - 1 })
      let last = shown(layout, of: TextSample.pangram, line: count - 1)
      #expect(last.contains("…") && layout.lines[count - 1].range.upperBound == TextSample.pangram.utf16.count)
      if truncation != .end { #expect(last.hasSuffix("jugs.")) }
    }
    let all = try TextSample.layout(
      TextSample.pangram, TextLayout.Options(width: 150, height: height, isWrapped: true))
    #expect(all.lines.count > count && !all.isTruncated, "only the bounds cut")
  }

  @Test func dotsForParagraphsThatFollow() throws {
    let text = "One\nTwo\nThree"
    let layout = try TextSample.layout(
      text, TextLayout.Options(width: 300, height: 50, isWrapped: true, truncation: .end))
    #expect(layout.lines.count == 2 && shown(layout, of: text, line: 0) == "One")
    #expect(layout.lines[1].glyphCount == 4 && layout.lines[1].isTruncated)
  }

  @Test func eachLineOfItsOwn() throws {
    let text = "abcdefghijklmnop\nab\nabcdefghijklmnop"
    let layout = try TextSample.layout(text, TextLayout.Options(width: 100, truncation: .end))
    #expect(layout.lines.map { $0.isTruncated } == [true, false, true])
  }
}
