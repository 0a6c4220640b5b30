import QuartzCore

/// A clock whose hands swing to each new time; the layer is set when the swing has ended.
class ClockFace: NSObject, CAAnimationDelegate {
  let hourHand = CALayer()
  let minuteHand = CALayer()
  let root = CALayer()
  var ended = 0

  override init() {
    super.init()
    root.frame = CGRect(x: 0, y: 0, width: 200, height: 200)
    for hand in [hourHand, minuteHand] {
      hand.bounds = CGRect(x: 0, y: 0, width: 4, height: 80)
      hand.anchorPoint = CGPoint(x: 0.5, y: 0.9)
      hand.position = CGPoint(x: 100, y: 100)
      root.addSublayer(hand)
    }
  }

  func set(hour: Double, minute: Double) {
    setAngle(hour / 12 * 2 * .pi, for: hourHand)
    setAngle(minute / 60 * 2 * .pi, for: minuteHand)
  }

  func setAngle(_ angle: CGFloat, for hand: CALayer) {
    let transform = CATransform3DMakeRotation(angle, 0, 0, 1)
    let animation = CABasicAnimation()
    animation.keyPath = "transform"
    animation.toValue = NSValue(caTransform3D: transform)
    animation.duration = 0.05
    animation.timingFunction = CAMediaTimingFunction(controlPoints: 1, 0, 0.75, 1)
    animation.delegate = self
    animation.setValue(hand, forKey: "handLayer")
    hand.add(animation, forKey: nil)
  }

  func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
    guard let anim = anim as? CABasicAnimation, let hand = anim.value(forKey: "handLayer") as? CALayer else { return }
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    if let value = anim.toValue as? NSValue { hand.transform = value.caTransform3DValue }
    CATransaction.commit()
    if flag { ended += 1 }
  }
}

func tickingClock() {
  let clock = ClockFace()
  clock.set(hour: 3, minute: 30)
  turnRunLoop { clock.ended == 2 }
  require(clock.ended == 2, "animationDidStop of both hands")
  let hour = clock.hourHand.value(forKeyPath: "transform.rotation.z") as? CGFloat ?? 0
  require(abs(hour - .pi / 2) < 1e-6, "the hour hand's angle")
  require(abs(clock.minuteHand.transform.m11 + 1) < 1e-6, "the minute hand's angle")
}
