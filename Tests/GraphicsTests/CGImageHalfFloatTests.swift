import Foundation
import Testing

@testable import MultiplaneGraphics

@Suite struct CGImageHalfFloatTests {
  /// An image of one pixel, of halves in the machine's order.
  private func image(
    _ numbers: [Float16], space: CGColorSpace, alpha: CGImageAlphaInfo = .premultipliedLast
  ) throws -> CGImage {
    let bytes = numbers.flatMap { [UInt8(truncatingIfNeeded: $0.bitPattern), UInt8($0.bitPattern >> 8)] }
    var info = CGBitmapInfo(alpha: alpha, byteOrder: .order16Little)
    info.insert(.floatComponents)
    return try #require(CGImageTests.image(bytes, bits: 16, perPixel: 64, space: space, info))
  }

  private func space(_ name: CFString) throws -> CGColorSpace { try #require(CGColorSpace(name: name)) }

  @Test func bytesAreNone() throws {
    let bytes = try #require(CGImage(premultipliedRGBA8: [1, 2, 3, 255], width: 1, height: 1))
    #expect(try !bytes.hasHalfFloats && image([0, 0, 0, 1], space: .srgbSpace).hasHalfFloats)
  }

  @Test func extendedNumbersStay() throws {
    let image = try image([1.5, -0.25, 0.001, 1], space: space(CGColorSpace.extendedSRGB))
    #expect(image.premultipliedHalves() == [1.5, -0.25, 0.001, 1])
    #expect(image.premultipliedRGBA8() == [255, 0, 0, 255])
  }

  @Test func numbersOfASpaceThatIsNotExtendedAreCutOff() throws {
    #expect(try image([1.5, -0.25, 0.001, 1], space: .srgbSpace).premultipliedHalves() == [1, 0, 0.001, 1])
    // Straight 1.5 is 1 in such a space: multiplied by alpha, ½.
    #expect(try image([0.75, 0.25, 0, 0.5], space: .srgbSpace).premultipliedHalves() == [0.5, 0.25, 0, 0.5])
  }

  @Test func lightIsEncodedBeyondWhite() throws {
    let halves = try image([4, 0.25, 0, 1], space: space(CGColorSpace.extendedLinearSRGB)).premultipliedHalves()
    // 1.055·4^(1/2.4) − 0.055 = 1.8248, 1.055·0.25^(1/2.4) − 0.055 = 0.5371
    #expect(abs(halves[0] - 1.8248) < 0.002 && abs(halves[1] - 0.5371) < 0.0005 && halves[2] == 0 && halves[3] == 1)
  }

  @Test func displayP3GoesBeyondSRGB() throws {
    let halves = try image([1, 0, 0, 1], space: space(CGColorSpace.displayP3)).premultipliedHalves()
    // The red of Display P3 in extended sRGB: 1.0930, −0.2267, −0.1501.
    #expect(zip(halves, [1.0930, -0.2267, -0.1501, 1]).allSatisfy { abs($0 - $1) < 0.001 }, "\(halves)")
  }

  @Test func straightAlphaIsMultipliedIn() throws {
    let image = try image([2, 1, 0.5, 0.25], space: space(CGColorSpace.extendedSRGB), alpha: .last)
    #expect(image.premultipliedHalves() == [0.5, 0.25, 0.125, 0.25])
  }

  @Test(arguments: [
    [Float16.nan, .infinity, 0.5, 1], [0.5, 0.5, 0.5, .nan], [0.5, 0.5, 0.5, -1], [0.5, 0.5, 0.5, 2], [1, 1, 1, 0],
  ]) func numbersAreFiniteAndAlphaWithinItsRange(numbers: [Float16]) throws {
    let halves = try image(numbers, space: space(CGColorSpace.extendedSRGB)).premultipliedHalves()
    #expect(halves.allSatisfy(\.isFinite) && (0...1).contains(halves[3]))
    #expect(halves[3] > 0 || halves.allSatisfy { $0 == 0 })
  }

  @Test func aCroppedImageHasItsOwnPixels() throws {
    let pixels: [Float16] = [1, 0, 0, 1, 0, 2, 0, 1, 0, 0, 3, 1, 4, 4, 4, 1]
    let data = pixels.withUnsafeBytes { Data($0) }
    let image = try #require(CGImage(premultipliedHalves: data, width: 2, height: 2, isExtended: true))
    #expect(image.premultipliedHalves() == pixels)
    let corner = try #require(image.cropping(to: CGRect(x: 1, y: 1, width: 1, height: 1)))
    #expect(corner.premultipliedHalves() == [4, 4, 4, 1])
    #expect(CGImage(premultipliedHalves: data, width: 2, height: 3, isExtended: true) == nil)
    #expect(CGImage(premultipliedHalves: data, width: Int.max, height: 1, isExtended: true) == nil)
  }
}
