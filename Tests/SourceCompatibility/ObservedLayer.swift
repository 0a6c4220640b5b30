import CoreGraphics
import QuartzCore

/// Overrides what of `CALayer` the other programs do not: whatever Apple's class declares, a
/// subclass can replace.
class ObservedLayer: CALayer {
  var changes = 0

  // Hierarchy.
  override var name: String? { didSet { changes += 1 } }
  override var superlayer: CALayer? { super.superlayer }
  override var sublayers: [CALayer]? { didSet { changes += 1 } }
  override func insertSublayer(_ layer: CALayer, at idx: UInt32) {
    changes += 1
    super.insertSublayer(layer, at: idx)
  }
  override func insertSublayer(_ layer: CALayer, below sibling: CALayer?) {
    super.insertSublayer(layer, below: sibling)
  }
  override func insertSublayer(_ layer: CALayer, above sibling: CALayer?) {
    super.insertSublayer(layer, above: sibling)
  }
  override func replaceSublayer(_ oldLayer: CALayer, with newLayer: CALayer) {
    super.replaceSublayer(oldLayer, with: newLayer)
  }

  // Geometry.
  override var anchorPoint: CGPoint { didSet { changes += 1 } }
  override var anchorPointZ: CGFloat { didSet { changes += 1 } }
  override var zPosition: CGFloat { didSet { changes += 1 } }
  override var sublayerTransform: CATransform3D { didSet { changes += 1 } }
  override var isGeometryFlipped: Bool { didSet { changes += 1 } }
  override func convert(_ p: CGPoint, to l: CALayer?) -> CGPoint { super.convert(p, to: l) }
  override func convert(_ r: CGRect, from l: CALayer?) -> CGRect { super.convert(r, from: l) }
  override func convertTime(_ t: CFTimeInterval, to l: CALayer?) -> CFTimeInterval { super.convertTime(t, to: l) }

  // Appearance.
  override var isDoubleSided: Bool { didSet { changes += 1 } }
  override var maskedCorners: CACornerMask { didSet { changes += 1 } }
  override var borderWidth: CGFloat { didSet { changes += 1 } }
  override var shadowOpacity: Float { didSet { changes += 1 } }
  override var shadowOffset: CGSize { didSet { changes += 1 } }
  override var shadowRadius: CGFloat { didSet { changes += 1 } }

  // Contents.
  override var contentsRect: CGRect { didSet { changes += 1 } }
  override var contentsCenter: CGRect { didSet { changes += 1 } }
  override var contentsGravity: CALayerContentsGravity { didSet { changes += 1 } }
  override var minificationFilter: CALayerContentsFilter { didSet { changes += 1 } }
  override var magnificationFilter: CALayerContentsFilter { didSet { changes += 1 } }
  override var minificationFilterBias: Float { didSet { changes += 1 } }
  override var needsDisplayOnBoundsChange: Bool { didSet { changes += 1 } }
  override func setNeedsDisplay(_ r: CGRect) { super.setNeedsDisplay(r) }
  override func needsDisplay() -> Bool { super.needsDisplay() }
  override func displayIfNeeded() { super.displayIfNeeded() }

  // Layout.
  override var autoresizingMask: CAAutoresizingMask { didSet { changes += 1 } }
  override var layoutManager: (any CALayoutManager)? { didSet { changes += 1 } }
  override var constraints: [CAConstraint]? { didSet { changes += 1 } }
  override func addConstraint(_ c: CAConstraint) { super.addConstraint(c) }
  override func needsLayout() -> Bool { super.needsLayout() }
  override func layoutIfNeeded() { super.layoutIfNeeded() }

  // Actions, animations, keys.
  override var delegate: (any CALayerDelegate)? { didSet { changes += 1 } }
  override var actions: [String: any CAAction]? { didSet { changes += 1 } }
  override var style: [AnyHashable: Any]? { didSet { changes += 1 } }
  override func animationKeys() -> [String]? { super.animationKeys() }
  override func animation(forKey key: String) -> CAAnimation? { super.animation(forKey: key) }
  override func presentation() -> Self? { super.presentation() }
  override func model() -> Self { super.model() }
  override func value(forKeyPath keyPath: String) -> Any? { super.value(forKeyPath: keyPath) }
  override func setValue(_ value: Any?, forKeyPath keyPath: String) {
    changes += 1
    super.setValue(value, forKeyPath: keyPath)
  }
  override func shouldArchiveValue(forKey key: String) -> Bool { super.shouldArchiveValue(forKey: key) }
  override func encode(with coder: NSCoder) { super.encode(with: coder) }
  override class var supportsSecureCoding: Bool { true }
}

func observedLayer() {
  let layer = ObservedLayer()
  let same: CALayer = layer
  same.contentsRect = CGRect(x: 0, y: 0, width: 0.5, height: 0.5)
  same.contentsGravity = .center
  same.magnificationFilter = .nearest
  require(same.contentsGravity == .center && same.contentsRect.width == 0.5, "observed contents keep their values")
  same.zPosition = 2
  same.maskedCorners = .layerMinXMinYCorner
  same.name = "observed"
  same.insertSublayer(CALayer(), at: 0)
  same.setValue(0.5, forKeyPath: "shadowOpacity")
  require(same.shadowOpacity == 0.5 && same.sublayers?.count == 1, "methods of one's own reach the layer's")
  require(layer.changes >= 8, "observers through the superclass's name")
}
