import MultiplaneGraphics
import Testing

@testable import MultiplaneDrawing

/// Text that is set smaller so that it fits: `adjustsFontSizeToFitWidth` and `minimumScaleFactor`.
@Suite(.enabled(if: FontCollection.isAvailable)) struct TextFittingTests {
  private func text(
    _ string: String, size: CGFloat = 20, isWrapped: Bool = false, truncation: TextTruncation = .none,
    minimumScale: CGFloat = 0
  ) throws -> LayerText {
    LayerText(
      string, font: FontDescriptor(name: "Test"), fonts: try TextSample.fonts(), fontSize: size, color: .black,
      isWrapped: isWrapped, truncation: truncation, fitting: TextFitting(minimumScale: minimumScale))
  }

  /// The size that a text gets in a layer.
  private func size(_ text: LayerText, in width: CGFloat, _ height: CGFloat = 30) -> CGFloat? {
    text.fittedText(in: CGSize(width: width, height: height)).largestFontSize
  }

  /// What a text takes in a size, without limits or in lines of a width.
  private func extent(_ string: String, size: CGFloat, width: CGFloat? = nil) throws -> CGSize {
    try TextSample.layout(string, size: size, TextLayout.Options(width: width, isWrapped: width != nil)).size
  }

  @Test(arguments: [60, 100, 123.4, 150, 199] as [CGFloat])
  func aLineGetsTheLargestSizeAtWhichItFits(width: CGFloat) throws {
    let string = "abcdefghijklmnopqrstuvwxyz"
    let found = try #require(size(try text(string), in: width))
    #expect(found < 20 && (found * 4) == (found * 4).rounded())
    #expect(try extent(string, size: found).width <= width)
    #expect(try extent(string, size: found + 0.25).width > width)
  }

  @Test func whatFitsKeepsItsSize() throws {
    let string = "abc"
    let own = try extent(string, size: 20)
    #expect(try size(text(string), in: 1000) == 20)
    #expect(try size(text(string), in: own.width, own.height) == 20)
    // The height is no matter of a single line.
    #expect(try size(text(string), in: 1000, 1) == 20)
  }

  @Test(
    arguments: [(0.5, 10), (0.99, 19.8), (1, 20), (7, 20), (-1, 0.25), (CGFloat.nan, 0.25)] as [(CGFloat, CGFloat)])
  func theLeastSizeIsNotUndercut(minimum: CGFloat, expected: CGFloat) throws {
    let found = try #require(size(try text("a", minimumScale: minimum), in: 0.001))
    #expect(abs(found - expected) < 1e-9, "\(found)")
  }

  @Test func whatRemainsIsTruncated() throws {
    let long = try text("abcdefghijklmnopqrstuvwxyz", truncation: .end, minimumScale: 0.5)
    let wide = long.layout(in: CGSize(width: 150, height: 30))
    #expect(!wide.isTruncated && wide.lines.count == 1)
    let narrow = long.layout(in: CGSize(width: 80, height: 30))
    #expect(narrow.isTruncated && (narrow.lines.first?.width ?? .infinity) <= 80)
    #expect(narrow.lines.first?.runs.first?.attributes.font.size == 10)
  }

  @Test(arguments: [30, 60, 90] as [CGFloat])
  func wrappedLinesFitTheBounds(height: CGFloat) throws {
    let string = TextSample.pangram
    let found = try #require(size(try text(string, isWrapped: true), in: 150, height))
    #expect(try extent(string, size: found, width: 150).height <= height + 0.5)
    if found < 20 { #expect(try extent(string, size: found + 0.25, width: 150).height > height + 0.5) }
    // More room, larger letters.
    #expect(try (self.size(text(string, isWrapped: true), in: 150, height + 40) ?? 0) > found || found == 20)
  }

  @Test func linesOfTheirOwnFitByTheLongest() throws {
    let found = try #require(size(try text("ab\nabcdefghijklmnopqrstuvwxyz\nabc"), in: 100))
    let alone = try #require(self.size(try text("abcdefghijklmnopqrstuvwxyz"), in: 100))
    #expect(found == alone)
  }

  @Test func textWithAttributesShrinksAsAWhole() throws {
    let fonts = try TextSample.fonts()
    var (small, large) = (TextSample.attributes(10, fonts: fonts), TextSample.attributes(40, fonts: fonts))
    (small.kern, large.baselineOffset) = (2, 4)
    let styled = StyledText(
      "abcdefgh",
      runs: [StyledText.Run(range: 0..<4, attributes: small), StyledText.Run(range: 4..<8, attributes: large)])
    let fitted = LayerText(styled, fitting: TextFitting(minimumScale: 0.5)).fittedText(
      in: CGSize(width: 1, height: 30))
    #expect(fitted.runs.map(\.attributes.font.size) == [5, 20])
    #expect(fitted.runs[0].attributes.kern == 1 && fitted.runs[1].attributes.baselineOffset == 2)
  }

  /// Its time would grow with its length times the sizes that are tried.
  @Test func aLongTextKeepsItsSize() throws {
    let long = String(repeating: "word ", count: TextFitting.longestText / 5)
    #expect(try size(text(long, minimumScale: 0.1), in: 10) == 2)
    #expect(try size(text(long + "w", minimumScale: 0.1), in: 10) == 20)
  }

  @Test(arguments: [1e-9, 0.1, 1e9, 1e300] as [CGFloat])
  func anySizeEnds(size: CGFloat) throws {
    let fitted = try #require(self.size(try text("ab", size: size), in: 10))
    #expect(fitted > 0 && fitted <= size)
  }
}
