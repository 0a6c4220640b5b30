import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree
import Testing

@Suite struct LayerCommitTests {
  private let root = CALayer()

  @Test func nothingNewIsTheSameObject() {
    root.addSublayer(CALayer())
    let committed = root.commit(at: 0)
    #expect(root.commit(at: 5) === committed)
    root.opacity = 1
    root.backgroundColor = nil
    root.name = nil
    root.speed = 1
    root.addSublayer(root.sublayers?.first ?? CALayer())
    root.sublayers = root.sublayers
    root.removeAnimation(forKey: "none")
    root.removeAllAnimations()
    #expect(root.commit(at: 5) === committed)
    root.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    let red = root.commit(at: 5)
    root.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    #expect(red !== committed)
    #expect(root.commit(at: 5) === red)
  }

  @Test func carriesEverything() {
    root.name = "root"
    root.speed = 2
    root.cornerRadius = 3
    let sublayer = CATransformLayer()
    root.addSublayer(sublayer)
    let committed = root.commit(at: 0)
    #expect(committed.identifier == root.identifier)
    #expect(committed.name == "root" && committed.kind == .layer)
    #expect(committed.timing.speed == 2 && committed.values.cornerRadius == 3)
    #expect(committed.sublayers.map(\.identifier) == [sublayer.identifier])
    #expect(committed.sublayers.map(\.kind) == [.transform])
  }

  @Test(
    arguments: [
      { $0.name = "new" }, { $0.speed = 2 }, { $0.timeOffset = 1 }, { $0.addSublayer(CALayer()) },
      { $0.sublayers?.first?.removeFromSuperlayer() }, { $0.sublayers?.first?.opacity = 0.5 },
      { $0.add(CABasicAnimation(keyPath: "opacity"), forKey: nil) },
      { $0.frame = CGRect(x: 0, y: 0, width: 1, height: 1) },
      { $0.sublayers = nil }, { CALayer().addSublayer($0.sublayers?.first ?? $0) },
    ] as [@Sendable (CALayer) -> Void])
  func changesAreSeen(_ change: @Sendable (CALayer) -> Void) {
    let layer = CALayer()
    layer.addSublayer(CALayer())
    root.addSublayer(layer)
    let sibling = CALayer()
    root.addSublayer(sibling)
    let before = root.commit(at: 0)
    change(layer)
    let after = root.commit(at: 0)
    #expect(after !== before)
    #expect(after.sublayers[0] !== before.sublayers[0])
    #expect(after.sublayers[1] === before.sublayers[1])
  }

  /// 100 rows of 100 layers, of which one changes.
  @Test func whatDidNotChangeIsShared() {
    for _ in 0..<100 {
      let row = CALayer()
      for _ in 0..<100 { row.addSublayer(CALayer()) }
      root.addSublayer(row)
    }
    let before = root.commit(at: 0)
    root.sublayers?[30].sublayers?[70].opacity = 0.5
    let after = root.commit(at: 1)
    for (row, (old, new)) in zip(before.sublayers, after.sublayers).enumerated() {
      #expect((old === new) == (row != 30))
      for (column, (old, new)) in zip(old.sublayers, new.sublayers).enumerated() {
        #expect((old === new) == (row != 30 || column != 70))
      }
    }
    // And so are the render nodes.
    let oldTree = CommittedTree(size: .zero, scale: 1, background: nil, root: before).evaluate(at: 0).root
    let newTree = CommittedTree(size: .zero, scale: 1, background: nil, root: after).evaluate(at: 1).root
    #expect(oldTree?.count == 10_101 && newTree?.count == 10_101)
    for (row, (old, new)) in zip(oldTree?.sublayers ?? [], newTree?.sublayers ?? []).enumerated() {
      #expect((old === new) == (row != 30))
    }
    #expect(oldTree?.sublayers[30].sublayers[71] === newTree?.sublayers[30].sublayers[71])
  }

  @Test func aCommittedTreeDoesNotChange() {
    let layer = CALayer()
    root.addSublayer(layer)
    let committed = root.commit(at: 0)
    layer.opacity = 0.25
    layer.removeFromSuperlayer()
    #expect(committed.sublayers.count == 1)
    #expect(committed.sublayers.first?.values.opacity == 1)
  }

  @Test func layersMoveWithWhatTheyWereCommittedAs() {
    let other = CALayer()
    let layer = CALayer()
    other.addSublayer(layer)
    let committed = other.commit(at: 0).sublayers.first
    _ = root.commit(at: 0)
    root.addSublayer(layer)
    #expect(root.commit(at: 0).sublayers.first === committed)
    #expect(other.commit(at: 0).sublayers.isEmpty)
    layer.opacity = 0.5
    #expect(root.commit(at: 0).sublayers.first?.values.opacity == 0.5)
  }

  @Test func committingASublayerAlone() {
    let layer = CALayer()
    root.addSublayer(layer)
    _ = layer.commit(at: 0)
    let first = root.commit(at: 0)
    layer.opacity = 0.5
    _ = layer.commit(at: 0)
    let second = root.commit(at: 0)
    #expect(first !== second)
    #expect(second.sublayers.first?.values.opacity == 0.5)
  }
}
