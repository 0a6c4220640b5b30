import MultiplaneGraphics

/// The base class of animations of one property.
open class CAPropertyAnimation: CAAnimation {
  /// The key path of the property, such as `opacity` or `transform.rotation.z`.
  open var keyPath: String?

  /// Whether the animation adds its value to the current one, or concatenates transforms. Default
  /// false.
  open var isAdditive = false

  /// Whether each cycle starts at the end value of the previous one. Default false.
  open var isCumulative = false

  /// Converts the animation's numbers to a transform, for a key path of a transform. The result
  /// replaces the layer's transform, or is concatenated with it if the animation is additive.
  /// Default nil: the values have the property's type.
  open var valueFunction: CAValueFunction?

  /// Creates an animation of a property.
  public convenience init(keyPath path: String?) {
    self.init()
    keyPath = path
  }

  /// Returns a copy with all properties, including those of the superclass.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = super.copy(with: zone)
    if let animation = copy as? CAPropertyAnimation {
      animation.keyPath = keyPath
      animation.isAdditive = isAdditive
      animation.isCumulative = isCumulative
      animation.valueFunction = valueFunction
    }
    return copy
  }
}
