import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree
import Testing

@Suite struct LayerMaskTests {
  private let layer = CALayer()
  private let mask = CALayer()

  init() { layer.mask = mask }

  @Test func aMaskIsNoSublayer() {
    #expect(layer.mask === mask)
    #expect(mask.superlayer === layer)
    #expect(layer.sublayers == nil)
  }

  @Test func removing() {
    mask.removeFromSuperlayer()
    #expect(layer.mask == nil)
    #expect(mask.superlayer == nil)
    layer.mask = mask
    layer.mask = nil
    #expect(mask.superlayer == nil)
  }

  @Test func replacing() {
    let other = CALayer()
    layer.mask = other
    #expect(layer.mask === other && other.superlayer === layer)
    #expect(mask.superlayer == nil)
  }

  @Test func aMaskOutOfATreeLeavesIt() {
    let parent = CALayer()
    let child = CALayer()
    parent.addSublayer(child)
    layer.mask = child
    #expect(parent.sublayers == nil)
    #expect(child.superlayer === layer)
    parent.mask = child
    #expect(layer.mask == nil)
    #expect(child.superlayer === parent)
  }

  @Test func ownSublayerBecomesTheMask() {
    let sublayer = CALayer()
    layer.addSublayer(sublayer)
    layer.mask = sublayer
    #expect(layer.sublayers == nil)
    #expect(layer.mask === sublayer && sublayer.superlayer === layer)
  }

  /// Every way in which a layer becomes a sublayer.
  private static let insertions: [@Sendable (CALayer, CALayer) -> Void] = [
    { $0.addSublayer($1) }, { $0.insertSublayer($1, at: 0) }, { $0.insertSublayer($1, above: $0.sublayers?.first) },
    { $0.insertSublayer($1, below: $0.sublayers?.first) }, { $0.sublayers = ($0.sublayers ?? []) + [$1] },
    { layer, mask in layer.sublayers.map { layer.replaceSublayer($0[0], with: mask) } },
  ]

  @Test(arguments: insertions.indices)
  func ownMaskBecomesASublayer(index: Int) {
    layer.addSublayer(CALayer())
    Self.insertions[index](layer, mask)
    #expect(layer.mask == nil)
    #expect(mask.superlayer === layer)
    #expect(layer.sublayers?.filter { $0 === mask }.count == 1)
  }

  @Test func aMaskIsNoSiblingOfSublayers() {
    let sublayer = CALayer()
    layer.addSublayer(sublayer)
    let new = CALayer()
    layer.insertSublayer(new, below: mask)
    #expect(layer.sublayers?.last === new)
    layer.replaceSublayer(mask, with: CALayer())
    #expect(layer.mask === mask)
  }

  @Test func cyclesAreRefused() {
    layer.mask = layer
    #expect(layer.mask === mask && layer.superlayer == nil)
    mask.mask = layer
    #expect(mask.mask == nil)
    mask.addSublayer(layer)
    #expect(layer.superlayer == nil)
    let inner = CALayer()
    mask.addSublayer(inner)
    inner.mask = layer
    #expect(inner.mask == nil)
  }

  @Test func masksCountAsLevels() {
    let first = CALayer()
    var last = first
    for level in 1..<CALayer.maximumLevels {
      let next = CALayer()
      if level % 2 == 0 { last.mask = next } else { last.addSublayer(next) }
      last = next
    }
    let beyond = CALayer()
    last.mask = beyond
    #expect(beyond.superlayer == nil && last.mask == nil)
    // The whole chain cannot go one level down either, also after its bound was counted again.
    let top = CALayer()
    top.mask = first
    #expect(top.mask == nil)
    last.removeFromSuperlayer()
    top.mask = first
    #expect(top.mask === first)
  }

  @Test func committing() throws {
    mask.cornerRadius = 3
    let sibling = CALayer()
    layer.addSublayer(sibling)
    let committed = layer.commit(at: 0)
    #expect(committed.mask?.identifier == mask.identifier)
    #expect(committed.mask?.values.cornerRadius == 3)
    #expect(committed.sublayers.map(\.identifier) == [sibling.identifier])
    #expect(layer.commit(at: 1) === committed)
    layer.mask = mask
    #expect(layer.commit(at: 1) === committed)
    // A change within the mask climbs, and shares the rest.
    mask.opacity = 0.5
    let changed = layer.commit(at: 1)
    #expect(changed !== committed && changed.mask !== committed.mask)
    #expect(changed.sublayers[0] === committed.sublayers[0])
    layer.mask = nil
    #expect(layer.commit(at: 1).mask == nil)
  }

  @Test func masksAreInTheLayersTime() {
    layer.speed = 2
    let fade = CABasicAnimation(keyPath: "opacity")
    fade.toValue = 0
    mask.add(fade, forKey: nil)
    // The layer's time is 10, and the mask's too.
    #expect(layer.commit(at: 5).mask?.animations.first?.timing.beginTime == 10)
    #expect(layer.commit(at: 5).isAnimated)
  }

  @Test func byKey() {
    #expect(layer.value(forKey: "mask") as? CALayer === mask)
    layer.setValue("a mask", forKey: "mask")
    #expect(layer.mask === mask)
    layer.setValue(nil, forKey: "mask")
    #expect(layer.mask == nil)
    layer.setValue(mask, forKey: "mask")
    #expect(layer.mask === mask)
  }

  @Test func contentsOfAMaskFlipWithTheLayer() {
    #expect(mask.contentsAreFlipped())
    layer.isGeometryFlipped = true
    #expect(!mask.contentsAreFlipped())
  }

  /// Gradient and replicator are committed as what they are, with animations of their own keys.
  @Test func kindsAndTheirAnimations() {
    let gradient = CAGradientLayer()
    let shine = CABasicAnimation(keyPath: "locations")
    shine.toValue = [0.0, 1.0] as [NSNumber]
    gradient.add(shine, forKey: nil)
    let wrong = CABasicAnimation(keyPath: "locations")
    wrong.toValue = 1
    gradient.add(wrong, forKey: nil)
    let type = CABasicAnimation(keyPath: "type")
    type.toValue = "radial"
    gradient.add(type, forKey: nil)
    let committed = gradient.commit(at: 0)
    #expect(committed.kind == .gradient)
    #expect(committed.animations.map(\.change?.ends?.to) == [.numbers([0, 1])])
    #expect(CAReplicatorLayer().commit(at: 0).kind == .replicator)
  }
}
