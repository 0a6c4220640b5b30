import Foundation
import MultiplaneGraphics
import Testing

@testable import MultiplaneDrawing

@Suite struct TextFontTests {
  @Test func metricsAreTheFonts() throws {
    let metrics = try TextSample.fonts().metrics(of: FontDescriptor(name: "Test"), size: 2048)
    #expect(abs(metrics.ascent - 1901) < 0.01 && abs(metrics.descent - 483) < 0.01 && metrics.leading == 0)
    #expect(abs(metrics.capHeight - 1493) < 0.01 && abs(metrics.xHeight - 1120) < 0.01)
    #expect(abs(metrics.underlineThickness - 90) < 0.01 && abs(metrics.underlinePosition + 85) < 0.01)
  }

  /// A file is found by the family that it was given or its own, whatever the case, and by its
  /// collection only.
  @Test func ownFiles() throws {
    let fonts = try TextSample.fonts()
    #expect(fonts.hasFont(named: "Test") && fonts.hasFont(named: "TEST"))
    #expect(!FontCollection.system.hasFont(named: "Test") && !FontCollection.system.hasFont(named: "Multiplane Test"))
    let unnamed = try FontCollection([FontCollection.Entry(family: nil, file: TextSample.file())])
    #expect(unnamed.hasFont(named: "multiplane test") && !unnamed.hasFont(named: "Test"))
    #expect(unnamed.names(of: FontDescriptor(name: "Multiplane Test"))?.postScript == "MultiplaneTest-Book")
    #expect(try TextSample.fonts().names(of: FontDescriptor(name: "Test"))?.family == "Test")
  }

  /// A file takes the place of an installed family, and a bold one is made up where there is none.
  @Test func ownFilesComeFirst() throws {
    let fonts = try FontCollection([FontCollection.Entry(family: "sans", file: TextSample.file())])
    #expect(fonts.names(of: FontDescriptor(name: "Sans"))?.postScript == "MultiplaneTest-Book")
    let bold = TextLayout(
      StyledText("l", TextAttributes(font: CTFont(FontDescriptor(name: "sans", weight: 700), size: 20, fonts: fonts))))
    let plain = TextLayout(
      StyledText("l", TextAttributes(font: CTFont(FontDescriptor(name: "sans"), size: 20, fonts: fonts))))
    func width(_ layout: TextLayout) -> CGFloat { layout.lines.first?.outline.boundingBoxOfPath.width ?? 0 }
    #expect(width(bold) > width(plain) + 0.2 && width(plain) > 1)
  }

  @Test func namesInWords() {
    func words(_ name: String) -> [String] {
      let words = FontNameWords(name)
      return [words.family, "\(words.weight)", words.isItalic ? "italic" : "", words.isCondensed ? "condensed" : ""]
    }
    #expect(words("Helvetica") == ["Helvetica", "400", "", ""])
    #expect(words("HelveticaNeue-BoldItalic") == ["HelveticaNeue", "700", "italic", ""])
    #expect(words("AvenirNext-UltraLight") == ["AvenirNext", "200", "", ""])
    #expect(words("AvenirNextCondensed-DemiBold") == ["AvenirNextCondensed", "600", "", ""])
    #expect(words("ArialMT") == ["ArialMT", "400", "", ""])
    #expect(words("Arial-BoldMT") == ["Arial", "700", "", ""])
    #expect(words("Helvetica Neue Medium") == ["Helvetica Neue", "500", "", ""])
    #expect(words("Roboto Condensed Light Oblique") == ["Roboto", "300", "italic", "condensed"])
    #expect(words("Source-Serif") == ["Source-Serif", "400", "", ""])
    #expect(words("Bold") == ["Bold", "400", "", ""])
    #expect(words("") == ["", "400", "", ""])
    #expect(words("-") == ["-", "400", "", ""])
  }

  /// Any name gives some font: the system's nearest.
  @Test(arguments: ["Helvetica", "No Such Font 123", "", ",", "a\0b", "-", ".SFUIText-Bold", "ﷺ", "Helvetica:bold=1"])
  func missingFonts(name: String) {
    let metrics = FontCollection.system.metrics(of: FontDescriptor(name: name), size: 10)
    #expect(metrics.ascent > 4 && metrics.ascent < 20 && metrics.descent > 0)
    let layout = TextLayout(StyledText("Text", TextAttributes(font: CTFont(FontDescriptor(name: name), size: 10))))
    #expect((layout.lines.first?.width ?? 0) > 10)
  }

  @Test func brokenFiles() throws {
    func line(_ make: () throws(FontError) -> FontCollection) -> String? {
      do throws(FontError) {
        _ = try make()
        return nil
      } catch {
        return error.description
      }
    }
    func collection(_ bytes: [UInt8]) -> String? {
      line { () throws(FontError) in
        try FontCollection([FontCollection.Entry(family: "F", file: FontFile(bytes, name: "a.ttf"))])
      }
    }
    let expected = "a.ttf: expected a TrueType or OpenType font, found "
    #expect(collection([]) == expected + "an empty file; convert it, or copy the file again")
    let broken = expected + "no font in it, or a broken one; convert it, or copy the file again"
    #expect(collection(Array("no font at all".utf8)) == broken)
    #expect(collection(Array(try Corpus.bytes("test-font.ttf").prefix(1000))) == broken)
    #expect(collection(try Corpus.bytes("rgba.png")) == broken)
    let folder = try TemporaryFolder()
    func file(_ path: String) -> String? {
      line { () throws(FontError) in try FontCollection([.init(family: nil, file: FontFile(path: path))]) }
    }
    let missing = folder.file("none.ttf")
    #expect(
      file(missing)
        == "\(missing): expected a readable font file, found nothing at this path; check the folder and the name"
    )
    #expect(file(folder.path)?.contains("found a folder; name a file in it") == true)
  }

  /// A file that changes after it was read changes nothing, and neither does another under the same
  /// name.
  @Test func filesAreCopied() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("font.ttf")
    try writeFileAtomically(Corpus.bytes("test-font.ttf"), to: path)
    let fonts = try FontCollection([FontCollection.Entry(family: "Test", file: FontFile(path: path))])
    #expect(truncate(path, 10) == 0)
    let layout = TextLayout(StyledText("H", TextSample.attributes(fonts: fonts)))
    #expect(layout.lines.first?.outline.isEmpty == false)
  }

  @Test func pathsAreUnlikeEachOther() {
    let paths = (0..<300).map { FontFile.path(of: 7, number: $0) }
    #expect(Set(paths).count == 300 && paths.allSatisfy { $0.hasPrefix("/proc/self/fd/") && $0.hasSuffix("/7") })
  }
}
