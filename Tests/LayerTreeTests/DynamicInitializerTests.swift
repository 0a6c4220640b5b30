import Foundation
import MultiplaneGraphics
@_spi(Multiplane) import MultiplaneLayerTree
import Testing

/// Copies of objects whose classes programs write as for Apple's systems: no initialiser is
/// `required`.
@Suite("§1 objects of a program's classes") struct DynamicInitializerTests {
  /// As books write it.
  final class Overriding: CALayer {
    var number = 1
    var isCopy = false

    override init() {
      super.init()
      number = 2
    }

    override init(layer: Any) {
      super.init(layer: layer)
      if let other = layer as? Overriding { number = other.number }
      isCopy = true
    }

    required init?(coder: NSCoder) { super.init(coder: coder) }
  }

  /// Without initialisers.
  final class Inheriting: CAShapeLayer { var words = ["as new"] }

  /// One further down.
  class Between: CAGradientLayer {}
  final class Below: Between {
    override init(layer: Any) {
      super.init(layer: layer)
      name = "copy"
    }
    required init?(coder: NSCoder) { super.init(coder: coder) }
  }

  /// With an initialiser of its own, and none for copies.
  final class Own: CALayer {
    let number: Int

    init(number: Int) {
      self.number = number
      super.init()
    }

    required init?(coder: NSCoder) { return nil }
  }

  @Test func theOverrideIsCalled() throws {
    let layer = Overriding()
    layer.number = 7
    layer.opacity = 0.5
    let copy = try #require(layer.copyOfSameClass() as? Overriding)
    #expect(copy.number == 7 && copy.isCopy && copy.opacity == 0.5)
    #expect(!layer.isCopy)
  }

  @Test func theInheritedOneIsCalled() throws {
    let layer = Inheriting()
    layer.lineWidth = 3
    layer.words = ["other"]
    let copy = try #require(layer.copyOfSameClass() as? Inheriting)
    #expect(copy.lineWidth == 3 && copy.words == ["as new"])
  }

  @Test func eachOfTheLibrarysClassesMakesItsOwn() {
    let layers = [
      CALayer(), CAShapeLayer(), CAGradientLayer(), CATextLayer(), CAReplicatorLayer(), CATransformLayer(),
      CAEmitterLayer(), CAScrollLayer(), CATiledLayer(),
    ]
    for layer in layers {
      layer.zPosition = 4
      let copy = layer.copyOfSameClass()
      #expect(type(of: copy) == type(of: layer) && copy.zPosition == 4)
    }
  }

  @Test func newLayersOfAClassThatIsFoundWhenTheProgramRuns() {
    let types: [CALayer.Type] = [CALayer.self, CAShapeLayer.self, CATiledLayer.self, Overriding.self, Inheriting.self]
    for type in types {
      let layer = CALayer.make(of: type)
      #expect(Swift.type(of: layer) == type && layer.bounds == .zero && layer.opacity == 1)
      #expect(CALayer.make(of: type as AnyClass).map { Swift.type(of: $0) == type } == true)
    }
    #expect(CALayer.make(of: Overriding.self).number == 2, "by init() of the class")
    #expect(CALayer.make(of: Inheriting.self).words == ["as new"])
    #expect(CALayer.make(of: NSObject.self) == nil && CALayer.make(of: CAAnimation.self as AnyClass) == nil)
  }

  @Test func ofASubclassOfASubclass() {
    // It has no init() of its own that could be called: it is made as a copy of another layer.
    let copy = Below(layer: CAGradientLayer()).copyOfSameClass()
    #expect(copy is Below && copy.name == "copy")
  }

  @Test func aClassWithoutWorksUntilItsPresentation() {
    let layer = Own(number: 3)
    let root = CALayer()
    root.addSublayer(layer)
    _ = root.commit(at: 0)
    #expect(layer.number == 3)
  }

  final class Slow: CABasicAnimation {
    override init() {
      super.init()
      duration = 3
    }

    required init?(coder: NSCoder) { super.init(coder: coder) }
  }

  @Test func animationsAreCopiedByInit() throws {
    let slow = Slow(keyPath: "opacity")
    #expect(slow.duration == 3 && slow.keyPath == "opacity")
    slow.toValue = 0.25
    let copy = try #require(slow.copy() as? Slow)
    #expect(copy !== slow && copy.toValue as? Double == 0.25 && copy.duration == 3)
    #expect(!slow.shouldArchiveValue(forKey: "duration"))
    let layer = CALayer()
    layer.add(slow, forKey: "slow")
    #expect(layer.animation(forKey: "slow") is Slow)
  }

  @Test func eachOfTheLibrarysAnimationsMakesItsOwn() {
    let animations = [
      CAAnimation(), CABasicAnimation(), CAKeyframeAnimation(), CASpringAnimation(), CAAnimationGroup(), CATransition(),
    ]
    for animation in animations {
      animation.speed = 2
      let copy = animation.copy() as? CAAnimation
      #expect(copy.map { type(of: $0) == type(of: animation) } == true && copy?.speed == 2)
    }
  }
}
