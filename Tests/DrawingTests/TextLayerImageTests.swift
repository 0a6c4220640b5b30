import Foundation
import MultiplaneGraphics
import TestTiers
import Testing

@testable import MultiplaneDrawing

@Suite struct TextLayerImageTests {
  private func layer(
    _ string: String, size: CGFloat = 20.48, color: CGColor? = .black, alignment: TextAlignment = .left
  ) throws -> LayerText {
    LayerText(
      string, font: FontDescriptor(name: "test"), fonts: try TextSample.fonts(), fontSize: size, color: color,
      alignment: alignment)
  }

  private func alphas(_ image: CGImage) -> [[Int]] {
    let bytes = image.premultipliedRGBA8()
    return (0..<image.height).map { y in (0..<image.width).map { x in Int(bytes[(y * image.width + x) * 4 + 3]) } }
  }

  private func coveredArea(_ image: CGImage) -> Double {
    Double(alphas(image).joined().reduce(0, +)) / 255
  }

  /// A full stop is a square of 211 × 254 units, its left lower corner at (219, 0): here 2.11 ×
  /// 2.54 points.
  @Test(arguments: [1, 2, 3, 8] as [CGFloat])
  func inItsPlace(scale: CGFloat) throws {
    let image = try #require(try layer(".").image(size: CGSize(width: 8, height: 24), scale: scale))
    #expect(abs(coveredArea(image) - 2.11 * 2.54 * Double(scale * scale)) < 0.03 * Double(scale * scale))
    let rows = alphas(image)
    // The baseline is 19.01 points below the top, moved to the nearest pixel: below it is nothing.
    let baseline = Int((19.01 * scale).rounded())
    #expect(rows[baseline...].joined().allSatisfy { $0 == 0 })
    #expect(rows[baseline - 1].contains { $0 > 250 }, "its lower edge is sharp")
    let left = try #require(rows[baseline - 1].firstIndex { $0 > 0 })
    #expect(left == Int(2.19 * scale))
  }

  /// What a letter covers does not depend on where it stands: nothing is hinted or moved to whole
  /// pixels sideways.
  @Test func lettersAreAlikeEverywhere() throws {
    let one = try #require(try layer("x").image(size: CGSize(width: 20, height: 24), scale: 1))
    let ten = try #require(try layer("xxxxxxxxxx").image(size: CGSize(width: 200, height: 24), scale: 1))
    #expect(abs(coveredArea(ten) - 10 * coveredArea(one)) < 0.4)
  }

  @Test func scalesShowTheSame() throws {
    let text = try layer("Scale", alignment: .center)
    let size = CGSize(width: 100, height: 24)
    let areas = try [1, 2, 4].map { scale -> Double in
      let image = try #require(try text.image(size: size, scale: scale))
      return coveredArea(image) / Double(scale * scale)
    }
    #expect(abs(areas[0] - areas[2]) < 0.01 * areas[2] && abs(areas[1] - areas[2]) < 0.01 * areas[2])
  }

  @Test func colorAndAlpha() throws {
    let half = CGColor(red: 1, green: 0, blue: 0, alpha: 0.5)
    let image = try #require(try layer("H", color: half).image(size: CGSize(width: 20, height: 24), scale: 4))
    let bytes = image.premultipliedRGBA8()
    // In the middle of H's left stem.
    let pixel = (4 * 12 * image.width + 4 * 3) * 4
    #expect(isNear(bytes[pixel..<pixel + 4].map { Int($0) }, [128, 0, 0, 128]))
    let none = try #require(try layer("H", color: nil).image(size: CGSize(width: 20, height: 24), scale: 1))
    #expect(coveredArea(none) == 0)
  }

  @Test func cutAtTheBounds() throws {
    let whole = try #require(try layer("HHHH").image(size: CGSize(width: 80, height: 24), scale: 2))
    let part = try #require(try layer("HHHH").image(size: CGSize(width: 31, height: 15), scale: 2))
    let (wholeRows, partRows) = (alphas(whole), alphas(part))
    for y in 0..<part.height { #expect(partRows[y] == Array(wholeRows[y].prefix(part.width)), "row \(y)") }
  }

  @Test func lines() throws {
    let fonts = try TextSample.fonts()
    var attributes = TextSample.attributes(fonts: fonts, color: .black)
    attributes.isUnderlined = true
    let image = try #require(
      try LayerText(StyledText("     ", attributes)).image(size: CGSize(width: 60, height: 24), scale: 10))
    // Five spaces of 651 units, 90 thick.
    #expect(abs(coveredArea(image) / 100 - 5 * 6.51 * 0.90) < 0.2)
  }

  /// A colour font's H is red with a blue square in its left lower corner; its x takes the text's
  /// colour.
  @Test(arguments: [false, true])
  func colorFonts(isFlipped: Bool) throws {
    let file = try FontFile(Corpus.bytes("test-color-font.ttf"), name: "test-color-font.ttf")
    let fonts = try FontCollection([FontCollection.Entry(family: "Test", file: file)])
    let layout = TextLayout(StyledText("Hx", TextSample.attributes(fonts: fonts, color: opaqueGreen)))
    let bitmap = try #require(Bitmap(120, 100))
    bitmap.context.scaleBy(x: 4, y: isFlipped ? -4 : 4)
    bitmap.context.draw(layout, topLeft: CGPoint(x: 0, y: isFlipped ? -24 : 24), isFlipped: isFlipped)
    // The baseline is 24 − 19.01 points above the bottom, near row 20; the square reaches from 2.19
    // to 4.30 and 2.54 up.
    #expect(isNear(bitmap.pixel(12, 24), [0, 0, 255, 255], step: 8))
    #expect(isNear(bitmap.pixel(12, 50), [255, 0, 0, 255], step: 8))
    #expect(bitmap.pixel(12, 17) == [0, 0, 0, 0])
    // The middle of x, half an advance behind H, at half its height.
    #expect(isNear(bitmap.pixel(Int(4 * (15.40 + 6.02)), 20 + 23), [0, 255, 0, 255], step: 8))
  }

  /// The same text upright in a context with y up, and in one that is flipped.
  @Test func flippedContexts() throws {
    let layout = try TextSample.layout("Flip", TextLayout.Options())
    let (up, down) = (try #require(Bitmap(50, 30)), try #require(Bitmap(50, 30)))
    up.context.draw(layout, topLeft: CGPoint(x: 2, y: 29))
    down.context.translateBy(x: 0, y: 30)
    down.context.scaleBy(x: 1, y: -1)
    down.context.draw(layout, topLeft: CGPoint(x: 2, y: 1), isFlipped: true)
    #expect(up.coveredArea > 50 && up.picture == down.picture)
  }

  @Test(arguments: [0, -1, .nan, .infinity, 1e-9, 1e9, 1e300] as [CGFloat])
  func absurdSizes(size: CGFloat) throws {
    let image = try #require(try layer("Size", size: size).image(size: CGSize(width: 20, height: 20), scale: 1))
    #expect(image.width == 20)
    if !(size > 1) || size.isInfinite { #expect(coveredArea(image) < 0.01) }
    for bounds in [CGSize(width: size, height: 10), CGSize(width: 10, height: size)] {
      for isWrapped in [false, true] {
        let text = LayerText(try layer("Size Size").text, isWrapped: isWrapped, truncation: .end)
        #expect(text.layout(in: bounds).lines.allSatisfy { $0.width.isFinite && $0.origin.y.isFinite })
      }
    }
  }

  @Test(arguments: ["", " ", "\n", "\n\n\n", "\0", "a\0b", "\u{202E}abc", "\u{FEFF}\u{200D}", "\u{10FFFF}"])
  func oddStrings(string: String) throws {
    for isWrapped in [false, true] {
      let text = LayerText(
        StyledText(string, TextSample.attributes(fonts: try TextSample.fonts())), isWrapped: isWrapped,
        truncation: .middle)
      #expect(try text.image(size: CGSize(width: 30, height: 30), scale: 1) != nil)
      #expect(text.layout(in: CGSize(width: 30, height: 900)).pieces(of: string).joined() == string)
    }
  }

  @Test(arguments: [.nan, .infinity, -.infinity, 1e300, -50] as [CGFloat])
  func absurdAttributes(number: CGFloat) throws {
    var attributes = TextSample.attributes(fonts: try TextSample.fonts())
    (attributes.kern, attributes.baselineOffset, attributes.isUnderlined) = (number, number, true)
    let layer = LayerText(StyledText("Kern", attributes), isWrapped: true, truncation: .end)
    let lines = layer.layout(in: CGSize(width: 50, height: 50)).lines
    #expect(!lines.isEmpty && lines.allSatisfy { $0.width.isFinite && $0.origin.y.isFinite })
    #expect(try layer.image(size: CGSize(width: 50, height: 50), scale: 1) != nil)
  }

  @Test func longTextIsCut() throws {
    let fonts = try TextSample.fonts()
    let long = StyledText(
      String(repeating: "é\u{1F600}", count: 50_000), TextSample.attributes(fonts: fonts))
    #expect(long.length <= StyledText.maximumLength && long.length > StyledText.maximumLength - 3)
    let word = StyledText(String(repeating: "word ", count: 25_000), TextSample.attributes(fonts: fonts))
    let line = try #require(TextLayout(word).lines.first)
    #expect(abs(line.width / (20_000 * (16.75 + 12.53 + 8.42 + 13.00 + 6.51)) - 1) < 0.01, "no number runs over")
  }

  /// Many threads with one collection, and each with its own.
  @Test(.ownTime) func threads() async throws {
    let shared = try layer("Threads and threads", alignment: .center)
    let size = CGSize(width: 90, height: 24)
    let expected = try #require(try shared.image(size: size, scale: 2)).premultipliedRGBA8()
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for index in 0..<24 {
        let own = try index % 8 == 0 ? layer("Threads and threads", alignment: .center) : shared
        group.addTask { try own.image(size: size, scale: 2)?.premultipliedRGBA8() == expected }
      }
      for try await isEqual in group { #expect(isEqual) }
    }
  }
}
