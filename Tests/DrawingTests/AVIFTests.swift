import MultiplaneGraphics
import Testing

@testable import MultiplaneDrawing

/// AVIF files of others (avifenc), and our own. Their picture is four rectangles of 24 × 16: red,
/// green; blue, and yellow with half an alpha.
@Suite(.enabled(if: AVIFCodec.isAvailable, "needs libavif")) struct AVIFTests {
  private static let (red, green, blue, yellow) = (
    [220, 40, 30, 255], [40, 200, 60, 255], [30, 60, 220, 255], [120, 110, 20, 128]
  )

  /// The middles of the four quarters.
  private func quarters(_ name: String) throws -> [[Int]] {
    let image = try decodeImage(Corpus.bytes(name), name: name)
    let pixels = image.premultipliedRGBA8().map { Int($0) }
    return [(1, 1), (3, 1), (1, 3), (3, 3)].map { x, y in
      let first = (image.height * y / 4 * image.width + image.width * x / 4) * 4
      return Array(pixels[first..<first + 4])
    }
  }

  @Test func tenBitsAndAlphaAreRead() throws {
    for (found, expected) in zip(try quarters("deep.avif"), [Self.red, Self.green, Self.blue, Self.yellow]) {
      #expect(isNear(found, expected, step: 3))
    }
  }

  /// Turned to the left, then mirrored top to bottom.
  @Test func pixelsAreTurnedUpright() throws {
    let image = try decodeImage(Corpus.bytes("turned.avif"), name: "turned")
    #expect(image.width == 32 && image.height == 48)
    for (found, expected) in zip(try quarters("turned.avif"), [Self.red, Self.blue, Self.green, Self.yellow]) {
      #expect(isNear(found, expected, step: 6))
    }
  }

  @Test func codePointsSayTheColours() throws {
    let colors: [[UInt8]] = [[220, 40, 30], [40, 200, 60], [30, 60, 220]]
    for (found, color) in zip(try quarters("display-p3.avif"), colors) {
      #expect(isNear(found, ProfileFiles.sRGB(color, of: ProfileFiles.p3) + [255], step: 3))
    }
  }

  @Test func theBestQualityKeepsEveryByte() throws {
    let pixels = TestPixels.everyPremultipliedValue
    let image = try decodeImage(pixels.encoded(as: .avif, quality: 1), name: "best")
    #expect(firstDifference(image.premultipliedRGBA8(), pixels.bytes) == nil)
  }

  @Test(arguments: [(0.5, 24), (0.9, 8)])
  func alphaIsKeptWhole(quality: Double, step: Int) throws {
    let pixels = TestPixels(width: 64, height: 48) { x, y in
      let alpha = x < 8 ? 0 : x * 4
      return [UInt8(alpha / 2), UInt8(alpha * y / 48), UInt8(alpha), UInt8(alpha)]
    }
    let decoded = try decodeImage(pixels.encoded(as: .avif, quality: quality), name: "lossy").premultipliedRGBA8()
    let differences = zip(decoded, pixels.bytes).map { abs(Int($0) - Int($1)) }
    #expect(stride(from: 3, to: differences.count, by: 4).allSatisfy { differences[$0] == 0 })
    #expect(differences.max() ?? 255 <= step)
  }

  @Test func lowerQualityMakesAShorterFile() throws {
    let files = try [0.0, 0.3, 0.95].map { try TestPixels.noise.encoded(as: .avif, quality: $0) }
    #expect(files[0].count < files[1].count && files[1].count < files[2].count)
  }

  /// What lies behind the header's size is not decoded.
  @Test func anImageLargerThanItsHeaderSaysIsRefused() throws {
    var file = try TestPixels(width: 64, height: 48) { _, _ in [1, 2, 3, 255] }.encoded(as: .avif)
    // The box `ispe`: four bytes of version, width, height.
    let place = try #require(file.indices.first { file[$0...].starts(with: "ispe".utf8) })
    file[place + 11] = 4
    let line = errorLine { () throws(ImageError) in try decodeImage(file, name: "larger") }
    #expect(line?.hasPrefix("larger: expected a complete image, found ") == true, "\(line ?? "no error")")
  }
}
