import MultiplaneMotion
import Testing

@Suite struct MediaTimingTests {
  @Test func defaultsOfLayersAndAnimations() {
    #expect(MediaTiming.layer.duration == .infinity)
    let animation = MediaTiming.animation
    #expect(animation.duration == 0)
    #expect(animation.beginTime == 0 && animation.timeOffset == 0 && animation.speed == 1)
    #expect(animation.repeatCount == 0 && animation.repeatDuration == 0)
    #expect(!animation.autoreverses && animation.fillMode == .removed)
  }

  @Test func timesConvertThroughTwoLevels() {
    let middle = MediaTiming(beginTime: 2, timeOffset: 0.25, speed: 3, duration: .infinity)
    let leaf = MediaTiming(beginTime: 1, timeOffset: 0.5, speed: 2, duration: .infinity)
    #expect(leaf.localTime(fromParent: 10) == 18.5)
    #expect(leaf.localTime(fromParent: middle.localTime(fromParent: 10)) == 47)
    #expect(leaf.parentTime(fromLocal: 10) == 5.75)
    #expect(abs(middle.parentTime(fromLocal: leaf.parentTime(fromLocal: 10)) - 23.0 / 6) < 1e-12)
  }

  @Test func localTimeIsZeroBeforeTheBeginning() {
    #expect(MediaTiming(beginTime: 5, timeOffset: 3).localTime(fromParent: 4.9) == 0)
    #expect(MediaTiming(beginTime: 5, timeOffset: 3).localTime(fromParent: 5) == 3)
    // A begin time of 0 is none, so that time before it still counts.
    #expect(MediaTiming(timeOffset: 3).localTime(fromParent: -1) == 2)
  }

  @Test func standingTimeShowsItsOffsetAndHasNoInverse() {
    let paused = MediaTiming(timeOffset: 1.5, speed: 0, duration: .infinity)
    #expect(paused.localTime(fromParent: 100) == 1.5)
    #expect(paused.parentTime(fromLocal: 7) == 0)
  }

  @Test(arguments: [
    (MediaTiming(duration: 2), 2.0),
    (MediaTiming(duration: 2, repeatCount: 2.5), 5),
    (MediaTiming(duration: 2, repeatCount: 2.5, autoreverses: true), 10),
    (MediaTiming(duration: 2, repeatCount: 3, repeatDuration: 1), 1),
    (MediaTiming(duration: 2, repeatCount: .infinity), .infinity),
    (MediaTiming(duration: 2, repeatCount: Double(Float.greatestFiniteMagnitude)), .infinity),
    (MediaTiming(duration: 2, repeatDuration: .infinity), .infinity),
    (MediaTiming(duration: 0, repeatCount: .infinity), 0),
    (MediaTiming.layer, .infinity),
  ])
  func activeDurations(timing: MediaTiming, expected: Double) {
    #expect(timing.activeDuration == expected)
  }

  @Test(arguments: [("removed", FillMode.removed), ("forwards", .forwards), ("both", .both), ("sideways", .removed)])
  func fillModesByName(name: String, expected: FillMode) {
    #expect(FillMode(named: name) == expected)
  }
}
