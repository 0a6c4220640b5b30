import Compositor
import Testing

@Suite struct PictureToleranceTests {
  /// A picture of 20 × 10 pixels, all 100, or in stripes that make every pixel an edge; the first `count` pixels are off.
  private func difference(off: Int, count: Int, onEdges: Bool = false) -> PictureDifference {
    let expected = (0..<200).flatMap { index -> [UInt8] in
      [onEdges && index % 2 == 1 ? 200 : 100, 0, 0, 255]
    }
    var actual = expected
    for pixel in 0..<count { actual[pixel * 4] += UInt8(off) }
    return PictureDifference(of: actual, from: ExpectedPicture(width: 20, height: 10, bytes: expected))
  }

  @Test func noDifferenceIsAllowed() {
    #expect(PictureTolerance.parity.breaches(by: difference(off: 0, count: 0)).isEmpty)
  }

  /// 0.5 % of 200 pixels is one pixel.
  @Test(
    arguments: [
      (off: 1, count: 200, breaches: 0), (off: 2, count: 1, breaches: 0), (off: 2, count: 2, breaches: 1),
      (off: 3, count: 1, breaches: 1), (off: 9, count: 1, breaches: 2), (off: 9, count: 2, breaches: 3),
    ])
  func insideOneIsFreeTwoIsRareAndMoreIsNot(off: Int, count: Int, breaches: Int) {
    #expect(PictureTolerance.parity.breaches(by: difference(off: off, count: count)).count == breaches)
  }

  @Test(arguments: [(off: 8, count: 1, breaches: 0), (off: 8, count: 2, breaches: 1), (off: 9, count: 1, breaches: 1)])
  func edgesMayDifferByEight(off: Int, count: Int, breaches: Int) {
    let difference = difference(off: off, count: count, onEdges: true)
    #expect(PictureTolerance.parity.breaches(by: difference).count == breaches)
  }

  @Test func aBreachSaysHowManyPixelsAndHowManyMay() {
    #expect(
      PictureTolerance.parity.breaches(by: difference(off: 2, count: 5))
        == ["5 of 200 pixels differ by more than 1/255, 1 may"])
  }

  @Test func aSceneMayAddToTheTolerances() {
    var tolerance = PictureTolerance.parity
    tolerance.inside = [.init(beyond: 4, share: 0)]
    #expect(tolerance.breaches(by: difference(off: 4, count: 1)).isEmpty)
    #expect(tolerance.breaches(by: difference(off: 5, count: 1)).count == 1)
  }
}
