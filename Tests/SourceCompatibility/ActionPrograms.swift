import QuartzCore

/// A push instead of the fade of colours, by the layer's dictionary of actions.
func customActionDictionary() {
  let colorLayer = CALayer()
  colorLayer.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
  let transition = CATransition()
  transition.type = CATransitionType.push
  transition.subtype = CATransitionSubtype.fromLeft
  colorLayer.actions = ["backgroundColor": transition, "position": NSNull()]
  turnRunLoop()
  colorLayer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
  colorLayer.position = CGPoint(x: 10, y: 10)
  require((colorLayer.animation(forKey: kCATransition) as? CATransition)?.type == .push, "push as an action")
  require(colorLayer.animationKeys() == [kCATransition], "NSNull is no action")
}

/// A host that lets layers animate only while it says so, as views do.
class AnimatingHost: NSObject, CALayerDelegate {
  var isAnimating = false

  func action(for layer: CALayer, forKey event: String) -> CAAction? {
    isAnimating ? nil : NSNull()
  }
}

func delegateDecidesOnActions() {
  let host = AnimatingHost()
  let layer = CALayer()
  layer.delegate = host
  layer.opacity = 1
  layer.name = "hosted"
  turnRunLoop()
  layer.opacity = 0.5
  require(layer.animationKeys() == nil, "no animation outside")
  host.isAnimating = true
  layer.opacity = 0
  require(layer.animationKeys() == ["opacity"], "an animation inside")
  require(layer.action(forKey: "opacity") is CABasicAnimation, "the action inside")
}

/// An action that is no animation.
class Logbook: NSObject, CAAction {
  var entries: [String] = []

  func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
    entries.append(event)
  }
}

func actionOfOnesOwn() {
  let logbook = Logbook()
  let layer = CALayer()
  layer.actions = [kCAOnOrderIn: logbook, kCAOnOrderOut: logbook, "bounds": logbook]
  let root = CALayer()
  root.addSublayer(layer)
  layer.bounds.size = CGSize(width: 10, height: 10)
  layer.removeFromSuperlayer()
  require(logbook.entries == ["onOrderIn", "bounds", "onOrderOut"], "events")
}
