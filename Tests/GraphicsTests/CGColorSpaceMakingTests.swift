import Foundation
import Testing

@testable import MultiplaneGraphics

/// Colour spaces that programs define, and Apple's older generic ones.
@Suite struct CGColorSpaceMakingTests {
  private let rgb = CGColorSpaceCreateDeviceRGB()

  @Test func indexedColors() throws {
    let table: [UInt8] = [255, 0, 0, 0, 51, 0, 0, 0, 255]
    let space = try #require(CGColorSpace(indexedBaseSpace: rgb, last: 2, colorTable: table))
    #expect(space.model == .indexed && space.numberOfComponents == 1 && space.colorTable == table)
    #expect(space.baseColorSpace == rgb && !space.supportsOutput)
    func bytes(_ index: CGFloat) -> [Double]? {
      CGColor(colorSpace: space, components: [index, 1]).map { [$0.straight.red, $0.straight.green, $0.straight.blue] }
    }
    #expect(bytes(1) == [0, 0.2, 0] && bytes(1.6) == [0, 0, 1] && bytes(-3) == [1, 0, 0] && bytes(99) == [0, 0, 1])
    #expect(CGColor.white.converted(to: space, intent: .defaultIntent, options: nil) == nil)
    #expect(CGColorSpace(indexedBaseSpace: space, last: 0, colorTable: table) == nil)
    #expect(CGColorSpace(indexedBaseSpace: rgb, last: 256, colorTable: table) == nil)
    let provider = try #require(CGDataProvider(data: Data([2, 0, 1, 7])))
    let image = try #require(
      CGImage(
        width: 4, height: 1, bitsPerComponent: 8, bitsPerPixel: 8, bytesPerRow: 4, space: space,
        bitmapInfo: CGBitmapInfo(alpha: .none), provider: provider, decode: nil as [CGFloat]?, shouldInterpolate: false,
        intent: .defaultIntent))
    #expect(image.premultipliedRGBA8() == [0, 0, 255, 255, 255, 0, 0, 255, 0, 51, 0, 255, 0, 0, 255, 255])
  }

  @Test func calibratedColors() throws {
    // sRGB's primaries and white, so that a power of 1 is linear sRGB.
    let white: [CGFloat] = [0.9505, 1, 1.089]
    let matrix: [CGFloat] = [0.4124, 0.2126, 0.0193, 0.3576, 0.7152, 0.1192, 0.1805, 0.0722, 0.9505]
    let space = try #require(
      CGColorSpace(calibratedRGBWhitePoint: white, blackPoint: nil, gamma: [2, 2, 2], matrix: matrix))
    let color = try #require(CGColor(colorSpace: space, components: [0.5, 0.25, 1, 1]))
    for (found, light) in [(color.straight.red, 0.25), (color.straight.green, 0.0625), (color.straight.blue, 1.0)] {
      #expect(abs(TransferFunction.srgb.light(found) - light) < 2e-3)
    }
    let back = CGColorSpace.srgbSpace.convert(
      [color.straight.red, color.straight.green, color.straight.blue], to: space)
    for (found, expected) in zip(back, [0.5, 0.25, 1]) { #expect(abs(found - expected) < 1e-3) }
    let gray = try #require(CGColorSpace(calibratedGrayWhitePoint: white, blackPoint: nil, gamma: 2))
    let middle = try #require(CGColor(colorSpace: gray, components: [0.5, 1])).straight
    #expect(abs(TransferFunction.srgb.light(middle.green) - 0.25) < 1e-3 && abs(middle.red - middle.blue) < 2e-3)
    #expect(CGColorSpace(calibratedGrayWhitePoint: [1, 0.9, 1], blackPoint: nil, gamma: 2) == nil)
    #expect(CGColorSpace(calibratedGrayWhitePoint: white, blackPoint: nil, gamma: 0) == nil)
    #expect(space != CGColorSpace(calibratedRGBWhitePoint: white, blackPoint: nil, gamma: nil, matrix: matrix))
  }

  @Test func profilesWithAnAlternative() throws {
    let junk = try #require(CGDataProvider(data: Data([1, 2, 3])))
    let other = CGColorSpace(iccBasedNComponents: 3, range: nil, profile: junk, alternate: rgb)
    #expect(other == rgb && CGColorSpace(iccBasedNComponents: 1, range: nil, profile: junk, alternate: rgb) == nil)
    let p3 = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let data = try #require(p3.copyICCData().flatMap { CGDataProvider(data: $0) })
    let space = try #require(CGColorSpace(iccBasedNComponents: 3, range: nil, profile: data, alternate: nil))
    #expect(space.isWideGamutRGB && !space.isHDR())
    #expect(CGColorSpace(name: CGColorSpace.itur_2100_PQ)?.isHDR() == true)
  }

  @Test func propertyLists() throws {
    let indexed = try #require(CGColorSpace(indexedBaseSpace: rgb, last: 0, colorTable: [9, 8, 7]))
    for space in [rgb, indexed, CGColorSpace(name: CGColorSpace.genericCMYK)].compactMap({ $0 }) {
      let list = try #require(space.copyPropertyList())
      #expect(CGColorSpace(propertyListPlist: list) == space)
    }
    #expect(CGColorSpace(propertyListPlist: NSNumber(value: 3)) == nil)
    #expect(CGColorSpace(propertyListPlist: NSArray(array: ["Indexed", "no space", NSData()])) == nil)
    #expect(CGColorSpace(patternBaseSpace: nil)?.copyPropertyList() == nil)
  }

  /// Magenta as Apple's systems draw it; black stays dark, and paper is white.
  @Test func genericInks() throws {
    func bytes(_ inks: [CGFloat]) throws -> [Double] {
      let space = try #require(CGColorSpace(name: CGColorSpace.genericCMYK))
      let straight = try #require(CGColor(colorSpace: space, components: inks + [1])).straight
      return [straight.red, straight.green, straight.blue].map { ($0 * 255).rounded() }
    }
    #expect(try zip(bytes([0, 1, 0, 0]), [216, 17, 125]).allSatisfy { abs($0 - $1) <= 1 })
    #expect(try bytes([0, 0, 0, 0]).allSatisfy { $0 >= 254 })
    #expect(
      try bytes([0, 0, 0, 1]).allSatisfy { (20...60).contains($0) } && bytes([1, 1, 1, 1]).allSatisfy { $0 < 40 })
    let space = CGColorSpace.genericCMYKSpace
    for color in [[0.2, 0.5, 0.7], [0.6, 0.4, 0.3], [1, 1, 1]] {
      let back = space.convert(CGColorSpace.srgbSpace.convert(color, to: space), to: .srgbSpace)
      #expect(zip(back, color).allSatisfy { abs($0 - $1) < 0.01 }, "\(back)")
    }
  }

  /// What macOS shows for the colours of Generic RGB.
  @Test(arguments: [
    ([1.0, 0, 0], [255.0, 38, 0]), ([0, 1, 0], [0, 249, 0]), ([0, 0, 1], [4, 51, 255]), ([0, 1, 1], [0, 253, 255]),
    ([1, 0, 1], [255, 64, 255]), ([1, 1, 0], [255, 251, 0]), ([1, 1, 1], [255, 255, 255]),
  ])
  func genericRGB(_ components: [Double], _ bytes: [Double]) {
    let shown = CGColorSpace.genericRGBSpace.convert(components, to: .srgbSpace).map { $0 * 255 }
    #expect(zip(shown, bytes).allSatisfy { abs($0 - $1) < 1.5 }, "\(shown)")
  }
}
