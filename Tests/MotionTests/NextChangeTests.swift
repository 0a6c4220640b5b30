import MultiplaneMotion
import Testing

@Suite struct NextChangeTests {
  @Test(arguments: [
    (MediaTiming(beginTime: 10, duration: 2), 3.0, 10.0),
    (MediaTiming(beginTime: 10, duration: 2), 11, 11),
    (MediaTiming(beginTime: 10, duration: 2), 12, 12),
    (MediaTiming(beginTime: 10, duration: 2), 12.5, .infinity),
    (MediaTiming(beginTime: 10, duration: 2, fillMode: .forwards), 12, .infinity),
    (MediaTiming(beginTime: 10, duration: 2, repeatCount: .infinity), 1000, 1000),
    (MediaTiming(beginTime: 10, speed: 4, duration: 2), 10.6, .infinity),
    (MediaTiming(beginTime: 10, timeOffset: -1, speed: 0.5, duration: 2), 3, 12),
    (MediaTiming(beginTime: 10, timeOffset: 2, speed: -1, duration: 2), 3, 10),
    (MediaTiming(beginTime: 10, timeOffset: 2, speed: -1, duration: 2), 11, 11),
    (MediaTiming(beginTime: 10, timeOffset: 2, speed: -1, duration: 2), 13, .infinity),
    (MediaTiming(timeOffset: 1, speed: 0, duration: 2), 5, .infinity),
    (MediaTiming(beginTime: 10, timeOffset: 1, speed: 0, duration: 2), 5, 10),
    (MediaTiming.layer, 5, .infinity),
    (MediaTiming(beginTime: 10, duration: .infinity), 5, 10),
    (MediaTiming(beginTime: 10, duration: .infinity, repeatDuration: 3), 11, 13),
  ])
  func nextChange(timing: MediaTiming, now: Double, expected: Double) {
    #expect(timing.nextChangeTime(atParent: now) == expected)
  }

  @Test func changesOfChildrenAreSeenInTheParentsTime() {
    let layer = MediaTiming(beginTime: 2, speed: 4, duration: .infinity)
    #expect(layer.parentTime(ofChangeAtLocal: 8, noEarlierThan: 3) == 4)
    #expect(layer.parentTime(ofChangeAtLocal: 0, noEarlierThan: 3) == 3)
    #expect(layer.parentTime(ofChangeAtLocal: .infinity, noEarlierThan: 3) == .infinity)
    #expect(MediaTiming(speed: 0).parentTime(ofChangeAtLocal: 8, noEarlierThan: 3) == .infinity)
    #expect(MediaTiming(speed: -1).parentTime(ofChangeAtLocal: 8, noEarlierThan: 3) == 3)
  }
}
