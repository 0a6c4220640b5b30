import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree
import Testing

@Suite("§14 CATransition") struct CATransitionTests {
  @Test("§14 the default values") func defaults() {
    let transition = CATransition()
    #expect(transition.type == .fade && transition.subtype == nil)
    #expect(transition.startProgress == 0 && transition.endProgress == 1 && transition.filter == nil)
    #expect(CATransition.defaultValue(forKey: "type") as? String == "fade")
    #expect(CATransition.defaultValue(forKey: "endProgress") as? Float == 1)
    #expect(CATransition.defaultValue(forKey: "startProgress") == nil)
    #expect(kCATransitionPush == .push && kCATransitionFromTop == .fromTop)
  }

  @Test("§14 progress is kept unchecked, and copied") func copying() throws {
    let transition = CATransition()
    transition.type = .push
    transition.subtype = .fromBottom
    transition.startProgress = -3
    transition.endProgress = 7
    let copy = try #require(transition.copy() as? CATransition)
    #expect(copy.type == .push && copy.subtype == .fromBottom && copy.startProgress == -3 && copy.endProgress == 7)
  }

  @Test("§12 its key is always transition, so that another replaces it") func key() {
    let layer = CALayer()
    layer.add(CATransition(), forKey: "mine")
    layer.add(CATransition(), forKey: nil)
    #expect(layer.animationKeys() == [kCATransition])
  }

  @Test("§14 it begins with the layer as it was committed last, sublayers and contents too") func capture() throws {
    try TestClock.run { clock in
      let (layer, child) = (CALayer(), CALayer())
      layer.opacity = 0.5
      layer.addSublayer(child)
      clock.pass(0)
      let before = try #require(layer.presentation())
      #expect(before.opacity == 0.5)
      let transition = CATransition()
      transition.duration = 2
      layer.add(transition, forKey: nil)
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      layer.opacity = 0.25
      child.removeFromSuperlayer()
      CATransaction.commit()
      let committed = layer.commit(at: clock.now)
      let shown = try #require(committed.animations.first?.transition)
      #expect(shown.old?.values.opacity == 0.5 && shown.old?.sublayers.count == 1)
      #expect(committed.values.opacity == 0.25 && committed.sublayers.isEmpty)
      clock.pass(2.1)
      #expect(layer.animationKeys() == nil)
    }
  }

  @Test("§14 one after another: the old one is let go") func chain() throws {
    try TestClock.run { clock in
      let layer = CALayer().committed()
      for _ in 0..<5 {
        layer.add(CATransition(), forKey: nil)
        clock.pass(0.01)
      }
      let old = try #require(layer.commit(at: clock.now).animations.first?.transition?.old)
      #expect(old.animations.isEmpty)
    }
  }

  @Test(
    "§14 an unknown type counts as a fade; nil comes from the left",
    arguments: [
      (
        CATransitionType(rawValue: "pageCurl"), CATransitionSubtype?.none, Transition.Kind.fade,
        Transition.Side.fromLeft
      ),
      (.reveal, .fromTop, .reveal, .fromTop),
    ])
  func names(type: CATransitionType, subtype: CATransitionSubtype?, kind: Transition.Kind, side: Transition.Side) {
    let layer = CALayer()
    let transition = CATransition()
    transition.type = type
    transition.subtype = subtype
    layer.add(transition, forKey: nil)
    let committed = layer.commit(at: 0).animations.first?.transition
    #expect(committed?.kind == kind && committed?.side == side)
  }

  @Test("§10 as the action of a change") func action() {
    TestClock.run { clock in
      let layer = CALayer().committed()
      let push = CATransition()
      push.type = .push
      layer.actions = ["backgroundColor": push]
      layer.backgroundColor = .black
      #expect((layer.animation(forKey: kCATransition) as? CATransition)?.type == .push)
    }
  }
}
