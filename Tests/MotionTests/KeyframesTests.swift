import MultiplaneGraphics
import MultiplaneMotion
import Testing

@Suite struct KeyframesTests {
  private func number(_ keyframes: Keyframes, at progress: Double) -> Double? {
    guard case .number(let number)? = keyframes.value(at: progress) else { return nil }
    return number
  }

  private func numbers(_ values: Double...) -> [AnimatableValue] { values.map { .number($0) } }

  @Test(arguments: [(0.0, 0.0), (0.25, 5), (0.5, 10), (0.75, 55), (1, 100), (1.5, 100), (-1, 0)])
  func linearIsEvenlySpaced(progress: Double, expected: Double) {
    #expect(number(Keyframes(values: numbers(0, 10, 100)), at: progress) == expected)
  }

  @Test(arguments: [(0.4, 5.0), (0.8, 10), (0.9, 55)])
  func linearWithKeyTimes(progress: Double, expected: Double) throws {
    let value = try #require(number(Keyframes(values: numbers(0, 10, 100), keyTimes: [0, 0.8, 1]), at: progress))
    #expect(abs(value - expected) < 1e-12)
  }

  @Test(arguments: [[0, 0.8], [], [0, .nan, 1], [0, .infinity, 1], [0, 0.2, 0.8, 1]])
  func keyTimesThatDoNotFitAreIgnored(keyTimes: [Double]) {
    #expect(number(Keyframes(values: numbers(0, 10, 100), keyTimes: keyTimes), at: 0.5) == 10)
  }

  struct OddTimes: Sendable {
    var values: [Double]
    var keyTimes: [Double]
    var expected: [(progress: Double, value: Double)]
  }

  /// Times that do not begin at 0, do not end at 1, lie outside or are not sorted.
  @Test(arguments: [
    OddTimes(values: [0, 100], keyTimes: [0.2, 0.6], expected: [(0, 0), (0.1, 0), (0.4, 50), (0.8, 100), (1, 100)]),
    OddTimes(
      values: [5, 5, 10, 20], keyTimes: [0, -0.6, -0.1, 1], expected: [(0, 10 + 10 / 11.0), (0.45, 15), (1, 20)]),
    OddTimes(values: [0, 10, 100], keyTimes: [0.1, 0.5, 1], expected: [(0.05, 0), (0.3, 5), (0.75, 55)]),
    OddTimes(values: [0, 10, 100], keyTimes: [0, 0.5, 0.9], expected: [(0.25, 5), (0.7, 55), (0.95, 100)]),
    OddTimes(values: [0, 10, 100], keyTimes: [0, 1.5, 1], expected: [(0.75, 5), (1, 10 / 1.5)]),
    OddTimes(values: [0, 10, 100], keyTimes: [-1, 0.5, 2], expected: [(0, 20 / 3.0), (0.5, 10), (1, 40)]),
    OddTimes(values: [0, 10, 100], keyTimes: [0, 0.8, 0.4], expected: [(0.4, 5), (0.79, 9.875), (0.8, 100)]),
    OddTimes(values: [0, 10, 100], keyTimes: [0.5, 0.5, 0.5], expected: [(0.4, 0), (0.5, 100)]),
  ])
  func keyTimesAreUsedAsTheyAre(example: OddTimes) throws {
    let keyframes = Keyframes(values: example.values.map { .number($0) }, keyTimes: example.keyTimes)
    for (progress, expected) in example.expected {
      let value = try #require(number(keyframes, at: progress))
      #expect(abs(value - expected) < 1e-12, "\(value) at \(progress)")
    }
  }

  @Test(arguments: [(0.0, 1.0), (0.29, 1), (0.3, 2), (0.6, 2), (1, 2)])
  func discreteTimesAreUsedAsTheyAre(progress: Double, expected: Double) {
    // 2 is over at 0.6, and nothing comes after it.
    #expect(
      number(Keyframes(values: numbers(1, 2), mode: .discrete, keyTimes: [0.1, 0.3, 0.6]), at: progress) == expected)
  }

  @Test(arguments: [(0.0, 1.0), (0.24, 1), (0.25, 2), (0.74, 3), (0.75, 4), (1, 4)])
  func discreteHoldsEachValueEquallyLong(progress: Double, expected: Double) {
    #expect(number(Keyframes(values: numbers(1, 2, 3, 4), mode: .discrete), at: progress) == expected)
  }

  @Test(arguments: [(0.0, 1.0), (0.09, 1), (0.1, 2), (0.89, 2), (0.9, 3), (1, 3)])
  func discreteTakesOneKeyTimeMore(progress: Double, expected: Double) {
    let keyframes = Keyframes(values: numbers(1, 2, 3), mode: .discrete, keyTimes: [0, 0.1, 0.9, 1])
    #expect(number(keyframes, at: progress) == expected)
  }

  @Test func pacedIgnoresKeyTimesAndCurves() {
    let points = [CGPoint(x: 0, y: 0), CGPoint(x: 10, y: 0), CGPoint(x: 10, y: 90)].map { AnimatableValue.point($0) }
    let keyframes = Keyframes(values: points, mode: .paced, keyTimes: [0, 0.8, 1], curves: [.easeIn, .easeIn])
    #expect(keyframes.value(at: 0.25) == .point(CGPoint(x: 10, y: 15)))
    #expect(Keyframes(values: points).value(at: 0.25) == .point(CGPoint(x: 5, y: 0)))
  }

  @Test func pacedWithoutDistance() {
    #expect(number(Keyframes(values: numbers(3, 3, 3), mode: .paced), at: 0.4) == 3)
    let transforms = [AnimatableValue.transform(.identity), .transform(CATransform3DMakeScale(2, 2, 2))]
    #expect(Keyframes(values: transforms, mode: .paced).value(at: 0.5) == nil)
    #expect(Keyframes(values: transforms, mode: .linear).value(at: 0.5) != nil)
  }

  @Test(arguments: [
    (KeyframeTangents(), 2.25), (KeyframeTangents(tension: [0, 1, 1, 0]), 2.5),
    (KeyframeTangents(continuity: [0, 1]), 2.125), (KeyframeTangents(bias: [0, 0, 1]), 2.375),
  ])
  func cubicByTensionContinuityAndBias(tangents: KeyframeTangents, expected: Double) throws {
    let keyframes = Keyframes(
      values: numbers(0, 1, 4, 9), mode: .cubic, keyTimes: [0, 0.25, 0.75, 1], tangents: tangents)
    let value = try #require(number(keyframes, at: 0.5))
    #expect(abs(value - expected) < 1e-12)
  }

  @Test func cubicEndsTakeTheFullDifference() {
    #expect(number(Keyframes(values: numbers(0, 10, 10), mode: .cubic), at: 0.75) == 10.625)
    #expect(number(Keyframes(values: numbers(0, 8), mode: .cubic), at: 0.25) == 2)
  }

  @Test(arguments: [0.05, 0.3, 0.5, 0.9])
  func cubicPacedRescalesTangents(progress: Double) throws {
    // Each tangent becomes its segment's difference, ½(1+3)·2·3/(1+3) = 3 where 1…4 starts; so the
    // speed is even.
    let value = try #require(number(Keyframes(values: numbers(0, 1, 4, 9), mode: .cubicPaced), at: progress))
    #expect(abs(value - 9 * progress) < 1e-12)
  }

  @Test func cubicTransformsTurn() throws {
    let quarter = Double.pi / 2
    let turns = [0, quarter, 2 * quarter].map { (angle: Double) -> AnimatableValue in
      .transform(CATransform3DMakeRotation(angle, 0, 0, 1))
    }
    let keyframes = Keyframes(values: turns, mode: .cubic)
    guard case .transform(let transform)? = keyframes.value(at: 0.5) else {
      Issue.record("no transform")
      return
    }
    #expect(abs(transform.m12 - 1) < 1e-12 && abs(transform.m11) < 1e-12)
    guard case .transform(let between)? = keyframes.value(at: 0.75) else { return }
    // Beyond a quarter turn and short of a half; still a rotation.
    #expect(between.m11 < -0.5 && between.m12 > 0.5 && abs(between.m33 - 1) < 1e-12)
    let length = between.m11 * between.m11 + between.m12 * between.m12
    #expect(abs(length - 1) < 1e-12)
  }

  @Test func eachSegmentHasItsCurve() throws {
    let keyframes = Keyframes(values: numbers(0, 1, 2), curves: [.easeIn])
    let eased = try #require(number(keyframes, at: 0.25))
    #expect(abs(eased - 0.315357) < 1e-6)
    #expect(number(keyframes, at: 0.75) == 1.5)
  }

  @Test func oneValueHasNoEffectAndNoneNeither() {
    for mode in CalculationMode.allCases {
      #expect(Keyframes(values: numbers(7), mode: mode).value(at: 0.3) == nil)
      #expect(Keyframes(values: numbers(7), mode: mode, keyTimes: [0, 1]).value(at: 0.5) == nil)
      #expect(Keyframes(values: [], mode: mode).value(at: 0.3) == nil)
    }
  }

  @Test func pathsOfOtherElementsChangeInTheMiddle() {
    let (line, point) = (AnimatableValueTests.line(from: 0, to: 1), CGPath(elements: [.move(to: .zero)]))
    for mode in [CalculationMode.linear, .cubic] {
      let keyframes = Keyframes(values: [.path(line), .path(point), .path(line)], mode: mode)
      #expect(keyframes.value(at: 0.2) == .path(line))
      #expect(keyframes.value(at: 0.3) == .path(point))
    }
    // There is no distance to pace them by.
    #expect(Keyframes(values: [.path(line), .path(point)], mode: .paced).value(at: 0.5) == nil)
  }

  @Test func mixedKindsHaveNoEffect() {
    let keyframes = Keyframes(values: [.number(1), .point(.zero)])
    #expect(keyframes.value(at: 0.5) == nil)
  }

  @Test func repeatedKeyTimesJump() {
    let keyframes = Keyframes(values: numbers(0, 1, 5, 6), keyTimes: [0, 0.5, 0.5, 1])
    #expect(number(keyframes, at: 0.49).map { $0 < 1 } == true)
    #expect(number(keyframes, at: 0.5) == 5)
    #expect(number(Keyframes(values: numbers(0, 1, 5), keyTimes: [0, 1, 1]), at: 1) == 5)
  }

  @Test(arguments: [(0.0, 0), (0.24, 0), (0.26, 1), (0.74, 1), (0.76, 2), (1, 2)])
  func unmixableValuesChangeInTheMiddle(progress: Double, expected: Int) {
    #expect(KeyframeTimes(count: 3).heldIndex(at: progress) == expected)
  }

  @Test func unknownModesAreLinear() {
    #expect(CalculationMode(named: "cubicPaced") == .cubicPaced)
    #expect(CalculationMode(named: "zigzag") == .linear)
  }
}
