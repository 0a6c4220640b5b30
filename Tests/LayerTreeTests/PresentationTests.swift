import Foundation
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree
import Testing

@Suite("§10 presentation") struct PresentationTests {
  private final class Marked: CALayer {
    var mark = 0
    override init() { super.init() }
    override init(layer: Any) {
      super.init(layer: layer)
      mark = (layer as? Marked)?.mark ?? -1
    }
    required init?(coder: NSCoder) { super.init(coder: coder) }
  }

  @Test("§10 nil before the first commit; of the same class, made by init(layer:)") func made() throws {
    try TestClock.run { _ in
      let layer = Marked()
      layer.mark = 5
      layer.name = "n"
      #expect(layer.presentation() == nil)
      CATransaction.flush()
      let shown: Marked = try #require(layer.presentation())
      #expect(shown !== layer && shown.mark == 5 && shown.name == "n")
      #expect(shown.model() === layer && layer.model() === layer)
      #expect(shown.presentation() === shown)
    }
  }

  @Test("§10 any commit counts, a renderer's too") func committedDirectly() {
    let layer = CALayer()
    layer.opacity = 0.5
    _ = layer.commit(at: 0)
    #expect(layer.presentation()?.opacity == 0.5)
  }

  @Test("§10 values as committed, with animations applied, at the current media time") func values() throws {
    try TestClock.run { clock in
      let layer = CALayer().committed()
      layer.add(
        CABasicAnimation("position", from: CGPoint(x: 0, y: 0), to: CGPoint(x: 8, y: 4), duration: 4), forKey: nil)
      layer.add(CABasicAnimation("transform.rotation.z", from: 0, to: 2, duration: 4), forKey: nil)
      #expect(layer.presentation()?.position == .zero)
      clock.pass(0)
      clock.pass(1)
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      layer.cornerRadius = 9
      let shown = try #require(layer.presentation())
      #expect(shown.position == CGPoint(x: 2, y: 1) && shown.cornerRadius == 1)
      #expect(abs((shown.value(forKeyPath: "transform.rotation.z") as? Double ?? 0) - 0.5) < 1e-12)
      #expect(layer.presentation() === shown)
      CATransaction.commit()
      CATransaction.flush()
      #expect(layer.presentation()?.cornerRadius == 9)
      #expect(layer.position == .zero)
    }
  }

  @Test("§10 sublayers, mask and superlayer are presentations too, of one time") func tree() throws {
    try TestClock.run { clock in
      let (root, child, mask, late) = (CALayer(), CALayer(), CALayer(), CALayer())
      root.addSublayer(child)
      root.mask = mask
      child.add(CABasicAnimation("position.x", from: 0, to: 10, duration: 10), forKey: nil)
      clock.pass(0)
      root.addSublayer(late)
      clock.pass(0)
      let other = CALayer()
      root.addSublayer(other)
      clock.pass(0)
      root.addSublayer(CALayer())
      let shown = try #require(root.presentation())
      let shownChild = try #require(shown.sublayers?.first)
      // The one that was added last is not committed yet.
      #expect(shown.sublayers?.count == 3)
      #expect(shownChild !== child && shownChild.model() === child)
      #expect(shownChild.superlayer === shown && shown.superlayer == nil)
      #expect(child.presentation() === shownChild)
      #expect(shown.mask?.model() === mask && shown.mask?.superlayer === shown)
      clock.pass(5)
      // Still of its own time.
      #expect(shown.sublayers?.first?.position.x == 0)
      #expect(child.presentation()?.position.x == 5)
      #expect(child.presentation()?.superlayer?.model() === root)
    }
  }

  @Test("§10 a presentation is never committed and asks for no action") func notPartOfTheTree() throws {
    try TestClock.run { clock in
      let layer = CALayer().committed()
      let shown = try #require(layer.presentation())
      shown.opacity = 0
      #expect(shown.animationKeys() == nil)
      clock.pass(1)
      #expect(layer.opacity == 1 && layer.presentation()?.opacity == 1)
    }
  }

  @Test("§5 hitTest on a presentation finds layers where they are shown") func hitTest() throws {
    try TestClock.run { clock in
      let (root, moving) = (CALayer(), CALayer())
      root.frame = CGRect(x: 0, y: 0, width: 200, height: 100)
      moving.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
      root.addSublayer(moving)
      moving.add(CABasicAnimation("position.x", from: 10, to: 110, duration: 10), forKey: nil)
      clock.pass(0)
      clock.pass(5)
      let shown = try #require(root.presentation())
      #expect(shown.hitTest(CGPoint(x: 60, y: 10))?.model() === moving)
      #expect(shown.hitTest(CGPoint(x: 10, y: 10))?.model() === root)
      #expect(root.hitTest(CGPoint(x: 10, y: 10)) === moving)
      // As the book asks it: in the superlayer's coordinates.
      #expect(moving.presentation()?.hitTest(CGPoint(x: 60, y: 10)) != nil)
      #expect(moving.presentation()?.hitTest(CGPoint(x: 10, y: 10)) == nil)
    }
  }

  @Test("§11 layers in slower and later time") func layerTime() {
    TestClock.run { clock in
      let (root, slow) = (CALayer(), CALayer())
      root.addSublayer(slow)
      slow.speed = 0.5
      slow.add(CABasicAnimation("zPosition", from: 0, to: 8, duration: 4), forKey: nil)
      clock.pass(0)
      clock.pass(4)
      #expect(slow.presentation()?.zPosition == 4)
      clock.pass(3.9)
      #expect(abs((slow.presentation()?.zPosition ?? 0) - 7.9) < 1e-9)
      clock.pass(0.2)
      #expect(slow.presentation()?.zPosition == 0 && slow.animationKeys() == nil)
    }
  }

  @Test("§11 a layer that stands still shows its timeOffset") func pausedLayer() {
    TestClock.run { clock in
      let layer = CALayer().committed()
      layer.speed = 0
      layer.add(CABasicAnimation("zPosition", from: 0, to: 8, duration: 4), forKey: nil)
      clock.pass(0)
      layer.timeOffset = 1
      clock.pass(100)
      #expect(layer.presentation()?.zPosition == 2)
    }
  }
}

// One after another: what is displayed is noted for all of them in one place.
@Suite("§1 custom animatable keys", .serialized) struct CustomKeyTests {
  private final class Gauge: CALayer {
    @AnimatableProperty("level") var level: CGFloat = 0
    @AnimatableProperty("needle") var needle: CGPoint = .zero
    /// The levels of presentations that were displayed.
    nonisolated(unsafe) static var drawn: [CGFloat] = []

    override class func needsDisplay(forKey key: String) -> Bool { key == "level" || super.needsDisplay(forKey: key) }
    override func display() { Self.drawn.append(level) }
  }

  @Test("§1 unknown keys store any value and are copied") func storing() throws {
    let layer = Gauge()
    layer.level = 3
    layer.setValue("text", forKey: "anything")
    #expect(layer.value(forKey: "level") as? CGFloat == 3 && layer.level == 3)
    #expect(Gauge(layer: layer).level == 3 && layer.value(forKey: "nothing") == nil)
  }

  @Test("§1 the presentation has the animated values") func animated() throws {
    try TestClock.run { clock in
      let layer = Gauge().committed()
      layer.level = 2
      layer.add(CABasicAnimation("level", to: 10, duration: 4), forKey: "level")
      layer.add(
        CABasicAnimation("needle", from: CGPoint.zero, to: CGPoint(x: 4, y: 8), duration: 4), forKey: "needle")
      clock.pass(0)
      clock.pass(1)
      let shown = try #require(layer.presentation())
      #expect(shown.level == 4 && shown.needle == CGPoint(x: 1, y: 2))
      #expect(layer.level == 2 && layer.needle == .zero)
    }
  }

  @Test("§1 needsDisplay(forKey:): on each change of the value, and while it is animated") func display() {
    TestClock.run { clock in
      let layer = Gauge().committed()
      Gauge.drawn = []
      layer.level = 1
      #expect(layer.needsDisplay())
      clock.pass(0)
      layer.level = 1
      #expect(!layer.needsDisplay())
      layer.needle.x = 4
      #expect(!layer.needsDisplay())
      #expect(Gauge.drawn == [1])
      layer.add(CABasicAnimation("level", from: 0, to: 8, duration: 4), forKey: nil)
      clock.pass(0)
      clock.pass(1)
      clock.pass(1)
      #expect(Gauge.drawn == [1, 2, 4])
      clock.pass(5)
      clock.pass(1)
      #expect(Gauge.drawn == [1, 2, 4, 1], "after the end, the layer's own value")
      let stays = CABasicAnimation("level", from: 0, to: 8, duration: 4)
      (stays.fillMode, stays.isRemovedOnCompletion) = (.forwards, false)
      layer.add(stays, forKey: "stays")
      clock.pass(0)
      clock.pass(3.5)
      clock.pass(5)
      clock.pass(1)
      #expect(Gauge.drawn == [1, 2, 4, 1, 7, 8], "the very end of one that stays")
      layer.removeAnimation(forKey: "stays")
      clock.pass(0)
      #expect(Gauge.drawn.last == 1 && Gauge.drawn.count == 7, "what is taken off leaves the layer's own value")
    }
  }

  @Test("§10 a class's action for a key of its own") func action() {
    final class Ring: CALayer {
      @AnimatableProperty("progress") var progress: CGFloat = 0
      override func action(forKey event: String) -> (any CAAction)? {
        guard event == "progress" else { return super.action(forKey: event) }
        let animation = CABasicAnimation(event, from: presentation()?.progress ?? progress, duration: 2)
        return animation
      }
    }
    TestClock.run { clock in
      let ring = Ring().committed()
      ring.progress = 1
      #expect(ring.animationKeys() == ["progress"])
      clock.pass(0)
      clock.pass(0.5)
      #expect(ring.presentation()?.progress == 0.25)
    }
  }
}
