import MultiplaneGraphics
import MultiplaneLayerTree
import Testing

/// Layers that leave their tree: their animations end, and nothing animates implicitly outside.
/// (Source: openradar 18126382, and Core Animation's users with spinners.)
@Suite struct LayerDepartureTests {
  private final class Delegate: NSObject, CAAnimationDelegate {
    var ends: [Bool] = []

    func animationDidStop(_ animation: CAAnimation, finished: Bool) { ends.append(finished) }
  }

  private let root = CALayer()
  private let container = CALayer()
  private let spinner = CALayer()
  private let delegate = Delegate()

  init() {
    root.addSublayer(container)
    container.addSublayer(spinner)
  }

  /// Commits the tree with an endless animation of the innermost layer.
  private func start() {
    CATransaction.flush()
    let turn = CABasicAnimation("transform.rotation.z", from: 0, to: 6, duration: 1)
    turn.repeatCount = .infinity
    turn.delegate = delegate
    spinner.add(turn, forKey: "turn")
    CATransaction.flush()
    #expect(spinner.animation(forKey: "turn") != nil)
  }

  private static let departures: [@Sendable (LayerDepartureTests) -> Void] = [
    { $0.spinner.removeFromSuperlayer() }, { $0.container.removeFromSuperlayer() }, { $0.root.sublayers = nil },
    { $0.container.sublayers = [] }, { $0.container.replaceSublayer($0.spinner, with: CALayer()) },
    {
      // Into a layer that is taken out.
      $0.root.addSublayer($0.spinner)
      $0.container.removeFromSuperlayer()
      $0.container.addSublayer($0.spinner)
    },
  ]

  @Test(arguments: departures.indices)
  func animationsEnd(index: Int) {
    TestClock.run { clock in
      start()
      Self.departures[index](self)
      #expect(delegate.ends == [] && spinner.animation(forKey: "turn") != nil, "until the commit")
      clock.pass(0.1)
      #expect(delegate.ends == [false] && spinner.animationKeys() == nil)
      root.addSublayer(container)
      container.addSublayer(spinner)
      clock.pass(0.1)
      #expect(delegate.ends == [false] && spinner.animationKeys() == nil)
    }
  }

  @Test func animationsOfAMaskEnd() {
    TestClock.run { clock in
      root.mask = spinner
      start()
      root.mask = nil
      clock.pass(0.1)
      #expect(delegate.ends == [false] && spinner.animationKeys() == nil)
    }
  }

  @Test func animationsOfAMovedLayerGoOn() {
    TestClock.run { clock in
      start()
      root.addSublayer(spinner)
      clock.pass(0.1)
      spinner.removeFromSuperlayer()
      container.mask = spinner
      clock.pass(0.1)
      root.sublayers = []
      root.sublayers = [container]
      clock.pass(0.1)
      #expect(delegate.ends == [] && spinner.animation(forKey: "turn") != nil)
    }
  }

  @Test func aLayerThatOutlivesItsSuperlayer() {
    TestClock.run { clock in
      start()
      var holder: CALayer? = CALayer()
      holder.map { root.addSublayer($0) }
      holder?.addSublayer(spinner)
      clock.pass(0.1)
      #expect(delegate.ends == [])
      holder?.removeFromSuperlayer()
      holder = nil
      clock.pass(0.1)
      #expect(delegate.ends == [false] && spinner.animationKeys() == nil)
    }
  }

  @Test func completionBlocksRun() {
    TestClock.run { clock in
      CATransaction.flush()
      var isDone = false
      CATransaction.begin()
      CATransaction.setCompletionBlock { isDone = true }
      spinner.add(CABasicAnimation("opacity", from: 0, duration: 100), forKey: "fade")
      CATransaction.commit()
      clock.pass(0.1)
      #expect(!isDone)
      container.removeFromSuperlayer()
      clock.pass(0.1)
      clock.pass(0.1)
      #expect(isDone)
    }
  }

  @Test func nothingAnimatesOutsideOfATree() {
    TestClock.run { clock in
      start()
      container.removeFromSuperlayer()
      spinner.opacity = 0.5
      #expect(spinner.animation(forKey: "opacity") == nil, "in the same transaction")
      clock.pass(1)
      spinner.opacity = 0.25
      (container.position.x, spinner.cornerRadius) = (5, 3)
      #expect(spinner.animationKeys() == nil && container.animationKeys() == nil)
      clock.pass(1)
      spinner.opacity = 0.5
      root.addSublayer(container)
      #expect(spinner.animationKeys() == nil)
      clock.pass(1)
      spinner.opacity = 1
      #expect(spinner.animation(forKey: "opacity") != nil, "shown again")
    }
  }

  /// Without a change of its own in between.
  @Test func whatReturnsIsShown() {
    TestClock.run { clock in
      start()
      container.removeFromSuperlayer()
      clock.pass(1)
      root.addSublayer(container)
      clock.pass(1)
      clock.pass(1)
      spinner.opacity = 0.5
      #expect(spinner.animation(forKey: "opacity") != nil)
    }
  }

  /// A renderer that commits the layer as a root shows it.
  @Test func aLayerThatBecomesARoot() {
    TestClock.run { clock in
      start()
      container.removeFromSuperlayer()
      clock.pass(1)
      _ = container.commit(at: clock.now)
      clock.pass(1)
      _ = container.commit(at: clock.now)
      spinner.opacity = 0.5
      #expect(spinner.animation(forKey: "opacity") != nil)
    }
  }

  /// The usual way to keep a spinner that comes and goes.
  @Test func animationsThatAreToStay() {
    TestClock.run { clock in
      start()
      let fade = CABasicAnimation("opacity", from: 0, duration: 1)
      (fade.repeatCount, fade.isRemovedOnCompletion) = (.infinity, false)
      spinner.add(fade, forKey: "fade")
      clock.pass(0.1)
      container.removeFromSuperlayer()
      clock.pass(0.1)
      #expect(spinner.animationKeys() == ["fade"])
    }
  }

  @Test func aNewLayerMayWaitForItsTree() {
    TestClock.run { clock in
      CATransaction.flush()
      let layer = CALayer()
      layer.add(CABasicAnimation("opacity", from: 0, duration: 100), forKey: "fade")
      root.addSublayer(layer)
      clock.pass(0.1)
      #expect(layer.animation(forKey: "fade") != nil)
    }
  }
}
