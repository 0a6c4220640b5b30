import Foundation
import MultiplaneFlattening
import MultiplaneGraphics
import MultiplaneRenderTree
import TestSupport
import Testing

@testable import MultiplaneCPURenderer

/// The estimated cost of a display list before it is drawn.
@Suite struct DrawingCostTests {
  /// Groups that fade, one in another: each thread has a tile for each level of them.
  private func bytes(ofGroups depth: Int) -> Int {
    var inside = layer(0, 0, 40, 40, color: .red)
    for _ in 0..<depth {
      inside = layer(1, 1, 98, 98, sublayers: [layer(0, 0, 50, 50, color: .blue), inside]) { $0.opacity = 0.9 }
    }
    let tree = RenderTree(size: CGSize(width: 100, height: 100), scale: 1, background: nil, root: inside, time: 0)
    return CPUDrawingCost(of: Flattener.flatten(tree)).bytes
  }

  @Test func tilesOfDeepGroupsAreMemory() {
    let tiles = ProcessInfo.processInfo.activeProcessorCount * 64 * 64 * 4 * MemoryLayout<Int16>.size
    #expect(bytes(ofGroups: 4) < tiles)
    #expect(bytes(ofGroups: 40) - bytes(ofGroups: 20) >= 20 * tiles)
    #expect(bytes(ofGroups: 40) - bytes(ofGroups: 20) < 30 * tiles)
  }

  /// The list and what is prepared of it are memory, too: per particle, more than its pixels.
  @Test func primitivesAreMemory() {
    func cost(ofBoxes count: Int) -> CPUDrawingCost {
      let boxes = (0..<count).map { layer(Double($0 % 100), 0, 1, 1, color: .red) }
      let root = layer(0, 0, 100, 100, sublayers: boxes)
      let tree = RenderTree(size: CGSize(width: 100, height: 100), scale: 1, background: nil, root: root, time: 0)
      return CPUDrawingCost(of: Flattener.flatten(tree))
    }
    let (few, many) = (cost(ofBoxes: 100), cost(ofBoxes: 1100))
    #expect(many.listBytes - few.listBytes == 1000 * 512)
    #expect(many.bytes - few.bytes == 1000 * 512)
  }
}
