// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

import MultiplaneGraphics
import MultiplaneRenderTree

// Actions: what happens when a property changes, or a layer comes and goes.

extension CALayer {
  /// The action of an event; nil for none. The first answer counts: the delegate's, that of
  /// `actions`, that of `actions` in `style` and in the styles within it, that of the class, and
  /// for a property of a committed layer the implicit animation.
  func foundAction(forKey key: String) -> (any CAAction)? {
    if let action = delegate?.action(for: self, forKey: key) ?? actions?[key] ?? styledAction(forKey: key) {
      return action is NSNull ? nil : action
    }
    if let action = type(of: self).defaultAction(forKey: key) { return action is NSNull ? nil : action }
    return implicitAnimation(forKey: key)
  }

  private func styledAction(forKey key: String) -> (any CAAction)? {
    var style = style
    // Styles are values, so that none lies within itself.
    while let current = style {
      if let actions = current["actions"] as? [String: Any], let action = actions[key] as? any CAAction {
        return action
      }
      style = current["style"] as? [AnyHashable: Any]
    }
    return nil
  }

  /// From what is shown now to what is set, with the transaction's duration and curve; nil for
  /// layers that are not shown and for properties that are only animated explicitly.
  private func implicitAnimation(forKey key: String) -> CABasicAnimation? {
    guard let row = LayerProperties.row(key, of: kind), row.isImplicit, row.interpolation != .none,
      isShown, !TransactionThread.current.hasMoves || !isOutsideTree, let shown = shownValues,
      CATransaction.animationDuration() > 0
    else { return nil }
    let animation = CABasicAnimation(keyPath: row.key)
    animation.fromValue = row.get(shown).foundationValue ?? NSNull()
    animation.duration = CATransaction.animationDuration()
    animation.timingFunction = CATransaction.animationTimingFunction() ?? CAMediaTimingFunction(name: .default)
    return animation
  }

  /// Changes something, and runs the action that was found for it before.
  ///
  /// - Parameter key: of what changes; nil when its changes look for no action.
  func changeWithAction(forKey key: String?, _ change: () -> Void) {
    guard let key, asksForActions else {
      change()
      return
    }
    let action = action(forKey: key)
    change()
    action?.run(forKey: key, object: self, arguments: nil)
  }

  /// Whether a change looks for an action. One of a layer that is not shown finds none unless
  /// it has a delegate, actions or a style.
  var asksForActions: Bool {
    guard isShown || delegate != nil || actions != nil || style != nil else { return false }
    return presentationOrigin == nil && !CATransaction.disableActions()
  }

  /// Runs the action of an event, such as `kCAOnOrderIn`, if there is one.
  func runAction(forEvent event: String) {
    guard asksForActions else { return }
    action(forKey: event)?.run(forKey: event, object: self, arguments: nil)
  }
}

extension CAAnimation {
  /// The animation as it is added as the action of an event: with what it does not say taken from
  /// there.
  func completed(forKey event: String, of layer: CALayer) -> CAAnimation {
    guard let copy = copy() as? CAPropertyAnimation else { return self }
    if copy.keyPath == nil { copy.keyPath = event }
    if let basic = copy as? CABasicAnimation, basic.fromValue == nil, basic.toValue == nil, basic.byValue == nil,
      let shown = layer.shownValues, let keyPath = copy.keyPath.flatMap({ LayerKeyPath($0, of: layer.kind) }),
      !keyPath.property.isCustom
    {
      basic.fromValue = keyPath.value(in: shown).map { $0.foundationValue ?? NSNull() }
    }
    return copy
  }
}

extension NSNull: CAAction {
  /// Does nothing: `NSNull` stands for no action.
  public func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {}
}

/// The event of a layer that becomes visible: added to a superlayer, or no longer hidden.
public let kCAOnOrderIn = "onOrderIn"
/// The event of a layer that becomes invisible: removed from its superlayer, or hidden.
public let kCAOnOrderOut = "onOrderOut"
/// The key of a layer's transition.
public let kCATransition = "transition"
