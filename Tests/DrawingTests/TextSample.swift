import MultiplaneDrawing
import MultiplaneGraphics
import Testing

/// The font that tests set text in, a subset of DejaVu Sans that no system has, and what is known
/// of it.
///
/// It has Latin without accents, Hebrew, five letters of Arabic; 2048 units an em; ascender 1901,
/// descender −483, no line gap, capitals 1493 high, small letters 1120.
enum TextSample {
  /// A collection with the font as family "Test".
  static func fonts() throws -> FontCollection {
    try FontCollection([FontCollection.Entry(family: "Test", file: file())])
  }

  static func file() throws -> FontFile {
    try FontFile(Corpus.bytes("test-font.ttf"), name: "test-font.ttf")
  }

  static func attributes(
    _ size: CGFloat = 20.48, fonts: FontCollection, color: CGColor? = .black
  ) -> TextAttributes {
    TextAttributes(font: CTFont(FontDescriptor(name: "Test"), size: size, fonts: fonts), color: color)
  }

  /// A layout in the test font; at 20.48 points a unit of the font is 0.01 points.
  static func layout(
    _ string: String, size: CGFloat = 20.48, _ options: TextLayout.Options = TextLayout.Options()
  ) throws -> TextLayout {
    try TextLayout(StyledText(string, attributes(size, fonts: fonts())), options)
  }

  static let pangram = "The quick brown fox jumps over the lazy dog. Pack my box with five dozen liquor jugs."
}

extension LayerText {
  /// The text in bounds of a size in points, at `scale` pixels a point; nil for a size that no
  /// bitmap has.
  func image(size: CGSize, scale: CGFloat) throws -> CGImage? {
    let (width, height) = ((size.width * scale).rounded(.up), (size.height * scale).rounded(.up))
    guard scale > 0, width > 0, height > 0, max(width, height) <= CGFloat(CGContext.maximumSide) else { return nil }
    let context = try #require(
      CGContext(
        data: nil, width: Int(width), height: Int(height), bitsPerComponent: 8, bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
    context.scaleBy(x: scale, y: scale)
    let bottom = height / scale - size.height
    context.draw(self, in: CGRect(origin: CGPoint(x: 0, y: bottom), size: size), isFlipped: false)
    return context.makeImage()
  }
}

extension TextLayout {
  /// The pieces of a text that the lines show.
  func pieces(of string: String) -> [String] {
    let units = Array(string.utf16)
    return lines.map { String(decoding: units[$0.range.clamped(to: 0..<units.count)], as: UTF16.self) }
  }
}
