import Foundation
import MultiplaneGraphics
import Testing

@testable import MultiplaneDrawing

/// The resolution of image files, and consumers and fonts by Apple's newer names.
@Suite struct ImageDensityTests {
  private func image() throws -> CGImage {
    try #require(CGImage(premultipliedRGBA8: [9, 9, 9, 255], width: 1, height: 1))
  }

  private func written(_ type: String, _ properties: NSDictionary) throws -> NSMutableData {
    let data = NSMutableData()
    let destination = try #require(CGImageDestinationCreateWithData(data, type as CFString, 1, nil))
    CGImageDestinationAddImage(destination, try image(), properties)
    #expect(CGImageDestinationFinalize(destination))
    return data
  }

  @Test(arguments: ["public.png", "public.jpeg"] + (TIFFCodec.isAvailable ? ["public.tiff"] : []))
  func thereAndBack(_ type: String) throws {
    let data = try written(
      type, [kCGImagePropertyDPIWidth: NSNumber(value: 144), kCGImagePropertyDPIHeight: NSNumber(value: 72)])
    let source = try #require(CGImageSourceCreateWithData(data, nil))
    let properties = try #require(CGImageSourceCopyPropertiesAtIndex(source, 0, nil))
    let (x, y) = (properties[kCGImagePropertyDPIWidth] as? NSNumber, properties[kCGImagePropertyDPIHeight] as? NSNumber)
    #expect(abs((x?.doubleValue ?? 0) - 144) < 0.02 && abs((y?.doubleValue ?? 0) - 72) < 0.02)
  }

  /// 144 pixels per inch are 5669 per metre, in a chunk before the pixels.
  @Test func chunkOfPNG() throws {
    let bytes = [UInt8](try written("public.png", [kCGImagePropertyDPIWidth: NSNumber(value: 144)]) as Data)
    let start = try #require(bytes.firstRange(of: Array("pHYs".utf8))).lowerBound
    #expect(Array(bytes[start + 4..<start + 13]) == [0, 0, 0x16, 0x25, 0, 0, 0x16, 0x25, 1])
    #expect(start < (bytes.firstRange(of: Array("IDAT".utf8))?.lowerBound ?? 0))
    #expect(try [UInt8](written("public.png", [:]) as Data).firstRange(of: Array("pHYs".utf8)) == nil)
  }

  /// Without the place of its own, a JPEG's density is that of its Exif data, which are a TIFF
  /// structure: pixels per centimetre here.
  @Test func densityOfExif() throws {
    let jpeg = [UInt8](try written("public.jpeg", [:]) as Data)
    let start = try #require(jpeg.firstRange(of: Array("JFIF".utf8))).lowerBound
    let end = start - 2 + Int(jpeg[start - 2]) << 8 + Int(jpeg[start - 1])
    let tiff: [UInt8] =
      [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 3] + [1, 0x1A, 0, 5, 0, 0, 0, 1, 0, 0, 0, 50]
      + [1, 0x1B, 0, 5, 0, 0, 0, 1, 0, 0, 0, 58] + [1, 0x28, 0, 3, 0, 0, 0, 1, 0, 3, 0, 0] + [0, 0, 0, 0]
      + [0, 0, 0, 100, 0, 0, 0, 1] + [0, 0, 0, 101, 0, 0, 0, 2]
    let exif = Array("Exif\0\0".utf8) + tiff
    let file = [0xFF, 0xD8, 0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif + jpeg[end...]
    let source = try #require(CGImageSourceCreateWithData(NSData(data: Data(file)), nil))
    let properties = try #require(CGImageSourceCopyPropertiesAtIndex(source, 0, nil))
    #expect((properties[kCGImagePropertyDPIWidth] as? NSNumber)?.doubleValue == 254)
    #expect(abs(((properties[kCGImagePropertyDPIHeight] as? NSNumber)?.doubleValue ?? 0) - 128.27) < 0.001)
  }

  private final class Sink {
    var bytes: [UInt8] = []
    var isReleased = false
    static func from(_ info: UnsafeMutableRawPointer?) -> Sink? {
      info.map { Unmanaged<Sink>.fromOpaque($0).takeUnretainedValue() }
    }
  }

  @Test func consumersWithCallbacks() throws {
    let sink = Sink()
    var callbacks = CGDataConsumerCallbacks(
      putBytes: { info, bytes, count in
        Sink.from(info)?.bytes += UnsafeRawBufferPointer(start: bytes, count: count)
        return count
      }, releaseConsumer: { Sink.from($0)?.isReleased = true })
    var consumer = CGDataConsumer(info: Unmanaged.passUnretained(sink).toOpaque(), cbks: &callbacks)
    do {
      let destination = try #require(
        consumer.flatMap { CGImageDestinationCreateWithDataConsumer($0, "public.png", 1, nil) })
      CGImageDestinationAddImage(destination, try image(), nil)
      #expect(CGImageDestinationFinalize(destination) && sink.bytes.starts(with: [0x89, 0x50]))
    }
    consumer = nil
    #expect(sink.isReleased && CGDataConsumer.typeID != CGContext.typeID)
    callbacks = CGDataConsumerCallbacks()
    #expect(CGDataConsumer(info: nil, cbks: &callbacks) == nil)
  }

  @Test func contextsOfBitmapInfo() throws {
    let rgb = CGColorSpaceCreateDeviceRGB()
    let info = CGBitmapInfo(alpha: .premultipliedLast, component: .integer, byteOrder: .orderDefault)
    let context = CGContext(
      data: nil, width: 2, height: 2, bitsPerComponent: 8, bytesPerRow: 0, space: rgb, bitmapInfo: info)
    #expect(context?.bitmapInfo == info && context?.setEDRTargetHeadroom(2) == true)
    let alpha = CGContext(
      data: nil, width: 2, height: 2, bitsPerComponent: 8, bytesPerRow: 0, space: nil,
      bitmapInfo: CGBitmapInfo(alpha: .alphaOnly))
    #expect(alpha?.colorSpace == nil && alpha != nil)
    let none = CGContext(
      data: nil, width: 2, height: 2, bitsPerComponent: 8, bytesPerRow: 0, space: nil, bitmapInfo: info)
    #expect(none == nil)
    let packed = CGBitmapInfo(alpha: .noneSkipLast, component: .integer, byteOrder: .orderDefault, pixelFormat: .RGB565)
    let odd = CGContext(
      data: nil, width: 2, height: 2, bitsPerComponent: 8, bytesPerRow: 0, space: rgb, bitmapInfo: packed)
    #expect(odd == nil)
    context?.synchronizeAttributes()
    #expect(context?.draw(try image(), in: CGRect(x: 0, y: 0, width: 2, height: 2), by: .none, options: nil) == true)
  }

  @Test func fonts() throws {
    #expect(CTFontGetSize(CTFont("DejaVu Sans" as CFString, size: 9)) == 9 && CTFontGetTypeID() == CTFont.typeID)
    #expect(CTFont(.system, size: 0) == CTFontCreateUIFontForLanguage(.system, 0, nil))
    let descriptor = CTFontDescriptorCreateWithNameAndSize("DejaVu Sans" as CFString, 20)
    #expect(CTFontGetSize(CTFont(descriptor, size: 0)) == 20)
    let other = CTFontDescriptorCreateWithNameAndSize("DejaVu Serif" as CFString, 0)
    let listed = CTFontDescriptorCreateWithAttributes(
      [kCTFontNameAttribute: "DejaVu Sans" as CFString, kCTFontCascadeListAttribute: [other] as CFArray] as CFDictionary
    )
    let list = CTFontCopyAttribute(CTFont(listed, size: 12), kCTFontCascadeListAttribute) as? NSArray
    #expect(list?.count == 1 && CTFontCopyFamilyName(CTFont(listed, size: 12)) == "DejaVu Sans")
    let fixed = try #require(CGFont("DejaVu Sans" as CFString))
    #expect(fixed.variationAxes == nil && fixed.variations == nil && fixed.copy(withVariations: nil) == nil)
    let tags = try #require(fixed.tableTags as? [NSNumber])
    #expect(tags.contains(NSNumber(value: UInt32(0x6865_6164))))
  }
}
