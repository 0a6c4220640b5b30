import MultiplaneGraphics
@_spi(Multiplane) import MultiplaneLayerTree
import Testing

/// A class of a program's, that has its own idea of what belongs to it.
private final class RoundLayer: CALayer {
  override func contains(_ p: CGPoint) -> Bool {
    let (x, y) = (p.x - bounds.midX, p.y - bounds.midY)
    return (x * x + y * y).squareRoot() < bounds.width / 2
  }
}

/// The hit test of what is shown is that of the presentation, by a shorter way.
@Suite("hit tests of what is shown") struct ShownHitTests {
  private var random: SplitMix64

  init() { random = SplitMix64(seed: 0) }

  @Test("as the presentation's, in random trees", arguments: 1...60)
  mutating func likePresentations(seed: Int) {
    random = SplitMix64(seed: UInt64(seed))
    let superlayer = CALayer()
    superlayer.position = CGPoint(x: 7, y: 5)
    superlayer.speed = 0.5
    let root = makeLayer(level: 0)
    superlayer.addSublayer(root)
    _ = superlayer.commit(at: 0)
    // A change that is not committed is not shown.
    root.sublayers?.first?.position.x += 50
    var hits = 0
    for _ in 0..<60 {
      let point = CGPoint(x: Double.random(in: -20...220, using: &random), y: .random(in: -20...220, using: &random))
      let time = Double.random(in: 0...3, using: &random)
      let expected = root.presentation(atMediaTime: time)?.hitTest(point)?.model()
      let found = root.shownLayer(at: point, atMediaTime: time)
      #expect(found === expected, "seed \(seed), (\(point.x), \(point.y)) at \(time) s")
      if found != nil { hits += 1 }
    }
    #expect(hits > 0 || root.isHidden || !root.allowsHitTesting || root is CATransformLayer)
  }

  private mutating func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }
  private mutating func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }

  private mutating func makeLayer(level: Int) -> CALayer {
    let makers: [() -> CALayer] = [
      CALayer.init, CALayer.init, CAShapeLayer.init, RoundLayer.init, CATransformLayer.init, CAReplicatorLayer.init,
    ]
    let layer = level == 0 ? CALayer() : makers[Int.random(in: 0..<makers.count, using: &random)]()
    let side = 200 / Double(1 + level)
    layer.bounds = CGRect(x: number(-9...9), y: number(-9...9), width: side, height: side * number(0.5...1))
    layer.position = level == 0 ? CGPoint(x: 100, y: 80) : CGPoint(x: number(0...200), y: number(0...160))
    layer.isHidden = level > 0 && chance(0.05)
    layer.allowsHitTesting = level == 0 || !chance(0.05)
    layer.masksToBounds = chance(0.2)
    layer.isGeometryFlipped = chance(0.1)
    if chance(0.3) { layer.zPosition = number(-20...20).rounded() }
    if chance(0.3) { layer.transform = CATransform3DMakeRotation(number(-3...3), chance(0.5) ? 1 : 0, 0.2, 1) }
    if chance(0.2) { layer.sublayerTransform.m34 = -1 / number(200...900) }
    if chance(0.2) { (layer as? CAReplicatorLayer)?.preservesDepth = true }
    if chance(0.2) { layer.speed = Float(number(0.2...2)) }
    if chance(0.3) {
      let animation = CABasicAnimation(keyPath: chance(0.7) ? "position.x" : "zPosition")
      (animation.fromValue, animation.toValue) = (number(-50...50), number(50...250))
      animation.duration = 2
      layer.add(animation, forKey: "moves")
    }
    if level < 3 {
      for _ in 0..<Int.random(in: 1...4, using: &random) { layer.addSublayer(makeLayer(level: level + 1)) }
    }
    return layer
  }

  @Test("nothing is shown before the first commit")
  func uncommitted() {
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
    #expect(layer.shownLayer(at: .zero, atMediaTime: 0) == nil)
  }
}
