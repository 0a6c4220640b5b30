import Foundation
import MultiplaneGraphics
import Testing

@testable import MultiplaneDrawing

/// Where a layer's text is placed, what of it reaches beyond the bounds, and what is cut there.
@Suite(.enabled(if: FontCollection.isAvailable)) struct TextInkTests {
  private func text(
    _ string: String, size: CGFloat = 20, isWrapped: Bool = false, alignment: TextAlignment = .left,
    truncation: TextTruncation = .none
  ) throws -> LayerText {
    LayerText(
      string, font: FontDescriptor(name: "Test"), fonts: try TextSample.fonts(), fontSize: size, color: .black,
      isWrapped: isWrapped, alignment: alignment, truncation: truncation)
  }

  private func ink(_ text: LayerText, in size: CGSize, isFlipped: Bool = true) -> CGRect {
    text.inkBounds(of: text.layout(in: size), in: CGRect(origin: .zero, size: size), isFlipped: isFlipped)
  }

  @Test func inkAboveALineThatFitsIsNotCut() throws {
    var low = try text("Hg")
    // The lines are lower than their letters, as the accents of some fonts are above their ascent.
    low.space(letterSpacing: 0, lineSpacing: 0, lineHeight: 6)
    let size = CGSize(width: 200, height: 6)
    let box = ink(low, in: size)
    #expect(box.minY < -4 && box.minX == 0 && box.width == 200, "\(box)")
    #expect(low.overflow(in: size) == nil)
    // In a layer whose y points up, the top is at the greatest y.
    let other = ink(low, in: size, isFlipped: false)
    #expect(other.maxY == 6 - box.minY && other.height == box.height)
  }

  @Test(
    arguments: [CGSize(width: 200, height: 6), CGSize(width: 10, height: 100)])
  func aLineThatDoesNotFitIsCutAndSaysItsSize(size: CGSize) throws {
    let text = try text("Hgh")
    let whole = try TextSample.layout("Hgh", size: 20).size
    #expect(text.overflow(in: size) == whole)
    let box = ink(text, in: size)
    #expect(box.maxX <= size.width || size.width == 200)
    #expect(box.maxY <= size.height || size.height == 100)
    #expect(text.overflow(in: CGSize(width: whole.width, height: whole.height)) == nil)
    var truncated = text
    truncated.truncation = .end
    #expect(truncated.overflow(in: size) == nil)
  }

  /// A line whose descent is below the layer, but none of its letters.
  @Test func spaceThatIsCutIsNoInk() throws {
    let line = try #require(try TextSample.layout("H", size: 20).lines.first)
    #expect(try text("H").overflow(in: CGSize(width: 100, height: line.origin.y)) == nil)
    #expect(try text("g").overflow(in: CGSize(width: 100, height: line.origin.y)) != nil)
  }

  @Test func linesAreAlignedVertically() throws {
    var text = try text("a\nb")
    let layout = text.layout(in: CGSize(width: 100, height: 200))
    let height = layout.size.height
    let last = try #require(layout.lines.last)
    let expected: [(TextVerticalAlignment, CGFloat)] = [
      (.top, 0), (.middle, (200 - height) / 2), (.bottom, 200 - height), (.baseline, 200 - last.origin.y),
      (TextVerticalAlignment(rawValue: "other"), 0),
    ]
    for (alignment, top) in expected {
      text.verticalAlignment = alignment
      #expect(text.top(of: text.layout(in: CGSize(width: 100, height: 200)), in: 200) == top, "\(alignment.rawValue)")
    }
    // Descenders below a baseline at the bottom are no overflow.
    text.verticalAlignment = .baseline
    let size = CGSize(width: 100, height: last.origin.y)
    #expect(text.overflow(in: size) == nil)
  }

  @Test func spacingIsThatOfLettersAndLines() throws {
    let plain = try text("abc\nabc")
    let all = CGSize(width: 1000, height: 1000)
    let lines = plain.layout(in: all).lines
    var spaced = plain
    spaced.space(letterSpacing: 2, lineSpacing: 3, lineHeight: 0)
    let wide = spaced.layout(in: all).lines
    // Between the letters, not after the last.
    #expect(abs(wide[0].width - lines[0].width - 4) < 0.1, "\(wide[0].width) \(lines[0].width)")
    #expect(abs(wide[1].origin.y - lines[1].origin.y - 3) < 0.01)
    var high = plain
    high.space(letterSpacing: 0, lineSpacing: 0, lineHeight: 50)
    let tall = high.layout(in: all).lines
    #expect(abs(tall[1].origin.y - tall[0].origin.y - 50) < 0.01)
  }

  @Test func noMoreLinesThanAllowed() throws {
    var text = try text("one two three four five", isWrapped: true)
    let size = CGSize(width: 60, height: 1000)
    #expect(text.layout(in: size).lines.count > 2)
    text.maximumLines = 2
    let cut = text.layout(in: size)
    #expect(cut.lines.count == 2 && cut.isTruncated && cut.lines.allSatisfy { !$0.isTruncated })
    #expect(text.overflow(in: size) != nil)
    text.truncation = .end
    let dotted = text.layout(in: size)
    #expect(dotted.lines.count == 2 && dotted.lines[1].isTruncated)
  }

  @Test(arguments: [TextAlignment.right, .center], [54, 60])
  func whiteSpaceAtTheEndOfWrappedLinesHangs(alignment: TextAlignment, width: CGFloat) throws {
    let size = CGSize(width: width, height: 1000)
    let spaced = try text("one    three  ", isWrapped: true, alignment: alignment).layout(in: size)
    let plain = try text("one\nthree", isWrapped: true, alignment: alignment).layout(in: size)
    #expect(spaced.lines.count == 2)
    for (line, expected) in zip(spaced.lines, plain.lines) {
      #expect(abs(line.origin.x - expected.origin.x) < 0.01, "\(line.origin.x) \(expected.origin.x)")
    }
  }

  @Test func onlyWordsLongerThanALineAreBroken() throws {
    let string = "one    two  extraordinary three"
    // A line takes "three", but not the spaces behind "one".
    let width = try text("three").layout(in: CGSize(width: 1000, height: 100)).size.width + 1
    let lines = try text(string, isWrapped: true).layout(in: CGSize(width: width, height: 1000)).pieces(of: string)
    #expect(lines.joined() == string)
    #expect(lines.prefix(2) == ["one    ", "two  "])
    #expect(lines.last == "three")
    #expect(lines.count > 4)
  }

  @Test func wordsShrinkBeforeTheyBreak() throws {
    let size = CGSize(width: 60, height: 200)
    var text = try text("extraordinary words", isWrapped: true)
    text.fitting = TextFitting(minimumScale: 0)
    let string = text.text.string
    let layout = text.layout(in: size)
    #expect(layout.pieces(of: string).map { $0.trimmingCharacters(in: .whitespaces) } == ["extraordinary", "words"])
    #expect(layout.size.width <= 60)
    // At the smallest size that is allowed, a word that is still too long is broken.
    text.fitting = TextFitting(minimumScale: 1)
    #expect(text.layout(in: size).lines.count > 2)
  }

  @Test(arguments: ["Acme, Inc", "\"Acme\" Sans", "Acme's, \"the\" Sans", "Acme"])
  func aFamilyIsFoundWhateverItsName(name: String) throws {
    let fonts = try FontCollection([FontCollection.Entry(family: name, file: TextSample.file())])
    #expect(fonts.hasFamily(of: name))
    #expect(fonts.familyUsed(for: FontDescriptor(name: name)) == name)
  }
}
