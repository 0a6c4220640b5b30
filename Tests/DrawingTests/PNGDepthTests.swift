import HostileFiles
import MultiplaneDrawing
import MultiplaneGraphics
import Testing

/// Files of 16 bits, built by hand from the PNG specification: what is kept of them.
@Suite struct PNGDepthTests {
  private func row(_ samples: [Int]) -> [UInt8] {
    samples.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
  }

  private func halves(
    _ samples: [Int], width: Int = 1, colorType: UInt8, before: [[UInt8]] = []
  ) throws -> [Double] {
    let file = PNGBuilder.file(
      width: width, height: 1, depth: 16, colorType: colorType, rows: [row(samples)], before: before)
    let image = try decodeImage(file, name: "built.png")
    #expect(image.hasHalfFloats && image.bitsPerComponent == 16)
    return image.premultipliedHalves().map { Double($0) }
  }

  private func isClose(_ a: [Double], _ b: [Double]) -> Bool {
    // Half floats have 11 bits.
    a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= max(abs($1) / 2048, 1e-6) }
  }

  @Test func samplesBelowAByteStay() throws {
    #expect(isClose(try halves([64, 65, 8000], colorType: 2), [64 / 65535.0, 65 / 65535.0, 8000 / 65535.0, 1]))
    #expect(isClose(try halves([100], colorType: 0), [100 / 65535.0, 100 / 65535.0, 100 / 65535.0, 1]))
  }

  @Test func alphaIsMultipliedIn() throws {
    #expect(isClose(try halves([60000, 100, 0, 32768], colorType: 6), [0.45778, 0.000763, 0, 0.5]))
    #expect(isClose(try halves([60000, 13107], colorType: 4), [0.183108, 0.183108, 0.183108, 0.2]))
    #expect(try halves([60000, 0], colorType: 4) == [0, 0, 0, 0])
  }

  @Test func transparentColorOfSixteenBits() throws {
    let transparency = PNGBuilder.chunk("tRNS", row([500]))
    #expect(
      try halves([500, 501], width: 2, colorType: 0, before: [transparency])[3...].map { $0 > 0 }
        == [false, true, true, true, true])
  }

  @Test func gammaIsApplied() throws {
    let gamma = PNGBuilder.chunk("gAMA", PNGBuilder.bigEndian(100_000))
    // Linear light, by the power 1 / 2.2: 0.25^(1 / 2.2) = 0.53252.
    let linear = try halves([16384, 0, 65535], colorType: 2, before: [gamma])
    #expect(isClose(linear, [0.53252, 0, 1, 1]))
    // sRGB's own says nothing new, and a chunk that says sRGB counts more.
    let usual = PNGBuilder.chunk("gAMA", PNGBuilder.bigEndian(45_455))
    #expect(isClose(try halves([16384], colorType: 0, before: [usual]), [0.25, 0.25, 0.25, 1]))
    let srgb = PNGBuilder.chunk("sRGB", [0])
    #expect(isClose(try halves([16384], colorType: 0, before: [srgb, gamma]), [0.25, 0.25, 0.25, 1]))
  }

  @Test func displayP3IsKeptWhole() throws {
    let code = PNGBuilder.chunk("cICP", [12, 13, 0, 1])
    let red = try halves([65535, 0, 0], colorType: 2, before: [code])
    #expect(zip(red, [1.0930, -0.2267, -0.1501, 1]).allSatisfy { abs($0 - $1) < 0.001 }, "\(red)")
    let faint = try halves([65535, 0, 0, 32768], colorType: 6, before: [code])
    #expect(zip(faint, red).allSatisfy { abs($0 - $1 / 2) < 0.001 })
    let grey = try halves([20000, 20000, 20000], colorType: 2, before: [code])
    #expect(zip(grey, [0.30518, 0.30518, 0.30518, 1]).allSatisfy { abs($0 - $1) < 0.0005 })
  }

  @Test func eightBitsAreBytes() throws {
    let file = PNGBuilder.file(width: 1, height: 1, depth: 8, colorType: 0, rows: [[77]])
    #expect(try !decodeImage(file, name: "built.png").hasHalfFloats)
  }
}
