import Foundation
import MultiplaneGraphics
import Testing

@testable import MultiplaneDrawing

@Suite struct TextLayoutTests {
  /// Advances of H, A and i in the font, one hundredth of a point each.
  @Test func widthsAreThoseOfTheFont() throws {
    let line = try #require(try TextSample.layout("HAi").lines.first)
    #expect(abs(line.width - (15.40 + 14.01 + 5.69)) < 0.003)
    #expect(line.glyphCount == 3 && line.range == 0..<3)
    #expect(abs(line.ascent - 19.01) < 0.001 && abs(line.descent - 4.83) < 0.001 && line.leading == 0)
    #expect(abs(line.origin.y - 19.01) < 0.001 && line.origin.x == 0)
  }

  /// Line breaks, widths and heights are those that Pango gives without us.
  @Test(arguments: [nil, 60, 100.5, 200, 333, 1000] as [Double?])
  func asPangoSays(width: Double?) throws {
    let text = TextSample.pangram + "\n\n" + "AVAWA Tea; office. Donaudampfschifffahrtsgesellschaft\nשלום H\nبمهلا"
    let folder = try TemporaryFolder()
    let path = folder.file("font.ttf")
    try writeFileAtomically(Corpus.bytes("test-font.ttf"), to: path)
    let expected = try PangoProbe().lines(text, fontFile: path, size: 17, width: width)
    let found = try TextSample.layout(
      text, size: 17, TextLayout.Options(width: width.map { CGFloat($0) }, isWrapped: true))
    let starts = found.lines.map { line in
      String(decoding: Array(text.utf16)[..<line.range.lowerBound], as: UTF16.self).utf8.count
    }
    #expect(starts == expected.map { $0.start })
    for (line, expected) in zip(found.lines, expected) {
      // Pango rounds each of some hundred letters to 1/1024 of a point at this size, and at a
      // larger one for us.
      #expect(abs(line.width - expected.width) < 0.05)
      #expect(abs(line.ascent + line.descent - expected.height) < 0.002)
    }
  }

  /// Long texts are given to Pango in pieces; that shows nowhere.
  @Test(arguments: [nil, 40, 111, 300, 2000] as [Double?])
  func longTextsAsPangoSays(width: Double?) throws {
    let latin = String(repeating: TextSample.pangram + " ", count: 25)
    let hebrew = String(repeating: "שלום עולם and Latin, שלום ", count: 60)
    let lines = String(repeating: "line\n\nb\r\n", count: 120)
    let word = String(repeating: "word", count: 300)
    // Pango makes a line of its own of a space that does not fit before the end of a paragraph.
    let text = latin.dropLast() + "\n" + hebrew.dropLast() + "\r\n" + lines + word + "\u{2029}" + hebrew + word + "\n"
    let folder = try TemporaryFolder()
    let path = folder.file("font.ttf")
    try writeFileAtomically(Corpus.bytes("test-font.ttf"), to: path)
    let expected = try PangoProbe().lines(text, fontFile: path, size: 17, width: width)
    let found = try TextSample.layout(
      text, size: 17, TextLayout.Options(width: width.map { CGFloat($0) }, isWrapped: width != nil))
    let units = Array(text.utf16)
    let starts = found.lines.map { String(decoding: units[..<$0.range.lowerBound], as: UTF16.self).utf8.count }
    #expect(starts == expected.map { $0.start })
    #expect(found.pieces(of: text).joined() == text)
    for (line, expected) in zip(found.lines, expected) {
      // Rounding of each letter to 1/1024 of a point adds up.
      #expect(abs(line.width - expected.width) < 0.05 + expected.width * 1e-4)
    }
    for line in found.lines {
      let offsets = line.runs.flatMap { $0.glyphs }.map { $0.textOffset }
      #expect(offsets.allSatisfy { line.range.contains($0) })
    }
  }

  /// What lies below the height is not laid out.
  @Test(arguments: [false, true])
  func onlyWhatIsSeen(isWrapped: Bool) throws {
    let text = String(repeating: TextSample.pangram + "\n", count: 200)
    func layout(_ height: CGFloat?) throws -> TextLayout {
      try TextSample.layout(text, TextLayout.Options(width: 200, height: height, isWrapped: isWrapped))
    }
    let (seen, all) = (try layout(60), try layout(nil))
    #expect(seen.lines.count >= 3 && seen.lines.count < 40 && all.lines.count > 200)
    #expect(seen.lines.map { $0.range } == all.lines.prefix(seen.lines.count).map { $0.range })
    #expect(seen.lines.map { $0.origin } == all.lines.prefix(seen.lines.count).map { $0.origin })
  }

  @Test(arguments: [20, 57, 100, 180, 400] as [CGFloat])
  func linesFollowEachOther(width: CGFloat) throws {
    let text = TextSample.pangram
    let layout = try TextSample.layout(text, TextLayout.Options(width: width, isWrapped: true))
    #expect(layout.pieces(of: text).joined() == text, "nothing is lost or doubled")
    let lineHeight: CGFloat = 19.01 + 4.83
    for (index, line) in layout.lines.enumerated() {
      #expect(line.width <= width || line.glyphCount == 1)
      #expect(abs(line.origin.y - (19.01 + CGFloat(index) * lineHeight)) < 0.05)
      let glyphs = line.runs.flatMap { $0.glyphs }
      #expect(zip(glyphs, glyphs.dropFirst()).allSatisfy { $0.position.x <= $1.position.x })
      #expect(abs(line.runs.reduce(0) { $0 + $1.width } - line.width) < 0.01)
    }
    #expect(abs(layout.size.height - CGFloat(layout.lines.count) * lineHeight) < 0.1)
    #expect(layout.size.width == layout.lines.map { $0.width }.max())
  }

  @Test func fewerLinesInMoreRoom() throws {
    let counts = try stride(from: 30 as CGFloat, through: 900, by: 30).map { width in
      try TextSample.layout(TextSample.pangram, TextLayout.Options(width: width, isWrapped: true)).lines.count
    }
    #expect(zip(counts, counts.dropFirst()).allSatisfy { $0 >= $1 } && counts.last == 1)
  }

  @Test(arguments: TextAlignment.allCases)
  func alignment(_ alignment: TextAlignment) throws {
    let text = TextSample.pangram + "\nשלום עולם"
    let layout = try TextSample.layout(
      text, TextLayout.Options(width: 300, isWrapped: true, alignment: alignment))
    #expect(layout.lines.count > 3 && layout.lines.last?.isRightToLeft == true)
    for (index, line) in layout.lines.enumerated() {
      let room = 300 - line.width
      let endsParagraph = index >= layout.lines.count - 2
      switch alignment {
      case .left: #expect(line.origin.x == 0)
      case .right: #expect(line.origin.x == room)
      case .center: #expect(line.origin.x == room / 2)
      case .natural: #expect(line.origin.x == (line.isRightToLeft ? room : 0))
      case .justified:
        #expect(endsParagraph ? line.width < 299 : abs(line.width - 300) < 0.002)
        #expect(abs(line.origin.x - (line.isRightToLeft ? room : 0)) < 0.001)
      }
    }
  }

  @Test func rightToLeft() throws {
    let layout = try TextSample.layout("שלום ABC")
    let line = try #require(layout.lines.first)
    let offsets = line.runs.flatMap { $0.glyphs }.map { $0.textOffset }
    // From the left: the Latin word in its own order, the space, the Hebrew letters from the last
    // to the first.
    #expect(line.isRightToLeft && offsets == [5, 6, 7, 4, 3, 2, 1, 0])
  }

  @Test func arabicIsJoined() throws {
    // Lam and alef are one glyph; beh has another shape at the start of a word than alone.
    #expect(try TextSample.layout("لا").lines.first?.glyphCount == 1)
    let alone = try #require(try TextSample.layout("ب").lines.first?.runs.first?.glyphs.first?.id)
    let joined = try #require(try TextSample.layout("بم").lines.first?.runs.first?.glyphs.last?.id)
    #expect(alone != joined)
  }

  /// Three times the size gives three times all lengths.
  @Test func sizesAreProportional() throws {
    func layout(_ factor: CGFloat) throws -> TextLayout {
      try TextSample.layout(
        TextSample.pangram, size: 11 * factor, TextLayout.Options(width: 150 * factor, isWrapped: true))
    }
    let (one, three) = (try layout(1), try layout(3))
    #expect(one.lines.map { $0.range } == three.lines.map { $0.range })
    for (a, b) in zip(one.lines, three.lines) {
      #expect(abs(a.width * 3 - b.width) < 1e-9 && abs(a.origin.y * 3 - b.origin.y) < 1e-9)
    }
  }

  @Test func runsHaveTheirOwnLooks() throws {
    let fonts = try TextSample.fonts()
    var large = TextSample.attributes(40.96, fonts: fonts, color: opaqueRed)
    large.isUnderlined = true
    let text = StyledText(
      "HHH",
      runs: [
        StyledText.Run(range: 0..<1, attributes: TextSample.attributes(fonts: fonts)),
        StyledText.Run(range: 1..<3, attributes: large),
      ])
    let line = try #require(TextLayout(text).lines.first)
    #expect(line.runs.map { $0.glyphs.count } == [1, 2])
    #expect(line.runs.map { $0.attributes.color } == [.black, opaqueRed])
    #expect(abs(line.width - (15.40 + 2 * 30.80)) < 0.01)
    #expect(abs(line.ascent - 38.02) < 0.01, "the taller font's")
  }

  @Test(arguments: [3, -2, 0.5] as [CGFloat])
  func kern(_ kern: CGFloat) throws {
    var attributes = TextSample.attributes(fonts: try TextSample.fonts())
    attributes.kern = kern
    let line = try #require(TextLayout(StyledText("HHHH", attributes)).lines.first)
    #expect(abs(line.width - (4 * 15.40 + 3 * kern)) < 0.01, "between letters, not behind the last")
  }

  @Test func glyphsAreTheFontsOutlines() throws {
    let layout = try TextSample.layout("HH")
    let bounds = try #require(layout.lines.first?.outline.boundingBoxOfPath)
    // From the left of H, 201, to the right of the other, 1540 + 1339; from 0 to the height of a
    // capital, 1493.
    #expect(abs(bounds.minX - 2.01) < 0.001 && abs(bounds.maxX - 28.79) < 0.003)
    #expect(abs(bounds.minY) < 0.001 && abs(bounds.maxY - 14.93) < 0.001)
  }
}
