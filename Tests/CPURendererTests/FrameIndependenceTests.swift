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

  @Test(arguments: animated) func scenes(scene: SceneName) throws {
    _ = try framesAreTheSame(of: try scene.committed(), scene.path, seed: scene.seed)
  }

  /// Features that no scene has together.
  @Test(arguments: 0..<30 as Range<UInt64>) func randomTrees(seed: UInt64) throws {
    let changes = try framesAreTheSame(of: RandomTree.makeAnimated(seed: seed), "seed \(seed)", seed: seed)
    // Otherwise it proves little.
    #expect(changes > 2)
  }

  /// Each frame alone, by a renderer of its own and one thread, against one renderer with two threads whose caches have seen other frames: in order,
  /// backwards and mixed.
  ///
  /// - Returns: how many frames differ from the one before.
  private func framesAreTheSame(of tree: CommittedTree, _ name: String, seed: UInt64) throws -> Int {
    let times = [0, 0.4, 0.8, 1.2, 1.6]
    let alone = try times.map { try Frame(Flattener.flatten(tree.evaluate(at: $0))) }

    func expectTheSame(_ order: some Sequence<Int>, _ kind: String, imageBudget: Int? = nil) throws {
      let renderer = CPURenderer(threads: 2)
      if let imageBudget { renderer.imageBudget = imageBudget }
      var memory = TreeMemory()
      for frame in order {
        let drawn = try Frame(Flattener.flatten(memory.evaluate(tree, at: times[frame])), by: renderer)
        guard drawn != alone[frame] else { continue }
        Issue.record("\(name), \(kind), at \(times[frame]): off by \(drawn.difference(from: alone[frame]))")
        return
      }
    }
    try expectTheSame(times.indices, "in order")
    try expectTheSame(times.indices.reversed(), "backwards")
    var random = SeededGenerator(seed: seed)
    // A budget that holds nothing: every image and path is made anew.
    try expectTheSame(times.indices.shuffled(using: &random), "mixed, without caches", imageBudget: 0)
    return zip(alone, alone.dropFirst()).reduce(0) { $0 + ($1.0 == $1.1 ? 0 : 1) }
  }
}
