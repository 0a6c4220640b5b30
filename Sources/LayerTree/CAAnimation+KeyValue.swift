import Graphics
import RenderTree

// Key-value access to animations: what all classes have, what property animations add, and any other key.

extension CAAnimation {
  func keyedValue(_ key: String) -> Any? {
    if let timing = TimingKey(rawValue: key) { return timing.value(of: self) }
    switch key {
    case "timingFunction": return timingFunction
    case "delegate": return delegate
    case "removedOnCompletion", "isRemovedOnCompletion": return NSNumber(value: isRemovedOnCompletion)
    default: break
    }
    guard let row = AnimationKey.row(key, of: self) else { return arbitraryValues[key] }
    return row.get(self)
  }

  func setKeyedValue(_ value: Any?, _ key: String) {
    if let timing = TimingKey(rawValue: key) {
      timing.set(value, on: self)
      return
    }
    switch key {
    case "timingFunction": timingFunction = value as? CAMediaTimingFunction
    case "delegate": delegate = value as? any CAAnimationDelegate
    case "removedOnCompletion", "isRemovedOnCompletion":
      if let flag = value as? Bool { isRemovedOnCompletion = flag }
    default:
      if let row = AnimationKey.row(key, of: self) { row.set(self, value) } else { arbitraryValues[key] = value }
    }
  }

  static func typedDefault(forKey key: String) -> Any? {
    switch key {
    case "removedOnCompletion", "isRemovedOnCompletion": return NSNumber(value: true)
    default:
      let value = TimingKey(rawValue: key)?.value(of: CAAnimation())
      return value as? NSNumber == 0 ? nil : value
    }
  }
}

/// The keys that property animations add to those of all animations.
private struct AnimationKey {
  let get: (CAAnimation) -> Any?
  let set: (CAAnimation, Any?) -> Void

  /// A property that takes one type; a value of another type leaves it alone.
  private init<Owner: CAAnimation, Value>(_ path: ReferenceWritableKeyPath<Owner, Value>) {
    get = { ($0 as? Owner)?[keyPath: path] }
    set = { animation, value in
      if let value = value as? Value { (animation as? Owner)?[keyPath: path] = value }
    }
  }

  /// A property that takes one type or nil.
  private init<Owner: CAAnimation, Value>(_ path: ReferenceWritableKeyPath<Owner, Value?>) {
    get = { ($0 as? Owner)?[keyPath: path] }
    set = { animation, value in
      if value == nil || value is Value { (animation as? Owner)?[keyPath: path] = value as? Value }
    }
  }

  /// A number of whatever type.
  private init<Owner: CAAnimation, Value: BinaryFloatingPoint>(_ path: ReferenceWritableKeyPath<Owner, Value>) {
    get = { ($0 as? Owner).map { NSNumber(value: Double($0[keyPath: path])) } }
    set = { animation, value in
      if case .number(let number) = LayerValue(value, as: .number) {
        (animation as? Owner)?[keyPath: path] = Value(number)
      }
    }
  }

  /// A name that has a type of its own.
  private init<Owner: CAAnimation, Name: RawRepresentable<String>>(_ path: ReferenceWritableKeyPath<Owner, Name>) {
    get = { ($0 as? Owner)?[keyPath: path].rawValue }
    set = { animation, value in
      if let name = value as? Name ?? (value as? String).flatMap(Name.init(rawValue:)) {
        (animation as? Owner)?[keyPath: path] = name
      }
    }
  }

  /// A name that has a type of its own, or nil.
  private init<Owner: CAAnimation, Name: RawRepresentable<String>>(_ path: ReferenceWritableKeyPath<Owner, Name?>) {
    get = { ($0 as? Owner)?[keyPath: path]?.rawValue }
    set = { animation, value in
      let name = value as? Name ?? (value as? String).flatMap(Name.init(rawValue:))
      if value == nil || name != nil { (animation as? Owner)?[keyPath: path] = name }
    }
  }

  /// The row of a key that the animation's class has.
  static func row(_ key: String, of animation: CAAnimation) -> AnimationKey? {
    switch animation {
    case is CABasicAnimation: basic(key) ?? property(key)
    case is CAKeyframeAnimation: keyframes(key) ?? property(key)
    case is CAPropertyAnimation: property(key)
    case is CAAnimationGroup: key == "animations" ? AnimationKey(\CAAnimationGroup.animations) : nil
    case is CATransition: transition(key)
    default: nil
    }
  }

  private static func property(_ key: String) -> AnimationKey? {
    switch key {
    case "keyPath": AnimationKey(\CAPropertyAnimation.keyPath)
    case "additive", "isAdditive": AnimationKey(\CAPropertyAnimation.isAdditive)
    case "cumulative", "isCumulative": AnimationKey(\CAPropertyAnimation.isCumulative)
    case "valueFunction": AnimationKey(\CAPropertyAnimation.valueFunction)
    default: nil
    }
  }

  private static func basic(_ key: String) -> AnimationKey? {
    switch key {
    case "fromValue": AnimationKey(\CABasicAnimation.fromValue)
    case "toValue": AnimationKey(\CABasicAnimation.toValue)
    case "byValue": AnimationKey(\CABasicAnimation.byValue)
    case "mass": AnimationKey(\CASpringAnimation.mass)
    case "stiffness": AnimationKey(\CASpringAnimation.stiffness)
    case "damping": AnimationKey(\CASpringAnimation.damping)
    case "initialVelocity": AnimationKey(\CASpringAnimation.initialVelocity)
    case "allowsOverdamping": AnimationKey(\CASpringAnimation.allowsOverdamping)
    default: nil
    }
  }

  private static func keyframes(_ key: String) -> AnimationKey? {
    switch key {
    case "values": AnimationKey(\CAKeyframeAnimation.values)
    case "path": AnimationKey(\CAKeyframeAnimation.path)
    case "keyTimes": AnimationKey(\CAKeyframeAnimation.keyTimes)
    case "timingFunctions": AnimationKey(\CAKeyframeAnimation.timingFunctions)
    case "calculationMode": AnimationKey(\CAKeyframeAnimation.calculationMode)
    case "rotationMode": AnimationKey(\CAKeyframeAnimation.rotationMode)
    case "tensionValues": AnimationKey(\CAKeyframeAnimation.tensionValues)
    case "continuityValues": AnimationKey(\CAKeyframeAnimation.continuityValues)
    case "biasValues": AnimationKey(\CAKeyframeAnimation.biasValues)
    default: nil
    }
  }

  private static func transition(_ key: String) -> AnimationKey? {
    switch key {
    case "type": AnimationKey(\CATransition.type)
    case "subtype": AnimationKey(\CATransition.subtype)
    case "startProgress": AnimationKey(\CATransition.startProgress)
    case "endProgress": AnimationKey(\CATransition.endProgress)
    default: nil
    }
  }
}
