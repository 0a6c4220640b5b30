import CoreGraphics
import QuartzCore

/// A field that shakes its head at a wrong password.
func shakingField() {
  let scene = CALayer()
  scene.frame = CGRect(x: 0, y: 0, width: 100, height: 40)
  let field = CALayer()
  field.frame = CGRect(x: 20, y: 10, width: 60, height: 20)
  field.borderWidth = 1
  field.borderColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
  field.backgroundColor = .white
  scene.addSublayer(field)

  let shake = CAKeyframeAnimation(keyPath: "transform.translation.x")
  shake.timingFunction = CAMediaTimingFunction(name: .linear)
  shake.duration = 0.6
  shake.values = [-20.0, 20.0, -20.0, 20.0, -10.0, 10.0, -5.0, 5.0, 0.0]
  field.add(shake, forKey: "shake")
  // A sixteenth of the time is half way from the first value to the second; an eighth, at the
  // second.
  let middle = picture(of: scene, named: "shake-middle", at: 0.6 / 16)
  require(middle.shows([255, 255, 255, 255], 50, 20) && middle.pixel(10, 20).last == 0, "in the middle")
  let right = picture(of: scene, named: "shake-right", at: 0.6 / 8)
  require(right.shows([255, 255, 255, 255], 95, 20) && right.pixel(30, 20).last == 0, "on the right")
}

/// A menu whose buttons spring out of a corner.
final class ElasticMenu {
  let layer = CALayer()
  private var buttons: [CALayer] = []
  private(set) var isOpen = false

  init(count: Int) {
    layer.frame = CGRect(x: 0, y: 0, width: 160, height: 160)
    for index in 0..<count {
      let button = CALayer()
      button.bounds = CGRect(x: 0, y: 0, width: 24, height: 24)
      button.position = CGPoint(x: 20, y: 20)
      button.cornerRadius = 12
      button.backgroundColor = CGColor(red: 0.2 * CGFloat(index + 1), green: 0.3, blue: 0.6, alpha: 1)
      layer.addSublayer(button)
      buttons.append(button)
    }
  }

  func open() {
    isOpen = true
    let step = CGFloat.pi / 2 / CGFloat(max(buttons.count - 1, 1))
    for (index, button) in buttons.enumerated() {
      let angle = step * CGFloat(index)
      let target = CGPoint(x: 20 + 100 * cos(angle), y: 20 + 100 * sin(angle))
      let spring = CASpringAnimation(keyPath: "position")
      spring.fromValue = NSValue(cgPoint: button.position)
      spring.toValue = NSValue(cgPoint: target)
      spring.damping = 8
      spring.stiffness = 120
      spring.mass = 1
      spring.initialVelocity = 0
      spring.duration = spring.settlingDuration
      spring.beginTime = CACurrentMediaTime() * 0
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      button.position = target
      CATransaction.commit()
      button.add(spring, forKey: "open")
    }
  }

  /// Where the buttons are seen.
  var shown: [CGPoint] { buttons.compactMap { $0.presentation()?.position } }
}

func elasticMenu() {
  let menu = ElasticMenu(count: 3)
  menu.layer.speed = 0
  CATransaction.flush()
  menu.open()
  // A swing of sqrt(k/m − (c/2m)²) = sqrt(104) a second stands at its far end after π/ω, beyond the
  // target by exp(−c/2m · π/ω) = 29% of the way.
  let end = Double.pi / 104.0.squareRoot()
  _ = picture(of: menu.layer, named: "menu", at: end)
  require(menu.isOpen && menu.shown.count == 3, "buttons")
  let overshoot = 1 + exp(-4 * end)
  require(abs(menu.shown[0].x - (20 + 100 * overshoot)) < 0.5, "the first button swings beyond its place")
  require(abs(menu.shown[2].y - (20 + 100 * overshoot)) < 0.5, "the last button swings beyond its place")
}

/// Paper that rains down in four colours.
func confettiCannon() {
  let size = CGSize(width: 200, height: 200)
  guard
    let context = CGContext(
      data: nil, width: 8, height: 8, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
  else { return require(false, "a bitmap") }
  context.setFillColor(.white)
  context.fill(CGRect(x: 0, y: 0, width: 8, height: 8))
  let paper = context.makeImage()

  let emitter = CAEmitterLayer()
  emitter.frame = CGRect(origin: .zero, size: size)
  emitter.emitterPosition = CGPoint(x: size.width / 2, y: size.height + 10)
  emitter.emitterShape = .line
  emitter.emitterSize = CGSize(width: size.width, height: 1)
  emitter.renderMode = kCAEmitterLayerOldestLast
  let colors = [
    CGColor(red: 1, green: 0.2, blue: 0.3, alpha: 1), CGColor(red: 0.2, green: 0.8, blue: 0.3, alpha: 1),
    CGColor(red: 0.3, green: 0.4, blue: 1, alpha: 1), CGColor(red: 1, green: 0.8, blue: 0.1, alpha: 1),
  ]
  emitter.emitterCells = colors.map { color in
    let cell = CAEmitterCell()
    cell.contents = paper
    cell.color = color
    cell.birthRate = 15
    cell.lifetime = 7.0
    cell.lifetimeRange = 0
    cell.velocity = 120
    cell.velocityRange = 40
    cell.emissionLongitude = -.pi / 2
    cell.emissionRange = .pi / 4
    cell.spin = 2
    cell.spinRange = 3
    cell.scaleRange = 0.5
    cell.scaleSpeed = -0.05
    return cell
  }
  emitter.beginTime = 0
  let scene = CALayer()
  scene.frame = emitter.frame
  scene.addSublayer(emitter)
  let picture = picture(of: scene, named: "confetti", at: 3)
  let painted = picture.painted(in: scene.bounds)
  require(painted > 500 && painted < 15000, "confetti: \(painted) pixels")
  require(
    picture.painted(in: CGRect(x: 0, y: 0, width: 200, height: 60)) > 20, "confetti has fallen to the bottom")
}
