import MultiplaneMotion
import Testing

/// Progress and completed cycles that are expected at a time, nil for nothing shown.
struct ExpectedSample: Sendable {
  var time: Double
  var progress: Double?
  var cycle = 0

  init(_ time: Double, _ progress: Double?, cycle: Int = 0) {
    self.time = time
    self.progress = progress
    self.cycle = cycle
  }
}

@Suite struct MediaTimingSampleTests {
  private func check(_ timing: MediaTiming, _ expected: ExpectedSample) {
    let sample = timing.sample(atParent: expected.time)
    guard let progress = expected.progress, let sample else {
      #expect(sample == nil && expected.progress == nil, "at \(expected.time): \(String(describing: sample))")
      return
    }
    #expect(abs(sample.progress - progress) < 1e-12, "at \(expected.time)")
    #expect(sample.cycle == expected.cycle, "at \(expected.time)")
  }

  @Test(arguments: [
    ExpectedSample(-0.1, nil), ExpectedSample(0, 0), ExpectedSample(0.5, 0.25), ExpectedSample(2, 1),
    ExpectedSample(2.1, nil),
  ])
  func oneRun(expected: ExpectedSample) {
    check(MediaTiming(duration: 2), expected)
  }

  @Test(arguments: [
    ExpectedSample(1.5, 0.75), ExpectedSample(2, 0, cycle: 1), ExpectedSample(4, 0, cycle: 2),
    ExpectedSample(5, 0.5, cycle: 2), ExpectedSample(5.01, nil),
  ])
  func fractionalRepeatsEndMidway(expected: ExpectedSample) {
    check(MediaTiming(duration: 2, repeatCount: 2.5), expected)
  }

  @Test(arguments: [
    ExpectedSample(2, 0, cycle: 1), ExpectedSample(3.9, 0.95, cycle: 1), ExpectedSample(4, 1, cycle: 1),
  ])
  func wholeRepeatsEndAtTheLastInstant(expected: ExpectedSample) {
    check(MediaTiming(duration: 2, repeatCount: 2), expected)
  }

  @Test(arguments: [
    ExpectedSample(1, 0.5), ExpectedSample(2, 1), ExpectedSample(3, 0.5), ExpectedSample(4, 0, cycle: 1),
    ExpectedSample(5, 0.5, cycle: 1), ExpectedSample(7.5, 0.25, cycle: 1), ExpectedSample(8, 0, cycle: 1),
  ])
  func reversingHalvesAreMirrored(expected: ExpectedSample) {
    check(MediaTiming(duration: 2, repeatCount: 2, autoreverses: true), expected)
  }

  @Test func aQuarterThereAndBackEndsOnTheWayThere() {
    check(MediaTiming(duration: 2, repeatCount: 0.25, autoreverses: true), ExpectedSample(1, 0.5))
  }

  @Test func aRepeatDurationCutsACycleShort() {
    check(MediaTiming(duration: 2, repeatDuration: 3), ExpectedSample(3, 0.5, cycle: 1))
    check(MediaTiming(duration: 2, repeatDuration: 4), ExpectedSample(4, 1, cycle: 1))
  }

  @Test func boundariesSurviveRounding() {
    // 0.3 / 0.1 is 2.9999999999999996 in binary.
    check(MediaTiming(duration: 0.1, repeatCount: 9), ExpectedSample(0.3, 0, cycle: 3))
    check(MediaTiming(duration: 0.1, repeatDuration: 0.3), ExpectedSample(0.3, 1, cycle: 2))
  }

  @Test func endlessRepeatsGoOn() {
    let timing = MediaTiming(duration: 2, repeatCount: .infinity)
    check(timing, ExpectedSample(1_000_001, 0.5, cycle: 500_000))
    #expect(!timing.hasEnded(atParent: 1e12))
  }

  @Test(arguments: [
    (FillMode.removed, nil as Double?, nil as Double?), (.forwards, nil, 1), (.backwards, 0, nil), (.both, 0, 1),
  ])
  func fillModesHoldTheEnds(mode: FillMode, before: Double?, after: Double?) {
    let timing = MediaTiming(beginTime: 10, duration: 2, fillMode: mode)
    check(timing, ExpectedSample(9, before))
    check(timing, ExpectedSample(13, after))
    #expect(timing.sample(atParent: 9)?.isActive != true)
    #expect(timing.sample(atParent: 13)?.isActive != true)
    #expect(timing.sample(atParent: 11)?.isActive == true)
  }

  @Test func filledEndsOfReversingAndFractionalAnimations() {
    check(MediaTiming(duration: 2, autoreverses: true, fillMode: .forwards), ExpectedSample(9, 0))
    check(MediaTiming(duration: 2, repeatCount: 1.5, fillMode: .forwards), ExpectedSample(9, 0.5, cycle: 1))
  }

  @Test(arguments: [
    ExpectedSample(9.9, nil), ExpectedSample(10, 1), ExpectedSample(10.5, 0.75), ExpectedSample(12, 0),
    ExpectedSample(12.1, nil),
  ])
  func negativeSpeedRunsDownFromTheOffset(expected: ExpectedSample) {
    check(MediaTiming(beginTime: 10, timeOffset: 2, speed: -1, duration: 2), expected)
  }

  @Test func doubleSpeedHalvesTheTime() {
    check(MediaTiming(beginTime: 1, speed: 2, duration: 2), ExpectedSample(1.5, 0.5))
    #expect(MediaTiming(beginTime: 1, speed: 2, duration: 2).hasEnded(atParent: 2))
  }

  @Test func speedZeroStandsAtItsOffset() {
    check(MediaTiming(timeOffset: 0.5, speed: 0, duration: 2), ExpectedSample(77, 0.25))
    check(MediaTiming(timeOffset: 2, speed: 0, duration: 2), ExpectedSample(77, 1))
    #expect(!MediaTiming(timeOffset: 2, speed: 0, duration: 2).hasEnded(atParent: 77))
  }

  @Test func aDurationOfZeroIsOverAtOnce() {
    let timing = MediaTiming(beginTime: 1, fillMode: .both)
    check(timing, ExpectedSample(0.5, 0))
    check(timing, ExpectedSample(1, 1))
    check(timing, ExpectedSample(2, 1))
    #expect(timing.hasEnded(atParent: 1))
  }

  @Test func aLayerShowsForEver() {
    #expect(MediaTiming.layer.sample(atParent: 1e9)?.isActive == true)
    #expect(MediaTiming.layer.sample(atParent: 1e9)?.progress == 0)
  }

  @Test func groupsSeeTheTimeInTheirCycle() {
    let timing = MediaTiming(duration: 2, repeatCount: 2, autoreverses: true)
    #expect(timing.sample(atParent: 3.5)?.time == 0.5)
    #expect(timing.sample(atParent: 5.5)?.time == 1.5)
  }

  @Test func beginningAndEnd() {
    let timing = MediaTiming(beginTime: 10, duration: 2)
    #expect(!timing.hasBegun(atParent: 9.9) && timing.hasBegun(atParent: 10) && timing.hasBegun(atParent: 20))
    #expect(!timing.hasEnded(atParent: 11.9) && timing.hasEnded(atParent: 12))
    let backwards = MediaTiming(beginTime: 10, timeOffset: 2, speed: -1, duration: 2)
    #expect(backwards.hasBegun(atParent: 10) && !backwards.hasEnded(atParent: 11) && backwards.hasEnded(atParent: 12))
  }
}
