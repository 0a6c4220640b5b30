import TestSupport
import Testing

/// The measure itself: what it forgives and what it does not.
@Suite struct OracleComparisonTests {
  private static let allowance = OracleComparison.Allowance(bad: 0.001, mean: 1.5)

  /// A picture of 40 × 30 pixels, transparent, with opaque rectangles.
  private struct Picture {
    static let width = 40
    static let height = 30
    var bytes = [UInt8](repeating: 0, count: width * height * 4)

    init(_ rectangles: [(x: Range<Int>, y: Range<Int>, color: [UInt8])]) {
      for rectangle in rectangles {
        for y in rectangle.y {
          for x in rectangle.x {
            let index = (y * Self.width + x) * 4
            bytes.replaceSubrange(index..<index + 4, with: rectangle.color)
          }
        }
      }
    }

    static let red: [UInt8] = [216, 67, 47, 255]
    static let square = Picture([(x: 8..<28, y: 6..<22, color: red)])
  }

  private func compare(_ actual: Picture, _ expected: Picture) -> OracleComparison {
    OracleComparison(of: actual.bytes, with: expected.bytes, width: Picture.width, height: Picture.height)
  }

  @Test func equalPicturesMatch() {
    let comparison = compare(.square, .square)
    #expect(comparison.breaches(of: Self.allowance) == [])
    #expect(comparison.bad == 0)
    #expect(comparison.mean == 0)
    #expect(comparison.largest == 0)
  }

  @Test func anEdgeThatIsAntialiasedOtherwiseIsGood() {
    // The column outside the square is half covered.
    let soft = Picture([
      (x: 8..<28, y: 6..<22, color: Picture.red), (x: 28..<29, y: 6..<22, color: [108, 34, 24, 128]),
    ])
    #expect(compare(soft, .square).bad == 0)
    #expect(compare(.square, soft).bad == 0)
  }

  @Test func aPictureMovedByOnePixelIsGood() {
    let moved = Picture([(x: 9..<29, y: 6..<22, color: Picture.red)])
    #expect(compare(moved, .square).bad == 0)
  }

  @Test func aPictureMovedByTwoPixelsFails() {
    let moved = Picture([(x: 10..<30, y: 6..<22, color: Picture.red)])
    let comparison = compare(moved, .square)
    #expect(!comparison.breaches(of: Self.allowance).isEmpty)
    // One column on each side, asked in either direction: 2 · 16 of 1200 pixels, and their
    // neighbours inside.
    #expect(comparison.bad >= 32.0 / 1200)
  }

  @Test func aThinLineThatIsMissingFails() {
    let line = Picture([(x: 4..<36, y: 15..<16, color: Picture.red)])
    let nothing = Picture([])
    for comparison in [compare(nothing, line), compare(line, nothing)] {
      #expect(comparison.bad == 32.0 / 1200)
      #expect(!comparison.breaches(of: Self.allowance).isEmpty)
    }
  }

  @Test func anotherColorFails() {
    let other = Picture([(x: 8..<28, y: 6..<22, color: [47, 111, 216, 255])])
    let comparison = compare(other, .square)
    #expect(comparison.bad == 320.0 / 1200)
    // Red, green, blue and alpha differ by 169, 44, 169 and 0.
    #expect(comparison.mean == 382.0 / 4)
    #expect(comparison.largest == 169)
  }

  @Test(arguments: [(24, 0), (25, 320)])
  func aChannelMayLieAFewLevelsOff(_ step: Int, _ badPixels: Int) {
    let other = Picture([(x: 8..<28, y: 6..<22, color: [216, UInt8(67 + step), 47, 255])])
    #expect(compare(other, .square).isBad.count { $0 } == badPixels)
  }

  @Test func theMeanIsOverDrawnPixelsOnly() {
    let other = Picture([(x: 8..<28, y: 6..<22, color: [216, 75, 47, 255])])
    let comparison = compare(other, .square)
    // 8 levels of one channel in four; 880 transparent pixels do not count.
    #expect(comparison.mean == 2)
    #expect(comparison.breaches(of: Self.allowance) == ["mean difference 2.0, allowed 1.5"])
  }

  @Test func badPixelsAreRedInThePicture() {
    let picture = compare(Picture([]), .square).picture()
    let inside = (10 * Picture.width + 10) * 4
    #expect(Array(picture[inside..<inside + 4]) == [255, 40, 40, 255])
    #expect(Array(picture[0..<4]) == [0, 0, 0, 255])
  }
}
