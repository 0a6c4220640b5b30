import CoreGraphics
import QuartzCore

/// Which layer was touched, in its own coordinates.
func touchedLayer() {
  let root = CALayer()
  root.frame = CGRect(x: 0, y: 0, width: 200, height: 200)
  let blue = CALayer()
  blue.frame = CGRect(x: 50, y: 50, width: 100, height: 100)
  root.addSublayer(blue)
  let touch = CGPoint(x: 60, y: 70)
  require(root.hitTest(touch) === blue, "hitTest")
  var point = blue.convert(touch, from: root)
  require(blue.contains(point) && point == CGPoint(x: 10, y: 20), "convert and contains")
  point = blue.convert(point, to: nil)
  require(point == touch, "convert to nil")
  require(blue.convert(blue.bounds, to: root) == blue.frame, "convert of a rectangle")
}

/// A delegate that places sublayers, and one that makes contents.
func delegatedLayout() {
  class Row: NSObject, CALayerDelegate {
    func layoutSublayers(of layer: CALayer) {
      for (index, sublayer) in (layer.sublayers ?? []).enumerated() {
        sublayer.frame = CGRect(x: CGFloat(index) * 20, y: 0, width: 20, height: layer.bounds.height)
      }
    }
    func display(_ layer: CALayer) { layer.contentsScale = 2 }
  }
  let row = Row()
  let layer = CALayer()
  layer.delegate = row
  layer.bounds = CGRect(x: 0, y: 0, width: 40, height: 10)
  layer.sublayers = [CALayer(), CALayer()]
  layer.layoutIfNeeded()
  require(layer.sublayers?[1].frame == CGRect(x: 20, y: 0, width: 20, height: 10), "layoutSublayers(of:)")
  layer.setNeedsDisplay()
  layer.displayIfNeeded()
  require(layer.contentsScale == 2 && !layer.needsDisplay(), "display(_:)")
}

/// Two layers side by side, by constraints.
func constrainedLayers() {
  let superlayer = CALayer()
  superlayer.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
  superlayer.layoutManager = CAConstraintLayoutManager()
  let (a, b) = (CALayer(), CALayer())
  a.name = "A"
  for layer in [a, b] {
    layer.bounds = CGRect(x: 0, y: 0, width: 30, height: 30)
    layer.addConstraint(CAConstraint(attribute: .midY, relativeTo: "superlayer", attribute: .midY))
    superlayer.addSublayer(layer)
  }
  a.addConstraint(CAConstraint(attribute: .minX, relativeTo: "superlayer", attribute: .minX, offset: 5))
  b.addConstraint(CAConstraint(attribute: .minX, relativeTo: "A", attribute: .maxX, scale: 1, offset: 5))
  superlayer.layoutIfNeeded()
  require(b.frame == CGRect(x: 40, y: 35, width: 30, height: 30), "constraints")
  a.autoresizingMask = [.layerWidthSizable, .layerMaxXMargin]
  superlayer.bounds.size.width = 160
  require(a.frame.width > 30, "autoresizingMask")
}

/// A view of a larger layer.
func scrolledContents() {
  let scroll = CAScrollLayer()
  scroll.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
  scroll.scrollMode = .vertically
  let contents = CALayer()
  contents.frame = CGRect(x: 0, y: 0, width: 300, height: 300)
  scroll.addSublayer(contents)
  scroll.scroll(to: CGPoint(x: 50, y: 50))
  require(scroll.bounds.origin == CGPoint(x: 0, y: 50), "scroll(to:)")
  contents.scrollRectToVisible(CGRect(x: 0, y: 180, width: 10, height: 10))
  require(contents.visibleRect == CGRect(x: 0, y: 90, width: 100, height: 100), "visibleRect")
}

/// A label, as far as its properties go.
func labelProperties() {
  let label = CATextLayer()
  label.string = "Hello"
  label.font = "Helvetica" as CFTypeRef
  label.fontSize = 14
  label.alignmentMode = .center
  label.truncationMode = .end
  label.isWrapped = true
  label.foregroundColor = CGColor(red: 0, green: 0, blue: 0, alpha: 1)
  require(label.needsDisplay() && label.string as? String == "Hello", "CATextLayer")
}

/// Fire, as far as its properties go.
func fireProperties() {
  let emitter = CAEmitterLayer()
  emitter.emitterPosition = CGPoint(x: 50, y: 50)
  emitter.renderMode = .additive
  let cell = CAEmitterCell()
  cell.name = "fire"
  cell.birthRate = 150
  cell.lifetime = 5.0
  cell.color = CGColor(red: 1, green: 0.5, blue: 0.1, alpha: 1)
  cell.alphaSpeed = -0.4
  cell.velocity = 50
  cell.emissionRange = .pi * 2
  emitter.emitterCells = [cell]
  emitter.setValue(0, forKeyPath: "emitterCells.fire.birthRate")
  require(cell.birthRate == 0, "emitterCells by key path")
}
