import GL
import RenderTree
import TestSupport
import Testing

@testable import GLRenderer

/// What one frame leaves for the next is taken by that one: nothing piles up frame by frame.
@Suite struct FlatteningMemoryTests {
  @Test(
    arguments: ScenePassTests.scenes,
    [DeviceTraits.unknown, .of(renderer: "llvmpipe", takesBGRA: true, fetchesPixels: true)])
  func nothingPilesUp(scene: SceneName, traits: DeviceTraits) throws {
    let tree = try scene.committed().evaluate(at: 0.37)
    let middle = DeviceBox(minX: 20, minY: 20, maxX: 60, maxY: 50)
    for fineBoxes in [[], [middle]] {
      var stream = CommandStream()
      func flatten(times: Int) {
        for _ in 0..<times {
          stream = Flattener.flatten(
            tree, width: tree.pixelWidth, height: tree.pixelHeight, reusing: stream, rasters: nil, traits: traits,
            fineBoxes: fineBoxes)
        }
      }
      flatten(times: 4)
      let before = stream.memory.count
      flatten(times: 8)
      #expect(stream.memory.count == before, "\(fineBoxes)")
    }
  }
}
