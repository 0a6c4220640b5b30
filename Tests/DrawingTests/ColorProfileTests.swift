import Foundation
import HostileFiles
import MultiplaneGraphics
import Testing

@testable import MultiplaneDrawing

/// What image files say of their colours, held against the formulas of the spaces.
@Suite struct ColorProfileTests {
  private static let spaces = [
    ProfileFiles.adobe, ProfileFiles.p3, ProfileFiles.rec2020, ProfileFiles.romm, ProfileFiles.linear,
  ]
  private static let colors: [[UInt8]] = [
    [200, 100, 50], [30, 60, 90], [128, 128, 128], [0, 255, 0], [255, 255, 255], [0, 0, 0],
  ]

  private func pixels(_ file: [UInt8], _ name: String = "profile") throws -> [Int] {
    try decodeImage(file, name: name).premultipliedRGBA8().map { Int($0) }
  }

  /// (200, 100, 50) of Display P3, by the matrix that CSS Color 4 prints, is (215, 93, 31) of sRGB.
  @Test(arguments: ["display-p3.png", "display-p3.jpg", "display-p3.webp"])
  func displayP3BecomesSRGB(name: String) throws {
    let pixel = try pixels(Corpus.bytes(name), name).prefix(4)
    #expect(isNear(Array(pixel), [215, 93, 31, 255], step: name.hasSuffix("jpg") ? 3 : 1))
  }

  @Test(arguments: spaces, colors)
  func profilesOfPNGBecomeSRGB(space: String, color: [UInt8]) throws {
    let expected = ProfileFiles.sRGB(color, of: space)
    let chunk = ProfileFiles.iccp(ProfileFiles.profile(space))
    #expect(isNear(try pixels(ProfileFiles.png(color, chunks: [chunk])), expected + [255]))
    // Alpha stays; colours are straight in the file.
    let half = try pixels(ProfileFiles.png(color + [51], colorType: 6, chunks: [chunk]))
    #expect(isNear(half, expected.map { ($0 * 51 + 127) / 255 } + [51]))
  }

  @Test(arguments: spaces, [1, 2, 3])
  func profilesOfJPEGBecomeSRGBWhole(space: String, pieces: Int) throws {
    let color: [UInt8] = [120, 160, 60]
    let plain = TestPixels(width: 16, height: 16) { _, _ in color + [255] }
    let file = ProfileFiles.inserting(
      ProfileFiles.profile(space), intoJPEG: try plain.encoded(as: .jpeg, quality: 1), pieces: pieces)
    #expect(isNear(Array(try pixels(file)[..<4]), ProfileFiles.sRGB(color, of: space) + [255], step: 4))
  }

  @Test(arguments: spaces, colors)
  func profilesOfWebPBecomeSRGB(space: String, color: [UInt8]) throws {
    let plain = try TestPixels(width: 2, height: 1) { _, _ in color + [255] }.encoded(as: .webp, quality: 1)
    let file = ProfileFiles.inserting(ProfileFiles.profile(space), intoWebP: plain, width: 2, height: 1)
    #expect(
      isNear(
        try pixels(file), (ProfileFiles.sRGB(color, of: space) + [255]) + (ProfileFiles.sRGB(color, of: space) + [255]))
    )
  }

  @Test func greysHaveGreyProfiles() throws {
    let profile = ProfileFiles.profile(ProfileFiles.linearGray)
    let expected = ProfileFiles.sRGB([60], of: ProfileFiles.linearGray)
    #expect(
      isNear(try pixels(ProfileFiles.png([60], colorType: 0, chunks: [ProfileFiles.iccp(profile)])), expected + [255]))
    let jpeg = ProfileFiles.inserting(profile, intoJPEG: try Corpus.bytes("gray.jpg"))
    let plain = try pixels(Corpus.bytes("gray.jpg"))
    let changed = try pixels(jpeg)
    for place in [0, 400] where place < plain.count {
      let color = ProfileFiles.sRGB([UInt8(plain[place])], of: ProfileFiles.linearGray)
      #expect(isNear(Array(changed[place..<place + 3]), color))
    }
  }

  @Test func aProfileOfAnotherKindOfImageCountsAsNone() throws {
    let gray = ProfileFiles.iccp(ProfileFiles.profile(ProfileFiles.linearGray))
    #expect(try pixels(ProfileFiles.png([200, 100, 50], chunks: [gray])) == [200, 100, 50, 255])
    let rgb = ProfileFiles.iccp(ProfileFiles.profile(ProfileFiles.adobe))
    #expect(try pixels(ProfileFiles.png([60], colorType: 0, chunks: [rgb])) == [60, 60, 60, 255])
    #expect(
      try pixels(ProfileFiles.png([60], colorType: 0, chunks: [ProfileFiles.iccp(ProfileFiles.grayInk)])) == [
        60, 60, 60, 255,
      ])
  }

  @Test func theProfileOfSRGBChangesNoByte() throws {
    let samples = (0..<1000).map { UInt8(truncatingIfNeeded: $0 * 89) }
    let chunk = ProfileFiles.iccp(ProfileFiles.profile(ProfileFiles.sRGB))
    let file = ProfileFiles.png(Array(samples[..<999]), chunks: [chunk])
    #expect(try pixels(file) == pixels(ProfileFiles.png(Array(samples[..<999]), chunks: [])))
  }

  // MARK: What of a PNG counts

  @Test(
    arguments: [
      ([12, 13, 0, 1], [215, 93, 31]), ([1, 13, 0, 1], [200, 100, 50]),
      // BT.2020 with its own curve and the perceptual quantizer; YCbCr, which no PNG has, counts as
      // nothing.
      ([9, 1, 0, 1], ProfileFiles.sRGB([200, 100, 50], of: ProfileFiles.rec2020)), ([9, 16, 0, 1], [255, 0, 0]),
      ([12, 13, 1, 1], [200, 100, 50]), ([12, 13, 0], [200, 100, 50]),
    ] as [([UInt8], [Int])])
  func codedSpaces(code: [UInt8], expected: [Int]) throws {
    let file = ProfileFiles.png([200, 100, 50], chunks: [PNGBuilder.chunk("cICP", code)])
    #expect(isNear(try pixels(file), expected + [255]))
  }

  private static let code = PNGBuilder.chunk("cICP", [12, 13, 0, 1])
  private static let profile = ProfileFiles.iccp(ProfileFiles.profile(ProfileFiles.adobe))
  private static let srgb = PNGBuilder.chunk("sRGB", [0])
  private static let linear = PNGBuilder.chunk("gAMA", PNGBuilder.bigEndian(100_000))
  /// The primaries of Adobe RGB (1998).
  private static let primaries = PNGBuilder.chunk(
    "cHRM", [31270, 32900, 64000, 33000, 21000, 71000, 15000, 6000].flatMap(PNGBuilder.bigEndian))
  private static let adobe = ProfileFiles.sRGB([200, 100, 50], of: ProfileFiles.adobe)

  @Test(
    arguments: [
      ([linear, srgb, profile, code], [215, 93, 31]), ([primaries, linear, srgb, profile], adobe),
      ([primaries, linear, srgb], [200, 100, 50]), ([primaries], [200, 100, 50]),
      ([primaries, PNGBuilder.chunk("gAMA", PNGBuilder.bigEndian(45_471))], adobe),
      ([linear], [229, 168, 124]), ([profile, srgb], adobe),
      ([linear, PNGBuilder.chunk("iCCP", [65, 0, 0, 1, 2, 3])], [229, 168, 124]),
    ] as [([[UInt8]], [Int])])
  func theFirstOfCodeProfileSRGBAndGammaCounts(chunks: [[UInt8]], expected: [Int]) throws {
    #expect(isNear(try pixels(ProfileFiles.png([200, 100, 50], chunks: chunks)), expected + [255], step: 2))
  }

  @Test func sixteenBitsKeepWhatSRGBCannotShow() throws {
    let chunk = ProfileFiles.iccp(ProfileFiles.profile(ProfileFiles.adobe))
    let file = ProfileFiles.png([0, 0, 255, 255, 64, 0], depth: 16, chunks: [chunk])
    let found = try decodeImage(file, name: "deep").premultipliedHalves().map { Double($0) }
    let space = try #require(CGColorSpace(name: CGColorSpace.adobeRGB1998))
    let color = try #require(CGColor(colorSpace: space, components: [0, 1, 64.0 * 256 / 65535, 1]))
    let expected = color.components(in: try #require(CGColorSpace(name: CGColorSpace.extendedSRGB)))
    #expect(zip(found, expected).allSatisfy { abs($0 - $1) < 0.002 }, "\(found), expected \(expected)")
    #expect(found[0] < -0.3)
    let gray = ProfileFiles.png(
      [64, 0], colorType: 0, depth: 16, chunks: [ProfileFiles.iccp(ProfileFiles.profile(ProfileFiles.linearGray))])
    // A quarter of the light: 1.055 · 0.25^(1 / 2.4) - 0.055.
    for number in try decodeImage(gray, name: "gray").premultipliedHalves()[..<3] {
      #expect(abs(number - 0.5371) < 0.001)
    }
  }

  // MARK: Ink

  /// Inks let light through, (1 − C)(1 − K): (200, 40, 80, 0), (0, 0, 0, 128) and (10, 100, 200,
  /// 60), inverted in the file, with and without Adobe's segment.
  @Test func inkWithoutAProfile() throws {
    let file = try Corpus.bytes("ink.jpg")
    let found = try pixels(file)
    for (x, expected) in [(8, [55, 215, 175, 255]), (24, [127, 127, 127, 255]), (40, [187, 118, 42, 255])] {
      #expect(isNear(Array(found[(8 * 48 + x) * 4..<(8 * 48 + x) * 4 + 4]), expected, step: 3))
    }
    let plain = try pixels(Array(file[..<2]) + Array(file[18...]))
    #expect(plain == found)
  }

  @Test func inkWithAProfile() throws {
    let found = try pixels(ProfileFiles.inserting(ProfileFiles.grayInk, intoJPEG: Corpus.bytes("ink.jpg"), pieces: 2))
    for (x, ink) in [(8, [200, 40, 80, 0]), (24, [0, 0, 0, 128])] {
      let share = ink.map { Double($0) / 255 }
      let lightness = 100 * (1 - share[3]) * (1 - (share[0] + share[1] + share[2]) / 3)
      // CIE L* to luminance, and the curve of sRGB.
      let luminance = pow((lightness + 16) / 116, 3)
      let gray = Int(((1.055 * pow(luminance, 1 / 2.4) - 0.055) * 255).rounded())
      #expect(isNear(Array(found[(8 * 48 + x) * 4..<(8 * 48 + x) * 4 + 4]), [gray, gray, gray, 255], step: 3), "\(x)")
    }
  }

  // MARK: Damage

  /// A damaged profile counts as none, or as what it has become: there is a picture.
  @Test func damagedProfilesDoNotKeepAnImageFromBeingRead() throws {
    for whole in [ProfileFiles.profile(ProfileFiles.adobe), ProfileFiles.grayInk] {
      let isInk = whole == ProfileFiles.grayInk
      let plain = try isInk ? Corpus.bytes("ink.jpg") : Corpus.bytes("baseline.jpg")
      let expected = try pixels(plain)
      func read(_ profile: [UInt8]) throws -> [Int] {
        try pixels(ProfileFiles.inserting(profile, intoJPEG: plain))
      }
      for length in stride(from: 0, to: 200, by: isInk ? 40 : 9) {
        #expect(try read(Array(whole[..<length])) == expected)
      }
      var generator = SplitMix64(seed: 24)
      // lcms2 makes a table of four dimensions for each profile of ink.
      for _ in 0..<(isInk ? 15 : 300) {
        var changed = whole
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
          changed[Int.random(in: 0..<whole.count, using: &generator)] = .random(in: 0...255, using: &generator)
        }
        #expect(try read(changed).count == expected.count)
      }
    }
    for chunk in [[], [0], [65, 0], [65, 0, 0], [65, 0, 0, 1, 2, 3]] as [[UInt8]] {
      #expect(ColorProfile.bytes(pngChunk: chunk[...]).isEmpty)
    }
  }

  @Test func aProfileThatUnfoldsToMoreThanAnyHasCountsAsNone() throws {
    let packed = PNGBuilder.packedZeros(ImageProfile.maximumBytes + 300)
    let chunk = PNGBuilder.chunk("iCCP", Array("profile".utf8) + [0, 0] + packed)
    #expect(try pixels(ProfileFiles.png([200, 100, 50], chunks: [chunk])) == [200, 100, 50, 255])
  }

  @Test func piecesThatAreMissingCountAsNone() throws {
    let plain = try Corpus.bytes("baseline.jpg")
    let profile = ProfileFiles.profile(ProfileFiles.adobe)
    var file = ProfileFiles.inserting(profile, intoJPEG: plain, pieces: 3)
    // The number of the first piece, which is the last one: 3 of 3 becomes 2 of 3.
    file[18] = 2
    #expect(try pixels(file) == pixels(plain))
  }
}
