import MultiplaneGraphics
import MultiplaneRenderTree

// Key-value access to animations: what all classes have, what each class adds, and any other key.

extension CAAnimation {
  func keyedValue(_ key: String) -> Any? {
    if let timing = TimingKey(rawValue: key) { return timing.value(of: self) }
    guard let property = keyedProperty(key) else { return value(forUndefinedKey: key) }
    return property.get(self)
  }

  func setKeyedValue(_ value: Any?, _ key: String) {
    if let timing = TimingKey(rawValue: key) {
      timing.set(value, on: self)
    } else if let property = keyedProperty(key) {
      property.set(self, value)
    } else {
      setValue(value, forUndefinedKey: key)
    }
  }

  private func keyedProperty(_ key: String) -> KeyedProperty? {
    let key = KeyedProperties.names[key] ?? key
    return keyedProperties.first { $0.key == key }
  }

  /// The properties that key-value access knows beside the timing.
  var keyedProperties: [KeyedProperty] {
    switch self {
    case is CASpringAnimation: KeyedProperties.spring
    case is CABasicAnimation: KeyedProperties.basic
    case is CAKeyframeAnimation: KeyedProperties.keyframes
    case is CAPropertyAnimation: KeyedProperties.property
    case is CAAnimationGroup: KeyedProperties.group
    case is CATransition: KeyedProperties.transition
    default: KeyedProperties.all
    }
  }

  static func typedDefault(forKey key: String) -> Any? {
    switch key {
    case "removedOnCompletion": return NSNumber(value: true)
    default:
      let value = TimingKey(rawValue: key)?.value(of: CAAnimation())
      return value as? NSNumber == 0 ? nil : value
    }
  }
}

/// The properties of each class, those of its superclass first.
private enum KeyedProperties {
  /// Keys by the Swift names of their properties.
  static let names = [
    "isRemovedOnCompletion": "removedOnCompletion", "isAdditive": "additive", "isCumulative": "cumulative",
  ]

  static let all: [KeyedProperty] = [
    .object("timingFunction", \CAAnimation.timingFunction), .object("delegate", \CAAnimation.delegate),
    .flag("removedOnCompletion", \CAAnimation.isRemovedOnCompletion),
  ]

  static let group = all + [.object("animations", \CAAnimationGroup.animations)]

  static let transition =
    all + [
      .name("type", \CATransition.type), .name("subtype", \CATransition.subtype),
      .number("startProgress", \CATransition.startProgress), .number("endProgress", \CATransition.endProgress),
      .anything("filter", \CATransition.filter),
    ]

  static let property =
    all + [
      .object("keyPath", \CAPropertyAnimation.keyPath), .flag("additive", \CAPropertyAnimation.isAdditive),
      .flag("cumulative", \CAPropertyAnimation.isCumulative),
      .object("valueFunction", \CAPropertyAnimation.valueFunction),
    ]

  static let basic =
    property + [
      .anything("fromValue", \CABasicAnimation.fromValue), .anything("toValue", \CABasicAnimation.toValue),
      .anything("byValue", \CABasicAnimation.byValue),
    ]

  static let spring =
    basic + [
      .number("mass", \CASpringAnimation.mass), .number("stiffness", \CASpringAnimation.stiffness),
      .number("damping", \CASpringAnimation.damping),
      .number("initialVelocity", \CASpringAnimation.initialVelocity),
      .flag("allowsOverdamping", \CASpringAnimation.allowsOverdamping),
    ]

  static let keyframes =
    property + [
      .object("values", \CAKeyframeAnimation.values), .object("path", \CAKeyframeAnimation.path),
      .object("keyTimes", \CAKeyframeAnimation.keyTimes),
      .object("timingFunctions", \CAKeyframeAnimation.timingFunctions),
      .name("calculationMode", \CAKeyframeAnimation.calculationMode),
      .name("rotationMode", \CAKeyframeAnimation.rotationMode),
      .object("tensionValues", \CAKeyframeAnimation.tensionValues),
      .object("continuityValues", \CAKeyframeAnimation.continuityValues),
      .object("biasValues", \CAKeyframeAnimation.biasValues),
    ]
}
