import CoreGraphics
import QuartzCore

/// A curve with a value of its own: it inherits `init(name:)`, as all others are overridden.
private class NamedCurve: CAMediaTimingFunction {
  var label = "curve"
  override init() { super.init() }
  override init(controlPoints c1x: Float, _ c1y: Float, _ c2x: Float, _ c2y: Float) {
    super.init(controlPoints: c1x, c1y, c2x, c2y)
  }
  required init?(coder: NSCoder) { super.init(coder: coder) }
}

/// A spring whose initialiser is that of its duration.
private class Bounce: CASpringAnimation {
  let strength: CGFloat
  init(strength: CGFloat) {
    self.strength = strength
    super.init(perceptualDuration: 0.5, bounce: strength)
  }
  required init?(coder: NSCoder) { nil }
}

/// A constraint that moves with a margin.
private class MarginConstraint: CAConstraint {
  var margin: CGFloat = 4
  override var offset: CGFloat { super.offset + margin }
}

private class Turn: CAValueFunction {
  override var name: CAValueFunctionName { .rotateZ }
}

/// Initialisers and properties of the classes as Apple declares them.
func declaredClasses() {
  var point: [Float] = [9, 9]
  CAMediaTimingFunction().getControlPoint(at: 1, values: &point)
  require(point == [0, 0], "CAMediaTimingFunction()")
  NamedCurve(name: .easeIn).getControlPoint(at: 1, values: &point)
  require(abs(point[0] - 0.42) < 1e-6, "an inherited init(name:)")
  let bounce = Bounce(strength: 0.25)
  require(bounce.strength == 0.25 && abs(bounce.bounce - 0.25) < 1e-9, "super.init(perceptualDuration:bounce:)")
  let constraint = MarginConstraint(attribute: .midX, relativeTo: "superlayer", attribute: .midX, offset: 1)
  require(constraint.offset == 5 && constraint.scale == 1, "override var offset")
  require(CAConstraint().scale == 1, "CAConstraint()")
  require(Turn().name == .rotateZ && CAValueFunction(name: .scale)?.name == .scale, "override var name")
  let link = CADisplayLink()
  link.invalidate()
  require(link.timestamp == 0, "CADisplayLink()")
}

/// Numbers in memory and default arguments.
func declaredPointers() {
  let numbers = UnsafeMutablePointer<CGFloat>.allocate(capacity: 4)
  defer { numbers.deallocate() }
  numbers.initialize(from: [1, 0.5, 0, 1], count: 4)
  let space = CGColorSpaceCreateDeviceRGB()
  let constant = UnsafePointer<CGFloat>(numbers)
  require(CGColor(colorSpace: space, components: constant)?.components == [1, 0.5, 0, 1], "UnsafePointer<CGFloat>")
  require(CGColor(colorSpace: space, components: numbers)?.alpha == 1, "UnsafeMutablePointer<CGFloat>")
  require(CGColor(colorSpace: space, components: [1, 0.5, 0]) == nil, "an array that is too short")
  var components = CGAffineTransformComponents(rotation: 1)
  require(components.scale == CGSize(width: 1, height: 1), "CGAffineTransformComponents(rotation:)")
  components.translation.dx = 3
  require(CGAffineTransform(components).tx == 3, "a transform of components")
  let decode: [CGFloat] = [1, 0]
  let image = CGImage(
    width: 1, height: 1, bitsPerComponent: 8, bitsPerPixel: 8, bytesPerRow: 1, space: CGColorSpaceCreateDeviceGray(),
    bitmapInfo: CGBitmapInfo(rawValue: 0), provider: CGDataProvider(data: Data([255]) as CFData)!, decode: decode,
    shouldInterpolate: false, intent: .defaultIntent)
  require(image?.decode?[0] == 1 && image?.decode?[1] == 0, "decode")
}
