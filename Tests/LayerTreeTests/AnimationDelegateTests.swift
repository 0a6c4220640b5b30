import Foundation
import MultiplaneGraphics
import MultiplaneLayerTree
import Testing

@Suite("§12 animation delegates and completion") struct AnimationDelegateTests {
  private final class Delegate: NSObject, CAAnimationDelegate {
    var events: [String] = []
    func animationDidStart(_ anim: CAAnimation) { events.append("start") }
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
      events.append("\(flag ? "finished" : "stopped") \(anim.value(forKey: "tag") ?? "")")
    }
  }

  private let delegate = Delegate()

  private func animation(_ duration: Double = 2, beginTime: Double = 0) -> CABasicAnimation {
    let animation = CABasicAnimation("opacity", from: 0, to: 1, duration: duration)
    animation.delegate = delegate
    animation.beginTime = beginTime
    animation.setValue("a", forKey: "tag")
    return animation
  }

  @Test("§12 start when the active time begins, stop when it has passed") func events() {
    TestClock.run { clock in
      let layer = CALayer().committed()
      layer.add(animation(beginTime: clock.now + 1), forKey: "a")
      clock.pass(0)
      #expect(delegate.events == [])
      clock.pass(1)
      #expect(delegate.events == ["start"])
      clock.pass(1.9)
      #expect(delegate.events == ["start"] && layer.animationKeys() == ["a"])
      clock.pass(0.2)
      #expect(delegate.events == ["start", "finished a"] && layer.animationKeys() == nil)
      clock.pass(5)
      #expect(delegate.events.count == 2)
    }
  }

  @Test("§12 finished is false for what is taken off or replaced", arguments: 0..<3) func interrupted(way: Int) {
    TestClock.run { clock in
      let layer = CALayer().committed()
      layer.add(animation(), forKey: "a")
      clock.pass(1)
      switch way {
      case 0: layer.removeAnimation(forKey: "a")
      case 1: layer.removeAllAnimations()
      default: layer.add(CABasicAnimation("opacity", from: 0, to: 1, duration: 9), forKey: "a")
      }
      #expect(delegate.events == ["start"])
      clock.pass(0)
      #expect(delegate.events == ["start", "stopped a"])
    }
  }

  /// 2 s, there and back one and a half times: 6 s.
  @Test("§11 the end counts repeats, reversing and speed") func longAnimations() {
    TestClock.run { clock in
      let layer = CALayer().committed()
      let long = animation()
      long.autoreverses = true
      long.repeatCount = 1.5
      long.speed = 2
      layer.add(long, forKey: "a")
      clock.pass(0)
      clock.pass(2.99)
      #expect(delegate.events == ["start"])
      clock.pass(0.02)
      #expect(delegate.events == ["start", "finished a"])
    }
  }

  @Test("§12 one that begins and ends between two flushes is told of both", arguments: [0.1, -5])
  func unseen(delay: Double) {
    TestClock.run { clock in
      let layer = CALayer().committed()
      layer.add(animation(0.05, beginTime: clock.now + delay), forKey: "a")
      clock.pass(0)
      clock.pass(0.3)
      #expect(delegate.events == ["start", "finished a"])
    }
  }

  @Test("§12 an animation that stays is told once, and taken off later as it was") func staying() {
    TestClock.run { clock in
      let layer = CALayer().committed()
      let staying = animation()
      staying.isRemovedOnCompletion = false
      staying.fillMode = .forwards
      layer.add(staying, forKey: "a")
      clock.pass(0)
      clock.pass(3)
      #expect(delegate.events == ["start", "finished a"] && layer.animationKeys() == ["a"])
      layer.removeAnimation(forKey: "a")
      clock.pass(0)
      #expect(delegate.events.count == 2)
    }
  }

  @Test("§11 on add: the copy has the transaction's duration, the caller's object stays") func durations() {
    TestClock.run { _ in
      let layer = CALayer().committed()
      let plain = animation(0)
      layer.add(plain, forKey: "a")
      CATransaction.begin()
      CATransaction.setAnimationDuration(3)
      layer.add(plain, forKey: "b")
      layer.add(animation(1), forKey: "c")
      CATransaction.commit()
      #expect(["a", "b", "c"].map { layer.animation(forKey: $0)?.duration } == [0.25, 3, 1])
      #expect(plain.duration == 0)
    }
  }

  @Test("§1 key-value access to a transition") func keyValuesOfATransition() {
    let transition = CATransition()
    let filter = CIFilter(name: "CIGaussianBlur")
    transition.setValue("push", forKey: "type")
    transition.setValue(CATransitionSubtype.fromTop, forKey: "subtype")
    transition.setValue(0.25, forKey: "startProgress")
    transition.setValue(filter, forKey: "filter")
    #expect(transition.type == .push && transition.subtype == .fromTop && transition.startProgress == 0.25)
    #expect(transition.filter as? CIFilter === filter && filter != nil)
    #expect(transition.value(forKey: "subtype") as? String == "fromTop")
    transition.setValue(nil, forKey: "subtype")
    transition.setValue(7, forKey: "type")
    #expect(transition.subtype == nil && transition.type == .push)
  }

  @Test("§1 key-value access to animations") func keyValues() throws {
    let animation = CABasicAnimation(keyPath: "opacity")
    let stored = CALayer()
    animation.setValue(stored, forKey: "layer")
    animation.setValue(2, forKey: "duration")
    animation.setValue(0.5, forKeyPath: "toValue")
    animation.setValue(true, forKey: "additive")
    animation.setValue(false, forKey: "removedOnCompletion")
    #expect(animation.value(forKey: "layer") as? CALayer === stored)
    #expect(animation.duration == 2 && animation.toValue as? Double == 0.5)
    #expect(animation.isAdditive && !animation.isRemovedOnCompletion)
    #expect(animation.value(forKey: "keyPath") as? String == "opacity")
    #expect(animation.value(forKey: "nothing") == nil)
    let spring = CASpringAnimation()
    spring.setValue(2.5, forKey: "damping")
    #expect(spring.damping == 2.5 && spring.value(forKey: "damping") as? Double == 2.5)
    spring.setValue(1, forKey: "isCumulative")
    #expect(spring.isCumulative && spring.value(forKey: "cumulative") as? Bool == true)
    // A key that only another class has is one of the program's own.
    animation.setValue("heavy", forKey: "mass")
    #expect(animation.value(forKey: "mass") as? String == "heavy")
    animation.setValue("wrong", forKey: "duration")
    #expect(animation.duration == 2)
    let copy = try #require(animation.copy() as? CABasicAnimation)
    #expect(copy.value(forKey: "layer") as? CALayer === stored)
    #expect(CAAnimation.defaultValue(forKey: "removedOnCompletion") as? Bool == true)
    #expect(CAAnimation.defaultValue(forKey: "duration") == nil)
  }
}
