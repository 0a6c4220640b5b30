import Foundation
import MultiplaneGraphics
import Testing

@testable import MultiplaneDrawing

@Suite struct ImageIOTests {
  static let pixels: [UInt8] = [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 128, 128, 0, 0, 0, 0]

  static func image() throws -> CGImage {
    try #require(CGImage(premultipliedRGBA8: pixels, width: 2, height: 2))
  }

  @Test(arguments: ["public.png", "org.webmproject.webp"])
  func throughMemory(type: String) throws {
    let data = NSMutableData()
    let destination = try #require(CGImageDestinationCreateWithData(data, CFString(string: type), 1, nil))
    #expect(!CGImageDestinationFinalize(destination), "no image yet")
    // WebP is lossless at the best quality.
    CGImageDestinationAddImage(
      destination, try Self.image(),
      NSDictionary(object: NSNumber(value: 1), forKey: kCGImageDestinationLossyCompressionQuality))
    #expect(CGImageDestinationFinalize(destination))
    let source = try #require(CGImageSourceCreateWithData(data, nil))
    #expect(CGImageSourceGetType(source) == CFString(string: type) && CGImageSourceGetStatus(source) == .statusComplete)
    #expect(CGImageSourceCreateImageAtIndex(source, 0, nil)?.premultipliedRGBA8() == Self.pixels)
    #expect(CGImageSourceCreateImageAtIndex(source, 1, nil) == nil && CGImageSourceGetCount(source) == 1)
    if type == "public.png" {
      let provider = try #require(CGDataProvider(data: data as CFData))
      let image = CGImage(
        pngDataProviderSource: provider, decode: nil, shouldInterpolate: false, intent: .perceptual)
      #expect(image?.premultipliedRGBA8() == Self.pixels && image?.shouldInterpolate == false)
      #expect(
        CGImage(jpegDataProviderSource: provider, decode: nil, shouldInterpolate: true, intent: .perceptual) == nil)
    }
  }

  @Test func throughAFile() throws {
    let folder = try TemporaryFolder()
    let url = URL(fileURLWithPath: folder.path + "/picture.jpg")
    var sizes: [Int] = []
    for quality in [0.1, 1] {
      let destination = try #require(CGImageDestinationCreateWithURL(url as CFURL, "public.jpeg", 1, nil))
      let big = TestPixels(width: 64, height: 64) { x, y in [UInt8(x * 4), UInt8(y * 4), UInt8(x * y & 255), 255] }
      let image = try #require(CGImage(premultipliedRGBA8: big.bytes, width: 64, height: 64))
      CGImageDestinationAddImage(
        destination, image,
        NSDictionary(object: NSNumber(value: quality), forKey: kCGImageDestinationLossyCompressionQuality))
      #expect(CGImageDestinationFinalize(destination))
      sizes.append(try Data(contentsOf: url).count)
    }
    #expect(sizes[0] * 2 < sizes[1])
    let source = try #require(CGImageSourceCreateWithURL(url as CFURL, nil))
    let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil)
    #expect(properties?[kCGImagePropertyPixelWidth] as? Int == 64)
    let options = NSDictionary(object: NSNumber(value: 16), forKey: kCGImageSourceThumbnailMaxPixelSize)
    let thumbnail = CGImageSourceCreateThumbnailAtIndex(source, 0, options)
    #expect(thumbnail?.width == 16 && thumbnail?.height == 16)
  }

  @Test func whatAnImageSaysItselfCountsBeforeWhatTheFileSays() throws {
    let big = TestPixels(width: 64, height: 64) { x, y in [UInt8(x * 4), UInt8(y * 4), UInt8(x * y & 255), 255] }
    let image = try #require(CGImage(premultipliedRGBA8: big.bytes, width: 64, height: 64))
    func bytes(ofImage own: Double?, ofFile all: Double?) throws -> Data {
      func properties(_ quality: Double?) -> CFDictionary? {
        quality.map { NSDictionary(object: NSNumber(value: $0), forKey: kCGImageDestinationLossyCompressionQuality) }
      }
      let data = NSMutableData()
      let destination = try #require(CGImageDestinationCreateWithData(data, "public.jpeg", 1, nil))
      CGImageDestinationAddImage(destination, image, properties(own))
      CGImageDestinationSetProperties(destination, properties(all))
      #expect(CGImageDestinationFinalize(destination))
      return data as Data
    }
    let (small, large) = (try bytes(ofImage: 0.1, ofFile: nil), try bytes(ofImage: 1, ofFile: nil))
    #expect(small.count * 2 < large.count)
    #expect(try bytes(ofImage: 0.1, ofFile: 1) == small && bytes(ofImage: nil, ofFile: 1) == large)
  }

  @Test func whatIsNoImage() throws {
    let junk = try #require(CGImageSourceCreateWithData(NSData(data: Data([1, 2, 3])), nil))
    #expect(CGImageSourceGetCount(junk) == 0 && CGImageSourceGetType(junk) == nil)
    #expect(CGImageSourceGetStatus(junk) == .statusUnknownType)
    let cut = try #require(CGImageSourceCreateWithData(NSData(data: Data([0x89, 0x50, 0x4E, 0x47, 13])), nil))
    #expect(CGImageSourceGetStatus(cut) == .statusInvalidData && CGImageSourceCreateImageAtIndex(cut, 0, nil) == nil)
    #expect(CGImageSourceCreateWithURL(URL(fileURLWithPath: "/no/such/file.png") as CFURL, nil) == nil)
    #expect(CGImageDestinationCreateWithData(NSMutableData(), "com.compuserve.gif", 1, nil) == nil)
    #expect(CGImageDestinationCreateWithData(NSMutableData(), "public.png", 2, nil) == nil)
    let unwritable = try #require(
      CGImageDestinationCreateWithURL(URL(fileURLWithPath: "/no/such/folder/a.png") as CFURL, "public.png", 1, nil))
    CGImageDestinationAddImage(unwritable, try Self.image(), nil)
    #expect(!CGImageDestinationFinalize(unwritable))
  }
}
