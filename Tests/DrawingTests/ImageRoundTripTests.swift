import MultiplaneDrawing
import MultiplaneGraphics
import Testing

@Suite struct ImageRoundTripTests {
  private static let lossless: [(format: ImageFileFormat, quality: Double?)] = [(.png, nil), (.webp, 1)]

  @Test(arguments: lossless)
  func everyPremultipliedValueComesBack(format: ImageFileFormat, quality: Double?) throws {
    let pixels = TestPixels.everyPremultipliedValue
    let image = try decodeImage(pixels.encoded(as: format, quality: quality), name: "round trip")
    #expect(image.width == pixels.width)
    #expect(image.height == pixels.height)
    #expect(firstDifference(image.premultipliedRGBA8(), pixels.bytes) == nil)
  }

  @Test(arguments: lossless)
  func opaqueGradientComesBack(format: ImageFileFormat, quality: Double?) throws {
    let pixels = TestPixels.gradient
    let image = try decodeImage(pixels.encoded(as: format, quality: quality), name: "round trip")
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
    let image = try decodeImage(pixels.encoded(as: .jpeg, quality: 0.95), name: "round trip")
    let differences = zip(image.premultipliedRGBA8(), pixels.bytes).map { abs(Int($0) - Int($1)) }
    // Quantisation at quality 95 moves a smooth block by a few levels; a wrong channel order or row
    // order by dozens.
    #expect(differences.max() ?? 255 <= 6)
  }

  @Test(arguments: [ImageFileFormat.jpeg, .webp])
  func lowerQualityMakesAShorterFile(format: ImageFileFormat) throws {
    let files = try [0.0, 0.2, 0.95].map { try TestPixels.noise.encoded(as: format, quality: $0) }
    #expect(files[0].count < files[1].count && files[1].count < files[2].count)
  }

  @Test(arguments: [ImageFileFormat.jpeg, .webp]) func theUsualQualityIsNineTenths(format: ImageFileFormat) throws {
    #expect(try TestPixels.noise.encoded(as: format) == TestPixels.noise.encoded(as: format, quality: 0.9))
  }

  /// Alpha is kept whole, and colours about as they are; of what is transparent nothing is left.
  @Test func webpWithAQualityKeepsAlpha() throws {
    let pixels = TestPixels(width: 64, height: 48) { x, y in
      let alpha = x < 8 ? 0 : x * 4
      return [UInt8(alpha / 2), UInt8(alpha * y / 48), UInt8(alpha), UInt8(alpha)]
    }
    let decoded = try decodeImage(pixels.encoded(as: .webp, quality: 0.9), name: "lossy").premultipliedRGBA8()
    let differences = zip(decoded, pixels.bytes).map { abs(Int($0) - Int($1)) }
    #expect(stride(from: 3, to: differences.count, by: 4).allSatisfy { differences[$0] == 0 })
    #expect(differences.max() ?? 255 <= 12)
  }

  @Test func webpOfTheBestQualityKeepsEveryByte() throws {
    let pixels = TestPixels.everyPremultipliedValue
    let image = try decodeImage(pixels.encoded(as: .webp, quality: 1), name: "best")
    #expect(firstDifference(image.premultipliedRGBA8(), pixels.bytes) == nil)
  }

  @Test(arguments: [([0, 0, 0, 0], 255), ([0, 0, 0, 128], 127), ([64, 64, 64, 128], 191), ([9, 9, 9, 255], 9)])
  func jpegIsLaidOverWhite(pixel: [UInt8], gray: Int) throws {
    let pixels = TestPixels(width: 8, height: 8) { _, _ in pixel }
    let decoded = try decodeImage(pixels.encoded(as: .jpeg, quality: 1), name: "white").premultipliedRGBA8()
    for channel in decoded[0..<3] { #expect(abs(Int(channel) - gray) <= 1) }
    #expect(decoded[3] == 255)
  }

  @Test(arguments: [-0.01, 1.01, 90, .nan, .infinity], ImageFileFormat.allCases)
  func qualityOutsideItsRangeIsRefused(quality: Double, format: ImageFileFormat) {
    let line = errorLine { () throws(ImageError) in
      try encodeImage(
        premultipliedRGBA8: [1, 2, 3, 255], width: 1, height: 1, format: format, quality: quality, name: "a.jpg")
    }
    #expect(line == "a.jpg: expected a quality from 0 (least) to 1 (best), found \(quality)")
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
