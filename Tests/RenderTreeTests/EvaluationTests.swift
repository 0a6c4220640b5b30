import MultiplaneGraphics
import MultiplaneMotion
import MultiplaneRenderTree
import Testing

@Suite struct EvaluationTests {
  private func opacity(_ layer: CommittedLayer, at time: Double) -> Double? {
    committedTree(layer).evaluate(at: time).root?.opacity
  }

  private func layer(_ timing: MediaTiming = .layer, _ animations: CommittedAnimation?...) -> CommittedLayer {
    committedLayer(timing: timing, animations: animations.compactMap { $0 })
  }

  @Test func theTreeCarriesTheCanvas() {
    let tree = CommittedTree(
      size: CGSize(width: 3, height: 4), scale: 2, background: .clear, root: committedLayer())
    let evaluated = tree.evaluate(at: 5)
    #expect(evaluated.size == CGSize(width: 3, height: 4))
    #expect(evaluated.scale == 2)
    #expect(evaluated.background == .clear)
    #expect(evaluated.time == 5)
    #expect(evaluated.root != nil)
  }

  /// A fade from 0 to 1 over two seconds that begins at 1, over an opacity of 1; opacity 0 is not
  /// drawn.
  @Test(
    arguments: [
      (.removed, [1, nil, 0.5, 1, 1]), (.forwards, [1, nil, 0.5, 1, 1]), (.backwards, [nil, nil, 0.5, 1, 1]),
      (.both, [nil, nil, 0.5, 1, 1]),
    ] as [(FillMode, [Double?])])
  func fillModes(fillMode: FillMode, expected: [Double?]) {
    for isRemoved in [false, true] {
      let layer = layer(
        .layer, fade(MediaTiming(beginTime: 1, duration: 2, fillMode: fillMode), isRemovedOnCompletion: isRemoved))
      #expect([0.5, 1, 2, 3, 4].map { opacity(layer, at: $0) } == expected)
    }
  }

  /// The same over an opacity of ¼, which shows what stays after the end.
  @Test(
    arguments: [
      (.removed, false, 0.25), (.forwards, false, 1), (.both, false, 1), (.backwards, false, 0.25),
      (.forwards, true, 0.25), (.both, true, 0.25),
    ] as [(FillMode, Bool, Double)])
  func removalWinsOverFilling(fillMode: FillMode, isRemoved: Bool, expected: Double) {
    let layer = committedLayer(
      animations: [fade(MediaTiming(duration: 2, fillMode: fillMode), isRemovedOnCompletion: isRemoved)]
        .compactMap { $0 }
    ) { $0.opacity = 0.25 }
    #expect(opacity(layer, at: 2.5) == expected)
    #expect(opacity(layer, at: 1) == 0.5)
  }

  @Test func repeatingAndReversing() {
    let timing = MediaTiming(duration: 2, repeatCount: 2, autoreverses: true)
    let layer = layer(.layer, fade(timing))
    #expect([0.5, 1, 2, 3, 3.5, 5, 7].map { opacity(layer, at: $0) } == [0.25, 0.5, 1, 0.5, 0.25, 0.5, 0.5])
    #expect(opacity(layer, at: 8.5) == 1)
  }

  @Test func timeOfTheLayer() {
    // local = (t − 1) · 2 + ½
    let fast = layer(MediaTiming(beginTime: 1, timeOffset: 0.5, speed: 2, duration: .infinity), fade())
    #expect(opacity(fast, at: 1) == 0.25)
    #expect(opacity(fast, at: 1.25) == 0.5)
    // Stopped at timeOffset.
    let stopped = layer(MediaTiming(timeOffset: 1.5, speed: 0, duration: .infinity), fade())
    #expect([0, 1, 100].map { opacity(stopped, at: $0) } == [0.75, 0.75, 0.75])
  }

  @Test func timeOfASublayerRunsInItsSuperlayers() {
    // 10 → (10 − 2) · 3 + ¼ = 24¼ → (24¼ − 1) · 2 + ½ = 47.
    let leaf = committedLayer(
      timing: MediaTiming(beginTime: 1, timeOffset: 0.5, speed: 2, duration: .infinity),
      animations: [fade(MediaTiming(duration: 94))].compactMap { $0 })
    let root = committedLayer(
      timing: MediaTiming(beginTime: 2, timeOffset: 0.25, speed: 3, duration: .infinity), sublayers: [leaf])
    #expect(committedTree(root).evaluate(at: 10).root?.sublayers.first?.opacity == 0.5)
  }

  @Test func theCurveBendsProgress() {
    let layer = committedLayer(
      animations: [fade()].compactMap { $0 }.map {
        CommittedAnimation(
          key: nil, timing: $0.timing, curve: TimingCurve(named: "easeIn"), isRemovedOnCompletion: true,
          effect: $0.effect)
      })
    // easeIn at ½.
    #expect(abs((opacity(layer, at: 1) ?? 0) - 0.315357) < 1e-6)
  }

  @Test func additiveAnimationsComeLast() throws {
    func animation(_ number: Double, isAdditive: Bool) throws -> CommittedAnimation {
      let keyPath = try #require(LayerKeyPath("cornerRadius", of: .layer))
      return CommittedAnimation(
        key: nil, timing: MediaTiming(duration: 1), curve: nil, isRemovedOnCompletion: true,
        change: PropertyChange(
          keyPath: keyPath, from: .number(number), to: .number(number), by: nil, isAdditive: isAdditive,
          isCumulative: false))
    }
    let layer = committedLayer(animations: [
      try animation(1, isAdditive: true), try animation(10, isAdditive: false), try animation(20, isAdditive: false),
      try animation(2, isAdditive: true),
    ])
    // The last of those that replace, and then all that add.
    #expect(layer.values(at: 0.5).cornerRadius == 23)
  }

  @Test func hiddenSubtreesAreLeftOut() {
    let root = committedLayer(sublayers: [
      committedLayer("hidden", sublayers: [committedLayer()]) { $0.isHidden = true },
      committedLayer("clear", animations: [fade()].compactMap { $0 }, sublayers: [committedLayer()]),
      committedLayer("seen"),
    ])
    #expect(committedTree(root).evaluate(at: 0).root?.sublayers.map(\.name) == ["seen"])
    #expect(committedTree(root).evaluate(at: 1).root?.sublayers.map(\.name) == ["clear", "seen"])
  }

  @Test func stillSubtreesAreShared() throws {
    let still = committedLayer("still", sublayers: [committedLayer("inside")])
    let moving = committedLayer("moving", animations: [fade()].compactMap { $0 }, sublayers: [still])
    let tree = committedTree(committedLayer(sublayers: [still, moving]))
    let first = try #require(tree.evaluate(at: 0.5).root)
    let second = try #require(tree.evaluate(at: 1).root)
    #expect(first !== second)
    #expect(first.sublayers[0] === second.sublayers[0])
    #expect(first.sublayers[1] !== second.sublayers[1])
    #expect(first.sublayers[1].sublayers[0] === second.sublayers[1].sublayers[0])
    #expect(moving.isAnimated && tree.root.isAnimated && !still.isAnimated)
  }

  @Test func evaluationIsPure() {
    let tree = committedTree(committedLayer(sublayers: [layer(.layer, fade(MediaTiming(duration: 3, repeatCount: 9)))]))
    func opacities(_ times: [Double]) -> [Double: Double?] {
      Dictionary(uniqueKeysWithValues: times.map { ($0, tree.evaluate(at: $0).root?.sublayers.first?.opacity) })
    }
    let times = (0..<50).map { Double($0) * 0.37 }
    let forwards = opacities(times)
    #expect(forwards == opacities(times))
    #expect(forwards == opacities(times.reversed()))
    #expect(Set(forwards.values.compactMap { $0 }).count > 20)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300])
  func oddTimes(time: Double) {
    // Nothing is known of the picture but that there is one.
    #expect(
      committedTree(layer(.layer, fade(MediaTiming(duration: 1, repeatCount: .infinity)))).evaluate(at: time).size.width
        == 1)
  }
}
