import Foundation
import MultiplaneGraphics
import Testing

@testable import MultiplaneDrawing

/// Words that are broken at the end of a line, with dictionaries of the test's own.
struct HyphenationTests {
  /// `but-ter-cup`, and `Schif-fahrt`, which its dictionary would change to `Schiff-fahrt`.
  private static let english = "UTF-8\nLEFTHYPHENMIN 2\nRIGHTHYPHENMIN 3\nt1t\nr1c\nf1fah/ff=f,1,2\n"

  private static func hyphenator(_ dictionary: [UInt8]) throws -> Hyphenator {
    let folder = try TemporaryFolder()
    let file = folder.file("hyph_xx.dic")
    try Data(dictionary).write(to: URL(fileURLWithPath: file))
    return try Hyphenator(file: file)
  }

  private static func hyphenator() throws -> Hyphenator { try hyphenator(Array(english.utf8)) }

  @Test(arguments: [
    ("buttercup", [3, 6]), ("BUTTERCUP", [3, 6]), ("Schiffahrt", []), ("but", []), ("", []),
    (String(repeating: "butter", count: 20), []),
  ])
  func wordsAreBrokenByPatterns(word: String, breaks: [Int]) throws {
    #expect(try Self.hyphenator().breaks(in: word.unicodeScalars) == breaks)
  }

  /// A byte for each letter, as in the dictionaries of many languages.
  @Test(arguments: [("grübeln", [3]), ("GRÜBELN", [3]), ("grubeln", []), ("gr\u{142}ubeln", [])])
  func encodingsOfOneByteAreRead(word: String, breaks: [Int]) throws {
    let dictionary = Array("ISO8859-1\nLEFTHYPHENMIN 2\nRIGHTHYPHENMIN 2\n".utf8) + [0xFC] + Array("1b\n".utf8)
    #expect(try Self.hyphenator(dictionary).breaks(in: word.unicodeScalars) == breaks)
  }

  @Test(arguments: ["", "no-such-encoding\na1b\n"])
  func otherFilesAreRefused(text: String) throws {
    #expect(throws: HyphenationError.self) { try Self.hyphenator(Array(text.utf8)) }
  }

  @Test(arguments: [
    ("en-US", "en_US"), ("en_US", nil), ("EN-us", "en_US"), ("en", "en_US"), ("en-AU", "en_US"), ("de", "de_DE"),
    ("de-CH", "de_CH"), ("pt", "pt_PT"), ("xx", nil), ("", nil), ("../en", nil), ("english", nil), ("e", nil),
    ("en-", nil), ("sr-Latn", "sr_Latn"),
  ])
  func theNearestDictionaryIsTaken(language: String, expected: String?) {
    let tags = ["sr_Latn", "pt_PT", "pt_BR", "en_GB", "en_US", "de_AT", "de_CH", "de_DE"]
    let found = Hyphenator.isTag(language) ? Hyphenator.nearest(to: language, among: tags) : nil
    #expect(found == expected)
  }

  @Test func whatIsMissingIsSaid() throws {
    func error(_ language: String, _ folder: String) -> String {
      do {
        _ = try Hyphenator.language(language, in: folder)
        return ""
      } catch {
        return error.description
      }
    }
    let missing = error("xx", "/nowhere")
    #expect(missing.contains("expected a dictionary of \"xx\" in /nowhere, found none; install hyphen-xx"))
    #expect(error("../x", "/nowhere") == "expected a language such as \"en-US\", found \"../x\"")
  }
}

/// Lines of hyphenated text.
@Suite(.enabled(if: FontCollection.isAvailable)) struct HyphenatedTextTests {
  private let hyphenator: Hyphenator

  init() throws {
    let folder = try TemporaryFolder()
    try Data("UTF-8\nLEFTHYPHENMIN 2\nRIGHTHYPHENMIN 2\nt1t\nr1c\na1v\n".utf8)
      .write(to: URL(fileURLWithPath: folder.file("hyph_xx.dic")))
    hyphenator = try Hyphenator.language("xx", in: folder.path)
  }

  private func layout(_ text: String, width: CGFloat) throws -> TextLayout {
    var options = TextLayout.Options(width: width, isWrapped: true, alignment: .left)
    options.hyphenator = hyphenator
    return try TextSample.layout(text, options)
  }

  @Test func wordsAreBrokenAtTheEndOfALine() throws {
    let text = "buttercup buttercup"
    let width = try TextSample.layout("buttercup butter-").size.width + 1
    let lines = try layout(text, width: width).lines
    #expect(lines.map(\.range) == [0..<16, 16..<19])
    // A hyphen that the text does not have.
    #expect(lines.map(\.glyphCount) == [17, 3])
    #expect(lines.first?.runs.last?.glyphs.last?.textOffset == 15)
    #expect(lines.last?.runs.first?.glyphs.map(\.textOffset) == [16, 17, 18])
    // Where all fits, nothing is different.
    let (whole, plain) = (try layout(text, width: 900), try TextSample.layout(text))
    #expect(
      whole.lines.first?.runs.first?.glyphs.map(\.position) == plain.lines.first?.runs.first?.glyphs.map(\.position))
    // Without the hyphenator the word goes to the next line.
    let options = TextLayout.Options(width: width, isWrapped: true, alignment: .left)
    #expect(try TextSample.layout(text, options).lines.map(\.range) == [0..<10, 10..<19])
  }

  /// Letters of a line have the places that they have without soft hyphens: A and V, between which
  /// the word may be broken, are kerned, and spaced letters are spaced once.
  @Test(arguments: [nil, 3] as [CGFloat?]) func aLineIsShapedAsWithoutHyphens(tracking: CGFloat?) throws {
    var attributes = TextSample.attributes(fonts: try TextSample.fonts())
    attributes.tracking = tracking
    let plain = try #require(TextLayout(StyledText("buAVtercup buAVter-", attributes)).lines.first)
    var options = TextLayout.Options(width: plain.width + 8, isWrapped: true, alignment: .left)
    options.hyphenator = hyphenator
    let line = try #require(TextLayout(StyledText("buAVtercup buAVtercup", attributes), options).lines.first)
    #expect(line.range == 0..<18)
    let pairs = zip(line.runs.flatMap(\.glyphs), plain.runs.flatMap(\.glyphs)).prefix(18)
    for (glyph, expected) in pairs { #expect(abs(glyph.position.x - expected.position.x) < 0.01) }
  }

  @Test func aWordWithASoftHyphenIsBrokenThereOnly() throws {
    let width = try TextSample.layout("butter-").size.width + 1
    #expect(try layout("but\u{AD}tercup", width: width).lines.map(\.range) == [0..<4, 4..<10])
  }

  @Test func stylesAndLongTextsStayWhole() throws {
    let fonts = try TextSample.fonts()
    var large = TextSample.attributes(40, fonts: fonts)
    large.isUnderlined = true
    let text = StyledText(
      "x buttercup",
      runs: [
        .init(range: 0..<5, attributes: TextSample.attributes(fonts: fonts)), .init(range: 5..<11, attributes: large),
      ])
    var options = TextLayout.Options(width: 60, isWrapped: true, alignment: .left)
    options.hyphenator = hyphenator
    for line in TextLayout(text, options).lines {
      for run in line.runs {
        for glyph in run.glyphs { #expect(run.attributes.isUnderlined == (glyph.textOffset >= 5)) }
      }
    }
    let long = String(repeating: "buttercup ", count: StyledText.maximumLength / 10)
    #expect(try layout(long, width: 400).lines.last?.range.upperBound == StyledText.maximumLength)
  }

  /// A text that is to fit is hyphenated before it is made smaller, and its lines are reported
  /// without the hyphens.
  @Test func fittedAndMeasured() throws {
    let fonts = try TextSample.fonts()
    let styled = StyledText("buttercup buttercup", TextSample.attributes(fonts: fonts))
    var text = LayerText(styled, isWrapped: true, fitting: TextFitting(minimumScale: 0.1))
    let size = CGSize(
      width: try TextSample.layout("buttercup butter-").size.width + 1,
      height: try TextSample.layout("a\na").size.height)
    text.hyphenator = hyphenator
    let measured = text.measured(in: size)
    #expect(measured.lines.map(\.text) == ["buttercup butter", "cup"] && measured.fontSize == 20.48)
    text.maximumLines = 1
    text.truncation = .end
    text.fitting = nil
    let cut = text.measured(in: size)
    #expect(cut.lines.count == 1 && cut.lines.first?.isTruncated == true)
  }
}
