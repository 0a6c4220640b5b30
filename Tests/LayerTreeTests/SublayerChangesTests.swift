import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree
import Testing

/// A commit looks only at what changed, and must hand over what a look at everything would.
@Suite struct SublayerChangesTests {
  /// Whether a committed tree is what the layers are now.
  private func matches(_ committed: CommittedLayer, _ layer: CALayer) -> Bool {
    let sublayers = layer.sublayers ?? []
    let mask =
      switch (committed.mask, layer.mask) {
      case (nil, nil): true
      case (let committed?, let mask?): matches(committed, mask)
      default: false
      }
    return committed.identifier == layer.identifier && committed.values.opacity == layer.opacity
      && committed.values.geometry == layer.values.geometry && committed.sublayers.count == sublayers.count && mask
      && zip(committed.sublayers, sublayers).allSatisfy { matches($0, $1) }
  }

  /// 200 commits a seed, each after up to five changes of a tree of some dozens of layers.
  @Test(arguments: 1...12) func aCommitIsWhatTheLayersAre(seed: Int) {
    var random = UInt64(seed)
    func number(below limit: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(random >> 33) % limit
    }
    let root = CALayer()
    var layers = [root]
    for index in 0..<60 {
      let layer = CALayer()
      layers[number(below: min(index + 1, 4))].addSublayer(layer)
      layers.append(layer)
    }
    func change() {
      let layer = layers[number(below: layers.count)]
      let other = layers[number(below: layers.count)]
      switch number(below: 12) {
      case 0: other.addSublayer(layer)
      case 1: other.insertSublayer(layer, at: UInt32(number(below: 5)))
      case 2: if layer !== root { layer.removeFromSuperlayer() }
      case 3: other.mask = other.mask == nil && layer !== root ? layer : nil
      case 4: if layer !== root { root.replaceSublayer(other, with: layer) }
      case 5: layer.setNeedsLayout()
      // Within a tree a part of it may be committed by itself.
      case 6: _ = layer.commit(at: 0)
      default: layer.opacity = Float(number(below: 100)) / 100
      }
    }
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    for step in 0..<200 {
      for _ in 0..<number(below: 6) { change() }
      guard !matches(root.commit(at: Double(step)), root) else { continue }
      Issue.record("The commit after step \(step) is not what the layers are.")
      return
    }
    CATransaction.commit()
  }

  /// One that lays out a sibling before it, and one after it, in one commit.
  @Test func layoutReachesSiblingsThatItMarks() {
    final class Marking: CALayer {
      var marks: [CALayer] = []
      var layouts = 0
      override func layoutSublayers() {
        layouts += 1
        for layer in marks { layer.setNeedsLayout() }
        marks = []
      }
    }
    let root = CALayer()
    let layers = (0..<300).map { _ in Marking() }
    root.sublayers = layers
    _ = root.commit(at: 0)
    for layer in layers { layer.layouts = 0 }
    layers[150].marks = [layers[20], layers[280]]
    layers[280].marks = [layers[281]]
    layers[150].setNeedsLayout()
    _ = root.commit(at: 1)
    #expect([20, 150, 280, 281].allSatisfy { layers[$0].layouts == 1 })
    #expect(layers.filter { $0.layouts > 0 }.count == 4)
  }

  /// What did not change is the same object; what did is another.
  @Test func oneAmongThousandsIsReplaced() {
    let root = CALayer()
    root.sublayers = (0..<5000).map { _ in CALayer() }
    let before = root.commit(at: 0)
    root.sublayers?[3210].opacity = 0.5
    let after = root.commit(at: 1)
    let changed = zip(before.sublayers, after.sublayers).enumerated().filter { $1.0 !== $1.1 }.map(\.offset)
    #expect(changed == [3210] && after.sublayers[3210].values.opacity == 0.5)
  }
}
