import Foundation
import Testing

@testable import Graphics

@Suite struct CGImageMarginsTests {
  /// An image of a width whose pixels have these alphas, and colours that are not multiplied by them.
  private func made(_ alphas: [UInt8], width: Int, _ alpha: CGImageAlphaInfo) -> CGImage? {
    let isFirst = alpha == .first || alpha == .premultipliedFirst
    let bytes: [UInt8] = alphas.flatMap { isFirst ? [$0, 0, 7, 0] : [0, 7, 0, $0] }
    return CGImageTests.image(bytes, width: width, height: alphas.count / width, CGBitmapInfo(alpha: alpha))
  }

  private static let uneven: [UInt8] = [
    0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0,
    0, 0, 1, 0, 0, 0,
    0, 9, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0,
  ]

  @Test(
    arguments: [
      (uneven, 6, SIMD4(1, 2, 3, 1)), ([0, 0, 0, 0], 2, .zero), ([5], 1, .zero), ([0, 0, 5], 3, SIMD4(2, 0, 0, 0)),
      ([5, 0, 0], 1, SIMD4(0, 0, 0, 2)), ([1, 0, 0, 1], 2, .zero),
    ] as [([UInt8], Int, SIMD4<Double>)])
  func alphaNotMultipliedIn(alphas: [UInt8], width: Int, expected: SIMD4<Double>) throws {
    for alpha in [CGImageAlphaInfo.last, .first] {
      let image = try #require(made(alphas, width: width, alpha))
      #expect(image.transparentMargins == expected)
      // And when it is known.
      #expect(image.transparentMargins == expected)
    }
  }

  @Test(arguments: [CGImageAlphaInfo.premultipliedLast, .premultipliedFirst, .noneSkipLast])
  func coloursShowWithoutAlphaWhereItIsMultipliedIn(alpha: CGImageAlphaInfo) throws {
    let image = try #require(made(Self.uneven, width: 6, alpha))
    #expect(image.transparentMargins == .zero)
  }

  @Test func multipliedIn() throws {
    let pixels: [UInt8] = Self.uneven.flatMap { [0, 0, 0, $0] }
    let whole = try #require(CGImage(premultipliedRGBA8: pixels, width: 6, height: 5))
    #expect(whole.transparentMargins == SIMD4(1, 2, 3, 1))
    // A part counts from its own edges, also when those of the whole are known.
    let part = try #require(whole.cropping(to: CGRect(x: 1, y: 1, width: 4, height: 3)))
    #expect(part.transparentMargins == SIMD4(0, 1, 2, 0))
  }

  @Test func otherLayouts() throws {
    let alphas = try #require(
      CGImageTests.image([0, 0, 0, 0, 3, 0], width: 3, height: 2, perPixel: 8, CGBitmapInfo(alpha: .alphaOnly)))
    #expect(alphas.transparentMargins == SIMD4(1, 1, 1, 0))
    let info = CGBitmapInfo(alpha: .last, byteOrder: .order16Little, isFloat: true)
    let halves = try #require(
      CGImageTests.image([UInt8](repeating: 0, count: 16), width: 2, bits: 16, perPixel: 64, info))
    #expect(halves.transparentMargins == .zero)
  }

  @Test func noMoreThanFifteenBits() throws {
    var pixels = [UInt8](repeating: 0, count: 40_000 * 4)
    pixels[39_999 * 4] = 1
    let image = try #require(CGImage(premultipliedRGBA8: pixels, width: 40_000, height: 1))
    #expect(image.transparentMargins == SIMD4(32_767, 0, 0, 0))
  }
}
