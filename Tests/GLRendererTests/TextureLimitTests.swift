import Testing

@testable import MultiplaneGLRenderer

/// Images that exceed the device's textures. `tools/test-drivers` draws them.
@Suite struct TextureLimitTests {
  @Test(arguments: [
    (128, 128, false, 0), (129, 3, false, 1), (128, 84, true, 0), (128, 86, true, 1), (4032, 3024, true, 6),
    (3, 5000, true, 6),
  ])
  func levelsBeginWithTheFirstThatFits(width: Int, height: Int, mipmapped: Bool, level: Int) {
    let limit = 128
    let texels = Texels(
      [UInt8](repeating: 9, count: width * height * 4), isHalf: false, isOpaque: false, width: width, height: height,
      mipmapped: mipmapped, limit: limit)
    #expect(texels.firstLevel == level)
    #expect(max(texels.width, texels.height) <= limit)
    #expect(texels.levels.first?.width == max(width >> level, 1))
    for texel in texels.levels {
      #expect(texel.x + texel.width <= texels.width && texel.y + texel.height <= texels.height)
    }
  }
}
