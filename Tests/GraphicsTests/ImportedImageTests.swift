import Foundation
import Testing

@testable import MultiplaneGraphics

/// Somebody else's pixels, in a file that stands for a dma-buf: what the processor reads of them.
@Suite struct ImportedImageTests {
  /// A file without a name; closed at the end.
  final class Memory {
    let descriptor: Int32
    init(_ bytes: [UInt8]) throws {
      var path = Array("\(NSTemporaryDirectory())/pixels-XXXXXX".utf8CString)
      descriptor = mkstemp(&path)
      try #require(descriptor >= 0)
      _ = unlink(path)
      write(bytes)
    }
    func write(_ bytes: [UInt8]) { _ = pwrite(descriptor, bytes, bytes.count, 0) }
    deinit { _ = close(descriptor) }
  }

  static func image(
    _ format: DRMPixelFormat, _ width: Int, _ height: Int, _ memory: Memory, planes: [(offset: Int, row: Int)],
    matrix: YCbCrMatrix = .bt709, range: YCbCrRange = .limited
  ) throws -> ImportedImage {
    try ImportedImage(
      width: width, height: height, pixelFormat: format,
      planes: planes.map { .init(descriptor: memory.descriptor, offset: $0.offset, bytesPerRow: $0.row) },
      colorMatrix: matrix, colorRange: range)
  }

  @Test(
    arguments: [
      (.argb8888, [10, 20, 30, 40]), (.xrgb8888, [10, 20, 30, 255]), (.abgr8888, [30, 20, 10, 40]),
      (.xbgr8888, [30, 20, 10, 255]),
    ] as [(DRMPixelFormat, [UInt8])])
  func orderOfBytes(format: DRMPixelFormat, expected: [UInt8]) throws {
    // Two rows of one pixel, 6 bytes apart, from byte 4 on.
    let memory = try Memory([0, 0, 0, 0, 30, 20, 10, 40, 9, 9, 30, 20, 10, 40])
    let image = try Self.image(format, 1, 2, memory, planes: [(4, 6)])
    #expect(try image.readPixels() == expected + expected)
    #expect(image.image.premultipliedRGBA8() == expected + expected)
    #expect(image.image.width == 1 && image.image.height == 2 && image.image.dataProvider?.bytes.count == 8)
  }

  /// A pixel of 10 bits for each colour: 1023 is 255, 512 is 128 (127.6), 100 is 25 (24.9); 2 bits
  /// of alpha are 0, 85, 170, 255.
  @Test(
    arguments: [
      (.argb2101010, 3, [255, 128, 25, 255]), (.xrgb2101010, 1, [255, 128, 25, 255]),
      (.abgr2101010, 3, [25, 128, 255, 255]), (.xbgr2101010, 0, [25, 128, 255, 255]),
      // No premultiplied colour is above its alpha.
      (.argb2101010, 1, [85, 85, 25, 85]), (.abgr2101010, 2, [25, 128, 170, 170]), (.argb2101010, 0, [0, 0, 0, 0]),
    ] as [(DRMPixelFormat, UInt32, [UInt8])])
  func tenBits(format: DRMPixelFormat, alpha: UInt32, expected: [UInt8]) throws {
    let word = alpha << 30 | 1023 << 20 | 512 << 10 | 100
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * UInt32($0))) }
    let memory = try Memory([9] + bytes + [9, 9])
    #expect(try Self.image(format, 1, 1, memory, planes: [(1, 4)]).readPixels() == expected)
  }

  /// The same colours in 10 bits, which are those of 8 bits times 4 for video's range; the lower 6
  /// of 16 bits do not count.
  @Test(
    arguments: [
      (.bt709, .limited, [940, 512, 512], [255, 255, 255]), (.bt709, .limited, [64, 512, 512], [0, 0, 0]),
      (.bt709, .limited, [250, 409, 960], [255, 0, 0]), (.bt2020, .limited, [294, 387, 960], [255, 0, 0]),
      (.bt2020, .limited, [658, 190, 100], [0, 255, 0]), (.bt709, .full, [1023, 512, 512], [255, 255, 255]),
      // Grey half way: (502 − 64) / 876 = ½.
      (.bt2020, .limited, [502, 512, 512], [128, 128, 128]),
    ] as [(YCbCrMatrix, YCbCrRange, [UInt16], [Int])])
  func colorsOfTenBitVideo(matrix: YCbCrMatrix, range: YCbCrRange, stored: [UInt16], expected: [Int]) throws {
    let (y, b, r) = (stored[0], stored[1], stored[2])
    let numbers: [UInt16] = [y, y, y, y, b, r].map { $0 << 6 | 0x2a }
    let memory = try Memory(numbers.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] })
    let image = try Self.image(.p010, 2, 2, memory, planes: [(0, 4), (8, 4)], matrix: matrix, range: range)
    let pixels = try image.readPixels()
    #expect(zip(pixels, expected + [255]).allSatisfy { abs(Int($0) - $1) <= 1 }, "\(pixels.prefix(4))")
    #expect(Array(pixels[0..<4]) == Array(pixels[12..<16]))
  }

  /// Luma and chroma of the primaries, computed by ITU-R BT.601 and BT.709 for video's range, and
  /// JPEG's for all of it.
  @Test(
    arguments: [
      (.bt601, .limited, [81, 90, 240], [255, 0, 0]), (.bt601, .limited, [145, 54, 34], [0, 255, 1]),
      (.bt709, .limited, [63, 102, 240], [255, 0, 0]), (.bt709, .limited, [173, 42, 26], [0, 255, 0]),
      (.bt709, .limited, [32, 240, 118], [0, 0, 255]), (.bt601, .full, [76, 85, 255], [254, 0, 0]),
      (.bt709, .limited, [235, 128, 128], [255, 255, 255]), (.bt709, .limited, [16, 128, 128], [0, 0, 0]),
      (.bt709, .full, [128, 128, 128], [128, 128, 128]), (.bt709, .limited, [255, 128, 128], [255, 255, 255]),
      (.bt2020, .limited, [74, 97, 240], [255, 0, 0]),
    ] as [(YCbCrMatrix, YCbCrRange, [UInt8], [Int])])
  func colorsOfVideo(matrix: YCbCrMatrix, range: YCbCrRange, stored: [UInt8], expected: [Int]) throws {
    let (y, b, r) = (stored[0], stored[1], stored[2])
    let formats: [(DRMPixelFormat, [UInt8], [(offset: Int, row: Int)])] = [
      (.nv12, [y, y, y, y, b, r], [(0, 2), (4, 2)]), (.nv21, [y, y, y, y, r, b], [(0, 2), (4, 2)]),
      (.yuv420, [y, y, y, y, b, r], [(0, 2), (4, 1), (5, 1)]),
    ]
    for (format, bytes, planes) in formats {
      let memory = try Memory(bytes)
      let pixels = try Self.image(format, 2, 2, memory, planes: planes, matrix: matrix, range: range).readPixels()
      #expect(zip(pixels, expected + [255]).allSatisfy { abs(Int($0) - $1) <= 2 }, "\(format): \(pixels.prefix(4))")
      #expect(Array(pixels[0..<4]) == Array(pixels[12..<16]))
    }
  }

  /// Chroma of half the size is interpolated: between two samples a quarter of the way, and three
  /// quarters.
  @Test func chromaIsInterpolated() throws {
    // Luma of middle grey in all numbers; Cr 128 and 228, so red grows by 1.5748 · 100/255 = 0.6176
    // at BT.709.
    let memory = try Memory([100, 100, 100, 100, 128, 128, 128, 228])
    let image = try Self.image(.nv12, 4, 1, memory, planes: [(0, 4), (4, 4)], range: .full)
    let pixels = try image.readPixels()
    let reds = stride(from: 0, to: 16, by: 4).map { Int(pixels[$0]) }
    // 100 + 1.5748 · (0, 25, 75, 100) = 100, 139.4, 218.1, 257.5.
    #expect(zip(reds, [100, 139, 218, 255]).allSatisfy { abs($0 - $1) <= 1 }, "\(reds)")
  }

  @Test func changesAreAnotherImage() throws {
    let memory = try Memory([1, 2, 3, 255])
    let shared = try Self.image(.abgr8888, 1, 1, memory, planes: [(0, 4)])
    let before = shared.image
    #expect(shared.image === before && before.imported?.generation == 0)
    memory.write([9, 8, 7, 255])
    shared.contentsChanged()
    let after = shared.image
    #expect(after !== before && after.imported?.generation == 1 && after.premultipliedRGBA8() == [9, 8, 7, 255])
  }

  /// It owns its descriptors, and says when it is done.
  @Test func descriptorsAndRelease() throws {
    let memory = try Memory([1, 2, 3, 255])
    let released = Released()
    var shared: ImportedImage? = try ImportedImage(
      width: 1, height: 1, pixelFormat: .abgr8888,
      planes: [.init(descriptor: memory.descriptor, bytesPerRow: 4)], release: { released.count += 1 })
    var image = shared?.image
    shared = nil
    #expect(released.count == 0 && image?.premultipliedRGBA8() == [1, 2, 3, 255])
    image = nil
    #expect(released.count == 1)
  }

  private final class Released: @unchecked Sendable { var count = 0 }

  @Test func whatIsRefused() throws {
    let memory = try Memory([UInt8](repeating: 0, count: 16))
    func make(_ format: DRMPixelFormat, _ width: Int, planes: [(offset: Int, row: Int)]) throws {
      _ = try Self.image(format, width, 2, memory, planes: planes)
    }
    #expect(throws: ImportedImageError.self) { try make(.argb8888, 0, planes: [(0, 8)]) }
    #expect(throws: ImportedImageError.self) { try make(.argb8888, 2, planes: [(0, 7)]) }
    #expect(throws: ImportedImageError.self) { try make(.argb8888, 2, planes: [(-4, 8)]) }
    #expect(throws: ImportedImageError.self) { try make(.nv12, 2, planes: [(0, 2)]) }
    #expect(throws: ImportedImageError.self) { try make(.yuv420, 2, planes: [(0, 2), (4, 2)]) }
    #expect(throws: ImportedImageError.self) { try make(.p010, 2, planes: [(0, 2), (4, 4)]) }
    #expect(throws: ImportedImageError.self) { try make(.argb2101010, 2, planes: [(0, 7)]) }
    do throws(ImportedImageError) {
      _ = try ImportedImage(
        width: 1, height: 1, pixelFormat: .argb8888, planes: [.init(descriptor: -1, bytesPerRow: 4)])
      Issue.record("-1 is no descriptor")
    } catch {
      #expect("\(error)" == "imported image: expected the descriptor of a dma-buf, found -1, which is not open")
    }
  }

  @Test func whatCannotBeRead() throws {
    let memory = try Memory([1, 2, 3])
    let short = try Self.image(.argb8888, 1, 1, memory, planes: [(0, 4)])
    #expect(throws: ImportedImageError.self) { try short.readPixels() }
    #expect(short.image.premultipliedRGBA8() == [0, 0, 0, 0], "what cannot be read is clear")
    let tiled = try ImportedImage(
      width: 1, height: 1, pixelFormat: .argb8888, modifier: 0x0100_0000_0000_0001,
      planes: [.init(descriptor: memory.descriptor, bytesPerRow: 4)])
    do throws(ImportedImageError) {
      _ = try tiled.readPixels()
      Issue.record("tiled pixels are not linear")
    } catch {
      #expect("\(error)".contains("AR24, modifier 0x100000000000001") && !"\(error)".contains("\n"))
    }
  }
}
