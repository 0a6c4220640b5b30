import CoreGraphics
import QuartzCore

/// Notes what is asked of it, as layers do whose authors want to know when.
class NotingLayer: CALayer {
  var calls: [String] = []

  private func note(_ call: String) { calls.append(call) }

  override class func needsDisplay(forKey key: String) -> Bool {
    key == "progress" || super.needsDisplay(forKey: key)
  }
  override class func defaultValue(forKey key: String) -> Any? {
    key == "progress" ? 0.25 : super.defaultValue(forKey: key)
  }
  override class func defaultAction(forKey event: String) -> CAAction? { super.defaultAction(forKey: event) }

  override func layoutSublayers() {
    note("layoutSublayers")
    super.layoutSublayers()
  }
  override func display() {
    note("display")
    super.display()
  }
  override func draw(in ctx: CGContext) {
    note("draw")
    ctx.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
    ctx.fill(bounds)
  }
  override func hitTest(_ p: CGPoint) -> CALayer? {
    note("hitTest")
    return super.hitTest(p)
  }
  override func contains(_ p: CGPoint) -> Bool {
    note("contains")
    return super.contains(p)
  }
  override func action(forKey event: String) -> CAAction? {
    note("action \(event)")
    return super.action(forKey: event)
  }
  override func add(_ anim: CAAnimation, forKey key: String?) {
    note("add \(key ?? "")")
    super.add(anim, forKey: key)
  }
  override func removeAnimation(forKey key: String) {
    note("remove \(key)")
    super.removeAnimation(forKey: key)
  }
  override func removeAllAnimations() { super.removeAllAnimations() }
  override func setNeedsDisplay() {
    note("setNeedsDisplay")
    super.setNeedsDisplay()
  }
  override func setNeedsLayout() {
    note("setNeedsLayout")
    super.setNeedsLayout()
  }
  override func resizeSublayers(withOldSize size: CGSize) {
    note("resizeSublayers")
    super.resizeSublayers(withOldSize: size)
  }
  override func resize(withOldSuperlayerSize size: CGSize) {
    note("resize")
    super.resize(withOldSuperlayerSize: size)
  }
  override func preferredFrameSize() -> CGSize { CGSize(width: 7, height: 8) }
  override func addSublayer(_ layer: CALayer) {
    note("addSublayer")
    super.addSublayer(layer)
  }
  override func removeFromSuperlayer() {
    note("removeFromSuperlayer")
    super.removeFromSuperlayer()
  }
  override func setValue(_ value: Any?, forKey key: String) {
    note("setValue \(key)")
    super.setValue(value, forKey: key)
  }
  override func value(forKey key: String) -> Any? { super.value(forKey: key) }
  override func scrollRectToVisible(_ r: CGRect) { note("scrollRectToVisible") }
  override func scroll(_ p: CGPoint) { note("scroll") }
  override func convert(_ p: CGPoint, from l: CALayer?) -> CGPoint { super.convert(p, from: l) }
  override func convert(_ r: CGRect, to l: CALayer?) -> CGRect { super.convert(r, to: l) }
  override func convertTime(_ t: CFTimeInterval, from l: CALayer?) -> CFTimeInterval { super.convertTime(t, from: l) }
  override func affineTransform() -> CGAffineTransform { super.affineTransform() }
  override func setAffineTransform(_ m: CGAffineTransform) { super.setAffineTransform(m) }
  override func contentsAreFlipped() -> Bool { super.contentsAreFlipped() }
  override class func cornerCurveExpansionFactor(_ curve: CALayerCornerCurve) -> CGFloat {
    super.cornerCurveExpansionFactor(curve)
  }
}

/// What Core Animation calls by itself, it calls of a subclass.
func notingLayer() {
  let root = CALayer()
  root.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
  let layer = NotingLayer()
  layer.autoresizingMask = .layerWidthSizable
  layer.needsDisplayOnBoundsChange = true
  root.addSublayer(layer)
  layer.frame = CGRect(x: 10, y: 10, width: 40, height: 40)
  for call in ["setNeedsDisplay", "setNeedsLayout", "resizeSublayers"] {
    require(layer.calls.contains(call), "\(call) of new bounds")
  }
  let inner = NotingLayer()
  inner.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
  layer.addSublayer(inner)
  turnRunLoop()
  for call in ["layoutSublayers", "display", "draw"] { require(layer.calls.contains(call), "\(call) at a commit") }
  require(root.hitTest(CGPoint(x: 15, y: 15)) === inner, "the foremost layer")
  require(layer.calls.contains("hitTest") && inner.calls.contains("contains"), "hitTest asks down the tree")
  layer.calls = []
  layer.opacity = 0.5
  require(layer.calls.contains("action opacity") && layer.calls.contains("add opacity"), "an implicit animation")
  layer.bounds.size.width = 60
  require(layer.calls.contains("resizeSublayers") && inner.calls.contains("resize"), "resized by its superlayer")
  root.bounds.size.width = 120
  require(layer.calls.contains("resize"), "resized by a plain superlayer")
  inner.calls = []
  layer.sublayers = nil
  require(layer.value(forKey: "progress") as? Double == 0.25, "defaultValue(forKey:) of a key of its own")
  require(layer.preferredFrameSize() == CGSize(width: 7, height: 8), "preferredFrameSize")
}

/// Properties whose accessors a subclass replaces.
class ClampedLayer: CALayer {
  var changes = 0

  override var bounds: CGRect { didSet { changes += 1 } }
  override var frame: CGRect { didSet { changes += 1 } }
  override var position: CGPoint { didSet { changes += 1 } }
  override var transform: CATransform3D { didSet { changes += 1 } }
  override var contents: Any? { didSet { changes += 1 } }
  override var contentsScale: CGFloat { didSet { changes += 1 } }
  override var backgroundColor: CGColor? { didSet { changes += 1 } }
  override var opacity: Float {
    get { super.opacity }
    set { super.opacity = min(max(newValue, 0), 1) }
  }
  override var isHidden: Bool { didSet { changes += 1 } }
  override var mask: CALayer? { didSet { changes += 1 } }
  override var masksToBounds: Bool { didSet { changes += 1 } }
  override var cornerRadius: CGFloat { didSet { changes += 1 } }
  override var cornerCurve: CALayerCornerCurve { didSet { changes += 1 } }
  override var borderColor: CGColor? { didSet { changes += 1 } }
  override var shadowColor: CGColor? { didSet { changes += 1 } }
  override var shadowPath: CGPath? { didSet { changes += 1 } }
  override var filters: [Any]? { didSet { changes += 1 } }
  override var backgroundFilters: [Any]? { didSet { changes += 1 } }
  override var compositingFilter: Any? { didSet { changes += 1 } }
  override var isOpaque: Bool {
    get { true }
    set {}
  }
  override var shouldRasterize: Bool { didSet { changes += 1 } }
  override var rasterizationScale: CGFloat { didSet { changes += 1 } }
  override var allowsGroupOpacity: Bool { didSet { changes += 1 } }
  override var allowsEdgeAntialiasing: Bool { didSet { changes += 1 } }
  override var edgeAntialiasingMask: CAEdgeAntialiasingMask { didSet { changes += 1 } }
  override var drawsAsynchronously: Bool { didSet { changes += 1 } }
  override var contentsFormat: CALayerContentsFormat { didSet { changes += 1 } }
  override var speed: Float { didSet { changes += 1 } }
  override var timeOffset: CFTimeInterval { didSet { changes += 1 } }
  override var beginTime: CFTimeInterval { didSet { changes += 1 } }
  override var duration: CFTimeInterval { didSet { changes += 1 } }
  override var repeatCount: Float { didSet { changes += 1 } }
  override var repeatDuration: CFTimeInterval { didSet { changes += 1 } }
  override var autoreverses: Bool { didSet { changes += 1 } }
  override var fillMode: CAMediaTimingFillMode { didSet { changes += 1 } }
  override var visibleRect: CGRect { super.visibleRect.insetBy(dx: 1, dy: 1) }
}

func clampedLayer() {
  let layer = ClampedLayer()
  layer.opacity = 3
  require(layer.opacity == 1 && layer.isOpaque, "accessors of one's own")
  let same: CALayer = layer
  same.shadowPath = CGPath(rect: CGRect(x: 0, y: 0, width: 1, height: 1), transform: nil)
  same.speed = 2
  same.filters = []
  same.compositingFilter = nil
  same.cornerCurve = .continuous
  same.shouldRasterize = true
  same.drawsAsynchronously = true
  same.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
  require(layer.changes >= 8, "observers of properties")
  require(same.visibleRect == CGRect(x: 1, y: 1, width: 8, height: 8), "visibleRect")
  let timed: CAMediaTiming = layer
  require(timed.speed == 2, "timing through the protocol")
}

/// Layers of the family with methods of their own.
class LoudText: CATextLayer {
  override var string: Any? {
    get { super.string }
    set { super.string = (newValue as? String)?.uppercased() ?? newValue }
  }
  override var fontSize: CGFloat { didSet { setNeedsDisplay() } }
  override func draw(in ctx: CGContext) {
    ctx.saveGState()
    ctx.translateBy(x: 0, y: 2)
    super.draw(in: ctx)
    ctx.restoreGState()
  }
}

class WobblingShape: CAShapeLayer {
  override var path: CGPath? { didSet { add(CABasicAnimation(keyPath: "path"), forKey: "wobble") } }
  override func action(forKey event: String) -> CAAction? {
    event == "path" ? CABasicAnimation(keyPath: event) : super.action(forKey: event)
  }
}

class QuietTiles: CATiledLayer {
  override class func fadeDuration() -> CFTimeInterval { 0 }
  override var tileSize: CGSize { didSet { setNeedsDisplay() } }
}

class SnappingScroll: CAScrollLayer {
  override func scroll(to p: CGPoint) { super.scroll(to: CGPoint(x: p.x.rounded(), y: p.y.rounded())) }
}

class SteadyFire: CAEmitterLayer {
  override var birthRate: Float {
    get { super.birthRate }
    set { super.birthRate = min(newValue, 2) }
  }
}

func layersOfTheFamilySubclassed() {
  let text = LoudText()
  text.string = "loud"
  require(text.string as? String == "LOUD", "a text's setter")
  let shape = WobblingShape()
  shape.path = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 4, height: 4), transform: nil)
  require(shape.animation(forKey: "wobble") != nil, "a shape's observer")
  require(QuietTiles.fadeDuration() == 0, "fadeDuration")
  let scroll = SnappingScroll()
  let page = CALayer()
  scroll.addSublayer(page)
  page.scroll(CGPoint(x: 1.4, y: 2.6))
  require(scroll.bounds.origin == CGPoint(x: 1, y: 3), "a page scrolls by its scroll layer's method")
  let fire = SteadyFire()
  fire.birthRate = 50
  require(fire.birthRate == 2, "an emitter's setter")
}
