import Foundation
import Testing

@testable import MultiplaneDrawing

/// PNGs that are written from a few rows at a time.
@Suite struct PNGStreamTests {
  /// Of all kinds of rows: noise, which no filter helps, slopes along x, y and both, and equal
  /// ones.
  private func pixels(width: Int, height: Int) -> [UInt8] {
    var state: UInt64 = 88_172_645_463_325_252
    return (0..<height).flatMap { y in
      (0..<width * 4).map { x -> UInt8 in
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        switch y % 20 / 4 {
        case 0: return UInt8(truncatingIfNeeded: state >> 20)
        case 1: return UInt8(truncatingIfNeeded: x / 4 * 3)
        case 2: return UInt8(truncatingIfNeeded: y * 5)
        case 3: return UInt8(truncatingIfNeeded: x / 4 + y * 7)
        default: return 200
        }
      }
    }
  }

  @Test(arguments: [(1, 1, 1), (3, 7, 2), (57, 100, 33), (400, 300, 300), (16_000, 20, 7)])
  func whatIsWrittenIsReadBack(width: Int, height: Int, rowsAtOnce: Int) throws {
    let pixels = pixels(width: width, height: height)
    let stream = try PNGStream(width: width, height: height, name: "test")
    var file: [UInt8] = []
    for start in stride(from: 0, to: pixels.count, by: rowsAtOnce * width * 4) {
      pixels[start..<min(pixels.count, start + rowsAtOnce * width * 4)].withUnsafeBytes { stream.add($0) }
      file += stream.takeBytes()
    }
    stream.end()
    file += stream.takeBytes()
    let decoded = try PNGCodec.decode(file, name: "test", limits: .standard)
    #expect(decoded.width == width && decoded.height == height)
    let isEqual = decoded.bytes == Data(pixels)
    #expect(isEqual)
  }

  @Test func slopesArePacked() throws {
    let (width, height) = (500, 500)
    let pixels = (0..<height).flatMap { y in (0..<width * 4).map { UInt8(truncatingIfNeeded: $0 / 4 + y) } }
    let stream = try PNGStream(width: width, height: height, name: "test")
    pixels.withUnsafeBytes { stream.add($0) }
    stream.end()
    let bound = try PNGCodec.packed(
      StraightPixels(width: width, height: height, bytes: Data(pixels)), isOpaque: false, name: "test"
    ).count
    #expect(stream.takeBytes().count < bound * 3 / 2)
  }

  @Test func aFileAppearsWhenItIsWhole() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("PNGStreamTests-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/picture.png"
    let file = try PNGFileStream(path: path, width: 2, height: 3)
    // Half transparent: premultiplied 64 of 128 is straight 128.
    var first: [UInt8] = [64, 0, 128, 128, 10, 20, 30, 255]
    try file.add(premultipliedRGBA8: &first)
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(throws: ImageError.self) { try file.finish() }
    var rest: [UInt8] = first + first
    try file.add(premultipliedRGBA8: &rest)
    #expect(throws: ImageError.self) { try file.add(premultipliedRGBA8: &rest) }
    try file.finish()
    let image = try PNGCodec.decode(readFile(path: path, limits: .standard), name: path, limits: .standard)
    #expect(Array(image.bytes[..<8]) == [128, 0, 255, 128, 10, 20, 30, 255])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["picture.png"])
  }

  @Test func whatIsNotFinishedLeavesNothing() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("PNGStreamTests-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    do {
      let file = try PNGFileStream(path: folder + "/picture.png", width: 2, height: 2)
      var row = [UInt8](repeating: 255, count: 8)
      try file.add(premultipliedRGBA8: &row)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
  }
}
