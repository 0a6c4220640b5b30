import MultiplaneGraphics
import MultiplaneMotion
import MultiplaneRenderTree
import Testing

@Suite struct ReplicatorTests {
  private static let bounds = CGRect(x: 0, y: 0, width: 10, height: 20)

  /// What a replicator with some values and sublayers is resolved to.
  private func replicator(
    _ sublayers: [CommittedLayer], at time: Double = 0, timing: MediaTiming = .layer,
    animations: [CommittedAnimation] = [], mask: CommittedLayer? = nil,
    _ change: (inout ReplicatorValues) -> Void
  ) throws -> RenderNode {
    let layer = committed(sublayers, timing: timing, animations: animations, mask: mask, change)
    return try #require(committedTree(layer).evaluate(at: time).root)
  }

  private func committed(
    _ sublayers: [CommittedLayer], timing: MediaTiming = .layer, animations: [CommittedAnimation] = [],
    mask: CommittedLayer? = nil, _ change: (inout ReplicatorValues) -> Void
  ) -> CommittedLayer {
    committedLayer(
      "replicator", kind: .replicator, timing: timing, animations: animations, sublayers: sublayers, mask: mask
    ) { values in
      values.geometry.bounds = Self.bounds
      change(&values.replicator)
    }
  }

  private static func colored(_ red: Double = 1, _ green: Double = 1, _ blue: Double = 1, _ alpha: Double = 1)
    -> CommittedLayer
  {
    committedLayer("a") { values in
      values.geometry.bounds = bounds
      values.backgroundColor = CGColor(srgbRed: red, green: green, blue: blue, alpha: alpha)
    }
  }

  /// Where the sublayer's own origin comes to lie in each instance.
  private func origins(_ node: RenderNode) -> [CGPoint?] {
    node.sublayers.map { mapped(0, 0, $0.geometry.placedMatrix) }
  }

  @Test(arguments: [(1, 1), (3, 3), (0, 0), (-4, 0)])
  func counts(count: Int, expected: Int) throws {
    let node = try replicator([committedLayer("a"), committedLayer("b")]) { $0.instanceCount = count }
    #expect(node.sublayers.map(\.name) == Array(repeating: ["a", "b"], count: expected).flatMap { $0 })
    #expect(node.count == 1 + 2 * expected)
  }

  @Test func aCountOfWildSizeIsBounded() throws {
    #expect(try replicator([committedLayer()]) { $0.instanceCount = .max }.sublayers.count == 100_000)
    // Without sublayers there is nothing to repeat.
    #expect(try replicator([]) { $0.instanceCount = .max }.sublayers.isEmpty)
    // A million layers, and no more, of which each instance has a thousand and one.
    let inner = committed([committedLayer()]) { $0.instanceCount = 1000 }
    #expect(try replicator([inner]) { $0.instanceCount = .max }.sublayers.count == 999)
  }

  @Test func otherLayersDoNotRepeat() throws {
    let layer = committedLayer(sublayers: [committedLayer()]) { $0.replicator.instanceCount = 5 }
    #expect(committedTree(layer).evaluate(at: 0).root?.sublayers.count == 1)
  }

  @Test func aSingleInstanceIsTheSublayerItself() throws {
    let sublayer = Self.colored()
    let layer = committed([sublayer]) { $0.instanceTransform = CATransform3DMakeScale(2, 2, 2) }
    let node = try #require(committedTree(layer).evaluate(at: 0).root)
    let plain = try #require(committedTree(sublayer).evaluate(at: 0).root)
    #expect(node.sublayers.first === plain)
  }

  // MARK: Places

  @Test func translationAddsUp() throws {
    let node = try replicator([committedLayer { $0.geometry.position = CGPoint(x: 1, y: 1) }]) {
      $0.instanceCount = 4
      $0.instanceTransform = CATransform3DMakeTranslation(3, 0, 0)
    }
    #expect(origins(node) == [1, 4, 7, 10].map { CGPoint(x: $0, y: 1) })
    #expect(node.sublayers.allSatisfy { $0.geometry.position == CGPoint(x: 1, y: 1) })
  }

  /// Bounds 10 × 20: about the middle, (5, 10).
  @Test func rotationIsAboutTheAnchorPoint() throws {
    let node = try replicator([committedLayer { $0.geometry.position = CGPoint(x: 5, y: 4) }]) {
      $0.instanceCount = 4
      $0.instanceTransform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
    }
    let points = origins(node)
    #expect(isClose(points[0], 5, 4))
    #expect(isClose(points[1], 11, 10))
    #expect(isClose(points[2], 5, 16))
    #expect(isClose(points[3], -1, 10))
  }

  /// The sublayer's own transform comes first, the power of T after it.
  @Test func scaleAppliesAfterTheSublayersPlace() throws {
    let sublayer = committedLayer {
      $0.geometry.position = CGPoint(x: 6, y: 10)
      $0.geometry.transform = CATransform3DMakeScale(3, 3, 1)
    }
    let node = try replicator([sublayer]) {
      $0.instanceCount = 3
      $0.instanceTransform = CATransform3DMakeScale(2, 2, 1)
    }
    #expect(isClose(mapped(1, 0, node.sublayers[2].geometry.placedMatrix), 5 + 4 * (1 + 3), 10))
  }

  @Test func depthOfInstancesOrdersThem() throws {
    let node = try replicator([committedLayer("a"), committedLayer("b")]) {
      $0.instanceCount = 3
      $0.instanceTransform = CATransform3DMakeTranslation(0, 0, -1)
    }
    #expect(node.sublayers.map { mappedDepth($0) } == [-2, -2, -1, -1, 0, 0])
    #expect(node.sublayers.map(\.name) == ["a", "b", "a", "b", "a", "b"])
  }

  private func mappedDepth(_ node: RenderNode) -> Double { DrawingOrder.depth(of: node.geometry) }

  @Test func placesThatAreNotFiniteAreLeftOut() throws {
    // 1e200³ is beyond every number.
    let node = try replicator([committedLayer()]) {
      $0.instanceCount = 10
      $0.instanceTransform = CATransform3DMakeScale(1e200, 1, 1)
    }
    #expect(node.sublayers.count == 2)
    let none = try replicator([committedLayer()]) {
      $0.instanceCount = 10
      $0.instanceTransform = CATransform3DMakeTranslation(.nan, 0, 0)
    }
    #expect(none.sublayers.count == 1)
  }

  @Test func preservesDepthIsASpace() throws {
    let node = try replicator([committedLayer("back") { $0.geometry.zPosition = 5 }, committedLayer("front")]) {
      $0.instanceCount = 2
      $0.preservesDepth = true
    }
    #expect(node.isSpace)
    // In array order: depth decides where they are drawn.
    #expect(node.sublayers.map(\.name) == ["back", "front", "back", "front"])
    #expect(try replicator([committedLayer()]) { _ in }.isSpace == false)
  }

  // MARK: Colours

  private func backgrounds(_ node: RenderNode) -> [StraightColor] { node.sublayers.compactMap { $0.background?.color } }

  @Test func tintGrowsByTheOffsets() throws {
    let node = try replicator([Self.colored(0.5, 1, 0.5, 0.5)]) {
      $0.instanceCount = 4
      $0.instanceColor = CGColor(srgbRed: 1, green: 0.5, blue: 0.25, alpha: 1)
      $0.redOffset = -0.5
      $0.greenOffset = 0.25
      $0.blueOffset = 0.5
      $0.alphaOffset = -0.25
    }
    // Tints: (1, ½, ¼, 1), (½, ¾, ¾, ¾), (0, 1, 1, ½), (0, 1, 1, ¼): clamped component by
    // component.
    #expect(
      backgrounds(node) == [
        StraightColor(red: 0.5, green: 0.5, blue: 0.125, alpha: 0.5),
        StraightColor(red: 0.25, green: 0.75, blue: 0.375, alpha: 0.375),
        StraightColor(red: 0, green: 1, blue: 0.5, alpha: 0.25),
        StraightColor(red: 0, green: 1, blue: 0.5, alpha: 0.125),
      ])
  }

  @Test func tintReachesAllColoursButShadows() throws {
    let image = try #require(pixel())
    let leaf = committedLayer(kind: .gradient) { values in
      values.geometry.bounds = Self.bounds
      values.backgroundColor = .white
      values.borderWidth = 1
      values.borderColor = .white
      values.contents = image
      values.shadow.color = .white
      values.shadow.opacity = 1
      values.gradient.colors = [.white, .white]
    }
    let node = try replicator([committedLayer(sublayers: [leaf])]) {
      $0.instanceColor = CGColor(srgbRed: 0.5, green: 0.25, blue: 1, alpha: 0.5)
    }
    let tint = StraightColor(red: 0.5, green: 0.25, blue: 1, alpha: 0.5)
    let drawn = try #require(node.sublayers.first?.sublayers.first)
    #expect(drawn.background?.color == tint && drawn.border?.color == tint && drawn.contents?.tint == tint)
    #expect(drawn.gradient?.stops.map(\.color) == [tint, tint])
    #expect(drawn.shadow?.color == StraightColor.white)
  }

  @Test func ownBackgroundIsNotTinted() throws {
    let layer = committedLayer(kind: .replicator) { values in
      values.geometry.bounds = Self.bounds
      values.backgroundColor = .white
      values.replicator.instanceColor = .black
      values.replicator.instanceCount = 0
    }
    let node = try #require(committedTree(layer).evaluate(at: 0).root)
    #expect(node.background?.color == StraightColor.white && node.sublayers.isEmpty)
  }

  @Test func noInstanceColourIsWhite() throws {
    #expect(try backgrounds(replicator([Self.colored(0.5)]) { $0.instanceColor = nil }).map(\.red) == [0.5])
  }

  // MARK: Nesting

  @Test func nestedReplicatorsMultiply() throws {
    let row = committed([Self.colored()]) {
      $0.instanceCount = 3
      $0.instanceTransform = CATransform3DMakeTranslation(2, 0, 0)
      $0.instanceColor = CGColor(srgbRed: 0.5, green: 1, blue: 1, alpha: 1)
    }
    let node = try replicator([row]) {
      $0.instanceCount = 2
      $0.instanceTransform = CATransform3DMakeTranslation(0, 5, 0)
      $0.instanceColor = CGColor(srgbRed: 0.5, green: 0.5, blue: 1, alpha: 1)
    }
    #expect(node.count == 1 + 2 * (1 + 3))
    #expect(node.sublayers.map { $0.sublayers.count } == [3, 3])
    let leaf = node.sublayers[1].sublayers[2]
    // The row's middle lies at its position, (0, 0), the sublayer's at (4, 0) in the row.
    let place = CATransform3DConcat(leaf.geometry.placedMatrix, node.sublayers[1].geometry.placedMatrix)
    #expect(isClose(mapped(5, 10, place), -5 + 4, -10 + 5))
    #expect(leaf.background?.color == StraightColor(red: 0.25, green: 0.5, blue: 1, alpha: 1))
  }

  // MARK: Time

  /// A fade from 0 to 1 over two seconds, half a second later in each instance; opacity 0 is not
  /// drawn.
  @Test func eachInstanceHasItsOwnTime() throws {
    let fading = committedLayer(animations: [fade(MediaTiming(duration: 2, fillMode: .backwards))].compactMap { $0 })
    func opacities(_ time: Double) throws -> [Double] {
      try replicator([fading], at: time) {
        $0.instanceCount = 4
        $0.instanceDelay = 0.5
      }.sublayers.map(\.opacity)
    }
    #expect(try opacities(0.5) == [0.25])
    #expect(try opacities(1.75) == [0.875, 0.625, 0.375, 0.125])
    #expect(try opacities(2.5) == [1, 1, 0.75, 0.5])
  }

  @Test func delaysAreInTheReplicatorsTime() throws {
    // The replicator runs twice as fast: at 1 its time is 2, the second instance's sublayers see
    // 1½.
    let fading = committedLayer(animations: [fade(MediaTiming(duration: 4))].compactMap { $0 })
    let node = try replicator([fading], at: 1, timing: MediaTiming(speed: 2, duration: .infinity)) {
      $0.instanceCount = 2
      $0.instanceDelay = 0.5
    }
    #expect(node.sublayers.map(\.opacity) == [0.5, 0.375])
  }

  @Test func delaysOfNestedReplicatorsAddUp() throws {
    let fading = committedLayer(animations: [fade(MediaTiming(duration: 4))].compactMap { $0 })
    let inner = committed([fading]) {
      $0.instanceCount = 2
      $0.instanceDelay = 0.5
    }
    let node = try replicator([inner], at: 3) {
      $0.instanceCount = 2
      $0.instanceDelay = 1
    }
    #expect(node.sublayers.map { $0.sublayers.map(\.opacity) } == [[0.75, 0.625], [0.5, 0.375]])
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func oddDelays(delay: Double) throws {
    let fading = committedLayer(animations: [fade()].compactMap { $0 })
    let node = try replicator([fading], at: 1) {
      $0.instanceCount = 2
      $0.instanceDelay = delay
    }
    #expect(node.sublayers.first?.opacity == 0.5)
  }

  @Test func maskIsNotRepeatedAndNotDelayed() throws {
    let mask = committedLayer("mask", animations: [fade()].compactMap { $0 })
    let node = try replicator([committedLayer()], at: 1, mask: mask) {
      $0.instanceCount = 3
      $0.instanceDelay = 0.5
    }
    #expect(node.mask?.opacity == 0.5)
    #expect(node.count == 1 + 1 + 3)
  }

  @Test func stillSublayersAreSharedBetweenFrames() throws {
    let still = committedLayer("still", sublayers: [committedLayer("inside")])
    let layer = committed([still]) {
      $0.instanceCount = 3
      $0.instanceTransform = CATransform3DMakeTranslation(1, 0, 0)
    }
    // Nothing moves: the whole replicator is made once.
    let stillTree = committedTree(committedLayer(animations: [fade()].compactMap { $0 }, sublayers: [layer]))
    let (a, b) = (
      try #require(stillTree.evaluate(at: 0.5).root), try #require(stillTree.evaluate(at: 1).root)
    )
    #expect(a !== b && a.sublayers[0] === b.sublayers[0])
    // Instances of a still sublayer share what is within it.
    let instances = a.sublayers[0].sublayers
    #expect(instances[0].sublayers[0] === instances[2].sublayers[0])
  }
}
