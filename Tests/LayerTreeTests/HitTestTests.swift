import MultiplaneGraphics
@_spi(Multiplane) import MultiplaneLayerTree
import Testing

/// A tree of named layers: a root of 100 × 100 points that fills the canvas, and what is put into
/// it.
private struct TestTree {
  let root = CALayer()

  init() {
    root.name = "root"
    root.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
  }

  @discardableResult func add(
    _ name: String, _ frame: CGRect, to superlayer: CALayer? = nil, _ layer: CALayer = CALayer()
  ) -> CALayer {
    layer.name = name
    layer.frame = frame
    (superlayer ?? root).addSublayer(layer)
    return layer
  }

  func hit(_ x: CGFloat, _ y: CGFloat) -> String? { root.hitTest(CGPoint(x: x, y: y))?.name }
}

private func rect(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CGRect {
  CGRect(x: x, y: y, width: width, height: height)
}

@Suite("§3 contains") struct LayerContainsTests {
  @Test(
    "the edges of the least x and y are inside, the others are not",
    arguments: [
      (5, 6, true), (14.999, 25.999, true), (15, 6, false), (5, 26, false), (4.999, 6, false), (5, 5.999, false),
    ] as [(CGFloat, CGFloat, Bool)])
  func edges(x: CGFloat, y: CGFloat, isInside: Bool) {
    let layer = CALayer()
    layer.bounds = rect(5, 6, 10, 20)
    layer.position = CGPoint(x: 1000, y: 1000)
    layer.transform = CATransform3DMakeScale(3, 3, 1)
    layer.cornerRadius = 10
    layer.mask = CALayer()
    #expect(layer.contains(CGPoint(x: x, y: y)) == isInside)
  }

  @Test func emptyBoundsContainNothing() {
    #expect(!CALayer().contains(.zero))
  }
}

@Suite("§5 hit testing") struct HitTestTests {
  private let tree = TestTree()

  @Test("the point is in the superlayer's coordinates")
  func superlayersCoordinates() {
    tree.root.position = CGPoint(x: 550, y: 550)
    #expect(tree.hit(500, 500) == "root")
    #expect(tree.hit(599.9, 599.9) == "root")
    #expect(tree.hit(600, 550) == nil)
    #expect(tree.hit(50, 50) == nil)
  }

  @Test("the foremost layer that is deepest in the tree is hit")
  func deepest() {
    let outer = tree.add("outer", rect(10, 10, 50, 50))
    tree.add("inner", rect(10, 10, 20, 20), to: outer)
    tree.add("front", rect(40, 40, 50, 50))
    #expect(tree.hit(25, 25) == "inner")
    #expect(tree.hit(15, 15) == "outer")
    #expect(tree.hit(45, 45) == "front")
    #expect(tree.hit(5, 5) == "root")
  }

  @Test("sublayers outside their superlayer's bounds are hit unless it masks", arguments: [false, true])
  func outside(masks: Bool) {
    let outer = tree.add("outer", rect(10, 10, 20, 20))
    outer.masksToBounds = masks
    tree.add("inner", rect(30, 30, 20, 20), to: outer)
    #expect(tree.hit(45, 45) == (masks ? "root" : "inner"))
    #expect(tree.hit(15, 15) == "outer")
  }

  @Test("hidden layers are left out, with all within them; transparent ones are not")
  func hidden() {
    let outer = tree.add("outer", rect(10, 10, 50, 50))
    tree.add("inner", rect(0, 0, 20, 20), to: outer)
    outer.opacity = 0
    #expect(tree.hit(15, 15) == "inner")
    outer.isHidden = true
    #expect(tree.hit(15, 15) == "root")
    #expect(outer.hitTest(CGPoint(x: 15, y: 15)) == nil)
  }

  @Test("layers that allow no hit testing are left out, with all within them, also those that are only a space")
  func allowsHitTesting() {
    let outer = tree.add("outer", rect(10, 10, 50, 50))
    tree.add("inner", rect(0, 0, 20, 20), to: outer)
    outer.allowsHitTesting = false
    #expect(tree.hit(15, 15) == "root")
    let space = tree.add("space", rect(0, 0, 100, 100), CATransformLayer())
    tree.add("within", rect(0, 0, 20, 20), to: space)
    #expect(tree.hit(15, 15) == "within")
    space.allowsHitTesting = false
    #expect(tree.hit(15, 15) == "root")
    tree.root.allowsHitTesting = false
    #expect(tree.hit(5, 5) == nil)
  }

  @Test("corners and masks play no part")
  func corners() {
    let layer = tree.add("round", rect(10, 10, 50, 50))
    layer.cornerRadius = 25
    layer.masksToBounds = true
    layer.mask = CALayer()
    layer.mask?.name = "mask"
    #expect(tree.hit(10, 10) == "round")
  }

  @Test("a point goes back through transforms, flips and sublayer transforms")
  func transforms() {
    let layer = tree.add("turned", rect(40, 45, 20, 10))
    layer.setAffineTransform(CGAffineTransform(rotationAngle: .pi / 2))
    #expect(tree.hit(50, 41) == "turned")
    #expect(tree.hit(41, 50) == "root")
    tree.root.isGeometryFlipped = true
    layer.position.y = 80
    #expect(tree.hit(50, 20) == "turned")
    #expect(tree.hit(50, 80) == "root")
    tree.root.sublayerTransform = CATransform3DMakeScale(0.5, 0.5, 1)
    #expect(tree.hit(50, 35) == "turned")
    #expect(tree.hit(50, 20) == "root")
  }

  @Test("what is degenerate, by a right angle or a scale of 0, is not hit")
  func nothing() {
    let layer = tree.add("nothing", rect(0, 0, 50, 50))
    layer.transform = CATransform3DMakeScale(0, 1, 1)
    #expect(tree.hit(25, 25) == "root")
    // Beside its middle, through which the line goes that it has become.
    layer.transform = CATransform3DMakeRotation(.pi / 2, 0, 1, 0)
    #expect(tree.hit(24, 25) == "root")
  }

  @Test("in perspective a layer is hit where it is seen, and not behind the camera")
  func perspective() {
    tree.root.sublayerTransform.m34 = -1.0 / 200
    let layer = tree.add("near", rect(40, 40, 20, 20))
    layer.zPosition = 100
    #expect(tree.hit(31, 31) == "near")
    #expect(tree.hit(29, 29) == "root")
    layer.zPosition = 300
    #expect(tree.hit(50, 50) == "root")
  }

  @Test("a transform layer is never hit; its sublayers are, by way of a layer around it")
  func transformLayers() {
    let space = tree.add("space", rect(10, 10, 50, 50), CATransformLayer())
    let inner = tree.add("inner", rect(0, 0, 20, 20), to: space)
    #expect(tree.hit(15, 15) == "inner")
    #expect(tree.hit(45, 45) == "root")
    #expect(space.hitTest(CGPoint(x: 15, y: 15)) == nil)
    // Its point is in the coordinates of the root, as the transform layer has none.
    #expect(inner.hitTest(CGPoint(x: 15, y: 15)) === inner)
    space.isHidden = true
    #expect(tree.hit(15, 15) == "root")
  }

  @Test("of a replicator's instances the first is looked at")
  func replicator() {
    let replicator = CAReplicatorLayer()
    replicator.instanceCount = 3
    replicator.instanceTransform = CATransform3DMakeTranslation(20, 0, 0)
    tree.add("replicator", rect(0, 0, 100, 100), replicator)
    tree.add("instance", rect(0, 0, 10, 10), to: replicator)
    #expect(tree.hit(5, 5) == "instance")
    #expect(tree.hit(25, 5) == "replicator")
  }

  @Test("a scrolled layer is hit where it is seen")
  func scrolled() {
    let scroll = CAScrollLayer()
    tree.add("scroll", rect(0, 0, 50, 50), scroll)
    tree.add("content", rect(60, 60, 20, 20), to: scroll)
    #expect(tree.hit(65, 65) == "root")
    scroll.scroll(to: CGPoint(x: 50, y: 50))
    #expect(tree.hit(15, 15) == "content")
  }

  @Test("a subclass may say for itself what it contains and what is hit")
  func overriding() {
    final class Round: CALayer {
      override func contains(_ p: CGPoint) -> Bool { hypot(p.x - bounds.midX, p.y - bounds.midY) < bounds.width / 2 }
    }
    final class Deaf: CALayer {
      override func hitTest(_ p: CGPoint) -> CALayer? { nil }
    }
    tree.add("round", rect(10, 10, 50, 50), Round())
    tree.add("deaf", rect(70, 70, 20, 20), Deaf())
    #expect(tree.hit(11, 11) == "root")
    #expect(tree.hit(35, 35) == "round")
    #expect(tree.hit(80, 80) == "root")
  }

  @Test("on a presentation the same rules apply to what is shown")
  func presentation() throws {
    let outer = tree.add("outer", rect(0, 0, 100, 100))
    let layer = tree.add("moving", rect(0, 0, 10, 10), to: outer)
    let move = CABasicAnimation(keyPath: "position.x")
    move.toValue = 95
    move.duration = 10
    layer.add(move, forKey: "move")
    _ = tree.root.commit(at: 0)
    let shown = try #require(tree.root.presentation(atMediaTime: 5))
    // Half way from 5 to 95.
    #expect(shown.hitTest(CGPoint(x: 50, y: 5))?.model() === layer)
    #expect(shown.hitTest(CGPoint(x: 5, y: 5))?.model() === outer)
    #expect(tree.hit(5, 5) == "moving")
    let hit = try #require(shown.hitTest(CGPoint(x: 50, y: 5)))
    #expect(hit.convert(CGPoint(x: 50, y: 5), from: shown) == CGPoint(x: 5, y: 5))
  }

  @Test("layers of no size are not hit, but their sublayers are")
  func empty() {
    let empty = tree.add("empty", rect(20, 20, 0, 0))
    #expect(tree.hit(20, 20) == "root")
    tree.add("inner", rect(0, 0, 10, 10), to: empty)
    #expect(tree.hit(25, 25) == "inner")
  }
}

/// One after another, because the order is a setting of the whole program; other tests have no
/// layers at different depths.
@Suite("§5, §20 hit-testing order", .serialized) struct HitTestOrderTests {
  private let tree = TestTree()

  init() {
    tree.add("first", rect(0, 0, 50, 50))
    tree.add("second", rect(0, 0, 50, 50))
    tree.add("third", rect(0, 0, 50, 50))
  }

  @Test("measured: a higher zPosition is found first, and of equal ones the later")
  func byDepth() {
    #expect(CALayer.hitTestOrder == .zPosition)
    #expect(tree.hit(25, 25) == "third")
    tree.root.sublayers?[0].zPosition = 1
    #expect(tree.hit(25, 25) == "first")
    tree.root.sublayers?[1].zPosition = 1
    #expect(tree.hit(25, 25) == "second")
    tree.root.sublayers?[2].zPosition = -1
    #expect(tree.hit(25, 25) == "second")
  }

  @Test("the book: the order of the tree, whatever the zPosition")
  func byTree() {
    CALayer.hitTestOrder = .tree
    defer { CALayer.hitTestOrder = .zPosition }
    tree.root.sublayers?[0].zPosition = 1
    #expect(tree.hit(25, 25) == "third")
  }
}
