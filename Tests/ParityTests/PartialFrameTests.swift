import MultiplaneFlattening
import MultiplaneGraphics
import MultiplaneRenderTree
import TestSupport
import Testing

/// Frames of which only the damage is flattened and drawn are whole frames
/// (`TestRenderer.frameTolerance`).
@Suite("Partial frames") struct PartialFrameTests {
  /// What came of drawing trees one after another, the damage alone and everything.
  private struct Outcome: Sendable {
    /// Of the canvas, that was damaged, summed up over all frames but the first.
    var share = 0.0
    /// All but the first.
    var frames = 0
    /// Where the damage alone was not enough.
    var fault: String?
  }

  /// - Parameter sharesNodes: whether the trees are evaluated in each other's memory, as frames
  ///   are.
  private func expectEqualFrames(
    _ frames: [(CommittedTree, Double)], sharesNodes: Bool, by renderer: TestRenderer, _ name: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Outcome {
    let outcome = try await renderer.drawFrames { series in
      var memory = TreeMemory()
      let trees = frames.lazy.map { tree, time in
        sharesNodes ? memory.evaluate(tree, at: time) : tree.evaluate(at: time)
      }
      return try Self.outcome(of: trees, in: series, mostDifference: renderer.frameTolerance)
    }
    if let fault = outcome.fault { Issue.record("\(name), \(fault)", sourceLocation: sourceLocation) }
    return outcome
  }

  private static func outcome(
    of trees: some Sequence<RenderTree>, in series: FrameSeries, mostDifference: Int
  ) throws -> Outcome {
    var outcome = Outcome()
    var shown: (tree: RenderTree, frame: SeriesFrame)?
    for (number, tree) in trees.enumerated() {
      guard let (last, part) = shown, part.width == tree.pixelWidth, part.height == tree.pixelHeight else {
        let frame = try series.makeFrame(for: tree)
        try frame.draw(tree)
        shown = (tree, frame)
        continue
      }
      let damage = Damage(from: last, to: tree).region
      // The image holds the whole frame before.
      try part.draw(tree, damage: damage)
      let whole = try series.makeFrame(for: tree)
      try whole.draw(tree)
      shown = (tree, whole)
      outcome.frames += 1
      outcome.share += Double(damage.pixelCount) / Double(whole.width * whole.height)
      let difference = FrameDifference(try part.bytes(), try whole.bytes(), width: whole.width)
      guard difference.most > mostDifference else { continue }
      let (x, y) = (Int32(difference.x), Int32(difference.y))
      let isDamaged = damage.contains(PixelBox(minX: x, minY: y, maxX: x + 1, maxY: y + 1))
      outcome.fault =
        "frame \(number): off by \(difference), which is \(isDamaged ? "" : "not ")damaged; damage: \(damage.boxes)"
      return outcome
    }
    return outcome
  }

  @Test(arguments: TestRenderer.cases(1...100, onDevice: { $0 <= 12 }, byReference: { $0 <= 6 }))
  func randomTreesWithRandomEdits(seed: Int, renderer: TestRenderer) async throws {
    var tree = RandomTree.makeContainers(seed: UInt64(seed))
    var frames = [(tree, 0.0)]
    for edit in 0..<6 {
      tree = RandomTree.edit(tree, seed: UInt64(seed * 100 + edit))
      frames.append((tree, 0))
    }
    let outcome = try await expectEqualFrames(frames, sharesNodes: false, by: renderer, "seed \(seed)")
    #expect(outcome.frames == 6)
    // Otherwise it proves little.
    #expect(outcome.share < 5)
  }

  /// At several times, and after edits of anything in it. OpenGL draws those that move.
  @Test(
    arguments: TestRenderer.cases(
      SceneLibrary.all, onDevice: Set(SceneLibrary.moving).contains, byReference: { $0.seed % 32 == 0 }))
  func scenes(scene: SceneName, renderer: TestRenderer) async throws {
    let tree = try scene.committed()
    var edited = tree
    let edits = (0..<3).map { number in
      edited = RandomTree.edit(edited, seed: UInt64(number) &+ scene.seed)
      return (edited, 1.3 + Double(number) * 0.01)
    }
    let frames = [0, 0.4, 0.45, 0.45, 1.3].map { (tree, $0) } + edits
    _ = try await expectEqualFrames(frames, sharesNodes: true, by: renderer, scene.path)
  }

  /// Any pixels may be wanted, not those alone that differ from an earlier frame; the others stay
  /// what they were.
  @Test(arguments: TestRenderer.cases(0..<40 as Range<UInt64>, onDevice: { $0 < 8 }, byReference: { $0 < 4 }))
  func partsOfAnyPlace(seed: UInt64, renderer: TestRenderer) async throws {
    let fault = try await renderer.drawFrames { series -> String? in
      let tree = RandomTree.makeContainers(seed: seed).evaluate(at: 0.3)
      let whole = try series.makeFrame(for: tree)
      try whole.draw(tree)
      let drawn = try whole.bytes()
      var random = SeededGenerator(seed: seed)
      for _ in 0..<6 {
        var region = PixelRegion(
          canvas: PixelBox(minX: 0, minY: 0, maxX: Int32(whole.width), maxY: Int32(whole.height)))
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          let x = Int32.random(in: 0..<Int32(whole.width), using: &random)
          let y = Int32.random(in: 0..<Int32(whole.height), using: &random)
          region.add(
            PixelBox(
              minX: x, minY: y, maxX: x + .random(in: 1...60, using: &random),
              maxY: y + .random(in: 1...60, using: &random)))
        }
        let part = try series.makeFrame(for: tree)
        try part.draw(
          RenderTree(
            size: tree.size, scale: tree.scale, background: StraightColor(red: 0.2, green: 0.4, blue: 0.6), root: nil,
            time: 0))
        var expected = try part.bytes()
        for box in region.boxes {
          for y in Int(box.minY)..<Int(box.maxY) {
            let row = (y * whole.width + Int(box.minX)) * 4..<(y * whole.width + Int(box.maxX)) * 4
            expected.replaceSubrange(row, with: drawn[row])
          }
        }
        try part.draw(tree, damage: region)
        let difference = FrameDifference(try part.bytes(), expected, width: whole.width)
        if difference.most > renderer.frameTolerance { return "\(region.boxes): off by \(difference)" }
      }
      return nil
    }
    #expect(fault == nil, "seed \(seed), \(fault ?? "")")
  }
}
