import MultiplaneGraphics
import Testing

@testable import MultiplaneDrawing

@Suite struct ColorProfileTests {
  /// (200, 100, 50) of Display P3, by the matrix that CSS Color 4 prints, is (215, 93, 31) of sRGB.
  @Test(arguments: ["display-p3.png", "display-p3.jpg", "display-p3.webp"])
  func displayP3BecomesSRGB(name: String) throws {
    let pixels = try decodeImage(Corpus.bytes(name), name: name).premultipliedRGBA8()
    #expect(isNear(pixels.prefix(4).map { Int($0) }, [215, 93, 31, 255], step: name.hasSuffix("jpg") ? 3 : 1))
  }

  @Test(arguments: [([12, 13, 0, 1], [215, 93, 31]), ([1, 13, 0, 1], [200, 100, 50])] as [([UInt8], [Int])])
  func codedSpaces(code: [UInt8], expected: [Int]) throws {
    let file = PNGBuilder.file(
      width: 1, height: 1, depth: 8, colorType: 2, rows: [[200, 100, 50]], before: [PNGBuilder.chunk("cICP", code)])
    #expect(isNear(try decodeImage(file, name: "p3").premultipliedRGBA8().map { Int($0) }, expected + [255]))
  }

  @Test func damagedProfilesAreNone() throws {
    let file = try Corpus.bytes("display-p3.jpg")
    let segment = try #require(
      JPEGSegments(of: file).contents(of: 0xE2, beginningWith: Array("ICC_PROFILE\0\u{1}\u{1}".utf8)))
    let profile = Array(file[segment])
    #expect(ColorProfile(profile).isDisplayP3)
    for length in stride(from: 0, to: profile.count - 20, by: 1) {
      #expect(!ColorProfile(profile[..<length]).isDisplayP3)
    }
    var far = profile
    for index in 132..<180 where index % 12 >= 4 && index % 12 < 8 { far[index] = 0xFF }
    #expect(!ColorProfile(far).isDisplayP3)
    for chunk in [[], [0], [65, 0], [65, 0, 0], [65, 0, 0, 1, 2, 3]] as [[UInt8]] {
      #expect(!ColorProfile(pngChunk: chunk[...]).isDisplayP3)
    }
  }
}
