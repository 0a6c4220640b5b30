import Testing

@testable import GLRenderer

@Suite struct MipLevelTests {
  /// Pixels whose four channels are alike.
  private func gray(_ values: [UInt8]) -> [UInt8] { values.flatMap { [$0, $0, $0, $0] } }

  @Test(
    "Halving by hand",
    arguments: [
      (4, 1, [0, 10, 20, 40], 2, 1, [5, 30]),
      // Of 5 pixels each of the 2 covers 2½: (0 + 10 + 20/2)/2.5 and (20/2 + 30 + 40)/2.5.
      (5, 1, [0, 10, 20, 30, 40], 2, 1, [8, 32]), (1, 5, [0, 10, 20, 30, 40], 1, 2, [8, 32]),
      (3, 3, [0, 9, 18, 27, 36, 45, 54, 63, 72], 1, 1, [36]),
      (2, 3, [10, 20, 30, 40, 50, 60], 1, 1, [35]),
      // Columns first, then rows: (0 + 4 + 8)/3, (12 + 16 + 20)/3.
      (3, 4, [0, 4, 8, 12, 16, 20, 100, 100, 100, 100, 100, 100], 1, 2, [10, 100]),
    ] as [(Int, Int, [UInt8], Int, Int, [UInt8])])
  func halves(width: Int, height: Int, values: [UInt8], newWidth: Int, newHeight: Int, expected: [UInt8]) {
    let next = MipLevel(premultiplied: gray(values), width: width, height: height).next()
    #expect(next.width == newWidth && next.height == newHeight)
    #expect(next.bytes() == gray(expected))
  }

  @Test func roundingDoesNotAddUp() {
    // 1, 0, 0, 0: means 0.5 and 0, then 0.25; rounded at each level it would be 1, then 0.5 → 1.
    let second = MipLevel(premultiplied: gray([1, 0, 0, 0]), width: 4, height: 1).next().next()
    #expect(second.bytes() == gray([0]))
  }

  @Test(
    "Levels down to one pixel",
    arguments: [(1, 1, 1), (2, 1, 2), (5, 3, 3), (16, 16, 5), (16383, 1, 14), (1, 16384, 15)])
  func count(width: Int, height: Int, count: Int) {
    #expect(MipLevel.count(width: width, height: height) == count)
  }
}

@Suite struct MipAtlasTests {
  @Test func levelsStandSideBySide() throws {
    // 5 × 4 pixels of one grey a column: levels 2 × 2 and 1 × 1.
    let row: [UInt8] = [0, 10, 20, 30, 40]
    let line: [UInt8] = row.flatMap { [$0, $0, $0, 255] }
    let pixels = line + line + line + line
    let atlas = try #require(MipAtlas(premultiplied: pixels, width: 5, height: 4))
    #expect(atlas.width == 3 && atlas.height == 2)
    #expect(
      atlas.bytes == [
        8, 8, 8, 255, 32, 32, 32, 255, 20, 20, 20, 255,
        8, 8, 8, 255, 32, 32, 32, 255, 0, 0, 0, 0,
      ])
  }

  @Test func onePixelHasNoLevels() {
    #expect(MipAtlas(premultiplied: [1, 2, 3, 4], width: 1, height: 1) == nil)
  }

  @Test(
    "No side is longer than the image's longer side",
    arguments: [(2, 1), (3, 3), (1, 64), (63, 64), (64, 64), (127, 5), (33, 9)])
  func size(width: Int, height: Int) throws {
    let pixels = [UInt8](repeating: 7, count: width * height * 4)
    let atlas = try #require(MipAtlas(premultiplied: pixels, width: width, height: height))
    #expect(max(atlas.width, atlas.height) <= max(width, height))
    #expect(atlas.width == (1..<MipLevel.count(width: width, height: height)).reduce(0) { $0 + max(1, width >> $1) })
    #expect(atlas.height == max(1, height / 2))
  }
}
