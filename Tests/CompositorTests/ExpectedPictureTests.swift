import MultiplaneCompositor
import Testing

@Suite struct ExpectedPictureTests {
  @Test(
    arguments: [
      (0, 0), (1, 255), (128.0 / 255, 128), (-0.5, 0), (1.5, 255), (.nan, 0), (.infinity, 255), (0.1, 25.5),
    ] as [(Double, Float)])
  func realNumbersBecome255ths(number: Double, value: Float) {
    let picture = ExpectedPicture(width: 1, height: 1, realNumbers: [number, 0, 0, 1])
    #expect(picture.values == [value, 0, 0, 255])
  }

  @Test func bytesAreThemselves() {
    let bytes: [UInt8] = (0...255).map { $0 }
    let picture = ExpectedPicture(width: 8, height: 8, bytes: bytes)
    #expect(picture.values == bytes.map(Float.init))
    #expect(picture.bytes() == bytes)
  }

  @Test func bytesAreRoundedToTheNearest() {
    let picture = ExpectedPicture(width: 1, height: 1, values: [0.4, 0.6, 127.4, 254.6])
    #expect(picture.bytes() == [0, 1, 127, 255])
  }

  /// A row of 4 pixels whose last one is brighter in one channel: those next to it are inside if it
  /// is not by too much.
  @Test(arguments: 0..<4, [(8, true), (8.5, false), (200, false)] as [(Float, Bool)])
  func aPixelIsInsideIfItsNeighboursAreAlike(channel: Int, step: (variation: Float, isInside: Bool)) {
    var values = [Float](repeating: 40, count: 16)
    values[12 + channel] += step.variation
    let picture = ExpectedPicture(width: 4, height: 1, values: values)
    let inside = (0..<4).map { picture.isInside(x: $0, y: 0) }
    #expect(inside == [true, true, step.isInside, step.isInside])
  }

  @Test func neighboursAreThoseAboveBelowAndAcross() {
    // 5 × 5, the middle differs: only the ring of 2 about it, the border, is inside.
    var values = [Float](repeating: 0, count: 100)
    values[12 * 4] = 255
    let picture = ExpectedPicture(width: 5, height: 5, values: values)
    for y in 0..<5 {
      for x in 0..<5 {
        let isFar = abs(x - 2) == 2 || abs(y - 2) == 2
        #expect(picture.isInside(x: x, y: y) == isFar, "at (\(x), \(y))")
      }
    }
  }
}
