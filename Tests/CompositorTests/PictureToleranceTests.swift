import MultiplaneCompositor
import Testing

@Suite struct PictureToleranceTests {
  /// A picture of 100 × 200 pixels, all 100; the first `count` pixels are off.
  private func difference(off: Int, count: Int) -> PictureDifference {
    let expected = (0..<20_000).flatMap { _ -> [UInt8] in [100, 0, 0, 255] }
    var actual = expected
    for pixel in 0..<count { actual[pixel * 4] += UInt8(off) }
    return PictureDifference(of: actual, from: ExpectedPicture(width: 100, height: 200, bytes: expected))
  }

  @Test func noDifferenceIsAllowed() {
    #expect(PictureTolerance.parity.breaches(by: difference(off: 0, count: 0)).isEmpty)
  }

  /// 0.01 % of 20,000 pixels are two.
  @Test(
    arguments: [
      (off: 1, count: 20_000, breaches: 0), (off: 2, count: 2, breaches: 0), (off: 2, count: 3, breaches: 1),
      (off: 3, count: 1, breaches: 1), (off: 3, count: 2, breaches: 1), (off: 3, count: 3, breaches: 2),
    ])
  func oneIsFreeMoreIsRareAndBeyondTwoIsNone(off: Int, count: Int, breaches: Int) {
    #expect(PictureTolerance.parity.breaches(by: difference(off: off, count: count)).count == breaches)
  }

  @Test func aBreachSaysHowManyPixelsAndHowManyMay() {
    #expect(
      PictureTolerance.parity.breaches(by: difference(off: 2, count: 5))
        == ["5 of 20000 pixels differ by more than 1/255, 2 may"])
  }

  @Test func theInsideMayHaveBudgetsOfItsOwn() {
    let tolerance = PictureTolerance(anywhere: [], inside: [.init(beyond: 4, share: 0)])
    #expect(tolerance.breaches(by: difference(off: 4, count: 1)).isEmpty)
    #expect(tolerance.breaches(by: difference(off: 5, count: 1)).count == 1)
  }
}
