import MultiplaneCPURenderer
import MultiplaneFlattening
import TestSupport
import Testing

@testable import MultiplaneRenderTree

/// A frame does not depend on the frames before it: chunks of a video drawn apart are the whole, byte for byte.
@Suite("Frames do not depend on history") struct FrameIndependenceTests {
  /// Every scene that moves.
  static let animated = SceneLibrary.all.filter { (try? $0.committed().root.isAnimated) ?? true }

  @Test func thereAreScenesThatMove() {
    #expect(Self.animated.count > 90)
  }

  /// Each frame alone, by a renderer of its own and one thread, against one renderer with two threads whose caches have seen other frames.
  @Test(arguments: animated) func alonePlayedForwardsBackwardsAndMixed(scene: SceneName) throws {
    let tree = try scene.committed()
    let times = [0, 0.4, 0.8, 1.2, 1.6]
    let alone = try times.map { try Frame(Flattener.flatten(tree.evaluate(at: $0))) }

    func expectTheSame(_ order: some Sequence<Int>, _ name: String, imageBudget: Int? = nil) throws {
      let renderer = CPURenderer(threads: 2)
      if let imageBudget { renderer.imageBudget = imageBudget }
      var memory = TreeMemory()
      for frame in order {
        let drawn = try Frame(Flattener.flatten(memory.evaluate(tree, at: times[frame])), by: renderer)
        guard drawn != alone[frame] else { continue }
        Issue.record("\(scene.path), \(name), at \(times[frame]): off by \(drawn.difference(from: alone[frame]))")
        return
      }
    }
    try expectTheSame(times.indices, "in order")
    try expectTheSame(times.indices.reversed(), "backwards")
    var random = SeededGenerator(seed: scene.seed)
    // A budget that holds nothing: every image and path is made anew.
    try expectTheSame(times.indices.shuffled(using: &random), "mixed, without caches", imageBudget: 0)
  }
}
