import MultiplaneRenderTree
import TestSupport
import Testing

@testable import MultiplaneFlattening

@Suite("Lists that every back end can draw") struct ValidityTests {
  @Test(arguments: SceneLibrary.all)
  func ofScenes(scene: SceneName) throws {
    let committed = try scene.committed()
    for time in [0, 0.7] { #expect(Flattener.flatten(committed.evaluate(at: time)).faults() == []) }
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func ofRandomTrees(seed: UInt64) {
    #expect(Flattener.flatten(RandomTree.make(seed: seed).evaluate(at: 0.3)).faults() == [])
    #expect(Flattener.flatten(RandomTree.makeContainers(seed: seed).evaluate(at: 0.3)).faults() == [])
  }

  @Test func faultsAreFound() {
    func faults(_ change: (inout DisplayList) -> Void) -> Int {
      var list = flatten(
        layer(10, 10, 40, 40, color: .red, sublayers: [layer(20, 20, 40, 40, color: .green)]) { $0.opacity = 0.5 })
      change(&list)
      return list.faults().count
    }
    #expect(faults { _ in } == 0)
    #expect(faults { $0.primitives[1].plane = 7 } > 0)
    #expect(faults { $0.primitives[1].clip = 0 } > 0)
    #expect(faults { $0.primitives[1].box.maxX = 90 } > 0)
    #expect(faults { $0.passes[1].end += 1 } > 0)
    #expect(faults { $0.passes[1].isLocal = false } > 0)
    #expect(faults { $0.passes[1].filters = 0..<1 } > 0)
    #expect(faults { $0.surfaces[0].pass = 0 } > 0)
    #expect(faults { $0.surfaces[0].mask = 1 } > 0)
  }
}
