import QuartzCore

/// A ball that the program moves itself, frame by frame.
func bouncingBall() {
  let ball = CALayer()
  ball.bounds = CGRect(x: 0, y: 0, width: 20, height: 20)
  ball.position = CGPoint(x: 150, y: 32)
  let duration = 0.1
  var timeOffset = 0.0
  var lastStep = CACurrentMediaTime()
  var frames = 0
  let (from, to) = (CGPoint(x: 150, y: 32), CGPoint(x: 150, y: 268))

  func bounceEaseOut(_ t: Double) -> Double {
    if t < 4 / 11.0 { return 121 * t * t / 16 }
    if t < 8 / 11.0 { return 363 / 40.0 * t * t - 99 / 10.0 * t + 17 / 5.0 }
    if t < 9 / 10.0 { return 4356 / 361.0 * t * t - 35442 / 1805.0 * t + 16061 / 1805.0 }
    return 54 / 5.0 * t * t - 513 / 25.0 * t + 268 / 25.0
  }

  // A closure, where Apple's takes a target and a selector.
  let link = CADisplayLink { link in
    let thisStep = CACurrentMediaTime()
    let stepDuration = thisStep - lastStep
    lastStep = thisStep
    timeOffset = min(timeOffset + stepDuration, duration)
    let time = bounceEaseOut(timeOffset / duration)
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    ball.position = CGPoint(x: from.x + (to.x - from.x) * time, y: from.y + (to.y - from.y) * time)
    CATransaction.commit()
    frames += 1
    require(link.targetTimestamp > link.timestamp, "when the next frame is shown")
    if timeOffset >= duration { link.invalidate() }
  }
  link.preferredFramesPerSecond = 60
  link.add(to: .main, forMode: .default)
  link.add(to: .main, forMode: RunLoop.Mode.common)
  link.remove(from: .main, forMode: .common)
  turnRunLoop { timeOffset >= duration }
  require(frames > 1 && abs(ball.position.y - 268) < 0.5, "the ball has come to rest")
  require(ball.animationKeys() == nil, "no animation of its own")
}
