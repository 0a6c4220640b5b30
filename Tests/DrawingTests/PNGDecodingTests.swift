import HostileFiles
import MultiplaneDrawing
import MultiplaneGraphics
import Testing

/// Files built by hand from the PNG specification.
@Suite struct PNGDecodingTests {
  private func decode(_ file: [UInt8]) throws -> [UInt8] {
    try decodeImage(file, name: "built.png").premultipliedRGBA8()
  }

  @Test func grayOfEightBits() throws {
    let file = PNGBuilder.file(width: 3, height: 1, depth: 8, colorType: 0, rows: [[0, 77, 255]])
    #expect(try decode(file) == [0, 0, 0, 255, 77, 77, 77, 255, 255, 255, 255, 255])
  }

  @Test func grayOfOneBitTopRowFirst() throws {
    let file = PNGBuilder.file(width: 2, height: 2, depth: 1, colorType: 0, rows: [[0b1000_0000], [0b0100_0000]])
    let (black, white): ([UInt8], [UInt8]) = ([0, 0, 0, 255], [255, 255, 255, 255])
    #expect(try decode(file) == white + black + black + white)
  }

  @Test func grayWithAlphaIsPremultiplied() throws {
    let file = PNGBuilder.file(width: 3, height: 1, depth: 8, colorType: 4, rows: [[200, 0, 200, 128, 200, 255]])
    // 200 * 128 / 255 = 100.39
    #expect(try decode(file) == [0, 0, 0, 0, 100, 100, 100, 128, 200, 200, 200, 255])
  }

  @Test func paletteWithTransparency() throws {
    let palette = PNGBuilder.chunk("PLTE", [255, 0, 0, 0, 255, 0, 10, 20, 255])
    let transparency = PNGBuilder.chunk("tRNS", [255, 64])
    let file = PNGBuilder.file(
      width: 3, height: 1, depth: 2, colorType: 3, rows: [[0b00_01_10_00]], before: [palette, transparency])
    #expect(try decode(file) == [255, 0, 0, 255, 0, 64, 0, 64, 10, 20, 255, 255])
  }

  @Test func colorOfSixteenBitsIsTakenAsSRGB() throws {
    // v * 257 is the same value in 16 bits as v in 8; taken as linear light, 0x80 would become
    // 0xBC.
    let row: [UInt8] = [0x80, 0x80, 0x40, 0x40, 0xFF, 0xFF, 0x01, 0x01, 0x00, 0x00, 0xC8, 0xC8]
    let file = PNGBuilder.file(width: 2, height: 1, depth: 16, colorType: 2, rows: [row])
    #expect(try decode(file) == [0x80, 0x40, 0xFF, 255, 0x01, 0x00, 0xC8, 255])
  }

  @Test func colorWithAlphaOfSixteenBits() throws {
    let row: [UInt8] = [0xC8, 0xC8, 0x64, 0x64, 0xFF, 0xFF, 0x80, 0x80]
    let file = PNGBuilder.file(width: 1, height: 1, depth: 16, colorType: 6, rows: [row])
    // 200, 100, 255 times 128 / 255 = 100.39, 50.2, 128
    #expect(try decode(file) == [100, 50, 128, 128])
  }

  @Test func linearGammaIsApplied() throws {
    // gAMA 100000 says that samples are linear light; libpng encodes by the power 1 / 2.2 that
    // stands for sRGB in its gamma arithmetic: 255 * (128 / 255)^(1 / 2.2) = 186.4.
    let gamma = PNGBuilder.chunk("gAMA", PNGBuilder.bigEndian(100_000))
    let file = PNGBuilder.file(width: 3, height: 1, depth: 8, colorType: 0, rows: [[0, 128, 255]], before: [gamma])
    #expect(try decode(file) == [0, 0, 0, 255, 186, 186, 186, 255, 255, 255, 255, 255])
  }

  @Test func textBeforeThePixelsIsNotInflated() throws {
    let bad = PNGBuilder.chunk("zTXt", Array("Comment\0\0not a zlib stream".utf8))
    let file = PNGBuilder.file(width: 1, height: 1, depth: 8, colorType: 0, rows: [[9]], before: [bad])
    #expect(try decode(file) == [9, 9, 9, 255])
  }

  @Test func wrongChecksumIsRefused() {
    var file = PNGBuilder.file(width: 1, height: 1, depth: 8, colorType: 0, rows: [[9]])
    file[file.count - 13] ^= 1  // the last byte of IDAT's checksum; IEND is 12 bytes
    let line = errorLine { () throws(ImageError) in try decodeImage(file, name: "picture.png") }
    #expect(line?.hasPrefix("picture.png: expected a complete image, found a damaged PNG (libpng: ") == true)
  }

  @Test func unknownCriticalChunkIsRefused() {
    let chunk = PNGBuilder.chunk("ABCD", [1, 2, 3])
    let file = PNGBuilder.file(width: 1, height: 1, depth: 8, colorType: 0, rows: [[9]], before: [chunk])
    #expect(errorLine { () throws(ImageError) in try decodeImage(file, name: "p") } != nil)
  }

  @Test func signatureChangedByTextModeIsNamed() {
    var file = PNGBuilder.file(width: 1, height: 1, depth: 8, colorType: 0, rows: [[9]])
    file.remove(at: 4)
    let line = errorLine { () throws(ImageError) in try decodeImage(file, name: "p") }
    #expect(line?.contains("a PNG signature that was changed") == true)
  }
}
