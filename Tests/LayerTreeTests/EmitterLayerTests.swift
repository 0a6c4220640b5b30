import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree
import Testing

@Suite("§18 CAEmitterLayer") struct EmitterLayerTests {
  private let layer = CAEmitterLayer()
  private let cell = CAEmitterCell()

  init() {
    layer.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    cell.name = "spark"
    cell.birthRate = 1
    cell.lifetime = 2
    cell.contents = CGImage(premultipliedRGBA8: [255, 255, 255, 255], width: 1, height: 1)
    layer.emitterCells = [cell]
  }

  private func count(_ committed: CommittedLayer, at time: Double) -> Int? {
    CommittedTree(size: layer.bounds.size, scale: 1, background: nil, root: committed).evaluate(at: time)
      .root?.sublayers.count
  }

  @Test func cellsAreHandedOver() {
    cell.speed = 0.5
    cell.emitterCells = [CAEmitterCell()]
    cell.magnificationFilter = "nearest"
    let values = layer.commit(at: 0).values.emitter.cells
    #expect(values.count == 1 && values.first?.cells.count == 1)
    #expect(values.first?.name == "spark" && values.first?.birthRate == 1 && values.first?.timing.speed == 0.5)
    #expect(values.first?.magnificationFilter == .nearest)
    #expect(values.first?.contents?.image === cell.contents as? CGImage)
  }

  /// A cell that lies in itself ends at the deepest level.
  @Test func cellsInThemselves() {
    cell.emitterCells = [cell]
    var cells = layer.commit(at: 0).values.emitter.cells
    var levels = 0
    while let first = cells.first {
      levels += 1
      cells = first.cells
    }
    #expect(levels == EmitterCellValues.mostLevels)
    cell.emitterCells = nil
  }

  @Test func contentsThatAreNoImageShowNothing() {
    cell.contents = "a name"
    #expect(count(layer.commit(at: 0), at: 5) == 0)
  }

  /// What was born before the change lives on; a commit that changes nothing of it keeps no past.
  @Test func stoppingLetsParticlesLive() {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    _ = layer.commit(at: 0)
    layer.opacity = 0.9
    #expect(layer.commit(at: 1).values.emitter.past == nil)
    layer.birthRate = 0
    let stopped = layer.commit(at: 5.5)
    #expect(count(stopped, at: 5.6) == 2)
    #expect(count(stopped, at: 6.5) == 1)
    #expect(count(stopped, at: 7) == 0)
    CATransaction.commit()
  }

  @Test func keyPathsAskForACommit() {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    let first = layer.commit(at: 0)
    layer.setValue(3, forKeyPath: "emitterCells.spark.birthRate")
    let second = layer.commit(at: 10)
    #expect(second !== first && second.values.emitter.cells.first?.birthRate == 3)
    // Born at 9 and 10, and then three a second.
    #expect(count(second, at: 10.9) == 4)
    CATransaction.commit()
  }

  @Test func animationsOfCells() {
    let faster = CABasicAnimation(keyPath: "emitterCells.spark.birthRate")
    faster.fromValue = 10
    faster.toValue = 10
    faster.duration = 100
    layer.add(faster, forKey: nil)
    // One at 0, and then each tenth of a second.
    #expect(count(layer.commit(at: 0), at: 1.05) == 11)
  }
}
