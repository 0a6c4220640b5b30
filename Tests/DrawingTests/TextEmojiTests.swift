import Foundation
import MultiplaneGraphics
import Testing

@testable import MultiplaneDrawing

/// Letters that are pictures.
@Suite struct TextEmojiTests {
  static func attributes() throws -> TextAttributes {
    let folder = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let file = try FontFile(path: folder.appendingPathComponent("Scenes/fonts/multiplane-emoji.ttf").path)
    return TextSample.attributes(20, fonts: try FontCollection([FontCollection.Entry(family: "Test", file: file)]))
  }

  /// Pixels that are neither grey nor clear.
  private func coloredPixels(_ image: CGImage?) throws -> Int {
    let bytes = try #require(image).premultipliedRGBA8()
    return stride(from: 0, to: bytes.count, by: 4).count { (pixel: Int) -> Bool in
      let (red, green, blue) = (Int(bytes[pixel]), Int(bytes[pixel + 1]), Int(bytes[pixel + 2]))
      return abs(red - green) > 40 || abs(red - blue) > 40
    }
  }

  /// A face, a hand with a tone of skin, a person and a computer, the letters E and U of a flag:
  /// one picture each.
  @Test(arguments: ["😀", "👋🏽", "👩‍💻", "🇪🇺"])
  func sequencesAreOnePicture(string: String) throws {
    let text = StyledText(string, try Self.attributes())
    let line = try #require(TextLayout(text).lines.first)
    #expect(line.glyphCount == 1 && line.runs.first?.font.isColored == true)
    let image = try LayerText(text).image(size: CGSize(width: 40, height: 30), scale: 1)
    #expect(try coloredPixels(image) > 60)
  }

  /// As many pixels as the size asks for, up to what the font's pictures have.
  @Test(arguments: [1, 2, 4] as [CGFloat])
  func atAnyScale(scale: CGFloat) throws {
    let text = LayerText(StyledText("😀", try Self.attributes()))
    let count = try coloredPixels(try text.image(size: CGSize(width: 40, height: 30), scale: scale))
    let one = try coloredPixels(try text.image(size: CGSize(width: 40, height: 30), scale: 1))
    #expect(abs(Double(count) / Double(one) / Double(scale * scale) - 1) < 0.25)
  }

  /// The system's colour font, which has many more glyphs and so other numbers, takes no part.
  @Test func comesFromTheTextsOwnFont() throws {
    let attributes = try Self.attributes()
    let units = Array("😀".utf16)
    var glyphs = [CGGlyph](repeating: 0, count: units.count)
    #expect(CTFontGetGlyphsForCharacters(attributes.font, units, &glyphs, units.count))
    let line = try #require(TextLayout(StyledText("😀", attributes)).lines.first)
    #expect(line.runs.first?.glyphs.first?.id == glyphs.first.map { UInt32($0) })
  }

  /// Another font's letters come from the system's colour font.
  @Test(.enabled(if: FontCollection.system.hasFont(named: "Noto Color Emoji"), "this system has no Noto Color Emoji"))
  func fromTheSystem() throws {
    let font = CTFont(FontDescriptor(name: "Helvetica"), size: 20)
    let text = LayerText(StyledText("a😀", TextAttributes(font: font)))
    #expect(try coloredPixels(try text.image(size: CGSize(width: 60, height: 30), scale: 1)) > 60)
  }

  @Test func imageBoundsAreThoseOfThePictures() throws {
    let line = CTLine(StyledText("😀", try Self.attributes()))
    let box = CTLineGetImageBounds(line, nil)
    #expect(box.width > 10 && box.width < 40 && box.height > 10 && box.height < 40, "\(box)")
  }
}
