import CoreGraphics
import QuartzCore

/// A clock face with a hand that turns about its anchor point.
func analogClock() {
  let face = CALayer()
  face.frame = CGRect(x: 0, y: 0, width: 200, height: 200)
  face.cornerRadius = 100
  face.backgroundColor = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)
  let hand = CALayer()
  hand.bounds = CGRect(x: 0, y: 0, width: 6, height: 90)
  hand.anchorPoint = CGPoint(x: 0.5, y: 0.9)
  hand.position = CGPoint(x: face.bounds.midX, y: face.bounds.midY)
  hand.transform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
  face.addSublayer(hand)
  require(hand.superlayer === face, "superlayer")
  require(abs(hand.frame.minX - 91) < 1e-9 && abs(hand.frame.width - 90) < 1e-9, "frame of a turned hand")
}

/// Layers inside one another, moved by frame.
func colouredLayers() {
  let blue = CALayer()
  blue.frame = CGRect(x: 50, y: 50, width: 100, height: 100)
  blue.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
  blue.masksToBounds = true
  blue.borderWidth = 2
  blue.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMaxYCorner]
  let root = CALayer()
  root.sublayers = [blue]
  require(root.sublayers?.count == 1, "sublayers")
  require(blue.position == CGPoint(x: 100, y: 100), "position from frame")
  blue.removeFromSuperlayer()
  require(root.sublayers == nil, "sublayers of a layer without any")
}

/// Perspective through m34 of a sublayer transform.
func perspectiveCard() {
  var perspective = CATransform3DIdentity
  perspective.m34 = -1.0 / 500.0
  let container = CALayer()
  container.sublayerTransform = perspective
  let card = CALayer()
  card.isDoubleSided = false
  card.zPosition = 10
  card.transform = CATransform3DRotate(CATransform3DIdentity, .pi / 4, 0, 1, 0)
  container.addSublayer(card)
  let moved = CATransform3DConcat(card.transform, CATransform3DMakeTranslation(5, 6, 7))
  require(moved.m41 == 5 && moved.m43 == 7, "order of CATransform3DConcat")
  card.setAffineTransform(CGAffineTransform(rotationAngle: 1))
  require(CATransform3DIsAffine(card.transform), "setAffineTransform")
}

/// One digit of a sprite sheet.
func spriteSheet() {
  let digit = CALayer()
  digit.contentsRect = CGRect(x: 0.1, y: 0, width: 0.1, height: 1)
  digit.contentsGravity = .resizeAspect
  digit.magnificationFilter = .nearest
  digit.contentsScale = 2
  let space = CGColorSpaceCreateDeviceRGB()
  let bytes = Data([255, 0, 0, 255])
  let info = CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue)
  if let provider = CGDataProvider(data: bytes as CFData) {
    digit.contents = CGImage(
      width: 1, height: 1, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 4, space: space, bitmapInfo: info,
      provider: provider, decode: nil, shouldInterpolate: false, intent: .defaultIntent)
  }
  require(digit.contents is CGImage, "contents")
}

/// An explicit animation.
func fadeAnimation() {
  let layer = CALayer()
  let fade = CABasicAnimation(keyPath: "opacity")
  fade.fromValue = 1.0
  fade.toValue = 0.0
  fade.duration = 2
  fade.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
  fade.fillMode = .forwards
  fade.isRemovedOnCompletion = false
  layer.add(fade, forKey: "fade")
  require(layer.animationKeys() == ["fade"], "animationKeys")
  require(layer.animation(forKey: "fade") !== fade, "add copies the animation")
  layer.setValue(0.5, forKeyPath: "transform.scale.x")
  require(abs(layer.transform.m11 - 0.5) < 1e-9, "key path into a transform")
}
