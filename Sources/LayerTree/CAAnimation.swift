import Graphics
import Motion

/// What all animations have in common: a place in time, a curve, and whether they leave the layer when they end.
///
/// A layer copies an animation when it is added; changing it afterwards has no effect. (Source: CAAnimation.h.)
open class CAAnimation: NSObject, NSCopying, CAMediaTiming {
  var timing = MediaTiming.animation

  /// Bends the progress of the whole animation; nil is linear.
  open var timingFunction: CAMediaTimingFunction?

  /// Whether the animation is taken off the layer when it ends, whatever its fill mode.
  open var isRemovedOnCompletion = true

  /// An animation with default values.
  public required override init() {
    super.init()
  }

  /// A copy with all properties. A subclass overrides it to copy its own.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = Self()
    copy.timing = timing
    copy.timingFunction = timingFunction
    copy.isRemovedOnCompletion = isRemovedOnCompletion
    return copy
  }

  /// When the animation begins, in the layer's time; 0, the default, is when it is committed.
  open var beginTime: CFTimeInterval {
    get { timing.beginTime }
    set { timing.beginTime = newValue }
  }
  /// Length of one cycle in seconds; 0 takes the transaction's, a quarter of a second.
  open var duration: CFTimeInterval {
    get { timing.duration }
    set { timing.duration = newValue }
  }
  /// How fast the animation's time runs against the layer's; default 1.
  open var speed: Float {
    get { Float(timing.speed) }
    set { timing.speed = Double(newValue) }
  }
  /// Added to the animation's time, in seconds; default 0.
  open var timeOffset: CFTimeInterval {
    get { timing.timeOffset }
    set { timing.timeOffset = newValue }
  }
  /// How often the cycle runs, fractions included; default 0, which counts as 1.
  open var repeatCount: Float {
    get { Float(timing.repeatCount) }
    set { timing.repeatCount = Double(newValue) }
  }
  /// For how long the cycle is repeated, in seconds; above 0 it takes the place of `repeatCount`. Default 0.
  open var repeatDuration: CFTimeInterval {
    get { timing.repeatDuration }
    set { timing.repeatDuration = newValue }
  }
  /// Whether each cycle runs back again, which doubles it; default false.
  open var autoreverses: Bool {
    get { timing.autoreverses }
    set { timing.autoreverses = newValue }
  }
  /// What shows before the beginning and after the end; default `removed`.
  open var fillMode: CAMediaTimingFillMode {
    get { CAMediaTimingFillMode(timing.fillMode) }
    set { timing.fillMode = newValue.motion }
  }
}

/// An animation of one property.
open class CAPropertyAnimation: CAAnimation {
  /// The property, by its key or a key path such as `transform.rotation.z`.
  open var keyPath: String?

  /// Whether the value is added to what the layer shows beneath. Transforms are concatenated.
  open var isAdditive = false

  /// Whether each repeat goes on from where the last one ended.
  open var isCumulative = false

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
    }
    return copy
  }
}

/// An animation from one value to another.
///
/// Values are those of the property: a number, `CGPoint`, `CGRect`, `CGColor`, `CATransform3D`. What is left out comes
/// from the others or from what the layer shows beneath: from and to; from and by; by and to; from alone to the current
/// value; to alone from it; by alone, from it by so much. `NSNull` is no colour or no image.
open class CABasicAnimation: CAPropertyAnimation {
  /// The value at the beginning; nil takes it from the others, as above.
  open var fromValue: Any?
  /// The value at the end; nil takes it from the others, as above.
  open var toValue: Any?
  /// By how much the value changes; nil takes it from the others, as above.
  open var byValue: Any?

  /// A copy with all properties, those of the superclass included.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = super.copy(with: zone)
    if let animation = copy as? CABasicAnimation {
      animation.fromValue = fromValue
      animation.toValue = toValue
      animation.byValue = byValue
    }
    return copy
  }
}
