import MultiplaneDrawing
import MultiplaneGraphics
import Testing

@Suite struct ImageRoundTripTests {
  private static let lossless: [ImageFileFormat] = [.png, .webp]

  @Test(arguments: lossless)
  func everyPremultipliedValueComesBack(format: ImageFileFormat) throws {
    let pixels = TestPixels.everyPremultipliedValue
    let image = try decodeImage(pixels.encoded(as: format), name: "round trip")
    #expect(image.width == pixels.width)
    #expect(image.height == pixels.height)
    #expect(firstDifference(image.premultipliedRGBA8(), pixels.bytes) == nil)
  }

  @Test(arguments: lossless)
  func opaqueGradientComesBack(format: ImageFileFormat) throws {
    let pixels = TestPixels.gradient
    let image = try decodeImage(pixels.encoded(as: format), name: "round trip")
    #expect(firstDifference(image.premultipliedRGBA8(), pixels.bytes) == nil)
  }

  @Test func pngFilesHoldStraightColor() throws {
    // Colour above alpha is not premultiplied; it is held at 255 and comes back as alpha.
    let file = try encodeImage(
      premultipliedRGBA8: [64, 32, 200, 128, 9, 9, 9, 0], width: 2, height: 1, format: .png)
    let pixels = try decodeImage(file, name: "straight").premultipliedRGBA8()
    #expect(pixels == [64, 32, 128, 128, 0, 0, 0, 0])
  }

  @Test func jpegIsCloseOnAGradient() throws {
    let pixels = TestPixels.gradient
    let image = try decodeImage(pixels.encoded(as: .jpeg, quality: 95), name: "round trip")
    let differences = zip(image.premultipliedRGBA8(), pixels.bytes).map { abs(Int($0) - Int($1)) }
    // Quantisation at quality 95 moves a smooth block by a few levels; a wrong channel order or row order by dozens.
    #expect(differences.max() ?? 255 <= 6)
  }

  @Test func lowerQualityMakesAShorterFile() throws {
    let files = try [20, 95].map { try TestPixels.gradient.encoded(as: .jpeg, quality: $0) }
    #expect(files[0].count < files[1].count)
  }

  @Test(arguments: [([0, 0, 0, 0], 255), ([0, 0, 0, 128], 127), ([64, 64, 64, 128], 191), ([9, 9, 9, 255], 9)])
  func jpegIsLaidOverWhite(pixel: [UInt8], gray: Int) throws {
    let pixels = TestPixels(width: 8, height: 8) { _, _ in pixel }
    let decoded = try decodeImage(pixels.encoded(as: .jpeg, quality: 100), name: "white").premultipliedRGBA8()
    for channel in decoded[0..<3] { #expect(abs(Int(channel) - gray) <= 1) }
    #expect(decoded[3] == 255)
  }

  @Test(arguments: [0, 101, -5])
  func qualityOutsideItsRangeIsRefused(quality: Int) {
    let line = errorLine { () throws(ImageError) in
      try encodeImage(
        premultipliedRGBA8: [1, 2, 3, 255], width: 1, height: 1, format: .jpeg, quality: quality, name: "a.jpg")
    }
    #expect(line == "a.jpg: expected a JPEG quality from 1 to 100, found \(quality)")
  }

  @Test(arguments: [
    (0, 4, ImageFileFormat.png), (4, -1, .webp), (2, 2, .png), (16384, 1, .webp), (65501, 1, .jpeg),
    (Int.max, Int.max, .png),
  ])
  func sizesThatDoNotFitAreRefused(width: Int, height: Int, format: ImageFileFormat) {
    // The right number of bytes where there is one; three for 2 x 2.
    let isRight = height == 1
    let pixels = [UInt8](repeating: 0, count: isRight ? width * 4 : 3)
    let line = errorLine { () throws(ImageError) in
      try encodeImage(premultipliedRGBA8: pixels, width: width, height: height, format: format)
    }
    #expect(line?.hasPrefix("image: expected ") == true)
  }
}
