import Foundation
import MultiplaneGraphics
import MultiplaneLayerTree
import Testing

@Suite("§19 display links") struct DisplayLinkTests {
  @Test("§19 all times are 0 before the first call") func initially() {
    let link = CADisplayLink { _ in }
    #expect(link.timestamp == 0 && link.targetTimestamp == 0 && link.duration == 0)
    #expect(!link.isPaused && link.preferredFramesPerSecond == 0)
    #expect(link.preferredFrameRateRange == .default)
  }

  /// Calls come with refreshes of a 60th of a second; 24 a second is nearest to every second or
  /// third.
  @Test(
    "§19 when the next frame is shown", arguments: [(0, 1.0), (60, 1), (30, 2), (20, 3), (24, 3), (1, 60), (500, 1)])
  func times(framesPerSecond: Int, refreshes: Double) {
    let calls = Counter()
    let link = CADisplayLink { link in
      calls.count += 1
      #expect(link.timestamp == 7)
    }
    link.preferredFramesPerSecond = framesPerSecond
    link.call(at: 7)
    #expect(calls.count == 1 && link.timestamp == 7 && link.duration == 1.0 / 60)
    #expect(abs(link.targetTimestamp - 7 - refreshes / 60) < 1e-12)
    #expect(link.preferredFramesPerSecond == framesPerSecond)
  }

  @Test(
    "§19 rates that no Int holds",
    arguments: [
      (CAFrameRateRange(minimum: 30, maximum: .infinity), 1_000_000), (CAFrameRateRange(minimum: 0, maximum: .nan), 0),
      (CAFrameRateRangeMake(10, 15, 0), 15), (CAFrameRateRangeMake(10, 60, 30), 30),
      (CAFrameRateRange(minimum: 0, maximum: -1), 0),
    ])
  func rates(range: CAFrameRateRange, expected: Int) {
    let link = CADisplayLink { _ in }
    link.preferredFrameRateRange = range
    #expect(link.preferredFramesPerSecond == expected)
    link.preferredFramesPerSecond = .max
    #expect(link.preferredFramesPerSecond == 1_000_000)
  }

  @Test("§19 paused and invalid links make no calls") func pausing() {
    let calls = Counter()
    let link = CADisplayLink { _ in calls.count += 1 }
    link.isPaused = true
    link.call(at: 1)
    link.isPaused = false
    link.call(at: 2)
    link.invalidate()
    link.call(at: 3)
    #expect(calls.count == 1 && link.timestamp == 2)
  }

  @Test("§19 a run loop calls it, until it is removed") func runLoop() {
    let calls = Counter()
    let link = CADisplayLink { link in
      calls.count += 1
      if calls.count == 2 { link.remove(from: .current, forMode: .default) }
    }
    link.add(to: .current, forMode: .default)
    // Twice a 60th of a second is enough, were the machine not busy.
    let limit = Date(timeIntervalSinceNow: 20)
    while calls.count < 2, limit.timeIntervalSinceNow > 0 {
      _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.05))
    }
    #expect(calls.count == 2)
    link.invalidate()
  }

  @Test("§19 a link of a display follows its refreshes once it is in a run loop") func ofDisplay() {
    let display = LinkedDisplay()
    let calls = Counter()
    let link = display.makeLink { _ in calls.count += 1 }
    display.refreshed(at: 1, period: 0.01)
    #expect(calls.count == 0 && !display.isFollowed)
    link.add(to: .current, forMode: .common)
    #expect(display.isFollowed)
    display.refreshed(at: 2, period: 0.01)
    #expect(calls.count == 1 && link.timestamp == 2 && link.duration == 0.01 && link.targetTimestamp == 2.01)
    // The same refresh, told twice with times that tremble.
    display.refreshed(at: 2.004, period: 0.01)
    #expect(calls.count == 1)
    display.refreshed(at: 2.0096, period: 0.01)
    #expect(calls.count == 2 && link.timestamp == 2.0096)
    link.isPaused = true
    #expect(!display.isFollowed)
    display.refreshed(at: 3, period: 0.01)
    #expect(calls.count == 2)
    link.isPaused = false
    link.remove(from: .current, forMode: .common)
    display.refreshed(at: 4, period: 0.01)
    #expect(calls.count == 2 && !display.isFollowed)
  }

  /// A rate that does not divide the display's becomes the nearest one that does.
  @Test(
    "§19 calls of a display of 120 Hz in a second",
    arguments: [(0, 120), (120, 120), (60, 60), (24, 24), (50, 60), (1, 1)])
  func rateOfDisplay(wanted: Int, expected: Int) {
    let display = LinkedDisplay()
    let calls = Counter()
    let link = display.makeLink { _ in calls.count += 1 }
    link.preferredFramesPerSecond = wanted
    link.add(to: .current, forMode: .default)
    for refresh in 1...120 { display.refreshed(at: 10 + Double(refresh) / 120, period: 1.0 / 120) }
    #expect(calls.count == expected)
    #expect(abs(link.targetTimestamp - link.timestamp - 1 / Double(expected)) < 1e-9)
    link.invalidate()
  }

  @Test("§19 a call may end another link, and add one") func changesInCalls() {
    let display = LinkedDisplay()
    let calls = Counter()
    var others: [CADisplayLink] = []
    let first = display.makeLink { link in
      calls.count += 1
      for other in others { other.invalidate() }
      others = [display.makeLink { _ in calls.count += 100 }]
      for other in others { other.add(to: .current, forMode: .common) }
      link.invalidate()
    }
    others = [display.makeLink { _ in calls.count += 10 }]
    for link in [first] + others { link.add(to: .current, forMode: .common) }
    display.refreshed(at: 1, period: 0.01)
    #expect(calls.count == 1)
    display.refreshed(at: 1.01, period: 0.01)
    #expect(calls.count == 101)
    for other in others { other.invalidate() }
    #expect(!display.isFollowed)
  }

  @Test("§19 the rate as a range") func range() {
    let link = CADisplayLink { _ in }
    link.preferredFrameRateRange = CAFrameRateRange(minimum: 10, maximum: 60, preferred: 30)
    #expect(link.preferredFramesPerSecond == 30)
    link.preferredFramesPerSecond = 0
    #expect(link.preferredFrameRateRange == .default)
    #expect(CAFrameRateRange(minimum: 10, maximum: 60).preferred == nil)
  }
}

@Suite("§10 run loops") struct RunLoopTests {
  /// On a thread of its own, whose run loop it runs: a change within a turn is committed at its
  /// end, and the end of an animation wakes the loop up.
  @Test("§10 the implicit transaction commits at the end of the run loop's turn") func endOfTurn() throws {
    let seen = try onOtherThread { () -> [Bool] in
      nonisolated(unsafe) let layer = CALayer()
      nonisolated(unsafe) var seen: [Bool] = []
      nonisolated(unsafe) var isDone = false
      RunLoop.current.add(
        Timer(timeInterval: 0.001, repeats: false) { _ in
          CATransaction.begin()
          CATransaction.setCompletionBlock { isDone = true }
          layer.opacity = 0.5
          layer.add(CABasicAnimation("opacity", from: 0, to: 1, duration: 0.03), forKey: "a")
          CATransaction.commit()
          CATransaction.setDisableActions(true)
          layer.cornerRadius = 3
          seen.append(layer.presentation()?.cornerRadius == 3)
        }, forMode: .default)
      let limit = Date(timeIntervalSinceNow: 20)
      while !isDone, limit.timeIntervalSinceNow > 0 {
        _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.02))
        if seen.count == 1, layer.presentation() != nil { seen.append(layer.presentation()?.cornerRadius == 3) }
      }
      return seen + [isDone, layer.animationKeys() == nil]
    }
    #expect(seen == [false, true, true, true])
  }
}
