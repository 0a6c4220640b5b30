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
    let tiles = ProcessInfo.processInfo.activeProcessorCount * TileSize.pixelCount * 4 * MemoryLayout<Int16>.size
    #expect(bytes(ofGroups: 4) < tiles)
    #expect(bytes(ofGroups: 40) - bytes(ofGroups: 20) >= 20 * tiles)
    #expect(bytes(ofGroups: 40) - bytes(ofGroups: 20) < 30 * tiles)
  }

  /// The edges in a row of pixels are sorted: a row that very many cross takes longer per edge.
  /// With 40 ns per edge and row, as for few edges, this path would seem to take 0.2 s; it takes
  /// 8 s.
  @Test func rowsThatVeryManyEdgesCrossAreTime() {
    func seconds(ofLines count: Int) -> Double {
      var random = SplitMix64(seed: 7)
      func number() -> Double { Double(random.next() >> 40) / Double(1 << 24) * 128 }
      let path = CGMutablePath()
      path.move(to: .zero)
      for _ in 0..<count { path.addLine(to: CGPoint(x: number(), y: number())) }
      let shape = layer(0, 0, 128, 128, kind: .shape) { $0.shape.path = path }
      let tree = RenderTree(size: CGSize(width: 128, height: 128), scale: 1, background: nil, root: shape, time: 0)
      return CPUDrawingCost(of: Flattener.flatten(tree)).seconds
    }
    #expect(seconds(ofLines: 100_000) > DrawingLimits.standardSeconds)
    #expect(seconds(ofLines: 1000) < 0.1)
  }

  /// The squares of a pixellation are made by a kernel: they take about as long as what they are
  /// made of, not a thousand times as long.
  @Test func squaresCostLittle() throws {
    let description = try #require(FilterDescription.all.first { $0.name == "CIPixellate" })
    func seconds(isPixellated: Bool) -> Double {
      let tree = layer(0, 0, 1000, 1000, sublayers: [layer(0, 0, 1000, 1000, color: .red)]) {
        if isPixellated { $0.compositing.filters = [FilterValue(description)] }
      }
      return CPUDrawingCost(
        of: Flattener.flatten(
          RenderTree(size: CGSize(width: 1000, height: 1000), scale: 1, background: nil, root: tree, time: 0))
      ).seconds
    }
    #expect(seconds(isPixellated: true) > seconds(isPixellated: false))
    #expect(seconds(isPixellated: true) < 0.05)
  }

  /// The pixels of the canvas are cleared and stored, whatever is on them.
  @Test func theCanvasIsTime() {
    func seconds(side: Double) -> Double {
      let size = CGSize(width: side, height: side)
      return CPUDrawingCost(
        of: Flattener.flatten(RenderTree(size: size, scale: 1, background: nil, root: nil, time: 0))
      ).seconds
    }
    #expect(seconds(side: 1000) > 0)
    #expect(abs(seconds(side: 2000) / seconds(side: 1000) - 4) < 1e-9)
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
