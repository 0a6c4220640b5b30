import CoreGraphics
import QuartzCore

/// A card that turns over: its back is seen once it stands past a right angle.
func flippingCard() {
  let scene = CALayer()
  scene.frame = CGRect(x: 0, y: 0, width: 160, height: 160)
  var perspective = CATransform3DIdentity
  perspective.m34 = -1 / 400
  scene.sublayerTransform = perspective

  func side(_ color: CGColor, angle: CGFloat) -> CALayer {
    let layer = CALayer()
    layer.frame = CGRect(x: 30, y: 40, width: 100, height: 80)
    layer.backgroundColor = color
    layer.cornerRadius = 8
    layer.isDoubleSided = false
    layer.transform = CATransform3DMakeRotation(angle, 0, 1, 0)
    return layer
  }
  let front = side(CGColor(red: 0.9, green: 0.2, blue: 0.2, alpha: 1), angle: 0)
  let back = side(CGColor(red: 0.2, green: 0.2, blue: 0.9, alpha: 1), angle: -.pi)
  scene.addSublayer(front)
  scene.addSublayer(back)

  for (layer, from) in [(front, 0.0), (back, -Double.pi)] {
    let flip = CABasicAnimation(keyPath: "transform.rotation.y")
    flip.fromValue = from
    flip.toValue = from + Double.pi
    flip.duration = 2
    flip.fillMode = kCAFillModeForwards
    flip.isRemovedOnCompletion = false
    flip.timingFunction = CAMediaTimingFunction(name: kCAMediaTimingFunctionLinear)
    layer.add(flip, forKey: "flip")
  }
  let early = picture(of: scene, named: "flip-early", at: 0.5)
  require(early.shows([230, 51, 51, 255], 80, 80), "the front at 45 degrees")
  require(early.painted(in: CGRect(x: 30, y: 80, width: 10, height: 1)) == 0, "the front has become narrow")
  let late = picture(of: scene, named: "flip-late", at: 1.5)
  require(late.shows([51, 51, 230, 255], 80, 80), "the back at 135 degrees")
}

/// A page that is pushed out by the next.
func pushedPage() {
  let page = CALayer()
  page.frame = CGRect(x: 0, y: 0, width: 100, height: 60)
  page.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
  CATransaction.flush()
  let book = CALayer()
  book.frame = page.frame
  book.addSublayer(page)
  CATransaction.flush()

  let transition = CATransition()
  transition.type = CATransitionType.push
  transition.subtype = CATransitionSubtype.fromRight
  transition.duration = 1
  transition.timingFunction = CAMediaTimingFunction(name: .linear)
  page.add(transition, forKey: kCATransition)
  page.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
  // Whatever the clock says, the page shows a quarter of the way.
  book.speed = 0
  transition.beginTime = 0
  page.removeAnimation(forKey: kCATransition)
  page.add(transition, forKey: kCATransition)
  let picture = picture(of: book, named: "push", at: 0.25)
  require(picture.shows([255, 0, 0, 255], 20, 30), "the old page on the left")
  require(picture.shows([0, 0, 255, 255], 90, 30), "the new page from the right")
}

/// A cube whose faces stand apart in depth, seen at an angle.
func parallaxCube() {
  let container = CALayer()
  container.frame = CGRect(x: 0, y: 0, width: 200, height: 200)
  container.backgroundColor = CGColor(gray: 1, alpha: 1)

  let cube = CATransformLayer()
  cube.frame = container.bounds
  let side: CGFloat = 80
  let faces: [(CATransform3D, CGColor)] = [
    (CATransform3DMakeTranslation(0, 0, side / 2), CGColor(red: 1, green: 0, blue: 0, alpha: 1)),
    (
      CATransform3DRotate(CATransform3DMakeTranslation(side / 2, 0, 0), .pi / 2, 0, 1, 0),
      CGColor(red: 0, green: 0.7, blue: 0, alpha: 1)
    ),
    (
      CATransform3DRotate(CATransform3DMakeTranslation(0, side / 2, 0), -.pi / 2, 1, 0, 0),
      CGColor(red: 0, green: 0, blue: 1, alpha: 1)
    ),
    (
      CATransform3DRotate(CATransform3DMakeTranslation(-side / 2, 0, 0), -.pi / 2, 0, 1, 0),
      CGColor(red: 1, green: 0.6, blue: 0, alpha: 1)
    ),
  ]
  for (transform, color) in faces {
    let face = CALayer()
    face.bounds = CGRect(x: 0, y: 0, width: side, height: side)
    face.position = CGPoint(x: 100, y: 100)
    face.backgroundColor = color
    face.transform = transform
    cube.addSublayer(face)
  }
  var view = CATransform3DIdentity
  view.m34 = 1.0 / -500
  view = CATransform3DRotate(view, .pi / 8, 1, 0, 0)
  view = CATransform3DRotate(view, -.pi / 6, 0, 1, 0)
  cube.transform = view
  container.addSublayer(cube)
  require(!CATransform3DIsAffine(cube.transform), "a perspective is not affine")

  let picture = picture(of: container, named: "cube")
  require(picture.shows([255, 0, 0, 255], 80, 90), "the front")
  require(picture.shows([0, 178, 0, 255], 138, 92), "the right side")
  require(picture.shows([0, 0, 255, 255], 104, 143), "the top")
}
