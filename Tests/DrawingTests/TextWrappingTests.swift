import Foundation
import MultiplaneGraphics
import Testing

@testable import MultiplaneDrawing

/// The ends of wrapped lines: soft hyphens and white space.
@Suite(.enabled(if: FontCollection.isAvailable)) struct TextWrappingTests {
  private func wrapped(_ string: String, width: CGFloat, _ alignment: TextAlignment = .left) throws -> TextLayout {
    try TextSample.layout(string, TextLayout.Options(width: width, isWrapped: true, alignment: alignment))
  }

  @Test func aSoftHyphenIsSeenWhereALineBreaks() throws {
    let width = try TextSample.layout("butter--").size.width
    let text = "butter\u{AD}cup"
    let layout = try wrapped(text, width: width)
    #expect(layout.pieces(of: text) == ["butter\u{AD}", "cup"])
    let hyphenated = try TextSample.layout("butter-").size.width
    #expect(layout.lines.map(\.glyphCount) == [7, 3])
    #expect(abs((layout.lines.first?.width ?? 0) - hyphenated) < 1)
    // On one line it is not.
    #expect(try wrapped(text, width: 500).lines.map(\.glyphCount) == [9])
    // Elsewhere a long word is broken without one.
    #expect(try wrapped("buttercup", width: width).lines.map(\.glyphCount).reduce(0, +) == 9)
  }

  /// White space at the end of a line reaches beyond the margin.
  @Test(arguments: [TextAlignment.right, .center], ["one    two", "one\u{3000}two", "one \ntwo"])
  func whiteSpaceHangs(alignment: TextAlignment, text: String) throws {
    let width: CGFloat = 60
    let layout = try wrapped(text, width: width, alignment)
    #expect(layout.lines.count == 2)
    let word = try TextSample.layout("one").size.width
    let left = alignment == .right ? width - word : (width - word) / 2
    #expect(abs((layout.lines.first?.origin.x ?? 0) - left) < 0.01, "\(layout.lines.map(\.origin))")
  }
}
