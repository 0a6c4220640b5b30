import Foundation
import MultiplaneGraphics
import MultiplaneLayerTree
import Testing

@Suite("§10 transactions") struct TransactionTests {
  @Test("§10 the default values") func defaults() {
    TestClock.run { _ in
      #expect(CATransaction.animationDuration() == 0.25)
      #expect(CATransaction.animationTimingFunction() == nil)
      #expect(!CATransaction.disableActions())
      #expect(CATransaction.completionBlock() == nil)
      #expect(CATransaction.value(forKey: "anything") == nil)
    }
  }

  @Test("§10 the keys of the class methods") func keys() {
    TestClock.run { _ in
      CATransaction.begin()
      CATransaction.setAnimationDuration(2)
      CATransaction.setDisableActions(true)
      CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .easeIn))
      #expect(CATransaction.value(forKey: "animationDuration") as? Double == 2)
      #expect(CATransaction.value(forKey: "disableActions") as? Bool == true)
      #expect(CATransaction.value(forKey: "animationTimingFunction") is CAMediaTimingFunction)
      CATransaction.setValue(3, forKey: kCATransactionAnimationDuration)
      CATransaction.setValue(false, forKey: kCATransactionDisableActions)
      #expect(CATransaction.animationDuration() == 3 && !CATransaction.disableActions())
      CATransaction.setValue("round trip", forKey: "mine")
      #expect(CATransaction.value(forKey: "mine") as? String == "round trip")
      CATransaction.commit()
    }
  }

  @Test("§10 inner transactions inherit and do not leak") func nesting() {
    TestClock.run { _ in
      CATransaction.begin()
      CATransaction.setAnimationDuration(2)
      CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .easeIn))
      CATransaction.begin()
      #expect(CATransaction.animationDuration() == 2)
      CATransaction.setAnimationDuration(5)
      CATransaction.setAnimationTimingFunction(nil)
      #expect(CATransaction.animationDuration() == 5 && CATransaction.animationTimingFunction() == nil)
      CATransaction.commit()
      #expect(CATransaction.animationDuration() == 2 && CATransaction.animationTimingFunction() != nil)
      CATransaction.commit()
      #expect(CATransaction.animationDuration() == 0.25)
    }
  }

  @Test("§10 an unmatched commit is harmless") func unmatchedCommit() {
    TestClock.run { _ in
      CATransaction.commit()
      CATransaction.begin()
      CATransaction.commit()
      CATransaction.commit()
      #expect(CATransaction.animationDuration() == 0.25)
    }
  }

  @Test("§10 each thread has its own") func threads() throws {
    try TestClock.run { _ in
      CATransaction.begin()
      CATransaction.setAnimationDuration(7)
      let other = try onOtherThread { CATransaction.animationDuration() }
      #expect(other == 0.25)
      #expect(CATransaction.animationDuration() == 7)
      CATransaction.commit()
    }
  }

  @Test("§10 flush commits, unless an explicit transaction is open; the outermost commit does too") func flushing() {
    TestClock.run { _ in
      let layer = CALayer()
      layer.opacity = 0.5
      #expect(layer.presentation() == nil)
      CATransaction.flush()
      #expect(layer.presentation()?.opacity == 0.5)
      CATransaction.begin()
      let inner = CALayer()
      inner.opacity = 0.5
      CATransaction.flush()
      #expect(inner.presentation() == nil)
      CATransaction.begin()
      CATransaction.commit()
      #expect(inner.presentation() == nil)
      CATransaction.commit()
      #expect(inner.presentation() != nil)
    }
  }

  @Test("§10 an explicit transaction within the implicit one leaves the commit to it") func explicitWithinImplicit() {
    TestClock.run { _ in
      let layer = CALayer()
      layer.opacity = 0.5
      CATransaction.begin()
      layer.opacity = 0.25
      CATransaction.commit()
      #expect(layer.presentation() == nil)
      CATransaction.flush()
      #expect(layer.presentation()?.opacity == 0.25)
    }
  }

  @Test("§19 the lock may be taken several times, and holds off the commits of other threads") func lock() throws {
    CATransaction.lock()
    CATransaction.lock()
    CATransaction.unlock()
    CATransaction.unlock()
    #expect(
      try onOtherThread {
        let layer = CALayer()
        layer.opacity = 0.5
        CATransaction.flush()
        return layer.presentation() != nil
      })
  }
}

@Suite("§10 completion blocks") struct CompletionTests {
  @Test("§10 without animations at the next flush, never within commit") func withoutAnimations() {
    TestClock.run { _ in
      let calls = Counter()
      CATransaction.begin()
      CATransaction.setCompletionBlock { calls.count += 1 }
      #expect(CATransaction.completionBlock() != nil)
      CATransaction.flush()
      CATransaction.commit()
      #expect(calls.count == 0)
      CATransaction.flush()
      #expect(calls.count == 1)
      CATransaction.flush()
      #expect(calls.count == 1)
    }
  }

  @Test("§10 after all animations of the transaction and of those within it have ended") func withAnimations() {
    TestClock.run { clock in
      let layer = CALayer().committed()
      let calls = Counter()
      CATransaction.begin()
      CATransaction.setCompletionBlock { calls.count += 1 }
      layer.add(CABasicAnimation("opacity", from: 0, to: 1, duration: 1), forKey: "a")
      CATransaction.begin()
      layer.add(CABasicAnimation("position.x", from: 0, to: 1, duration: 2), forKey: "b")
      CATransaction.commit()
      CATransaction.commit()
      // Afterwards: of no account.
      layer.add(CABasicAnimation("position.y", from: 0, to: 1, duration: 9), forKey: "c")
      for (seconds, expected) in [(0.0, 0), (1.5, 0), (0.49, 0), (0.02, 1), (8, 1)] {
        clock.pass(seconds)
        #expect(calls.count == expected, "after \(clock.now)")
      }
    }
  }

  @Test("§10 an animation that is taken off, replaced or freed with its layer counts as ended", arguments: 0..<4)
  func interrupted(way: Int) {
    TestClock.run { clock in
      let calls = Counter()
      var layer: CALayer? = CALayer().committed()
      CATransaction.begin()
      CATransaction.setCompletionBlock { calls.count += 1 }
      layer?.add(CABasicAnimation("opacity", from: 0, to: 1, duration: 10), forKey: "a")
      CATransaction.commit()
      clock.pass(1)
      #expect(calls.count == 0)
      switch way {
      case 0: layer?.removeAnimation(forKey: "a")
      case 1: layer?.removeAllAnimations()
      case 2: layer?.add(CABasicAnimation("opacity", from: 0, to: 1, duration: 10), forKey: "a")
      default: layer = nil
      }
      #expect(calls.count == 0)
      clock.pass(0)
      #expect(calls.count == 1)
    }
  }

  @Test("§10 an animation that stays on the layer ends too") func staying() {
    TestClock.run { clock in
      let layer = CALayer().committed()
      let calls = Counter()
      CATransaction.begin()
      CATransaction.setCompletionBlock { calls.count += 1 }
      let animation = CABasicAnimation("opacity", from: 0, to: 1, duration: 1)
      animation.isRemovedOnCompletion = false
      animation.fillMode = .forwards
      layer.add(animation, forKey: "a")
      CATransaction.commit()
      clock.pass(0.5)
      #expect(calls.count == 0)
      clock.pass(0.6)
      #expect(calls.count == 1)
      #expect(layer.animationKeys() == ["a"])
    }
  }

  @Test("§10 a second block adds; nil clears only the getter; inner transactions read the outer block") func several() {
    TestClock.run { _ in
      let (first, second) = (Counter(), Counter())
      CATransaction.begin()
      CATransaction.setCompletionBlock { first.count += 1 }
      CATransaction.begin()
      #expect(CATransaction.completionBlock() != nil)
      CATransaction.commit()
      CATransaction.setCompletionBlock { second.count += 1 }
      CATransaction.setCompletionBlock(nil)
      #expect(CATransaction.completionBlock() == nil)
      CATransaction.commit()
      CATransaction.flush()
      #expect(first.count == 1 && second.count == 1)
    }
  }

  @Test("§10 implicit animations hold the block back, for their duration") func implicitAnimations() {
    TestClock.run { clock in
      let layer = CALayer().committed()
      let calls = Counter()
      CATransaction.begin()
      CATransaction.setAnimationDuration(1)
      CATransaction.setCompletionBlock { calls.count += 1 }
      layer.position.x = 100
      CATransaction.commit()
      clock.pass(0.9)
      #expect(calls.count == 0)
      clock.pass(0.2)
      #expect(calls.count == 1)
    }
  }

  /// An explicit animation, an action and a group, of which none says how long.
  @Test("§10 a duration of 0 is over at once") func noDuration() {
    TestClock.run { clock in
      let layer = CALayer().committed()
      let calls = Counter()
      layer.actions = ["cornerRadius": CABasicAnimation()]
      let group = CAAnimationGroup()
      group.animations = [CABasicAnimation("zPosition", from: 1, to: 2)]
      group.repeatCount = .infinity
      let kept = CABasicAnimation("borderWidth", from: 1, to: 2)
      (kept.fillMode, kept.isRemovedOnCompletion, kept.repeatDuration) = (.forwards, false, 100)
      CATransaction.begin()
      CATransaction.setAnimationDuration(0)
      CATransaction.setCompletionBlock { calls.count += 1 }
      layer.add(CABasicAnimation("opacity", from: 0, to: 0.5), forKey: "a")
      layer.add(group, forKey: "g")
      layer.add(kept, forKey: "k")
      layer.cornerRadius = 9
      CATransaction.commit()
      // Never the beginning, not even at the time at which they begin.
      #expect(layer.presentation()?.opacity == 0.5 && layer.presentation()?.borderWidth == 2)
      clock.pass(0.001)
      clock.pass(0.001)
      #expect(calls.count == 1 && layer.animationKeys() == ["k"])
      #expect(layer.presentation()?.opacity == 1 && layer.presentation()?.cornerRadius == 9)
      #expect(layer.presentation()?.borderWidth == 2 && layer.presentation()?.zPosition == 0)
      #expect(CATransaction.nextFlushTime == .infinity)
      // Without a word of the transaction's it is a quarter of a second.
      layer.add(CABasicAnimation("opacity", from: 0, to: 1), forKey: "a")
      clock.pass(0.2)
      #expect(layer.animationKeys() == ["k", "a"])
      clock.pass(0.3)
      clock.pass(0)
      #expect(layer.animationKeys() == ["k"])
    }
  }

  @Test("§10 a block may begin the next transaction") func chained() {
    TestClock.run { clock in
      let layer = CALayer().committed()
      let calls = Counter()
      CATransaction.begin()
      CATransaction.setCompletionBlock {
        calls.count += 1
        CATransaction.begin()
        CATransaction.setCompletionBlock { calls.count += 10 }
        layer.add(CABasicAnimation("opacity", from: 1, to: 0, duration: 1), forKey: "back")
        CATransaction.commit()
      }
      layer.add(CABasicAnimation("opacity", from: 0, to: 1, duration: 1), forKey: "forth")
      CATransaction.commit()
      clock.pass(1.1)
      #expect(calls.count == 1)
      clock.pass(0)
      clock.pass(1.1)
      #expect(calls.count == 11)
    }
  }
}

/// Counts calls on one thread.
final class Counter {
  var count = 0
}

/// Runs code on a thread of its own and waits for it.
func onOtherThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) throws -> Result {
  let result = Handover<Result>()
  let thread = Thread { result.set(body()) }
  thread.start()
  return try #require(result.wait(seconds: 20))
}

/// A value that another thread will have.
final class Handover<Value: Sendable>: @unchecked Sendable {
  // Unchecked: the value is set before the signal and read after it.
  private var value: Value?
  private let done = DispatchSemaphore(value: 0)

  func set(_ value: Value) {
    self.value = value
    done.signal()
  }

  func wait(seconds: Double) -> Value? {
    done.wait(timeout: .now() + seconds) == .success ? value : nil
  }
}
