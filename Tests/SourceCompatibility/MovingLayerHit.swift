import QuartzCore

/// A layer that moves to where one taps, unless the tap hits it where it is seen: then it changes
/// its colour.
func movingLayerHit() {
  let view = CALayer()
  view.frame = CGRect(x: 0, y: 0, width: 400, height: 400)
  let colorLayer = CALayer()
  colorLayer.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
  colorLayer.position = CGPoint(x: 50, y: 50)
  colorLayer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
  view.addSublayer(colorLayer)
  turnRunLoop()

  func tap(_ point: CGPoint) {
    if colorLayer.presentation()?.hitTest(point) != nil {
      colorLayer.backgroundColor = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
    } else {
      CATransaction.begin()
      CATransaction.setAnimationDuration(1000)
      colorLayer.position = point
      CATransaction.commit()
    }
  }

  tap(CGPoint(x: 350, y: 350))
  turnRunLoop()
  require(colorLayer.position == CGPoint(x: 350, y: 350), "the model is there at once")
  require(colorLayer.animation(forKey: "position") is CABasicAnimation, "an implicit animation")
  // It has hardly moved: a tap where it will be misses it, and one where it was hits it.
  require(colorLayer.presentation()?.hitTest(CGPoint(x: 380, y: 380)) == nil, "hitTest where it will be")
  tap(CGPoint(x: 50, y: 50))
  require(colorLayer.backgroundColor?.components?[1] == 1, "hitTest where it is seen")
  require(colorLayer.position == CGPoint(x: 350, y: 350), "a hit does not move")
  require(colorLayer.presentation()?.superlayer?.model() === view, "the presentation's superlayer")
}
