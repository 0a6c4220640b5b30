import Foundation
import MultiplaneGraphics
import Testing

/// The parts of a bitmap's layout, by the names of Apple's current declarations.
@Suite struct CGBitmapInfoTests {
  @Test func parts() {
    let info = CGBitmapInfo(alpha: .premultipliedFirst, component: .integer, byteOrder: .order32Host)
    #expect(info.rawValue == 0x2002 && info == [.byteOrder32Little, CGBitmapInfo(rawValue: 2)])
    #expect(info.alpha == .premultipliedFirst && info.component == .integer && info.byteOrder == .order32Little)
    let float = CGBitmapInfo(alpha: .last, component: .float, byteOrder: .order16Host, pixelFormat: .RGB101010)
    #expect(float.rawValue == 0x31103 && float.component == .float && float.pixelFormat == .RGB101010)
    #expect(CGBitmapInfo(alpha: .none).rawValue == 0 && CGBitmapInfo.byteOrderDefault.rawValue == 0)
    #expect(kCGBitmapByteOrder32Host == .byteOrder32Little && kCGBitmapByteOrder16Host == .byteOrder16Little)
    let invalid = CGBitmapInfo(rawValue: 0x5_7019)
    #expect(invalid.alpha == .none && invalid.byteOrder == .orderDefault && invalid.pixelFormat == .packed)
  }

  /// Pixels that are not of whole bytes make no image.
  @Test func packedPixelsOnly() throws {
    let provider = try #require(CGDataProvider(data: Data(count: 4)))
    func image(_ format: CGImagePixelFormatInfo, headroom: Float = 0) -> CGImage? {
      CGImage(
        headroom: headroom, width: 1, height: 1, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 4,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGBitmapInfo(alpha: .last, component: .integer, byteOrder: .orderDefault, pixelFormat: format),
        provider: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
    }
    #expect(image(.RGB101010) == nil && image(.packed)?.pixelFormatInfo == .packed)
    #expect(image(.packed, headroom: 2)?.contentHeadroom == 2 && image(.packed, headroom: 0.5) == nil)
    #expect(image(.packed, headroom: 4)?.copy()?.contentHeadroom == 4)
    #expect(image(.packed)?.shouldToneMap == false)
    #expect(image(.packed)?.containsImageSpecificToneMappingMetadata == false)
  }

  @Test func methodsOfToneMapping() {
    let all: [CGToneMapping] = [
      .default, .imageSpecificLumaScaling, .referenceWhiteBased, .ituRecommended, .exrGamma, .none,
    ]
    #expect(all.map(\.rawValue) == [0, 1, 2, 3, 4, 5])
    #expect(CGError.rangeCheck.rawValue == 1007 && CGError(rawValue: 0) == .success && CGError(rawValue: 1005) == nil)
  }

  @Test func headroomOfColors() throws {
    let space = try #require(CGColorSpace(name: CGColorSpace.extendedSRGB))
    let bright = try #require(CGColor(headroom: 3, colorSpace: space, red: 2, green: 0, blue: 0, alpha: 1))
    #expect(bright.contentHeadroom == 3 && bright.components == [2, 0, 0, 1])
    #expect(bright != CGColor(colorSpace: space, components: [2, 0, 0, 1]))
    #expect(CGColor(headroom: 0.5, colorSpace: space, red: 2, green: 0, blue: 0, alpha: 1) == nil)
    #expect(CGColor.white.contentHeadroom == 1)
  }
}
