import MultiplaneGraphics

/// An animation of one property.
open class CAPropertyAnimation: CAAnimation {
  /// The property, by its key or a key path such as `transform.rotation.z`.
  open var keyPath: String?

  /// Whether the value is added to what the layer shows beneath. Transforms are concatenated.
  open var isAdditive = false

  /// Whether each repeat goes on from where the last one ended.
  open var isCumulative = false

  /// Makes a transform of the animation's numbers, for the key path of a transform; nil, the default, when its values
  /// are of the property's own kind. The transform replaces the layer's unless the animation is additive.
  open var valueFunction: CAValueFunction?

  /// An animation of the property at a key path.
  public convenience init(keyPath path: String?) {
    self.init()
    keyPath = path
  }

  /// A copy with all properties, those of the superclass included.
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
