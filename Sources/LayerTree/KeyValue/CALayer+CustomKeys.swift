import MultiplaneGraphics
import MultiplaneRenderTree

// Keys that only a program's own layer class knows: it reads and sets them by `value(forKey:)` and
// `setValue(_:forKey:)`, and animates them as any other; the presentation has the animated values.

extension CALayer {
  /// Whether the layer's class may be one of the program's, with keys of its own. Most layers are
  /// not, and spare the question.
  var isOfProgramsClass: Bool { !Self.ourClasses.contains(ObjectIdentifier(type(of: self))) }

  private static let ourClasses: Set<ObjectIdentifier> = [
    ObjectIdentifier(CALayer.self), ObjectIdentifier(CATransformLayer.self), ObjectIdentifier(CAGradientLayer.self),
    ObjectIdentifier(CAReplicatorLayer.self), ObjectIdentifier(CATextLayer.self),
  ]

  /// Displays the layer as it is shown while an animation changes a key that asks for display: its
  /// presentation makes the contents, with the animated values.
  ///
  /// - Returns: whether such an animation runs.
  @discardableResult func displayAnimatedKeys(atMediaTime mediaTime: Double) -> Bool {
    guard animatesDisplayedKeys(atMediaTime: mediaTime) else { return false }
    return displayShown(atMediaTime: mediaTime)
  }

  /// Lets the presentation make the contents.
  ///
  /// - Returns: whether there is one.
  @discardableResult func displayShown(atMediaTime mediaTime: Double) -> Bool {
    guard let presentation = presentation(atMediaTime: mediaTime) else { return false }
    presentation.display()
    if presentation.values.contents !== values.contents {
      contentsObject = presentation.contentsObject
      values.contents = presentation.values.contents
      setNeedsCommit()
    }
    return true
  }

  /// Whether an animation of the last commit, running or not, changes a key that asks the program
  /// for display.
  var hasDisplayedAnimations: Bool {
    isOfProgramsClass
      && lastCommitted?.animations.contains { animation in
        animation.properties.contains { type(of: self).needsDisplay(forKey: $0.key) }
      } == true
  }

  /// Whether an animation now changes a key that asks the program for display. Layers of our own
  /// classes, text among them, look as they do by the committed tree alone.
  func animatesDisplayedKeys(atMediaTime mediaTime: Double) -> Bool {
    guard isOfProgramsClass else { return false }
    let time = localTime(atMediaTime: mediaTime)
    return lastCommitted?.animations.contains { animation in
      animation.timing.sample(atParent: time)?.isActive == true
        && animation.properties.contains { type(of: self).needsDisplay(forKey: $0.key) }
    } == true
  }

  /// Whether a key that the table does not know may be animated: it has a value, or the class may
  /// have such a property.
  func isCustomKey(_ key: String) -> Bool {
    !key.contains(".") && (isOfProgramsClass || arbitraryValues[key] != nil)
  }

  /// The value of a key that the table does not know.
  func customValue(_ key: String) -> Any? {
    arbitraryValues[key] ?? styleValue(forKey: key) ?? type(of: self).defaultValue(forKey: key)
  }

  /// Stores a value of a key that the table does not know, as a change like any other; an equal one
  /// changes nothing.
  func setCustomValue(_ value: Any?, _ key: String) {
    let value = value.map(BoxedNumbers.boxed)
    guard !Self.areEqual(value, arbitraryValues[key]) else { return }
    changeWithAction(forKey: key) {
      arbitraryValues[key] = value
      if type(of: self).needsDisplay(forKey: key) { setNeedsDisplay() }
    }
  }

  private static func areEqual(_ a: Any?, _ b: Any?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    if let kind = LayerValueKind(ofCustomValue: a), kind == LayerValueKind(ofCustomValue: b),
      let a = LayerValue(a, as: kind)
    {
      return a == LayerValue(b, as: kind)
    }
    return (a as? AnyHashable).map { $0 == b as? AnyHashable } ?? false
  }

  /// The values as they are committed: with those of the custom keys that are animated.
  func valuesWithCustomKeys(of animations: [CommittedAnimation]) -> LayerValues {
    var values = values
    for property in animations.flatMap(\.properties) where property.isCustom {
      let value = arbitraryValues[property.key] ?? type(of: self).defaultValue(forKey: property.key)
      if let value = LayerValue(value, as: property.kind) { _ = property.set(&values, value) }
    }
    return values
  }
}

extension CommittedAnimation {
  /// The properties that it changes.
  var properties: [LayerProperty] {
    switch effect {
    case .property(let change): [change.keyPath.property]
    case .group(let children): children.flatMap(\.properties)
    case .transition: []
    }
  }
}

extension LayerValueKind {
  /// The kind of a value of a custom key; nil for one that nothing is known of.
  init?(ofCustomValue value: Any) {
    let kinds: [LayerValueKind] = [.number, .point, .size, .rect, .transform, .color]
    // A size is what a point may be taken for, so that points are asked for first.
    guard let kind = kinds.first(where: { LayerValue(value, as: $0) != nil && !(value is NSNull) }) else { return nil }
    self = kind
  }
}
