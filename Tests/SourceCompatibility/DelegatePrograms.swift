import CoreGraphics
import QuartzCore

// Delegates called as Objective-C's optional methods are, and key-value coding's less used methods.

private final class Painter: NSObject, CALayerDelegate, CAAnimationDelegate {
  var calls: [String] = []
  func display(_ layer: CALayer) { calls.append("display") }
  func draw(_ layer: CALayer, in ctx: CGContext) { calls.append("draw") }
  func layoutSublayers(of layer: CALayer) { calls.append("layout") }
  func action(for layer: CALayer, forKey event: String) -> CAAction? { event == "opacity" ? NSNull() : nil }
  func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { calls.append("stop \(flag)") }
}

private final class Grid: NSObject, CALayoutManager {
  func preferredSize(of layer: CALayer) -> CGSize { CGSize(width: 3, height: 4) }
}

/// A layer that asks its delegate first, as subclasses in published engines do.
private final class AskingLayer: CALayer {
  override func display() {
    if delegate?.display?(self) == nil { super.display() }
  }
  override func layoutSublayers() { delegate?.layoutSublayers?(of: self) }
  override func draw(in ctx: CGContext) { delegate?.draw?(self, in: ctx) }
  override func action(forKey event: String) -> CAAction? {
    if let action = delegate?.action?(for: self, forKey: event) { return action }
    return super.action(forKey: event)
  }
}

func optionalCallsOfDelegates() {
  let painter = Painter()
  let layer = AskingLayer()
  layer.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
  layer.delegate = painter
  layer.display()
  layer.layoutSublayers()
  require(painter.calls == ["display", "layout"], "delegate?.display?(layer)")
  require(layer.action(forKey: "opacity") is NSNull && layer.action(forKey: "bounds") == nil, "delegate?.action?(for:)")
  layer.delegate?.layerWillDraw?(layer)
  require(layer.delegate?.display != nil, "delegate?.display != nil")

  let animation = CABasicAnimation(keyPath: "opacity")
  animation.delegate = painter
  animation.delegate?.animationDidStart?(animation)
  animation.delegate?.animationDidStop?(animation, finished: true)
  require(painter.calls.last == "stop true", "delegate?.animationDidStop?(animation, finished:)")

  layer.layoutManager = Grid()
  layer.layoutManager?.invalidateLayout?(of: layer)
  layer.layoutManager?.layoutSublayers?(of: layer)
  require(layer.layoutManager?.preferredSize?(of: layer) == CGSize(width: 3, height: 4), "manager?.preferredSize?(of:)")

  layer.delegate = nil
  require(layer.delegate?.action?(for: layer, forKey: "opacity") == nil, "no delegate")
}

/// A layer with a key of its own, as Objective-C programs write it.
private final class Dial: CALayer {
  private var angle: Double = 0
  override func value(forUndefinedKey key: String) -> Any? {
    key == "angle" ? angle : super.value(forUndefinedKey: key)
  }
  override func setValue(_ value: Any?, forUndefinedKey key: String) {
    if key == "angle" { angle = value as? Double ?? 0 } else { super.setValue(value, forUndefinedKey: key) }
  }
  override func setNilValueForKey(_ key: String) {
    if key == "cornerRadius" { cornerRadius = 0 } else { super.setNilValueForKey(key) }
  }
}

func keyValueCodingOfLayers() {
  let dial = Dial()
  dial.setValuesForKeys(["angle": 2.0, "cornerRadius": 3, "name": "dial", "steps": 12])
  require(dial.value(forKey: "angle") as? Double == 2 && dial.name == "dial", "setValuesForKeys")
  require(dial.value(forKey: "steps") as? CGFloat == 12, "a number under a key of one's own")
  let values = dial.dictionaryWithValues(forKeys: ["cornerRadius", "contents"])
  require(values["cornerRadius"] as? Float == 3 && values["contents"] is NSNull, "dictionaryWithValues(forKeys:)")
  dial.setValue(nil, forKey: "cornerRadius")
  require(dial.cornerRadius == 0, "setNilValueForKey")
  let components = CAShapeLayer().fillColor?.components ?? []
  require(components.count == 4 && components[3] == 1, "components of a default colour")
  let fade = CABasicAnimation(keyPath: "opacity")
  fade.fromValue = dial.presentation()?.opacity ?? dial.opacity
  require(fade.fromValue as? CGFloat == 1, "an opacity read as CGFloat")
}
