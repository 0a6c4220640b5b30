import QuartzCore

/// Pictures that fade into each other, as on a tab bar.
func imageTransition() {
  let imageLayer = CALayer()
  imageLayer.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
  imageLayer.contentsGravity = .resizeAspect
  turnRunLoop()
  let transition = CATransition()
  transition.type = .fade
  transition.duration = 0.05
  transition.startProgress = 0
  transition.endProgress = 1
  imageLayer.add(transition, forKey: nil)
  imageLayer.contents = nil
  require(imageLayer.animationKeys() == ["transition"], "a transition's key")
  turnRunLoop { imageLayer.animationKeys() == nil }
  require(imageLayer.animationKeys() == nil, "a transition ends")
}
