import QuartzCore

/// A change of colour over a second of its own, and a turn when it is through.
func colorTransaction() {
  let colorLayer = CALayer()
  colorLayer.frame = CGRect(x: 50, y: 50, width: 100, height: 100)
  colorLayer.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
  turnRunLoop()
  var isThrough = false
  CATransaction.begin()
  CATransaction.setAnimationDuration(0.05)
  CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .easeOut))
  CATransaction.setCompletionBlock {
    var transform = colorLayer.affineTransform()
    transform = transform.rotated(by: .pi / 2)
    colorLayer.setAffineTransform(transform)
    isThrough = true
  }
  colorLayer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
  CATransaction.commit()
  require(!isThrough, "completion blocks are called later")
  require(colorLayer.animation(forKey: "backgroundColor")?.duration == 0.05, "the transaction's duration")
  turnRunLoop { isThrough }
  require(isThrough, "completion block")
  // The turn is outside the transaction.
  require(colorLayer.animation(forKey: "transform")?.duration == 0.25, "the duration outside")
  require(colorLayer.animation(forKey: "backgroundColor") == nil, "the animation is gone")
}
