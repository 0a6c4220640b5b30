import MultiplaneGraphics
import Testing

@testable import MultiplaneDrawing

@Suite struct ContextImageTests {
  /// Red and green above, blue and half transparent white below.
  static let quarters = CGImage(
    premultipliedRGBA8: [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 128, 128, 128, 128], width: 2, height: 2)

  @Test(arguments: [Bitmap.rgba, Bitmap.bgra, 2, 5])
  func upright(info: UInt32) throws {
    let bitmap = try #require(Bitmap(4, 4, info: info))
    let image = try #require(Self.quarters)
    bitmap.context.draw(image, in: CGRect(x: 1, y: 1, width: 2, height: 2))
    #expect(bitmap.pixel(1, 2) == [255, 0, 0, 255] && bitmap.pixel(2, 2) == [0, 255, 0, 255])
    #expect(bitmap.pixel(1, 1) == [0, 0, 255, 255])
    #expect(bitmap.pixel(2, 1) == [128, 128, 128, info == 5 ? 255 : 128])
    #expect(bitmap.pixel(0, 1).prefix(3) == [0, 0, 0])
  }

  @Test func flippedByTheTransform() throws {
    let bitmap = try #require(Bitmap(2, 2))
    bitmap.context.translateBy(x: 0, y: 2)
    bitmap.context.scaleBy(x: 1, y: -1)
    bitmap.context.draw(try #require(Self.quarters), in: CGRect(x: 0, y: 0, width: 2, height: 2))
    #expect(bitmap.pixel(0, 0) == [255, 0, 0, 255] && bitmap.pixel(0, 1) == [0, 0, 255, 255])
  }

  @Test func quarterTurn() throws {
    let bitmap = try #require(Bitmap(2, 2))
    bitmap.context.translateBy(x: 2, y: 0)
    bitmap.context.rotate(by: .pi / 2)
    bitmap.context.draw(try #require(Self.quarters), in: CGRect(x: 0, y: 0, width: 2, height: 2))
    // Counterclockwise: the upper right corner comes to the upper left.
    #expect(bitmap.pixel(0, 1) == [0, 255, 0, 255] && bitmap.pixel(0, 0) == [255, 0, 0, 255])
  }

  @Test func samplingWhenLarger() throws {
    let row = try #require(CGImage(premultipliedRGBA8: [0, 0, 0, 255, 255, 255, 255, 255], width: 2, height: 1))
    let expected: [(CGInterpolationQuality, [Int])] = [
      (.none, [0, 0, 0, 0, 255, 255, 255, 255]), (.low, [0, 0, 32, 96, 159, 223, 255, 255]),
      (.default, [0, 0, 32, 96, 159, 223, 255, 255]),
    ]
    for (quality, values) in expected {
      let bitmap = try #require(Bitmap(8, 1))
      bitmap.context.interpolationQuality = quality
      bitmap.context.draw(row, in: CGRect(x: 0, y: 0, width: 8, height: 1))
      #expect(isNear((0..<8).map { bitmap.pixel($0, 0)[0] }, values, step: 2), "\(quality)")
      #expect((0..<8).allSatisfy { bitmap.alpha($0, 0) == 255 }, "edges do not fade")
    }
  }

  @Test func averagedWhenSmaller() throws {
    let stripes = TestPixels(width: 64, height: 64) { x, _ in
      x.isMultiple(of: 2) ? [0, 0, 0, 255] : [255, 255, 255, 255]
    }
    let image = try #require(CGImage(premultipliedRGBA8: stripes.bytes, width: 64, height: 64))
    for quality in [CGInterpolationQuality.default, .medium, .high] {
      let bitmap = try #require(Bitmap(8, 8))
      bitmap.context.interpolationQuality = quality
      bitmap.context.draw(image, in: CGRect(x: 0, y: 0, width: 8, height: 8))
      #expect(isNear(bitmap.pixel(4, 4), [128, 128, 128, 255], step: 8), "\(quality)")
    }
  }

  @Test func tilesAlphaAndStencils() throws {
    let bitmap = try #require(Bitmap(4, 4))
    bitmap.context.setAlpha(0.5)
    bitmap.context.draw(try #require(Self.quarters), in: CGRect(x: 1, y: 1, width: 2, height: 2), byTiling: true)
    #expect(isNear(bitmap.pixel(3, 3), bitmap.pixel(1, 1)) && isNear(bitmap.pixel(3, 3), [0, 0, 128, 128]))
    let provider = try #require(CGDataProvider(data: Data([0, 255])))
    let stencil = try #require(
      CGImage(
        maskWidth: 2, height: 1, bitsPerComponent: 8, bitsPerPixel: 8, bytesPerRow: 2, provider: provider, decode: nil,
        shouldInterpolate: false))
    bitmap.context.clear(CGRect(x: 0, y: 0, width: 4, height: 4))
    bitmap.context.setFillColor(opaqueGreen)
    bitmap.context.draw(stencil, in: CGRect(x: 0, y: 0, width: 4, height: 4))
    #expect(isNear(bitmap.pixel(1, 1), [0, 128, 0, 128]) && bitmap.alpha(2, 1) == 0)
  }

  @Test func imagesOfOtherSpaces() throws {
    let linear = try #require(CGColorSpace(name: CGColorSpace.linearSRGB))
    let image = try #require(
      CGImage(premultipliedRGBA8: [55, 55, 55, 255], width: 1, height: 1)?.copy(colorSpace: linear))
    let bitmap = try #require(Bitmap(1, 1))
    bitmap.context.draw(image, in: CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(isNear(bitmap.pixel(0, 0), [128, 128, 128, 255]))
    let same = try #require(Bitmap(1, 1, space: linear))
    same.context.draw(image, in: CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(same.context.data?.assumingMemoryBound(to: UInt8.self).pointee == 55)
  }
}
