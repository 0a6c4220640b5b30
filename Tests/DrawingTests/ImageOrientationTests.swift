import HostileFiles
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

  /// Where a stored pixel belongs in the upright picture of 3 x 2, by what Exif says of the stored
  /// picture's first row and first column (Exif 2.3, 4.6.4 A, Orientation).
  private static func place(row r: Int, column c: Int, _ orientation: Int) -> (x: Int, y: Int) {
    switch orientation {
    case 1: (c, r)  // top, left
    case 2: (2 - c, r)  // top, right
    case 3: (2 - c, 1 - r)  // bottom, right
    case 4: (c, 1 - r)  // bottom, left
    case 5: (r, c)  // left, top
    case 6: (2 - r, c)  // right, top
    case 7: (2 - r, 1 - c)  // right, bottom
    default: (r, 1 - c)  // left, bottom
    }
  }

  private static func color(x: Int, y: Int) -> [UInt8] { [UInt8(60 + 80 * x), UInt8(100 + 90 * y), UInt8(30 * x)] }

  /// The stored rows of colours.
  private static func stored(_ orientation: Int) -> [[[UInt8]]] {
    let (width, height) = orientation >= 5 ? (2, 3) : (3, 2)
    return (0..<height).map { row in
      (0..<width).map { column in
        let (x, y) = place(row: row, column: column, orientation)
        return color(x: x, y: y)
      }
    }
  }

  private static func exif(_ orientation: Int) -> [UInt8] {
    [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0]
  }

  private func expectUpright(_ file: [UInt8]) throws {
    let image = try decodeImage(file, name: "photo")
    #expect(image.width == 3 && image.height == 2)
    var expected: [UInt8] = []
    for y in 0..<2 {
      for x in 0..<3 { expected += Self.color(x: x, y: y) + [255] }
    }
    #expect(image.premultipliedRGBA8() == expected)
  }

  /// The chunk may be before the pixels or behind them.
  @Test(arguments: 1...8, [UInt8(8), 16])
  func uprightPNG(orientation: Int, depth: UInt8) throws {
    let rows = Self.stored(orientation)
    let chunk = PNGBuilder.chunk("eXIf", Self.exif(orientation))
    func file(_ before: [[UInt8]]) -> [UInt8] {
      PNGBuilder.file(
        width: rows[0].count, height: rows.count, depth: depth, colorType: 2,
        rows: rows.map { $0.joined().flatMap { depth == 16 ? [$0, $0] : [$0] } }, before: before)
    }
    try expectUpright(file([chunk]))
    let plain = file([])
    try expectUpright(Array(plain.dropLast(12)) + chunk + plain.suffix(12))
  }

  /// With the bare contents of Exif, and with the name that a JPEG's segment has.
  @Test(arguments: 1...8, ["", "Exif\0\0"])
  func uprightWebP(orientation: Int, name: String) throws {
    let rows = Self.stored(orientation)
    let (width, height) = (rows[0].count, rows.count)
    let simple = try TestPixels(width: width, height: height) { x, y in rows[y][x] + [255] }.encoded(
      as: .webp, quality: 1)
    func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 255) } }
    let contents = Array(name.utf8) + Self.exif(orientation)
    let body: [UInt8] =
      Array("WEBPVP8X".utf8) + number(10, 4) + [0x08, 0, 0, 0] + number(width - 1, 3) + number(height - 1, 3)
      + Array(simple[12...]) + Array("EXIF".utf8) + number(contents.count, 4) + contents
    try expectUpright(Array("RIFF".utf8) + number(body.count, 4) + body)
  }

  /// Exif in either byte order, and damaged in each of the ways that change where it is looked for.
  @Test func notesThatCannotBeRead() {
    func file(_ tiff: [UInt8]) -> [UInt8] {
      let contents = Array("Exif\0\0".utf8) + tiff
      return [0xFF, 0xD8, 0xFF, 0xE1, 0, UInt8(contents.count + 2)] + contents + [0xFF, 0xDA]
    }
    let little: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0]
    let big: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 8, 0, 0]
    #expect(ImageOrientation(of: file(little), format: .jpeg) == .turnedRight)
    #expect(ImageOrientation(of: file(big), format: .jpeg) == .turnedLeft)
    for length in 0..<little.count - 2 {
      #expect(ImageOrientation(of: file(Array(little[..<length])), format: .jpeg) == .upright)
    }
    for (place, byte) in [(2, UInt8(43)), (4, 200), (7, 255), (9, 255), (12, 4), (18, 9), (18, 0)] {
      var changed = little
      changed[place] = byte
      #expect(ImageOrientation(of: file(changed), format: .jpeg) == (place == 9 ? .turnedRight : .upright))
    }
    #expect(ImageOrientation(of: [0xFF, 0xD8, 0xFF, 0xE1, 0, 1], format: .jpeg) == .upright)
    #expect(ImageOrientation(of: [0xFF, 0xD8, 0xFF, 0xE1, 0xFF, 0xFF, 0], format: .jpeg) == .upright)
  }
}
