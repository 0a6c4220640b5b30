import MultiplaneGraphics
import Testing

@testable import MultiplaneDrawing

@Suite struct ContextClipTests {
  static let whole = CGRect(x: 0, y: 0, width: 8, height: 8)

  static func fillAll(_ bitmap: Bitmap) { bitmap.context.fill(whole) }

  @Test func clipsMeet() throws {
    let bitmap = try #require(Bitmap(8, 8))
    let context = bitmap.context
    context.clip(to: CGRect(x: 1, y: 1, width: 5, height: 5))
    context.saveGState()
    context.clip(to: [CGRect(x: 0, y: 0, width: 3, height: 3), CGRect(x: 5, y: 5, width: 3, height: 3)])
    #expect(context.isPathEmpty)
    #expect(context.boundingBoxOfClipPath == CGRect(x: 1, y: 1, width: 5, height: 5))
    Self.fillAll(bitmap)
    #expect(
      bitmap.picture == [
        "........", "........", ".....#..", "........", "........", ".##.....", ".##.....", "........",
      ])
    context.restoreGState()
    Self.fillAll(bitmap)
    #expect(bitmap.coveredArea == 25)
    context.resetClip()
    Self.fillAll(bitmap)
    #expect(bitmap.coveredArea == 64)
  }

  @Test("the edges of a mask's rectangle are smoothed once") func edgesOfMasks() throws {
    let bitmap = try #require(Bitmap(12, 4))
    let white = try #require(Bitmap(2, 2, space: CGColorSpaceCreateDeviceGray(), info: CGImageAlphaInfo.none.rawValue))
    white.context.setFillColor(gray: 1, alpha: 1)
    white.context.fill(Self.whole)
    bitmap.context.clip(to: CGRect(x: 0.5, y: 0, width: 10, height: 4), mask: try #require(white.context.makeImage()))
    bitmap.context.fill(CGRect(x: 0, y: 0, width: 12, height: 4))
    #expect(
      isNear([bitmap.alpha(0, 1), bitmap.alpha(1, 1), bitmap.alpha(10, 1), bitmap.alpha(11, 1)], [128, 255, 128, 0]))
  }

  @Test func rulesAndTransform() throws {
    let bitmap = try #require(Bitmap(8, 8))
    let context = bitmap.context
    context.addRects([Self.whole, CGRect(x: 2, y: 2, width: 4, height: 4)])
    context.clip(using: .evenOdd)
    context.scaleBy(x: 2, y: 2)
    #expect(context.boundingBoxOfClipPath == CGRect(x: 0, y: 0, width: 4, height: 4))
    Self.fillAll(bitmap)
    #expect(bitmap.coveredArea == 64 - 16)
  }

  @Test func edgesAreSmooth() throws {
    let bitmap = try #require(Bitmap(8, 8))
    bitmap.context.addEllipse(in: CGRect(x: 1, y: 1, width: 6, height: 6))
    bitmap.context.clip()
    Self.fillAll(bitmap)
    #expect(abs(bitmap.coveredArea / (9 * .pi) - 1) < 0.01)
  }

  @Test func nothingIsLeftOfTheEmptyClip() throws {
    let bitmap = try #require(Bitmap(8, 8))
    bitmap.context.clip()
    #expect(bitmap.context.boundingBoxOfClipPath.isNull)
    Self.fillAll(bitmap)
    #expect(bitmap.coveredArea == 0)
  }

  /// A mask of two columns, the left one half open, the right one open; its upper row is closed.
  @Test(arguments: [CGBlendMode.normal, .copy, .hue])
  func maskSaysHowMuchIsSeen(mode: CGBlendMode) throws {
    let bitmap = try #require(Bitmap(8, 8))
    let context = bitmap.context
    context.setFillColor(opaqueGreen)
    Self.fillAll(bitmap)
    let provider = try #require(CGDataProvider(data: Data([255, 255, 127, 0])))
    let stencil = try #require(
      CGImage(
        maskWidth: 2, height: 2, bitsPerComponent: 8, bitsPerPixel: 8, bytesPerRow: 2, provider: provider, decode: nil,
        shouldInterpolate: false))
    context.clip(to: CGRect(x: 2, y: 2, width: 4, height: 4), mask: stencil)
    context.setBlendMode(mode)
    context.setFillColor(opaqueRed)
    Self.fillAll(bitmap)
    // Hue takes red's hue, green's saturation 1 and luminosity 0.59: red 1, and the rest spread
    // evenly to 0.414.
    let painted = mode == .hue ? [255, 106, 106, 255] : [255, 0, 0, 255]
    let half = zip([0, 255, 0, 255], painted).map { $0 + ($1 - $0) * 128 / 255 }
    #expect(isNear(bitmap.pixel(5, 3), painted) && isNear(bitmap.pixel(2, 2), half))
    #expect(bitmap.pixel(5, 5) == [0, 255, 0, 255] && bitmap.pixel(6, 3) == [0, 255, 0, 255])
    #expect(context.boundingBoxOfClipPath == CGRect(x: 2, y: 2, width: 4, height: 4))
  }

  @Test func masksMultiplyAndEndWithTheirState() throws {
    let bitmap = try #require(Bitmap(8, 8))
    let context = bitmap.context
    let gray = CGColorSpaceCreateDeviceGray()
    let provider = try #require(CGDataProvider(data: Data([51])))
    let fifth = try #require(
      CGImage(
        width: 1, height: 1, bitsPerComponent: 8, bitsPerPixel: 8, bytesPerRow: 1, space: gray,
        bitmapInfo: CGBitmapInfo(rawValue: 0), provider: provider, decode: nil, shouldInterpolate: true,
        intent: .defaultIntent))
    context.saveGState()
    context.clip(to: Self.whole, mask: fifth)
    context.saveGState()
    context.clip(to: Self.whole, mask: fifth)
    Self.fillAll(bitmap)
    #expect(isNear([bitmap.alpha(4, 4)], [10]))
    context.restoreGState()
    context.clear(Self.whole)
    #expect(isNear([bitmap.alpha(4, 4)], [8]), "what clears is clipped too")
    context.restoreGState()
    Self.fillAll(bitmap)
    #expect(bitmap.alpha(4, 4) == 255)
  }
}
