import Foundation
import MultiplaneLayerTree
import MultiplaneRenderTree
import TestTiers
import Testing

@Suite struct LayerNestingTests {
  /// A chain of layers, each within the one before: the first and the last.
  private static func chain(_ count: Int) -> (first: CALayer, last: CALayer) {
    let first = CALayer()
    var last = first
    for _ in 1..<count {
      let layer = CALayer()
      last.addSublayer(layer)
      last = layer
    }
    return (first, last)
  }

  private static func levels(_ layer: CALayer) -> Int {
    var count = 1
    var layer = layer
    while let next = layer.sublayers?.first {
      count += 1
      layer = next
    }
    return count
  }

  @Test func addsUpToTheLimit() {
    let (first, last) = Self.chain(CALayer.maximumLevels)
    #expect(Self.levels(first) == CALayer.maximumLevels)
    let beyond = CALayer()
    last.addSublayer(beyond)
    #expect(beyond.superlayer == nil)
    #expect(last.sublayers == nil)
    last.superlayer?.addSublayer(beyond)
    #expect(beyond.superlayer != nil)
  }

  @Test func countsWhatIsWithinTheLayer() {
    let (upper, end) = Self.chain(CALayer.maximumLevels - 10)
    let (lower, _) = Self.chain(11)
    end.addSublayer(lower)
    #expect(lower.superlayer == nil)
    end.insertSublayer(lower, at: 0)
    end.sublayers = [lower]
    #expect(end.sublayers == nil)
    end.superlayer?.addSublayer(lower)
    #expect(Self.levels(upper) == CALayer.maximumLevels - 10)
    #expect(lower.superlayer === end.superlayer)
    end.superlayer?.replaceSublayer(end, with: lower)
    #expect(Self.levels(upper) == CALayer.maximumLevels)
  }

  /// What was removed no longer counts, also when layers are added below those that were counted
  /// again.
  @Test func removingMakesRoom() {
    let (upper, end) = Self.chain(CALayer.maximumLevels - 2)
    let layer = CALayer()
    let inner = CALayer()
    layer.addSublayer(inner)
    let (deep, _) = Self.chain(100)
    inner.addSublayer(deep)
    end.addSublayer(layer)
    #expect(layer.superlayer == nil)
    deep.removeFromSuperlayer()
    end.addSublayer(layer)
    #expect(layer.superlayer === end)
    #expect(Self.levels(upper) == CALayer.maximumLevels)
    inner.addSublayer(deep)
    #expect(deep.superlayer == nil)

    layer.removeFromSuperlayer()
    inner.addSublayer(CALayer())
    end.addSublayer(layer)
    #expect(layer.superlayer == nil)
  }

  @Test func chainsMadeFromTheInsideOut() {
    var inner = CALayer()
    for _ in 1..<2000 {
      let outer = CALayer()
      outer.addSublayer(inner)
      inner = outer
    }
    #expect(Self.levels(inner) <= CALayer.maximumLevels)
  }

  @Test func tenThousandWithinEachOther() {
    var layers = [CALayer()]
    for index in 1..<10_000 {
      layers.append(CALayer())
      layers[index - 1].addSublayer(layers[index])
    }
    #expect(Self.levels(layers[0]) == CALayer.maximumLevels)
    // The next one begins a tree of its own.
    #expect(layers[CALayer.maximumLevels].superlayer == nil)
    #expect(Self.levels(layers[CALayer.maximumLevels]) == CALayer.maximumLevels)
    let root = layers[0]
    layers = []
    let tree = CommittedTree(size: .zero, scale: 1, background: nil, root: root.commit(at: 0))
    #expect(tree.evaluate(at: 0).root?.count == CALayer.maximumLevels)
  }

  /// Replicators within each other and masks of masks take more stack for a level: the deepest tree
  /// of them is evaluated on the stack that Linux gives a thread.
  @Test(.ownTime, arguments: [true, false])
  func theDeepestTreeOfEffects(isMask: Bool) async {
    let count = await withCheckedContinuation { continuation in
      let thread = Thread {
        let root = CAReplicatorLayer()
        var last: CALayer = root
        for _ in 1..<CALayer.maximumLevels {
          let next = CAReplicatorLayer()
          if isMask { last.mask = next } else { last.addSublayer(next) }
          last = next
        }
        let fade = CABasicAnimation(keyPath: "opacity")
        fade.fromValue = 0.5
        fade.duration = 10
        last.add(fade, forKey: nil)
        let tree = CommittedTree(size: .zero, scale: 1, background: nil, root: root.commit(at: 0))
        continuation.resume(returning: tree.evaluate(at: 1).root?.count)
      }
      thread.stackSize = 8 << 20
      thread.start()
    }
    #expect(count == CALayer.maximumLevels)
  }

  /// The deepest tree is made, committed, evaluated and freed on a quarter of the stack that Linux
  /// gives a thread.
  @Test(.ownTime) func theDeepestTreeNeedsLittleStack() async {
    let count = await withCheckedContinuation { continuation in
      let thread = Thread {
        let (first, last) = Self.chain(CALayer.maximumLevels)
        let fade = CABasicAnimation(keyPath: "opacity")
        fade.fromValue = 0.5
        fade.duration = 10
        last.add(fade, forKey: nil)
        let tree = CommittedTree(size: .zero, scale: 1, background: nil, root: first.commit(at: 0))
        continuation.resume(returning: tree.evaluate(at: 1).root?.count)
      }
      thread.stackSize = 2 << 20
      thread.start()
    }
    #expect(count == CALayer.maximumLevels)
  }
}
