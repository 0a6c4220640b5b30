import Foundation
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree
import Testing

@Suite("§10 actions") struct ActionTests {
  /// Notes what it was run with.
  private final class Recorder: CAAction {
    var events: [String] = []
    weak var object: CALayer?
    var valueSeen: Any?

    func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
      events.append(event)
      object = anObject as? CALayer
      valueSeen = object?.value(forKey: event)
    }
  }

  private final class Delegate: NSObject, CALayerDelegate {
    var answers: [String: any CAAction] = [:]
    var questions: [String] = []

    func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
      questions.append(event)
      return answers[event]
    }
  }

  private final class Fading: CALayer {
    override class func defaultAction(forKey event: String) -> (any CAAction)? {
      event == "opacity" ? CABasicAnimation("opacity", from: 0, duration: 3) : nil
    }
  }

  @Test("§10 a layer that was never committed has no action, and a change of it animates nothing") func bareLayer() {
    TestClock.run { _ in
      let layer = CALayer()
      #expect(layer.action(forKey: "opacity") == nil)
      #expect(CALayer.defaultAction(forKey: "opacity") == nil)
      layer.opacity = 0.5
      layer.position = CGPoint(x: 1, y: 2)
      CATransaction.flush()
      #expect(layer.animationKeys() == nil)
    }
  }

  @Test("§10 the search: delegate, actions, style, class, implicit; NSNull ends it") func order() {
    TestClock.run { _ in
      let layer = Fading().committed()
      let answers = (0..<4).map { _ in Recorder() }
      func found() -> (any CAAction)? { layer.action(forKey: "opacity") }
      #expect((found() as? CABasicAnimation)?.duration == 3)
      layer.style = ["style": ["actions": ["opacity": answers[0]]]]
      #expect(found() as? Recorder === answers[0])
      layer.style = ["actions": ["opacity": answers[1]], "style": ["actions": ["opacity": answers[0]]]]
      #expect(found() as? Recorder === answers[1])
      layer.actions = ["opacity": answers[2]]
      #expect(found() as? Recorder === answers[2])
      let delegate = Delegate()
      layer.delegate = delegate
      #expect(found() as? Recorder === answers[2])
      delegate.answers["opacity"] = answers[3]
      #expect(found() as? Recorder === answers[3])
      delegate.answers["opacity"] = NSNull()
      #expect(found() == nil)
      // Elsewhere the implicit one is left.
      #expect(layer.action(forKey: "position") is CABasicAnimation)
      #expect(layer.action(forKey: "contentsGravity") == nil)
      #expect(layer.action(forKey: "no such key") == nil)
    }
  }

  @Test("§10 disableActions leaves the search alone, and the setters do not ask") func disabled() {
    TestClock.run { _ in
      let layer = CALayer().committed()
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      #expect(layer.action(forKey: "opacity") is CABasicAnimation)
      layer.opacity = 0.5
      layer.setValue(0.25, forKey: "shadowOpacity")
      CATransaction.commit()
      #expect(layer.animationKeys() == nil)
    }
  }

  @Test("§10 an action runs after the change, with key and layer; an equal value asks for no action") func running() {
    TestClock.run { _ in
      let layer = CALayer().committed()
      let recorder = Recorder()
      let delegate = Delegate()
      delegate.answers["zPosition"] = recorder
      layer.delegate = delegate
      layer.zPosition = 7
      layer.zPosition = 7
      #expect(recorder.events == ["zPosition"] && recorder.object === layer)
      #expect(recorder.valueSeen as? Double == 7)
      #expect(delegate.questions == ["zPosition"])
      layer.setValue(8, forKeyPath: "zPosition")
      #expect(recorder.events.count == 2)
    }
  }

  /// The frame is a wish for bounds and position; a component is a change of its property.
  @Test("§2 which keys a setter asks for") func keysAskedFor() {
    TestClock.run { _ in
      let layer = CALayer().committed()
      let delegate = Delegate()
      layer.delegate = delegate
      layer.frame = CGRect(x: 1, y: 2, width: 30, height: 40)
      #expect(delegate.questions == ["bounds", "position"])
      delegate.questions = []
      layer.setValue(5, forKeyPath: "transform.rotation.z")
      layer.isHidden = true
      #expect(delegate.questions == ["transform", "hidden", "onOrderOut"])
      delegate.questions = []
      layer.isHidden = false
      layer.isGeometryFlipped = true
      layer.isDoubleSided = false
      layer.contentsGravity = .center
      #expect(delegate.questions == ["hidden", "onOrderIn"])
    }
  }

  @Test("§10 onOrderIn, onOrderOut and sublayers") func ordering() {
    TestClock.run { _ in
      let (layer, child) = (CALayer().committed(), CALayer())
      let (delegate, childDelegate) = (Delegate(), Delegate())
      layer.delegate = delegate
      child.delegate = childDelegate
      layer.addSublayer(child)
      #expect(delegate.questions == ["sublayers"] && childDelegate.questions == [kCAOnOrderIn])
      child.removeFromSuperlayer()
      #expect(delegate.questions == ["sublayers", "sublayers"])
      #expect(childDelegate.questions == [kCAOnOrderIn, kCAOnOrderOut])
      layer.sublayers = [child]
      layer.replaceSublayer(child, with: CALayer())
      #expect(childDelegate.questions == [kCAOnOrderIn, kCAOnOrderOut, kCAOnOrderIn, kCAOnOrderOut])
      #expect(layer.animationKeys() == nil && child.animationKeys() == nil)
    }
  }

  @Test("§10 an animation as an action: it takes the key, and begins at what is shown") func animationAsAction() throws
  {
    try TestClock.run { clock in
      let layer = CALayer().committed()
      let turn = CABasicAnimation()
      turn.duration = 4
      layer.actions = ["zPosition": turn]
      layer.zPosition = 8
      let added = try #require(layer.animation(forKey: "zPosition") as? CABasicAnimation)
      #expect(added.keyPath == "zPosition" && added.fromValue as? Double == 0 && added.toValue == nil)
      #expect(turn.keyPath == nil)
      clock.pass(0)
      clock.pass(1)
      #expect(layer.presentation()?.zPosition == 2)
    }
  }
}

@Suite("§10 implicit animations") struct ImplicitAnimationTests {
  @Test("§10 from what is shown, with the transaction's duration and the default curve") func made() throws {
    try TestClock.run { _ in
      let layer = CALayer().committed()
      layer.position = CGPoint(x: 100, y: 0)
      let animation = try #require(layer.animation(forKey: "position") as? CABasicAnimation)
      #expect(animation.keyPath == "position" && animation.fromValue as? CGPoint == .zero)
      #expect(animation.toValue == nil && animation.byValue == nil)
      #expect(animation.duration == 0.25)
      var values: [Float] = [0, 0]
      animation.timingFunction?.getControlPoint(at: 1, values: &values)
      #expect(values == [0.25, 0.1])
      #expect(layer.position.x == 100)
    }
  }

  @Test("§10 a transaction's duration and curve") func transactionValues() throws {
    try TestClock.run { _ in
      let layer = CALayer().committed()
      CATransaction.begin()
      CATransaction.setAnimationDuration(3)
      CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
      layer.opacity = 0
      CATransaction.commit()
      let animation = try #require(layer.animation(forKey: "opacity") as? CABasicAnimation)
      #expect(animation.duration == 3)
      var values: [Float] = [9, 9]
      animation.timingFunction?.getControlPoint(at: 1, values: &values)
      #expect(values == [0, 0])
      CATransaction.begin()
      CATransaction.setAnimationDuration(0)
      layer.cornerRadius = 9
      CATransaction.commit()
      #expect(layer.animationKeys() == ["opacity"])
    }
  }

  /// Over a second: linear from 0 to 100.
  @Test("§10 the way from value to value, and then off the layer") func course() {
    TestClock.run { clock in
      let layer = CALayer().committed()
      CATransaction.begin()
      CATransaction.setAnimationDuration(1)
      CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
      layer.position.x = 100
      CATransaction.commit()
      for (seconds, expected) in [(0.0, 0.0), (0.25, 25), (0.5, 75), (0.25, 100), (1, 100)] {
        clock.pass(seconds)
        #expect(abs((layer.presentation()?.position.x ?? -1) - expected) < 1e-9, "at \(clock.now)")
      }
      #expect(layer.animationKeys() == nil)
    }
  }

  @Test("§10 another change goes on from where the layer is shown") func interrupted() {
    TestClock.run { clock in
      let layer = CALayer().committed()
      func move(to x: CGFloat) {
        CATransaction.begin()
        CATransaction.setAnimationDuration(1)
        CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
        layer.position.x = x
        CATransaction.commit()
        clock.pass(0)
      }
      move(to: 100)
      clock.pass(0.5)
      move(to: 0)
      #expect(layer.animationKeys() == ["position"])
      clock.pass(0.5)
      #expect(abs((layer.presentation()?.position.x ?? -1) - 25) < 1e-9)
    }
  }

  @Test(
    "§2 the Imp column: which properties of a committed layer animate implicitly",
    arguments: [LayerKind.layer, .gradient, .replicator].flatMap { kind in
      LayerProperties.rows(of: kind).map { (kind, $0.key) }
    })
  func properties(kind: LayerKind, key: String) throws {
    try TestClock.run { _ in
      let row = try #require(LayerProperties.row(key, of: kind))
      let layer = kind == .gradient ? CAGradientLayer() : kind == .replicator ? CAReplicatorLayer() : CALayer()
      layer.name = "changed"
      CATransaction.flush()
      guard let other = Self.otherValue(row.kind, of: row) else { return }
      layer.setValue(other, forKey: key)
      #expect((layer.animationKeys() == [key]) == (row.isImplicit && row.interpolation != .none))
    }
  }

  /// A value that is not the default; nil for kinds that need a file.
  private static func otherValue(_ kind: LayerValueKind, of row: LayerProperty) -> Any? {
    switch kind {
    case .boolean: row.defaultValue != .boolean(true)
    case .number: 7
    case .point: CGPoint(x: 3, y: 4)
    case .size: CGSize(width: 3, height: 4)
    case .rect: CGRect(x: 1, y: 2, width: 3, height: 4)
    case .transform: CATransform3DMakeScale(2, 3, 4)
    case .color: CGColor(red: 0.3, green: 0.2, blue: 0.1, alpha: 1)
    case .colors: [CGColor.white, CGColor.black]
    case .numbers: [0, 0.5]
    case .name(let names): names.last
    case .options: 1
    default: nil
    }
  }
}
