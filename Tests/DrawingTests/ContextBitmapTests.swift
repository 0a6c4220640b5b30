import MultiplaneGraphics
import Testing

@testable import MultiplaneDrawing

@Suite struct ContextBitmapTests {
  static let rgb = CGColorSpaceCreateDeviceRGB()
  static let gray = CGColorSpaceCreateDeviceGray()

  /// A layout, and the bytes of one pixel painted with sRGB (200, 100, 50) at alpha 0.6 = 153/255.
  struct Layout: Sendable {
    var bits = 8
    var info: UInt32
    var space = ContextBitmapTests.rgb
    var bytes: [UInt8]
  }

  // 200·0.6 = 120, 100·0.6 = 60, 50·0.6 = 30. Over black: the same, without alpha.
  static let layouts = [
    Layout(info: 1, bytes: [120, 60, 30, 153]),
    Layout(info: 1 | 4 << 12, bytes: [120, 60, 30, 153]),
    Layout(info: 1 | 2 << 12, bytes: [153, 30, 60, 120]),
    Layout(info: 2, bytes: [153, 120, 60, 30]),
    Layout(info: 2 | 2 << 12, bytes: [30, 60, 120, 153]),
    Layout(info: 7, space: gray, bytes: [153]),
    // 0.2126·R + 0.7152·G + 0.0722·B in linear light is 0.2163, encoded 128.1; times 0.6 = 76.9.
    Layout(info: 0, space: gray, bytes: [77]),
    // 120/255 as a half is 0x3788, 60/255 0x3388, 30/255 0x2F88, 0.6 0x38CD.
    Layout(bits: 16, info: 1 | 0x1100, bytes: [0x88, 0x37, 0x88, 0x33, 0x88, 0x2F, 0xCD, 0x38]),
    Layout(bits: 16, info: 1 | 0x3100, bytes: [0x37, 0x88, 0x33, 0x88, 0x2F, 0x88, 0x38, 0xCD]),
  ]

  @Test(arguments: layouts)
  func bytesInTheCallersMemory(layout: Layout) throws {
    let size = layout.bytes.count
    // Two pixels in rows of an odd number of bytes: such memory cannot be drawn into as it is.
    for bytesPerRow in [size * 2, size * 2 + 1, size * 2 + 4] {
      var memory = [UInt8](repeating: 0, count: bytesPerRow * 2)
      try memory.withUnsafeMutableBytes { memory in
        let context = try #require(
          CGContext(
            data: memory.baseAddress, width: 2, height: 2, bitsPerComponent: layout.bits, bytesPerRow: bytesPerRow,
            space: layout.space, bitmapInfo: layout.info))
        context.setFillColor(CGColor(red: 200 / 255, green: 100 / 255, blue: 50 / 255, alpha: 0.6))
        context.fill(CGRect(x: 1, y: 1, width: 1, height: 1))
      }
      // The right pixel of the upper row, the first one in memory.
      #expect(Array(memory[size..<2 * size]) == layout.bytes, "rows of \(bytesPerRow) bytes")
      memory.removeSubrange(size..<2 * size)
      #expect(memory.allSatisfy { $0 == 0 })
    }
  }

  @Test(arguments: [5, 6, 5 | 2 << 12, 6 | 2 << 12] as [UInt32])
  func skippedByteIsOpaque(info: UInt32) throws {
    let bitmap = try #require(Bitmap(1, 1, info: info))
    #expect(bitmap.pixel(0, 0) == [0, 0, 0, 255])
    bitmap.context.setFillColor(CGColor(red: 1, green: 0.2, blue: 0, alpha: 0.5))
    bitmap.context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(isNear(bitmap.pixel(0, 0), [128, 26, 0, 255]))
  }

  @Test func otherSpacesHoldOtherNumbers() throws {
    let linear = try #require(CGColorSpace(name: CGColorSpace.linearSRGB))
    let p3 = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    for (space, expected) in [(linear, [55, 55, 55, 255]), (p3, [128, 128, 128, 255])] {
      let bitmap = try #require(Bitmap(1, 1, space: space))
      bitmap.context.setFillColor(gray: 128.0 / 255, alpha: 1)
      bitmap.context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
      let bytes = try #require(bitmap.context.data).assumingMemoryBound(to: UInt8.self)
      #expect(isNear((0..<4).map { Int(bytes[$0]) }, expected))
      #expect(isNear(bitmap.pixel(0, 0), [128, 128, 128, 255], step: 2))
    }
  }

  @Test(
    arguments: [
      (0, 1, 8, 0, UInt32(1)), (1, -1, 8, 0, 1), (1, 1, 8, -4, 1), (1, 1, 8, 3, 1), (16385, 1, 8, 0, 1),
      (16384, 16384, 8, 0, 1), (.max, .max, 8, 0, 1), (4, 4, 8, .max, 1), (1, 1, 5, 0, 6), (1, 1, 8, 0, 3),
      (1, 1, 8, 0, 0), (1, 1, 8, 0, 99), (1, 1, 16, 0, 1), (1, 1, 8, 0, 1 | 5 << 12),
    ] as [(Int, Int, Int, Int, UInt32)])
  func whatIsRefused(width: Int, height: Int, bits: Int, bytesPerRow: Int, info: UInt32) {
    #expect(Bitmap(width, height, bits: bits, info: info, bytesPerRow: bytesPerRow) == nil)
  }

  @Test func inksAreRefused() {
    #expect(Bitmap(1, 1, space: CGColorSpaceCreateDeviceCMYK()) == nil)
  }

  @Test func properties() throws {
    let bitmap = try #require(Bitmap(3, 2))
    let context = bitmap.context
    #expect(context.width == 3 && context.height == 2 && context.bytesPerRow == 12 && context.bitsPerPixel == 32)
    #expect(context.bitsPerComponent == 8 && context.alphaInfo == .premultipliedLast)
    #expect(context.colorSpace == Self.rgb && context.bitmapInfo.rawValue == 1)
    #expect(context.ctm == .identity && context.boundingBoxOfClipPath == CGRect(x: 0, y: 0, width: 3, height: 2))
    let alphaOnly = try #require(Bitmap(3, 1, space: Self.gray, info: 7))
    #expect(alphaOnly.context.colorSpace == nil && alphaOnly.context.bytesPerRow == 4)
  }

  /// What the program writes into the bitmap counts, also in a layout that is converted.
  @Test(arguments: [UInt32(1), 2])
  func memoryIsShared(info: UInt32) throws {
    let bitmap = try #require(Bitmap(2, 1, info: info))
    let bytes = try #require(bitmap.context.data).assumingMemoryBound(to: UInt8.self)
    for index in 0..<4 { bytes[index] = 255 }
    bitmap.context.setFillColor(opaqueRed)
    bitmap.context.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
    #expect(bitmap.pixel(0, 0) == [255, 255, 255, 255] && bitmap.pixel(1, 0) == [255, 0, 0, 255])
    #expect((4..<8).map { bytes[$0] } == (info == 1 ? [255, 0, 0, 255] : [255, 255, 0, 0]))
  }

  @Test func imageIsACopy() throws {
    let bitmap = try #require(Bitmap(1, 1))
    let before = try #require(bitmap.context.makeImage())
    bitmap.context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(before.premultipliedRGBA8() == [0, 0, 0, 0])
    #expect(bitmap.pixel(0, 0) == [0, 0, 0, 255], "black, opaque, is the first fill colour")
  }

  @Test("the callback of a context without memory of the program's is given none") func releaseWithoutMemory() throws {
    final class Calls { var memories: [UnsafeMutableRawPointer?] = [] }
    let calls = Calls()
    do {
      let context = CGContext(
        data: nil, width: 2, height: 2, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: Bitmap.rgba,
        releaseCallback: { info, memory in
          info.map { Unmanaged<Calls>.fromOpaque($0).takeUnretainedValue().memories.append(memory) }
        }, releaseInfo: Unmanaged.passUnretained(calls).toOpaque())
      #expect(context != nil)
    }
    #expect(calls.memories == [nil])
  }
}
