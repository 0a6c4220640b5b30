import QuartzCore

/// A door that opens as far as one drags it: its time stands still, and the hand moves it.
func doorByHand() {
  let container = CALayer()
  var perspective = CATransform3DIdentity
  perspective.m34 = -1.0 / 500.0
  container.sublayerTransform = perspective
  let door = CALayer()
  door.frame = CGRect(x: 0, y: 0, width: 128, height: 256)
  door.position = CGPoint(x: 150 - 64, y: 150)
  door.anchorPoint = CGPoint(x: 0, y: 0.5)
  container.addSublayer(door)
  door.speed = 0
  let animation = CABasicAnimation()
  animation.keyPath = "transform.rotation.y"
  animation.toValue = -CGFloat.pi / 2
  animation.duration = 1.0
  door.add(animation, forKey: nil)
  turnRunLoop()
  for dragged in [0.25, 0.5, 0.75] {
    door.timeOffset = dragged
    turnRunLoop()
    let angle = door.presentation()?.value(forKeyPath: "transform.rotation.y") as? CGFloat ?? 0
    require(abs(angle + dragged * .pi / 2) < 1e-6, "the door's angle at \(dragged)")
  }
  require(CATransform3DIsIdentity(door.transform), "the model stays closed")
}
