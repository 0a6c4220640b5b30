import CoreGraphics
import CoreImage
import Foundation
import Testing

/// Images of Core Image, by the filters of layers.
@Suite struct CoreImageTests {
  /// 4 × 2 pixels: red above, blue below.
  private func image() throws -> CIImage {
    let rows = [[255, 0, 0, 255], [0, 0, 255, 255]] as [[UInt8]]
    let bytes = rows.flatMap { row in (0..<4).flatMap { _ in row } }
    let provider = try #require(CGDataProvider(data: Data(bytes) as CFData))
    let image = CGImage(
      width: 4, height: 2, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 16, space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGBitmapInfo(alpha: .premultipliedLast), provider: provider, decode: nil as [CGFloat]?,
      shouldInterpolate: false, intent: .defaultIntent)
    return CIImage(cgImage: try #require(image))
  }

  /// The pixels of a rectangle, top row first.
  private func pixels(_ image: CIImage, _ rect: CGRect) throws -> [[UInt8]] {
    let picture = try #require(CIContext().createCGImage(image, from: rect))
    #expect(CGFloat(picture.width) == rect.width && CGFloat(picture.height) == rect.height)
    let data = try #require(picture.dataProvider?.data) as Data
    return (0..<picture.height).flatMap { row in
      (0..<picture.width).map { column in
        let start = row * picture.bytesPerRow + 4 * column
        return [UInt8](data[start..<start + 4])
      }
    }
  }

  private let red: [UInt8] = [255, 0, 0, 255]
  private let blue: [UInt8] = [0, 0, 255, 255]
  private let clear: [UInt8] = [0, 0, 0, 0]

  @Test func extents() throws {
    let image = try image()
    #expect(image.extent == CGRect(x: 0, y: 0, width: 4, height: 2) && CIImage(color: .red).extent.isInfinite)
    #expect(
      image.cropped(to: CGRect(x: 1, y: 1, width: 9, height: 9)).extent == CGRect(x: 1, y: 1, width: 3, height: 1))
    #expect(image.transformed(by: CGAffineTransform(scaleX: 2, y: 3)).extent == CGRect(x: 0, y: 0, width: 8, height: 6))
    #expect(CIImage.empty().extent.isNull && image.composited(over: CIImage(color: .red)).extent.isInfinite)
    let blurred = image.applyingFilter("CIGaussianBlur", parameters: [kCIInputRadiusKey: 2])
    #expect(blurred.extent == CGRect(x: -6, y: -6, width: 16, height: 14))
  }

  @Test func pixelsUpright() throws {
    let image = try image()
    #expect(try pixels(image, CGRect(x: 0, y: 0, width: 1, height: 2)) == [red, blue])
    #expect(
      try pixels(image.cropped(to: CGRect(x: 0, y: 1, width: 4, height: 1)), CGRect(x: 3, y: 0, width: 2, height: 2))
        == [red, clear, clear, clear])
    let moved = image.transformed(by: CGAffineTransform(translationX: 1, y: 0))
    #expect(try pixels(moved, CGRect(x: 0, y: 0, width: 2, height: 1)) == [clear, blue])
    #expect(
      try pixels(moved.composited(over: CIImage(color: .red)), CGRect(x: 0, y: 0, width: 2, height: 1)) == [red, blue])
    #expect(
      CIContext().createCGImage(image, from: .infinite) == nil && CIContext().createCGImage(image, from: .zero) == nil)
  }

  @Test func filters() throws {
    let image = try image()
    let inverted = image.applyingFilter("CIColorInvert")
    #expect(
      try pixels(inverted, CGRect(x: 0, y: 0, width: 1, height: 2)) == [[0, 255, 255, 255], [255, 255, 0, 255]])
    let filter = try #require(CIFilter(name: "CIColorInvert"))
    #expect(filter.outputImage == nil)
    filter.setValue(image, forKey: kCIInputImageKey)
    #expect(filter.outputImage?.extent == image.extent && filter.value(forKey: kCIInputImageKey) as? CIImage === image)
    #expect(image.applyingFilter("CINoSuchFilter").extent.isNull)
    let product = image.applyingFilter(
      "CIMultiplyBlendMode",
      parameters: [kCIInputBackgroundImageKey: CIImage(color: CIColor(red: 0.2, green: 1, blue: 1))])
    #expect(try pixels(product, CGRect(x: 0, y: 0, width: 1, height: 2)) == [[51, 0, 0, 255], blue])
  }

  /// A blur keeps the sum of all light.
  @Test func blurs() throws {
    let dot = CIImage(color: .white).cropped(to: CGRect(x: 0, y: 0, width: 8, height: 8))
    let blurred = dot.applyingFilter("CIGaussianBlur", parameters: [kCIInputRadiusKey: 2])
    let alphas = try pixels(blurred, blurred.extent).map { Int($0[3]) }
    #expect(abs(alphas.reduce(0, +) - 64 * 255) < 64 * 255 / 50 && alphas.max().map { $0 < 255 } == true)
  }
}
