import Foundation
import Testing

@testable import MultiplaneDrawing

/// The rows of PNG files, and the effort of compression.
@Suite struct PNGRowsTests {
  /// Pictures of several kinds, as RGBA8.
  enum Kind: CaseIterable {
    case empty, boxes, letters, slope, noise

    func pixels(width: Int, height: Int, isOpaque: Bool) -> [UInt8] {
      var state: UInt64 = 88_172_645_463_325_252
      func random(_ count: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state >> 33) % count
      }
      var pixels = [UInt8](repeating: 255, count: width * height * 4)
      func set(_ x: Int, _ y: Int, _ color: [UInt8]) {
        let alpha = isOpaque ? 255 : color[3]
        let at = (y * width + x) * 4
        for part in 0..<3 { pixels[at + part] = UInt8(Int(color[part]) * Int(alpha) / 255) }
        pixels[at + 3] = alpha
      }
      func color() -> [UInt8] { (0..<4).map { _ in UInt8(random(256)) } }
      switch self {
      case .empty: break
      case .boxes, .letters:
        let side = self == .boxes ? 40 : 3
        for _ in 0..<(self == .boxes ? 12 : width * height / 400) {
          let (color, left, top) = (color(), random(width), random(height))
          for y in top..<min(top + 1 + random(side), height) {
            for x in left..<min(left + 1 + random(side), width) { set(x, y, color) }
          }
        }
      case .slope: for y in 0..<height { for x in 0..<width { set(x, y, [UInt8(x & 255), UInt8(y & 255), 40, 200]) } }
      case .noise: for y in 0..<height { for x in 0..<width { set(x, y, color()) } }
      }
      return pixels
    }
  }

  private static let sizes = [(1, 1), (3, 1), (1, 300), (17, 23), (240, 180), (9000, 12)]

  @Test(arguments: Kind.allCases, [true, false])
  func whatIsWrittenIsReadBack(kind: Kind, isOpaque: Bool) throws {
    for (width, height) in Self.sizes {
      let pixels = kind.pixels(width: width, height: height, isOpaque: isOpaque)
      let straight = StraightPixels(width: width, height: height, premultiplied: pixels).bytes
      for effort in [0, 0.2, 0.3, 0.5, 1] as [Double] {
        let file = try PNGCodec.encode(premultiplied: pixels, width: width, height: height, effort: effort, name: "a")
        let decoded = try PNGCodec.decode(file, name: "a", limits: .standard)
        let isEqual = decoded.bytes == straight
        #expect(isEqual, "\(kind) \(width) x \(height) \(effort)")
      }
    }
  }

  /// Flat graphics are smaller without row filters, other pictures with them.
  @Test(arguments: [(Kind.boxes, true), (.letters, true), (.slope, false)])
  func filtersAreForOtherPictures(kind: Kind, isFlat: Bool) throws {
    let (width, height) = (600, 400)
    let pixels = kind.pixels(width: width, height: height, isOpaque: true)
    func size(_ isFlat: Bool?) throws -> Int {
      try pixels.withUnsafeBytes {
        PNGRows(of: $0, width: width, height: height, isOpaque: true, isFlat: isFlat)
      }.packed(effort: nil, name: "a").count
    }
    #expect(try size(nil) == size(isFlat) && size(isFlat) < size(!isFlat))
  }

  /// More effort, smaller files.
  @Test(arguments: [Kind.boxes, .slope])
  func effortMakesFilesSmaller(kind: Kind) throws {
    let (width, height) = (600, 400)
    let pixels = kind.pixels(width: width, height: height, isOpaque: true)
    func size(_ effort: Double?) throws -> Int {
      try encodeImage(premultipliedRGBA8: pixels, width: width, height: height, format: .png, effort: effort).count
    }
    let sizes = try [0, 0.3, 1].map { try size($0) }
    #expect(sizes[0] >= sizes[1] && sizes[1] >= sizes[2] && sizes[0] > sizes[2], "\(sizes)")
    #expect(try size(nil) == sizes[1])
  }

  @Test(arguments: [nil, 1] as [Double?])
  func effortIsWebPsToo(quality: Double?) throws {
    let (width, height) = (200, 150)
    let pixels = Kind.letters.pixels(width: width, height: height, isOpaque: true)
    let sizes = try [0, 1].map { effort in
      try encodeImage(
        premultipliedRGBA8: pixels, width: width, height: height, format: .webp, quality: quality, effort: effort
      ).count
    }
    #expect(sizes[0] > sizes[1], "\(sizes)")
  }

  @Test func wrongEffort() {
    let line = errorLine { () throws(ImageError) in
      try encodeImage(premultipliedRGBA8: [0, 0, 0, 0], width: 1, height: 1, format: .png, effort: 1.5)
    }
    #expect(line == "image: expected an effort from 0 (fastest) to 1 (smallest file), found 1.5")
  }
}
