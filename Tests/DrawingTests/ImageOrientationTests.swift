import MultiplaneGraphics
import Testing

@testable import MultiplaneDrawing

@Suite struct ImageOrientationTests {
  /// Pictures stored in each of the eight ways a camera can be held; upright all are the same four
  /// quarters.
  @Test(arguments: 1...8, [0, 2])
  func uprightAsNoted(orientation: Int, fillBytes: Int) throws {
    var bytes = try Corpus.bytes("orientation-\(orientation).jpg")
    bytes.insert(contentsOf: [UInt8](repeating: 0xFF, count: fillBytes), at: 2)
    let image = try decodeImage(bytes, name: "photo.jpg")
    #expect(image.width == 24 && image.height == 16)
    let pixels = image.premultipliedRGBA8()
    func pixel(_ x: Int, _ y: Int) -> [Int] { pixels[(y * 24 + x) * 4..<(y * 24 + x) * 4 + 4].map { Int($0) } }
    #expect(isNear(pixel(3, 3), [255, 0, 0, 255], step: 12) && isNear(pixel(20, 3), [0, 255, 0, 255], step: 12))
    #expect(isNear(pixel(3, 12), [0, 0, 255, 255], step: 12) && isNear(pixel(20, 12), [255, 255, 255, 255], step: 12))
  }

  /// Exif in either byte order, and damaged in each of the ways that change where it is looked for.
  @Test func notesThatCannotBeRead() {
    func file(_ tiff: [UInt8]) -> [UInt8] {
      let contents = Array("Exif\0\0".utf8) + tiff
      return [0xFF, 0xD8, 0xFF, 0xE1, 0, UInt8(contents.count + 2)] + contents + [0xFF, 0xDA]
    }
    let little: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0]
    let big: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 8, 0, 0]
    #expect(JPEGOrientation(ofFile: file(little)) == .turnedRight)
    #expect(JPEGOrientation(ofFile: file(big)) == .turnedLeft)
    for length in 0..<little.count - 2 {
      #expect(JPEGOrientation(ofFile: file(Array(little[..<length]))) == .upright)
    }
    for (place, byte) in [(2, UInt8(43)), (4, 200), (7, 255), (9, 255), (12, 4), (18, 9), (18, 0)] {
      var changed = little
      changed[place] = byte
      #expect(JPEGOrientation(ofFile: file(changed)) == (place == 9 ? .turnedRight : .upright))
    }
    #expect(JPEGOrientation(ofFile: [0xFF, 0xD8, 0xFF, 0xE1, 0, 1]) == .upright)
    #expect(JPEGOrientation(ofFile: [0xFF, 0xD8, 0xFF, 0xE1, 0xFF, 0xFF, 0]) == .upright)
  }
}
