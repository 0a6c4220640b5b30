import Foundation
import HostileFiles
import MultiplaneGraphics
import Testing

@testable import MultiplaneDrawing

/// PQ and HLG images, tone-mapped to sRGB. The expected numbers are from the formulas of BT.2100,
/// BT.2390-11 (section 5.4) and BT.2087, computed apart.
@Suite struct HighDynamicRangeTests {
  private static let colors: [(code: [UInt8], color: [UInt8], expected: [Int])] = [
    ([9, 16], [130, 120, 110], [205, 152, 125]), ([9, 16], [148, 148, 148], [229, 229, 229]),
    ([9, 16], [192, 192, 192], [255, 255, 255]), ([9, 16], [60, 60, 60], [39, 39, 39]),
    ([9, 16], [150, 140, 60], [255, 192, 0]), ([1, 16], [130, 120, 110], [187, 156, 130]),
    ([9, 18], [130, 120, 110], [145, 127, 117]), ([9, 18], [191, 191, 191], [229, 229, 229]),
    ([9, 18], [150, 140, 60], [177, 152, 44]), ([9, 18], [255, 255, 255], [255, 255, 255]),
    ([9, 16], [0, 0, 0], [0, 0, 0]), ([9, 18], [0, 0, 0], [0, 0, 0]),
  ]

  private func pixels(_ file: [UInt8]) throws -> [Int] {
    try decodeImage(file, name: "hdr").premultipliedRGBA8().map { Int($0) }
  }

  @Test(arguments: colors.indices)
  func codePointsOfPNG(index: Int) throws {
    let (code, color, expected) = Self.colors[index]
    let chunk = PNGBuilder.chunk("cICP", code + [0, 1])
    #expect(isNear(try pixels(ProfileFiles.png(color, chunks: [chunk])), expected + [255]))
    // Alpha stays, and half floats are mapped alike.
    let half = try pixels(ProfileFiles.png(color + [51], colorType: 6, chunks: [chunk]))
    #expect(isNear(half, expected.map { ($0 * 51 + 127) / 255 } + [51]))
    let deep = ProfileFiles.png(color.flatMap { [$0, $0] }, depth: 16, chunks: [chunk])
    #expect(isNear(try pixels(deep), expected + [255]))
  }

  @Test func grey() throws {
    let chunk = PNGBuilder.chunk("cICP", [9, 16, 0, 1])
    #expect(isNear(try pixels(ProfileFiles.png([148], colorType: 0, chunks: [chunk])), [229, 229, 229, 255]))
  }

  @Test(.enabled(if: AVIFCodec.isAvailable), arguments: colors.indices)
  func codePointsOfAVIF(index: Int) throws {
    let (code, color, expected) = Self.colors[index]
    var file = try TestPixels(width: 16, height: 16) { _, _ in color + [255] }.encoded(as: .avif, quality: 1)
    // Type, then two bytes each of primaries and transfer function.
    let place = try #require(file.indices.dropLast(8).first { file[$0..<$0 + 4].elementsEqual("nclx".utf8) })
    (file[place + 5], file[place + 7]) = (code[0], code[1])
    #expect(isNear(Array(try pixels(file)[..<4]), expected + [255]))
  }

  /// A profile with the tag `cicp` (ICC.1:2022, 9.2.17).
  @Test func codePointsOfAProfile() throws {
    var profile = ProfileFiles.profile(ProfileFiles.sRGB)
    func number(_ place: Int) -> Int { profile[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    let count = number(128)
    for tag in 0..<count {
      let place = 132 + 12 * tag + 4
      profile.replaceSubrange(place..<place + 4, with: PNGBuilder.bigEndian(number(place) + 12))
    }
    let entry = Array("cicp".utf8) + PNGBuilder.bigEndian(profile.count + 12) + PNGBuilder.bigEndian(12)
    profile.replaceSubrange(128..<132, with: PNGBuilder.bigEndian(count + 1))
    profile.insert(contentsOf: entry, at: 132 + 12 * count)
    profile += Array("cicp".utf8) + [0, 0, 0, 0, 9, 16, 0, 1]
    profile.replaceSubrange(0..<4, with: PNGBuilder.bigEndian(profile.count))
    let file = ProfileFiles.png([130, 120, 110], chunks: [ProfileFiles.iccp(profile)])
    #expect(isNear(try pixels(file), [205, 152, 125, 255]))
  }
}
