import CoreGraphics
import CoreImage
import QuartzCore

/// A ring that fills as a stroke that grows.
func progressRing() {
  let ring = CAShapeLayer()
  let path = CGMutablePath()
  path.addArc(
    center: CGPoint(x: 50, y: 50), radius: 40, startAngle: -.pi / 2, endAngle: 1.5 * .pi, clockwise: false)
  ring.path = path
  ring.fillColor = nil
  ring.strokeColor = CGColor(red: 0, green: 0.5, blue: 1, alpha: 1)
  ring.lineWidth = 8
  ring.lineCap = .round
  ring.lineJoin = .round
  ring.lineDashPattern = [12, 4.5]
  ring.strokeEnd = 0
  let grow = CABasicAnimation(keyPath: "strokeEnd")
  grow.fromValue = 0
  grow.toValue = 1
  grow.duration = 2
  grow.fillMode = .forwards
  grow.isRemovedOnCompletion = false
  ring.add(grow, forKey: "grow")
  path.closeSubpath()
  require(ring.path != path && ring.path?.boundingBox == path.boundingBox, "a path is copied")
  require(ring.fillRule == .nonZero && ring.miterLimit == 10 && ring.strokeStart == 0, "defaults of shapes")
  require(ring.lineDashPattern == [12, 4.5], "lineDashPattern")
}

/// A square that becomes a larger one, in a mask with a hole.
func morphingShape() {
  let shape = CAShapeLayer()
  shape.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
  shape.path = CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10), transform: nil)
  let morph = CABasicAnimation(keyPath: #"path"#)
  morph.fromValue = shape.path
  morph.toValue = CGPath(rect: shape.bounds, transform: nil)
  shape.add(morph, forKey: morph.keyPath)
  let mask = CAShapeLayer()
  let hole = CGMutablePath()
  hole.addRect(shape.bounds)
  hole.addEllipse(in: shape.bounds.insetBy(dx: 20, dy: 20))
  mask.path = hole
  mask.fillRule = .evenOdd
  shape.mask = mask
  require((shape.animation(forKey: "path") as? CABasicAnimation)?.toValue is CGPath, "a path as a value")
}

/// A card with a cheap shadow, drawn as a raster.
func rasterizedCard() {
  let card = CALayer()
  card.bounds = CGRect(x: 0, y: 0, width: 80, height: 50)
  card.cornerRadius = 12
  card.cornerCurve = .continuous
  card.isOpaque = false
  card.allowsGroupOpacity = true
  card.shadowOpacity = 0.5
  card.shadowPath = CGPath(roundedRect: card.bounds, cornerWidth: 12, cornerHeight: 12, transform: nil)
  card.shouldRasterize = true
  card.rasterizationScale = 2
  card.edgeAntialiasingMask = [.layerLeftEdge, .layerRightEdge, .layerBottomEdge, .layerTopEdge]
  require(CALayer.cornerCurveExpansionFactor(.continuous) == 1.528665, "cornerCurveExpansionFactor")
  require(card.allowsEdgeAntialiasing && card.edgeAntialiasingMask.rawValue == 15, "defaults of edges")
}

/// A glow that pulses, over a blurred backdrop.
func pulsingFilter() {
  let layer = CALayer()
  guard let blur = CIFilter(name: "CIGaussianBlur", parameters: [kCIInputRadiusKey: 5.0]) else {
    return require(false, "CIGaussianBlur")
  }
  blur.name = "pulse"
  layer.filters = [blur]
  let pulse = CABasicAnimation(keyPath: "filters.pulse.inputRadius")
  pulse.fromValue = NSNumber(value: 0)
  pulse.toValue = NSNumber(value: 5)
  pulse.autoreverses = true
  pulse.repeatCount = .greatestFiniteMagnitude
  layer.add(pulse, forKey: "pulseAnimation")
  layer.setValue(2, forKeyPath: "filters.pulse.inputRadius")
  require(layer.value(forKeyPath: "filters.pulse.inputRadius") as? Double == 2, "key path into a filter")
  let tint = CIFilter(name: "CIColorMatrix")
  tint?.setDefaults()
  tint?.setValue(CIVector(x: 0, y: 1, z: 0, w: 0), forKey: "inputRVector")
  layer.backgroundFilters = tint.map { [$0] }
  require(layer.backgroundFilters?.count == 1, "backgroundFilters")
  layer.compositingFilter = "multiplyBlendMode"
  require(layer.compositingFilter as? String == "multiplyBlendMode", "a blend mode by its name")
  layer.compositingFilter = CIFilter(name: "CIScreenBlendMode")
  require((layer.compositingFilter as? CIFilter)?.name == "CIScreenBlendMode", "a blend mode as a filter")
}
