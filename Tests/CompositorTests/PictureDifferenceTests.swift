import MultiplaneCompositor
import Testing

@Suite struct PictureDifferenceTests {
  /// What the real number ± ½ rounds to is right, the whole numbers about it; beyond, the distance
  /// counts.
  @Test(
    arguments: [
      (10, 10.2, 0), (11, 10.2, 0), (12, 10.2, 1), (9, 10.2, 1), (10, 10.9, 0), (10, 10, 0), (11, 10, 1), (9, 10, 1),
      (255, 254.01, 0), (0, 0.5, 0), (0, 255, 255), (255, 0, 255), (19, 10.2, 8), (20, 10.2, 9),
    ] as [(UInt8, Float, Int)], 0..<4)
  func aByteIsJudgedAgainstTheRealNumber(sample: (byte: UInt8, real: Float, difference: Int), channel: Int) {
    var actual: [UInt8] = [0, 0, 0, 0]
    var expected: [Float] = [0, 0, 0, 0]
    actual[channel] = sample.byte
    expected[channel] = sample.real
    let difference = PictureDifference(of: actual, from: ExpectedPicture(width: 1, height: 1, values: expected))
    #expect(difference.largest == sample.difference)
    #expect(difference.pixels == [UInt8(sample.difference)])
  }

  /// Pixels that differ by 0, 1, 2, 3, 9 in red, with an expected picture that is all black:
  /// everything is inside.
  private let row = PictureDifference(
    of: [0, 1, 2, 3, 9].flatMap { [$0, 0, 0, 0] as [UInt8] },
    from: ExpectedPicture(width: 5, height: 1, bytes: [UInt8](repeating: 0, count: 20)))

  @Test func figures() {
    #expect(row.largest == 9)
    #expect(row.largestInside == 9)
    #expect(row.mean == 3)
    #expect([0, 1, 2, 4, 8, 9].map(row.count) == [4, 3, 2, 1, 1, 0])
    #expect([0, 1, 2, 4, 8, 9].map(row.countInside) == [4, 3, 2, 1, 1, 0])
    #expect(row.share(beyond: 1) == 0.6)
  }

  @Test func aPixelCountsByItsWorstChannel() {
    let expected = ExpectedPicture(width: 1, height: 1, bytes: [10, 20, 30, 40])
    #expect(PictureDifference(of: [11, 25, 27, 40], from: expected).largest == 5)
  }

  @Test func edgesAreNotInside() {
    // Left half black, right half white; off by 5 in the columns 0 and 1. Column 1 has the edge as
    // a neighbour.
    let expected: [UInt8] = [0, 0, 255, 255].flatMap { [$0, $0, $0, 255] }
    var actual = expected
    actual[0] = 4
    actual[4] = 5
    let difference = PictureDifference(of: actual, from: ExpectedPicture(width: 4, height: 1, bytes: expected))
    #expect(difference.largest == 5)
    #expect(difference.largestInside == 4)
    #expect(difference.worstPixels(2).map(\.isInside) == [false, true])
  }

  @Test func worstPixelsComeFirstAndEqualOnesInReadingOrder() {
    // 3 × 2; differences 1 0 7 / 7 2 0.
    let actual = [1, 0, 7, 7, 2, 0].flatMap { [0, $0, 0, 0] as [UInt8] }
    let expected = ExpectedPicture(width: 3, height: 2, bytes: [UInt8](repeating: 0, count: 24))
    let difference = PictureDifference(of: actual, from: expected)
    #expect(difference.worstPixels(3).map { [$0.x, $0.y, $0.difference] } == [[2, 0, 7], [0, 1, 7], [1, 1, 2]])
    #expect(difference.worstPixels(1).map { [$0.x, $0.y] } == [[2, 0]])
    // Pixels without a difference are no worst ones.
    #expect(difference.worstPixels(100).count == 4)
    #expect(difference.worstPixels(0).isEmpty)
  }

  @Test func aWorstPixelPrintsBothValues() {
    let expected = ExpectedPicture(width: 1, height: 1, values: [100, 0.25, 0, 255])
    let pixel = PictureDifference(of: [109, 0, 0, 255], from: expected).worstPixels(1).first
    #expect(pixel?.description == "(0, 0) inside, off by 9: (109, 0, 0, 255), expected (100, 0.25, 0, 255)")
  }

  @Test func thePictureIsAmplifiedAndMarked() {
    func red(_ tolerance: PictureTolerance?) -> [[UInt8]] {
      let bytes = row.picture(marking: tolerance)
      return stride(from: 0, to: bytes.count, by: 4).map { Array(bytes[$0..<$0 + 4]) }
    }
    let grey: [[UInt8]] = [0, 16, 32, 48, 144].map { [$0, $0, $0, 255] }
    #expect(red(nil) == grey)
    // More than 2 is a breach.
    #expect(red(.parity) == grey.prefix(3) + [[255, 0, 0, 255], [255, 0, 0, 255]])
  }
}
