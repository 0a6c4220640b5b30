import Foundation
import MultiplaneGraphics
import Testing

@testable import MultiplaneDrawing

/// The text drawing modes that clip: later drawing shows within the letters alone.
@Suite struct TextClipTests {
  private let fonts: FontCollection
  private static let whole = CGRect(x: 0, y: 0, width: 120, height: 60)

  init() throws { fonts = try TextSample.fonts() }

  private func line(_ string: String) throws -> CTLine {
    let font = CTFont(FontDescriptor(name: "Test"), size: 20.48, fonts: fonts)
    return CTLineCreateWithAttributedString(
      NSAttributedString(string: string, attributes: [.font: font, .foregroundColor: opaqueRed]))
  }

  /// A context that draws text at (10.3, 20.6), a little turned.
  private func bitmap(_ mode: CGTextDrawingMode) throws -> Bitmap {
    let bitmap = try #require(Bitmap(120, 60))
    bitmap.context.setFillColor(opaqueGreen)
    bitmap.context.rotate(by: 0.1)
    bitmap.context.textPosition = CGPoint(x: 10.3, y: 20.6)
    bitmap.context.setTextDrawingMode(mode)
    return bitmap
  }

  private func fillAll(_ bitmap: Bitmap) {
    bitmap.context.fill(CGRect(x: -500, y: -500, width: 1000, height: 1000))
  }

  /// Green through the letters is as red letters, but for the colour: to a 255th, as both are
  /// rounded once.
  @Test(arguments: [CGTextDrawingMode.clip, .fillClip, .strokeClip, .fillStrokeClip])
  func whatIsDrawnLaterIsSeenThroughTheLetters(mode: CGTextDrawingMode) throws {
    let (clipped, filled) = (try bitmap(mode), try bitmap(.fill))
    clipped.context.setStrokeColor(opaqueGreen)
    try CTLineDraw(line("Hig"), clipped.context)
    if mode == .clip { #expect(clipped.coveredArea == 0) }
    // What the mode has painted goes, within the clip and only there.
    let painted = clipped.coveredArea
    clipped.context.setBlendMode(.clear)
    fillAll(clipped)
    if mode == .strokeClip || mode == .fillStrokeClip {
      #expect(clipped.coveredArea > 1 && clipped.coveredArea < painted)
    } else {
      // Of a smooth edge that covers a part of a pixel, that part of it goes.
      #expect(clipped.coveredArea <= painted / 3)
    }
    clipped.context.setBlendMode(.normal)
    fillAll(clipped)
    try CTLineDraw(line("Hig"), filled.context)
    guard mode == .clip else { return }
    let green = try #require(clipped.context.makeImage()).premultipliedRGBA8()
    let red = try #require(filled.context.makeImage()).premultipliedRGBA8()
    let differences = stride(from: 0, to: green.count, by: 4).count { pixel in
      let (first, second) = (green[pixel..<pixel + 4].map(Int.init), red[pixel..<pixel + 4].map(Int.init))
      return !isNear(first, [0, second[0], 0, second[3]])
    }
    #expect(differences == 0)
  }

  /// Red letters stay where nothing is drawn over them; the text position moves as ever.
  @Test func fillAndClip() throws {
    let bitmap = try bitmap(.fillClip)
    try CTLineDraw(line("H"), bitmap.context)
    let area = bitmap.coveredArea
    #expect(area > 60 && abs(bitmap.context.textPosition.x - 25.7) < 0.01)
    bitmap.context.fill(CGRect(x: 0, y: 0, width: 200, height: 28))
    // Smooth edges are painted twice.
    #expect(bitmap.coveredArea >= area && bitmap.coveredArea < area + 25)
  }

  @Test func theBoxOfTheClipIsThatOfTheLetters() throws {
    let bitmap = try #require(Bitmap(120, 60))
    bitmap.context.textPosition = CGPoint(x: 10, y: 20)
    bitmap.context.setTextDrawingMode(.clip)
    try CTLineDraw(line("HH"), bitmap.context)
    // The stems of H stand from 2.01 to 13.39 points behind its start, 14.93 high; an H is 15.40
    // wide.
    let box = bitmap.context.boundingBoxOfClipPath
    #expect(abs(box.minX - 12.01) < 0.01 && abs(box.maxX - 38.79) < 0.01)
    #expect(box.minY == 20 && abs(box.height - 14.93) < 0.01)
  }

  /// All lines of a frame are one text; two texts leave what both cover.
  @Test func oneTextIsOneRegion() throws {
    let font = CTFont(FontDescriptor(name: "Test"), size: 20.48, fonts: fonts)
    let setter = CTFramesetterCreateWithAttributedString(
      NSAttributedString(string: "HH\nHH", attributes: [.font: font]))
    let frame = CTFramesetterCreateFrame(
      setter, CFRange(location: 0, length: 0), CGPath(rect: Self.whole, transform: nil), nil)
    let filled = try #require(Bitmap(120, 60))
    CTFrameDraw(frame, filled.context)
    let frames = try #require(Bitmap(120, 60))
    frames.context.setTextDrawingMode(.clip)
    CTFrameDraw(frame, frames.context)
    #expect(frames.context.textPosition == filled.context.textPosition)
    frames.context.fill(Self.whole)
    #expect(filled.coveredArea > 250 && abs(frames.coveredArea - filled.coveredArea) < 1)

    let lines = try #require(Bitmap(120, 60))
    lines.context.setTextDrawingMode(.clip)
    for x in [0, 60] {
      lines.context.textPosition = CGPoint(x: x, y: 20)
      try CTLineDraw(line("HH"), lines.context)
    }
    lines.context.fill(Self.whole)
    #expect(lines.coveredArea == 0 && lines.context.boundingBoxOfClipPath.isNull)
  }

  @Test func theStateBringsTheClipBack() throws {
    let bitmap = try bitmap(.clip)
    bitmap.context.clip(to: CGRect(x: 0, y: 0, width: 60, height: 60))
    bitmap.context.saveGState()
    try CTLineDraw(line("H"), bitmap.context)
    fillAll(bitmap)
    #expect(bitmap.coveredArea < 120)
    bitmap.context.restoreGState()
    let shown = bitmap.context.boundingBoxOfClipPath
    #expect(shown.width > 55)
    fillAll(bitmap)
    #expect(bitmap.coveredArea > 3000)
  }

  /// Spaces, and no letters at all, leave the clip as it is; letters that cannot be seen leave
  /// nothing.
  @Test(arguments: [("", 0, 7200.0), ("   ", 0, 7200), ("H", 500, 0), ("H", -500, 0)])
  func whatHasNoLetters(string: String, x: CGFloat, area: Double) throws {
    let bitmap = try #require(Bitmap(120, 60))
    bitmap.context.setTextDrawingMode(.clip)
    bitmap.context.textPosition = CGPoint(x: x, y: 20)
    try CTLineDraw(line(string), bitmap.context)
    bitmap.context.fill(Self.whole)
    #expect(bitmap.coveredArea == area)
  }

  /// Glyphs by number, and emoji by the alpha of their pictures.
  @Test func glyphsAndPictures() throws {
    let glyphs = try bitmap(.clip)
    let font = try #require(
      CGDataProvider(data: NSData(data: Data(try Corpus.bytes("test-font.ttf")))).flatMap { CGFont($0) })
    glyphs.context.setFont(font)
    glyphs.context.setFontSize(20.48)
    glyphs.context.showGlyphs([41, 41], at: [.zero, CGPoint(x: 20, y: 0)])
    fillAll(glyphs)
    let filled = try bitmap(.fill)
    try CTLineDraw(line("HH"), filled.context)
    #expect(filled.coveredArea > 100 && abs(glyphs.coveredArea - filled.coveredArea) < 1)

    let pictures = try TextEmojiTests.attributes()
    func emoji(_ mode: CGTextDrawingMode) throws -> Bitmap {
      let bitmap = try bitmap(mode)
      bitmap.context.draw(TextLayout(StyledText("😀", pictures)), topLeft: CGPoint(x: 20, y: 40))
      return bitmap
    }
    let (shown, clipped) = (try emoji(.fill), try emoji(.clip))
    #expect(clipped.coveredArea == 0)
    fillAll(clipped)
    #expect(shown.coveredArea > 100 && abs(clipped.coveredArea / shown.coveredArea - 1) < 0.05)
    #expect(clipped.pixel(30, 35)[0] == 0)
  }
}
