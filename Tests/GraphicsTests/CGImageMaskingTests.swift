import Foundation
import Testing

@testable import MultiplaneGraphics

@Suite struct CGImageMaskingTests {
  static let red = CGImage(premultipliedRGBA8: [UInt8](repeating: 255, count: 16), width: 2, height: 2)

  static func stencil(_ samples: [UInt8], decode: [CGFloat]? = nil) -> CGImage? {
    guard let provider = CGDataProvider(data: Data(samples)) else { return nil }
    return CGImage(
      maskWidth: samples.count, height: 1, bitsPerComponent: 8, bitsPerPixel: 8, bytesPerRow: samples.count,
      provider: provider, decode: decode, shouldInterpolate: false)
  }

  @Test func stencilKeepsOutWhereItIsSet() throws {
    let image = try #require(Self.red)
    let stencil = try #require(Self.stencil([0, 55]))
    #expect(stencil.isMask && stencil.colorSpace == nil)
    #expect(stencil.premultipliedRGBA8() == [0, 0, 0, 255, 0, 0, 0, 200])
    let row: [UInt8] = [255, 255, 255, 255, 200, 200, 200, 200]
    #expect(image.masking(stencil)?.premultipliedRGBA8() == row + row)
    let inverted = try #require(Self.stencil([0, 55], decode: [1, 0]))
    #expect(inverted.maskCoverage() == [0, 55])
    #expect(stencil.cropping(to: CGRect(x: 1, y: 0, width: 1, height: 1))?.maskCoverage() == [200])
    #expect(stencil.masking(stencil) == nil)
    #expect(Self.stencil([0], decode: [1]) == nil)
  }

  @Test func grayImageShowsWhereItIsWhite() throws {
    let image = try #require(Self.red)
    let gray = try #require(
      CGImageTests.image(
        [255, 100], width: 1, height: 2, perPixel: 8, space: CGColorSpaceCreateDeviceGray(), CGBitmapInfo(alpha: .none))
    )
    let (top, bottom) = ([UInt8](repeating: 255, count: 8), [UInt8](repeating: 100, count: 8))
    #expect(image.masking(gray)?.premultipliedRGBA8() == top + bottom)
    #expect(image.masking(image) == nil, "a coloured image is no mask")
  }
}
