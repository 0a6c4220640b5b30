import Foundation
import Testing

@testable import MultiplaneGraphics

@Suite struct CGImageTests {
  /// One pixel, or a row of them, of the given layout.
  static func image(
    _ bytes: [UInt8], width: Int = 1, height: Int = 1, bits: Int = 8, perPixel: Int = 32, perRow: Int? = nil,
    space: CGColorSpace = CGColorSpaceCreateDeviceRGB(), _ info: CGBitmapInfo, decode: [CGFloat]? = nil
  ) -> CGImage? {
    guard let provider = CGDataProvider(data: Data(bytes)) else { return nil }
    return CGImage(
      width: width, height: height, bitsPerComponent: bits, bitsPerPixel: perPixel,
      bytesPerRow: perRow ?? width * perPixel / 8, space: space, bitmapInfo: info, provider: provider, decode: decode,
      shouldInterpolate: false, intent: .defaultIntent)
  }

  @Test(
    arguments: [
      ([100, 50, 20, 200], CGBitmapInfo(alpha: .premultipliedLast), [100, 50, 20, 200]),
      ([100, 50, 20, 200], CGBitmapInfo(alpha: .premultipliedLast, byteOrder: .order32Little), [200, 20, 50, 100]),
      ([20, 50, 100, 200], CGBitmapInfo(alpha: .premultipliedFirst, byteOrder: .order32Little), [100, 50, 20, 200]),
      ([200, 100, 50, 20], CGBitmapInfo(alpha: .premultipliedFirst), [100, 50, 20, 200]),
      // 255 · 51/255 = 51, 100 · 0.2 = 20, 50 · 0.2 = 10.
      ([255, 100, 50, 51], CGBitmapInfo(alpha: .last), [51, 20, 10, 51]),
      ([51, 255, 100, 50], CGBitmapInfo(alpha: .first, byteOrder: .order32Big), [51, 20, 10, 51]),
      ([1, 2, 3, 99], CGBitmapInfo(alpha: .noneSkipLast), [1, 2, 3, 255]),
      ([3, 2, 1, 99], CGBitmapInfo(alpha: .noneSkipFirst, byteOrder: .order32Little), [1, 2, 3, 255]),
      ([1, 2, 3, 0], CGBitmapInfo(alpha: .last), [0, 0, 0, 0]),
    ] as [([UInt8], CGBitmapInfo, [UInt8])])
  func fourBytePixel(bytes: [UInt8], info: CGBitmapInfo, expected: [UInt8]) throws {
    // A colour byte above alpha is no premultiplied colour, so that the second row's is cut where
    // it is converted.
    let image = try #require(Self.image(bytes, info))
    let cut = image.layout.isPremultiplied ? expected.map { min($0, expected[3]) } : expected
    #expect(image.premultipliedRGBA8() == cut)
  }

  @Test func otherPixelSizes() throws {
    let gray = CGColorSpaceCreateDeviceGray()
    let rgb = try #require(Self.image([1, 2, 3], perPixel: 24, CGBitmapInfo(alpha: .none)))
    #expect(rgb.premultipliedRGBA8() == [1, 2, 3, 255])
    #expect(rgb.isOpaque)
    let single = try #require(Self.image([77], perPixel: 8, space: gray, CGBitmapInfo(alpha: .none)))
    #expect(single.premultipliedRGBA8() == [77, 77, 77, 255])
    let withAlpha = try #require(Self.image([100, 51], perPixel: 16, space: gray, CGBitmapInfo(alpha: .last)))
    #expect(withAlpha.premultipliedRGBA8() == [20, 20, 20, 51])
    let alpha = try #require(Self.image([128], perPixel: 8, space: gray, CGBitmapInfo(alpha: .alphaOnly)))
    #expect(alpha.premultipliedRGBA8() == [0, 0, 0, 128])
    #expect(alpha.colorSpace == nil)
  }

  @Test(arguments: [CGImageByteOrderInfo.order16Little, .order16Big])
  func halfFloatPixel(_ order: CGImageByteOrderInfo) throws {
    // 1, 0.5, 2 (beyond the range) and 0.6 as halves: 0x3C00, 0x3800, 0x4000, 0x38CD.
    let big: [UInt8] = [0x3C, 0, 0x38, 0, 0x40, 0, 0x38, 0xCD]
    let bytes = order == .order16Big ? big : [0, 0x3C, 0, 0x38, 0, 0x40, 0xCD, 0x38]
    let info = CGBitmapInfo(alpha: .last, component: .float, byteOrder: order)
    let image = try #require(Self.image(bytes, bits: 16, perPixel: 64, info))
    // 0.6 as a half is 0.60009765625: 153.02; half of it is 76.51.
    #expect(image.premultipliedRGBA8() == [153, 77, 153, 153])
  }

  @Test func otherColorSpacesAreConverted() throws {
    let linear = try #require(CGColorSpace(name: CGColorSpace.linearSRGB))
    let image = try #require(
      Self.image([55, 0, 255, 255, 55, 0, 255, 255], width: 2, space: linear, CGBitmapInfo(alpha: .last)))
    // 55/255 of light is 0.5020 in sRGB: 128.
    #expect(image.premultipliedRGBA8() == [128, 0, 255, 255, 128, 0, 255, 255])
    let renamed = try #require(image.copy(colorSpace: CGColorSpaceCreateDeviceRGB()))
    #expect(renamed.premultipliedRGBA8().prefix(4) == [55, 0, 255, 255])
    #expect(image.copy(colorSpace: CGColorSpaceCreateDeviceGray()) == nil)
  }

  @Test func decodeMapsComponents() throws {
    let inverted = try #require(Self.image([0, 255, 55, 255], CGBitmapInfo(alpha: .last), decode: [1, 0, 1, 0, 1, 0]))
    #expect(inverted.premultipliedRGBA8() == [255, 0, 200, 255])
    #expect(Self.image([0, 255, 55, 255], CGBitmapInfo(alpha: .last), decode: [1, 0]) == nil)
  }

  @Test func croppingSharesBytesAndCountsFromTheTop() throws {
    // 3×3 grey pixels, 0…8, with a row of 4 bytes.
    let bytes: [UInt8] = [0, 1, 2, 99, 3, 4, 5, 99, 6, 7, 8]
    let image = try #require(
      Self.image(
        bytes, width: 3, height: 3, perPixel: 8, perRow: 4, space: CGColorSpaceCreateDeviceGray(),
        CGBitmapInfo(alpha: .none)))
    let part = try #require(image.cropping(to: CGRect(x: 1, y: 1, width: 5, height: 1)))
    #expect((part.width, part.height) == (2, 1))
    #expect(part.premultipliedRGBA8() == [4, 4, 4, 255, 5, 5, 5, 255])
    #expect(part.dataProvider === image.dataProvider)
    let corner = try #require(part.cropping(to: CGRect(x: 1.2, y: 0.2, width: 0.1, height: 0.1)))
    #expect(corner.premultipliedRGBA8() == [5, 5, 5, 255])
    #expect(image.cropping(to: CGRect.infinite)?.width == 3)
    #expect(image.cropping(to: CGRect(x: 3, y: 0, width: 1, height: 1)) == nil)
    #expect(image.cropping(to: .null) == nil)
    #expect(image.cropping(to: CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1)) == nil)
  }

  @Test(arguments: [
    (0, 1, 4), (1, 0, 4), (-1, 1, 4), (1, -1, 4), (2, 1, 4), (1, 2, 8), (1, 2, Int.max), (Int.max, 1, Int.max),
    (1, Int.max, Int.max), (1, 1, 3), (1, 1, -4), (Int.max / 2, Int.max / 2, 16),
  ])
  func impossibleSizesMakeNoImage(width: Int, height: Int, bytesPerRow: Int) {
    let bytes: [UInt8] = [1, 2, 3, 4]
    #expect(
      Self.image(bytes, width: width, height: height, perRow: bytesPerRow, CGBitmapInfo(alpha: .last)) == nil)
  }

  @Test func lastRowNeedsNoPadding() {
    #expect(Self.image([1, 2, 3, 4], height: 1, perRow: 400, CGBitmapInfo(alpha: .last)) != nil)
  }

  @Test func unsupportedLayoutsMakeNoImage() {
    let bytes = [UInt8](repeating: 0, count: 64)
    #expect(Self.image(bytes, bits: 5, perPixel: 16, CGBitmapInfo(alpha: .noneSkipFirst)) == nil)
    #expect(Self.image(bytes, bits: 16, perPixel: 64, CGBitmapInfo(alpha: .last)) == nil)
    #expect(Self.image(bytes, perPixel: 32, CGBitmapInfo(alpha: .none)) == nil)
    #expect(Self.image(bytes, perPixel: 24, CGBitmapInfo(alpha: .none, byteOrder: .order32Little)) == nil)
    #expect(Self.image(bytes, CGBitmapInfo(rawValue: 9)) == nil)
    #expect(Self.image(bytes, CGBitmapInfo(rawValue: 0x7001)) == nil)
  }

  @Test func premultipliedBytesComeBackAsTheyAre() throws {
    let bytes: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]
    let image = try #require(CGImage(premultipliedRGBA8: bytes, width: 2, height: 2))
    #expect(image.premultipliedRGBA8() == bytes)
    #expect(CGImage(premultipliedRGBA8: bytes, width: 2, height: 3) == nil)
    #expect(CGImage(premultipliedRGBA8: bytes, width: Int.max, height: 1) == nil)
    let right = try #require(image.cropping(to: CGRect(x: 1, y: 0, width: 1, height: 2)))
    #expect(right.premultipliedRGBA8() == [5, 6, 7, 8, 13, 14, 15, 16])
  }

  /// Images, parts of them and what a renderer uploads share the memory; it is released with the
  /// last of them.
  @Test func memoryIsSharedUntilTheLastImageIsGone() throws {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 4096, alignment: 16)
    defer { memory.deallocate() }
    for index in 0..<4096 { memory.storeBytes(of: UInt8(index & 127), toByteOffset: index, as: UInt8.self) }
    let released = Sizes()
    released.memory = UnsafeRawPointer(memory)
    let info = Unmanaged.passUnretained(released).toOpaque()
    var provider = CGDataProvider(dataInfo: info, data: memory, size: 4096) { info, data, size in
      guard let sizes = info.map({ Unmanaged<Sizes>.fromOpaque($0).takeUnretainedValue() }) else { return }
      if sizes.memory == data { sizes.list.append(size) }
    }
    var image = CGImage(
      width: 32, height: 32, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 128, space: .srgbSpace,
      bitmapInfo: CGBitmapInfo(alpha: .premultipliedLast), provider: try #require(provider), decode: nil,
      shouldInterpolate: true, intent: .defaultIntent)
    provider = nil
    var part = image?.cropping(to: CGRect(x: 0, y: 16, width: 32, height: 16))
    image?.withPremultipliedRGBA8 { #expect($0.baseAddress == UnsafeRawPointer(memory) && $0.count == 4096) }
    part?.withPremultipliedRGBA8 { #expect($0.baseAddress == UnsafeRawPointer(memory + 2048) && $0.count == 2048) }
    image = nil
    #expect(released.list == [])
    part = nil
    #expect(released.list == [4096])
  }

  /// What was released, for a callback of this thread.
  private final class Sizes {
    var list: [Int] = []
    var memory: UnsafeRawPointer?
  }

  @Test func providersOfFewBytesAndOfFiles() throws {
    var few: [UInt8] = [1, 2, 3]
    let released = Sizes()
    var provider = CGDataProvider(
      dataInfo: Unmanaged.passUnretained(released).toOpaque(), data: &few, size: 3
    ) { info, _, size in
      info.map { Unmanaged<Sizes>.fromOpaque($0).takeUnretainedValue().list.append(size) }
    }
    #expect(provider?.bytes == Data([1, 2, 3]))
    provider = nil
    #expect(released.list == [3])
    #expect(CGDataProvider(dataInfo: nil, data: &few, size: -1, releaseData: { _, _, _ in }) == nil)
    #expect(CGDataProvider(url: URL(fileURLWithPath: "/no/such/file") as CFURL) == nil)
    #expect(CGDataProvider(filename: "/proc/self/cmdline")?.bytes.isEmpty == false)
    let slice = try #require(CGDataProvider(data: Data([0, 1, 2, 3, 4]).dropFirst()))
    #expect(slice.data as Data? == Data([1, 2, 3, 4]))
  }
}
