import MultiplaneDrawing
import MultiplaneGraphics
import Testing

/// Animated files as still images: the first frame.
@Suite struct ImageAnimationTests {
  /// By Google's `webpmux`: a canvas of 8 x 6, whose first frame of 4 x 4 is at (2, 2). The
  /// background colour is ignored, as in browsers.
  @Test func theFirstFrameOfAWebP() throws {
    let image = try decodeImage(Corpus.bytes("moving.webp"), name: "moving.webp")
    #expect(image.width == 8 && image.height == 6)
    let pixels = image.premultipliedRGBA8()
    for y in 0..<6 {
      for x in 0..<8 {
        let expected: [UInt8] = (2..<6).contains(x) && (2..<6).contains(y) ? [120, 60, 30, 153] : [0, 0, 0, 0]
        #expect(Array(pixels[(y * 8 + x) * 4..<(y * 8 + x) * 4 + 4]) == expected, "\(x), \(y)")
      }
    }
  }
}
