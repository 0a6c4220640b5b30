import CoreGraphics
import QuartzCore

/// A shadow beneath a layer that clips: two layers, since a clip takes the shadow away.
func shadowedLayer() {
  let card = CALayer()
  card.frame = CGRect(x: 50, y: 50, width: 100, height: 100)
  card.cornerRadius = 20.0
  card.masksToBounds = true
  let shadow = CALayer()
  shadow.frame = card.frame
  shadow.backgroundColor = CGColor(gray: 1, alpha: 1)
  shadow.cornerRadius = 20
  require(shadow.shadowOffset == CGSize(width: 0, height: -3) && shadow.shadowRadius == 3, "defaults of shadows")
  require(shadow.shadowOpacity == 0 && shadow.shadowColor != nil, "defaults of shadows")
  shadow.shadowOpacity = 0.5
  shadow.shadowOffset = CGSize(width: 0, height: 5)
  shadow.shadowRadius = 5.0
  shadow.shadowColor = CGColor(red: 0, green: 0, blue: 0, alpha: 1)
  let root = CALayer()
  root.addSublayer(shadow)
  root.addSublayer(card)
  let lift = CABasicAnimation(keyPath: "shadowOffset")
  lift.toValue = CGSize(width: 0, height: 20)
  shadow.add(lift, forKey: "lift")
  shadow.setValue(12, forKeyPath: "shadowOffset.width")
  require(shadow.shadowOffset == CGSize(width: 12, height: 5), "key path into a size")
}

/// A layer cut out by another one's alpha.
func maskedImage() {
  let imageLayer = CALayer()
  imageLayer.frame = CGRect(x: 0, y: 0, width: 200, height: 200)
  let maskLayer = CALayer()
  maskLayer.frame = imageLayer.bounds
  maskLayer.contentsGravity = .resizeAspect
  imageLayer.mask = maskLayer
  require(imageLayer.mask === maskLayer && maskLayer.superlayer === imageLayer, "mask")
  require(imageLayer.sublayers == nil, "a mask is no sublayer")
  imageLayer.addSublayer(maskLayer)
  require(imageLayer.mask == nil && imageLayer.sublayers?.count == 1, "a mask that becomes a sublayer")
  imageLayer.mask = nil
}

/// Three colours across a layer, and a light that runs over it.
func gradientBackground() {
  let gradientLayer = CAGradientLayer()
  gradientLayer.frame = CGRect(x: 0, y: 0, width: 200, height: 200)
  let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
  let yellow = CGColor(red: 1, green: 1, blue: 0, alpha: 1)
  let green = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
  gradientLayer.colors = [red, yellow, green]
  gradientLayer.locations = [0.0, 0.25, 0.5]
  gradientLayer.startPoint = CGPoint(x: 0, y: 0)
  gradientLayer.endPoint = CGPoint(x: 1, y: 1)
  gradientLayer.type = .axial
  require(gradientLayer.colors?.count == 3, "colors")
  let shine = CABasicAnimation(keyPath: "locations")
  shine.fromValue = [0, 0, 0.25]
  shine.toValue = [0.75, 1, 1]
  shine.duration = 3
  shine.repeatCount = .infinity
  gradientLayer.add(shine, forKey: "shine")
  require(gradientLayer.value(forKey: "locations") as? [NSNumber] == [0, 0.25, 0.5], "locations by key")
  gradientLayer.locations = nil
  require(CAGradientLayer.defaultValue(forKey: "endPoint") as? CGPoint == CGPoint(x: 0.5, y: 1), "defaultValue")
}

/// Ten squares in a ring, each with less blue and green than the one before.
func replicatorRing() {
  let replicator = CAReplicatorLayer()
  replicator.frame = CGRect(x: 0, y: 0, width: 300, height: 300)
  replicator.instanceCount = 10
  var transform = CATransform3DIdentity
  transform = CATransform3DTranslate(transform, 0, 200, 0)
  transform = CATransform3DRotate(transform, .pi / 5.0, 0, 0, 1)
  transform = CATransform3DTranslate(transform, 0, -200, 0)
  replicator.instanceTransform = transform
  replicator.instanceBlueOffset = -0.1
  replicator.instanceGreenOffset = -0.1
  replicator.instanceDelay = 0.1
  let layer = CALayer()
  layer.frame = CGRect(x: 100, y: 100, width: 100, height: 100)
  layer.backgroundColor = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
  replicator.addSublayer(layer)
  require(replicator.instanceCount == 10 && replicator.sublayers?.count == 1, "replicator")
  replicator.setValue(CGFloat.pi, forKeyPath: "instanceTransform.rotation.z")
  require(abs(replicator.instanceTransform.m11 + 1) < 1e-9, "key path into instanceTransform")
}

/// A layer and its image upside down beneath it, fainter.
func replicatorReflection() {
  class ReflectionLayer: CAReplicatorLayer {
    func setUp() {
      instanceCount = 2
      let verticalOffset = bounds.size.height + 2
      var transform = CATransform3DIdentity
      transform = CATransform3DTranslate(transform, 0, verticalOffset, 0)
      transform = CATransform3DScale(transform, 1, -1, 0)
      instanceTransform = transform
      instanceAlphaOffset = -0.6
    }
  }
  let layer = ReflectionLayer()
  layer.bounds = CGRect(x: 0, y: 0, width: 80, height: 50)
  layer.setUp()
  require(layer.instanceTransform.m42 == 52 && layer.instanceTransform.m22 == -1, "instanceTransform")
}

/// Six faces in a transform layer, which keeps their depth.
func cubeOfFaces() {
  func face(_ transform: CATransform3D) -> CALayer {
    let face = CALayer()
    face.frame = CGRect(x: -50, y: -50, width: 100, height: 100)
    face.backgroundColor = CGColor(red: 0.2, green: 0.4, blue: 0.8, alpha: 1.0)
    face.transform = transform
    return face
  }
  func cube(_ transform: CATransform3D) -> CALayer {
    let cube = CATransformLayer()
    var ct = CATransform3DMakeTranslation(0, 0, 50)
    cube.addSublayer(face(ct))
    for (angle, x, y) in [
      (CGFloat.pi / 2, CGFloat(0), CGFloat(1)), (.pi / 2, 1, 0), (-.pi / 2, 1, 0), (-.pi / 2, 0, 1),
    ] {
      ct = CATransform3DMakeTranslation(y * 50 * (angle > 0 ? 1 : -1), -x * 50 * (angle > 0 ? 1 : -1), 0)
      ct = CATransform3DRotate(ct, angle, x, y, 0)
      cube.addSublayer(face(ct))
    }
    ct = CATransform3DMakeTranslation(0, 0, -50)
    ct = CATransform3DRotate(ct, .pi, 0, 1, 0)
    cube.addSublayer(face(ct))
    cube.position = CGPoint(x: 100, y: 100)
    cube.transform = transform
    return cube
  }
  let container = CALayer()
  var pt = CATransform3DIdentity
  pt.m34 = -1.0 / 500.0
  container.sublayerTransform = pt
  var turn = CATransform3DMakeTranslation(100, 0, 0)
  turn = CATransform3DRotate(turn, -.pi / 4, 1, 0, 0)
  turn = CATransform3DRotate(turn, -.pi / 4, 0, 1, 0)
  container.addSublayer(cube(turn))
  require(container.sublayers?.first?.sublayers?.count == 6, "faces of a cube")
}
