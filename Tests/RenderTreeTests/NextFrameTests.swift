import MultiplaneGraphics
import MultiplaneMotion
import Testing

@testable import MultiplaneRenderTree

/// When a tree is worth looking at again.
@Suite struct NextFrameTests {
  private func fade(_ timing: MediaTiming, isRemoved: Bool = true, curve: TimingCurve? = nil) throws
    -> CommittedAnimation
  {
    CommittedAnimation(
      key: "fade", timing: timing, curve: curve, isRemovedOnCompletion: isRemoved,
      change: PropertyChange(
        keyPath: try #require(LayerKeyPath("opacity", of: .layer)), from: .number(1), to: .number(0), by: nil,
        isAdditive: false,
        isCumulative: false))
  }

  private func layer(
    _ animations: [CommittedAnimation] = [], timing: MediaTiming = .layer, kind: LayerKind = .layer,
    values: LayerValues = LayerValues(), sublayers: [CommittedLayer] = []
  ) -> CommittedLayer {
    CommittedLayer(
      identifier: LayerIdentifier(rawValue: 1), name: nil, kind: kind, values: values, timing: timing,
      animations: animations, sublayers: sublayers)
  }

  private func next(_ root: CommittedLayer, after time: Double) -> Double {
    CommittedTree(size: .zero, scale: 1, background: nil, root: root).nextFrameTime(after: time)
  }

  @Test func aTreeWithoutAnimationsNeverChanges() {
    #expect(next(layer(sublayers: [layer()]), after: 5) == .infinity)
  }

  @Test(arguments: [(0, 2), (2, 2), (3.5, 3.5), (5, 5), (5.1, .infinity)])
  func anAnimationIsWaitedForAndWatchedUntilItEnds(time: Double, expected: Double) throws {
    let root = layer([try fade(MediaTiming(beginTime: 2, duration: 3))])
    #expect(next(root, after: time) == expected)
    // A layer's time that begins later carries it on.
    let late = layer(timing: MediaTiming(beginTime: 10, speed: 0.5, duration: .infinity), sublayers: [root])
    let carried = next(late, after: 10 + time * 2)
    #expect(carried == (expected == .infinity ? .infinity : 10 + expected * 2))
  }

  @Test func theEndOfWhatIsKeptIsNoChange() throws {
    let kept = layer([try fade(MediaTiming(duration: 3, fillMode: .forwards), isRemoved: false)])
    #expect(next(kept, after: 3) == .infinity)
    let removed = layer([try fade(MediaTiming(duration: 3, fillMode: .forwards))])
    #expect(next(removed, after: 3) == 3)
  }

  @Test func stoppedTimeChangesNothing() throws {
    let root = layer([try fade(MediaTiming(duration: 3))], timing: MediaTiming(speed: 0, duration: .infinity))
    #expect(next(root, after: 1) == .infinity)
  }

  @Test(arguments: [(0.0, 0.5), (0.4, 0.5), (0.6, 1.5), (1.7, 2.0)])
  func betweenStepsNothingChanges(time: Double, expected: Double) throws {
    let course = KeyframeCourse(
      values: [.number(1), .number(0.5), .number(0)], mode: .discrete, keyTimes: [0, 0.25, 0.75, 1])
    let animation = CommittedAnimation(
      key: nil, timing: MediaTiming(duration: 2, repeatCount: .infinity), curve: nil, isRemovedOnCompletion: true,
      change: PropertyChange(keyPath: try #require(LayerKeyPath("opacity", of: .layer)), course: .keyframes(course)))
    let found = next(layer([animation]), after: time)
    #expect(found > expected && found < expected + 1e-5)
  }

  @Test(arguments: [(0.0, 0.6), (0.7, 2.0), (1.9, 2.0), (2.1, 2.6)])
  func stepsAtOddTimesAreFound(time: Double, expected: Double) throws {
    // The first value is over at 0.3, the second at −1 and so at once, the third never.
    let course = KeyframeCourse(
      values: [.number(1), .number(0.5), .number(0)], mode: .discrete, keyTimes: [0.1, 0.3, -1, 1.5])
    let animation = CommittedAnimation(
      key: nil, timing: MediaTiming(duration: 2, repeatCount: .infinity), curve: nil, isRemovedOnCompletion: true,
      change: PropertyChange(keyPath: try #require(LayerKeyPath("opacity", of: .layer)), course: .keyframes(course)))
    let found = next(layer([animation]), after: time)
    #expect(found > expected && found < expected + 1e-5)
  }

  @Test func aReplicatorsInstancesChangeLaterToo() throws {
    var values = LayerValues()
    values.replicator.instanceCount = 3
    values.replicator.instanceDelay = 2
    let root = layer(
      kind: .replicator, values: values, sublayers: [layer([try fade(MediaTiming(beginTime: 1, duration: 1))])])
    // The instances fade at 1…2, 3…4 and 5…6.
    #expect(next(root, after: 0) == 1)
    #expect(next(root, after: 2.5) == 3)
    #expect(next(root, after: 5.5) == 5.5)
    #expect(next(root, after: 6.5) == .infinity)
  }

  /// Nothing ends it, and what is in it moves.
  @Test(arguments: [nil, TimingCurve.easeIn]) func aGroupOfInfiniteDurationIsItsAnimations(curve: TimingCurve?) throws {
    func root(_ timing: MediaTiming) throws -> CommittedLayer {
      layer([
        CommittedAnimation(
          key: nil, timing: MediaTiming(beginTime: 1, duration: .infinity), curve: curve, isRemovedOnCompletion: true,
          effect: .group([try fade(timing)]))
      ])
    }
    let once = try root(MediaTiming(duration: 2))
    #expect([0, 1.5, 3.5].map { next(once, after: $0) } == [1, 1.5, .infinity])
    let forEver = try root(MediaTiming(duration: 2, repeatCount: .infinity))
    #expect(next(forEver, after: 100) == 100)
    #expect(once.evaluate(at: 2)?.opacity == 0.5)
  }
}
