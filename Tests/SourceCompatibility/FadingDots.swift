import QuartzCore

/// Dots that fade one after another: a replicator, a group and a spring, started in one
/// transaction.
func fadingDots() {
  let replicator = CAReplicatorLayer()
  replicator.frame = CGRect(x: 0, y: 0, width: 200, height: 40)
  replicator.instanceCount = 5
  replicator.instanceTransform = CATransform3DMakeTranslation(30, 0, 0)
  replicator.instanceDelay = 0.1
  let dot = CALayer()
  dot.frame = CGRect(x: 10, y: 10, width: 20, height: 20)
  dot.cornerRadius = 10
  replicator.addSublayer(dot)

  let fade = CABasicAnimation(keyPath: "opacity")
  fade.fromValue = 1
  fade.toValue = 0.25
  let jump = CASpringAnimation(keyPath: "transform.scale")
  jump.fromValue = 0.5
  jump.toValue = 1
  jump.damping = 5
  let orbit = CAKeyframeAnimation(keyPath: "position.y")
  orbit.values = [20, 10, 20]
  let group = CAAnimationGroup()
  group.animations = [fade, jump, orbit]
  group.duration = 100
  group.autoreverses = true
  group.repeatCount = .infinity
  // "Called as soon as all animations … have completed (or have been removed)" (CATransaction.h).
  var hasEnded = false
  CATransaction.begin()
  CATransaction.setCompletionBlock { hasEnded = true }
  dot.add(group, forKey: "loading")
  CATransaction.commit()
  turnRunLoop()
  require(!hasEnded, "animations without end do not end")
  require(dot.presentation()?.opacity ?? 0 > 0.99, "the fade has begun")
  require(abs((dot.presentation()?.value(forKeyPath: "transform.scale.x") as? Double ?? 0) - 0.5) < 0.2, "the spring")
  require(dot.animationKeys() == ["loading"], "the group stays")
  dot.removeAllAnimations()
  turnRunLoop()
  require(hasEnded, "animations that are removed have ended")
}
