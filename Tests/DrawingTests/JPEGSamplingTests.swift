import MultiplaneDrawing
import MultiplaneGraphics
import Testing

/// JPEGs of every kind of sampling, by libjpeg's own encoder: each holds the same gradients.
@Suite struct JPEGSamplingTests {
  /// Horizontal and vertical factors of Y, Cb and Cr. TurboJPEG has names for eight sets.
  @Test(arguments: [
    "1x1-1x1-1x1", "1x1-2x2-2x2", "1x2-1x1-1x1", "1x2-2x1-1x1", "1x4-1x1-1x1", "2x1-1x1-1x1", "2x1-2x1-1x1",
    "2x2-1x1-1x1", "2x2-1x2-1x2", "2x2-2x1-1x1", "2x2-2x1-2x1", "2x2-2x2-1x1", "2x4-1x1-1x1", "3x1-1x1-1x1",
    "3x2-1x1-1x1", "4x1-1x1-1x1", "4x2-1x1-1x1",
  ])
  func everySetOfFactors(name: String) throws {
    try expect(name) { x, y in [40 + 4 * x, 220 - 5 * y, 60 + 2 * x + 2 * y] }
  }

  /// Ink, also as YCCK and in several scans, and without Adobe's segment: 255 is no ink everywhere.
  @Test(arguments: ["cmyk-2x2-1x1-1x1-1x1", "ycck-2x2-1x1-1x1-1x1", "ycck-2x1-1x1-1x1-2x1", "cmyk-plain"])
  func ink(name: String) throws {
    try expect(name) { x, y in
      [40 + 4 * x, 220 - 5 * y, 60 + 2 * x + 2 * y].map { $0 * (255 - 4 * y) / 255 }
    }
  }

  /// Factors that are no multiples of each other; libjpeg does not decode them.
  @Test func fractionsAreRefused() throws {
    var file = try Corpus.bytes("sampling/3x1-1x1-1x1.jpg")
    // Of the second component in the frame header, whose first is 1, 3 x 1.
    let frame = try #require(file.indices.dropLast(5).first { file[$0..<$0 + 5] == [1, 0x31, 0, 2, 0x11] })
    file[frame + 4] = 0x21
    let line = errorLine { () throws(ImageError) in try decodeImage(file, name: "a.jpg") }
    #expect(
      line == "a.jpg: expected a supported image, found a JPEG that libjpeg does not decode (Fractional sampling not "
        + "implemented yet); save it as a baseline JPEG, or as PNG")
  }

  private func expect(_ name: String, _ color: (_ x: Int, _ y: Int) -> [Int]) throws {
    let image = try decodeImage(Corpus.bytes("sampling/\(name).jpg"), name: name)
    #expect(image.width == 48 && image.height == 32)
    let pixels = image.premultipliedRGBA8().map { Int($0) }
    for y in 0..<32 {
      for x in 0..<48 {
        let found = Array(pixels[(y * 48 + x) * 4..<(y * 48 + x) * 4 + 4])
        // A sample of four by two pixels is off by half of what it spans.
        #expect(isNear(found, color(x, y) + [255], step: 14), "\(name), \(x), \(y)")
      }
    }
  }
}
