import CoreGraphics
import QuartzCore

/// A shake of a text field that refuses its input.
func shakeByKeyframes() {
  let layer = CALayer()
  let animation = CAKeyframeAnimation()
  animation.keyPath = "position.x"
  animation.values = [0, 10, -10, 10, 0]
  animation.keyTimes = [0, NSNumber(value: 1 / 6.0), NSNumber(value: 3 / 6.0), NSNumber(value: 5 / 6.0), 1]
  animation.timingFunctions = [CAMediaTimingFunction(name: .easeOut), CAMediaTimingFunction(name: .easeIn)]
  animation.duration = 0.4
  animation.isAdditive = true
  layer.add(animation, forKey: "shake")
  let attached = layer.animation(forKey: "shake") as? CAKeyframeAnimation
  require(attached?.values?.count == 5 && attached?.calculationMode == .linear, "keyframes")
}

/// A satellite on its orbit.
func orbitAlongAPath() {
  let satellite = CALayer()
  let orbit = CAKeyframeAnimation(keyPath: "position")
  orbit.path = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 300, height: 300), transform: nil)
  orbit.duration = 4
  orbit.isAdditive = true
  orbit.repeatCount = .infinity
  orbit.calculationMode = CAAnimationCalculationMode.paced
  orbit.rotationMode = CAAnimationRotationMode.rotateAuto
  satellite.add(orbit, forKey: "orbit")
  require((satellite.animation(forKey: "orbit") as? CAKeyframeAnimation)?.path != nil, "path")
}

/// A layer that springs into place.
func springIntoPlace() {
  let layer = CALayer()
  let spring = CASpringAnimation(keyPath: "position.x")
  spring.fromValue = layer.position.x
  spring.toValue = layer.position.x + 100
  spring.mass = 1
  spring.stiffness = 120
  spring.damping = 12
  spring.initialVelocity = 0.5
  spring.duration = spring.settlingDuration
  layer.add(spring, forKey: nil)
  require(spring.duration > 0.5 && spring.duration < 3, "settlingDuration")
  let bouncy = CASpringAnimation(perceptualDuration: 0.5, bounce: 0.2)
  require(bouncy.mass == 1 && abs(bouncy.bounce - 0.2) < 1e-9, "spring by its bounce")
}

/// Two animations in one, and a turn by a value function.
func groupedAnimations() {
  let layer = CALayer()
  let fade = CABasicAnimation(keyPath: #"opacity"#)
  fade.fromValue = 1
  fade.toValue = 0
  let turn = CABasicAnimation(keyPath: "transform")
  turn.valueFunction = CAValueFunction(name: CAValueFunctionName.rotateZ)
  turn.fromValue = 0
  turn.toValue = 2 * Double.pi
  let group = CAAnimationGroup()
  group.animations = [fade, turn]
  group.duration = 1.5
  group.fillMode = .forwards
  group.isRemovedOnCompletion = false
  layer.add(group, forKey: "both")
  require((layer.animation(forKey: "both") as? CAAnimationGroup)?.animations?.count == 2, "group")
}
