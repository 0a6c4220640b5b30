import Foundation
import MultiplaneRenderTree
import TestSupport
import Testing

/// A frame does not depend on the frames before it: chunks of a video drawn apart are the whole.
///
/// Sampled: of each scene that moves, and of random trees, the frames at five times from 0 to 1.6
/// s. With MULTIPLANE_EVERY_FRAME=1 the CPU renderer draws every frame of the first four seconds,
/// 25 a second, which takes minutes.
@Suite("Frames do not depend on history") struct FrameIndependenceTests {
  @Test func thereAreScenesThatMove() {
    #expect(SceneLibrary.moving.count > 90)
  }

  @Test(arguments: TestRenderer.cases(SceneLibrary.moving, onDevice: { $0.seed % 4 == 0 }))
  func scenes(scene: SceneName, renderer: TestRenderer) async throws {
    _ = try await framesAreTheSame(of: try scene.committed(), by: renderer, scene.path, seed: scene.seed)
  }

  /// Features that no scene has together.
  @Test(arguments: TestRenderer.cases(0..<30 as Range<UInt64>, onDevice: { $0 < 6 }, byReference: { $0 < 2 }))
  func randomTrees(seed: UInt64, renderer: TestRenderer) async throws {
    let changes = try await framesAreTheSame(
      of: RandomTree.makeAnimated(seed: seed), by: renderer, "seed \(seed)", seed: seed)
    // Otherwise it proves little.
    #expect(changes > 2)
  }

  private static func times(by renderer: TestRenderer) -> [Double] {
    let everyFrame = ProcessInfo.processInfo.environment["MULTIPLANE_EVERY_FRAME"] == "1"
    return everyFrame && renderer == .cpu ? (0..<100).map { Double($0) / 25 } : [0, 0.4, 0.8, 1.2, 1.6]
  }

  /// Each frame alone, by one thread and without anything kept, against one renderer with two
  /// threads whose caches have seen other frames: in order, backwards and mixed.
  ///
  /// - Returns: how many frames differ from the one before.
  private func framesAreTheSame(
    of tree: CommittedTree, by renderer: TestRenderer, _ name: String, seed: UInt64
  ) async throws -> Int {
    let times = Self.times(by: renderer)
    let alone = try await renderer.drawFrames { series -> [[UInt8]] in
      try times.map { time -> [UInt8] in
        series.forget()
        let shown = tree.evaluate(at: time)
        let frame = try series.makeFrame(for: shown)
        try frame.draw(shown)
        return try frame.bytes()
      }
    }
    var random = SeededGenerator(seed: seed)
    let orders: [(kind: String, frames: [Int], cacheBudget: Int?)] = [
      ("in order", Array(alone.indices), nil), ("backwards", alone.indices.reversed(), nil),
      // A budget that holds nothing: every image and path is made anew.
      ("mixed, without caches", alone.indices.shuffled(using: &random), 0),
    ]
    for (kind, frames, cacheBudget) in orders {
      let wrong = try await renderer.drawFrames(threads: 2) { series -> String? in
        if let cacheBudget { series.cacheBudget = cacheBudget }
        var memory = TreeMemory()
        for number in frames {
          let shown = memory.evaluate(tree, at: times[number])
          let frame = try series.makeFrame(for: shown)
          try frame.draw(shown)
          let difference = FrameDifference(try frame.bytes(), alone[number], width: frame.width)
          if difference.most > renderer.frameTolerance { return "at \(times[number]): off by \(difference)" }
        }
        return nil
      }
      if let wrong { Issue.record("\(name), \(kind), \(wrong)") }
    }
    return zip(alone, alone.dropFirst()).reduce(0) { $0 + ($1.0 == $1.1 ? 0 : 1) }
  }
}
