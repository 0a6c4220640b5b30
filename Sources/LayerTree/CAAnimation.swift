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

  open var beginTime: CFTimeInterval {
    get { timing.beginTime }
    set { timing.beginTime = newValue }
  }
  /// Length of one cycle in seconds; 0 takes the transaction's, a quarter of a second.
  open var duration: CFTimeInterval {
    get { timing.duration }
    set { timing.duration = newValue }
  }
  open var speed: Float {
    get { Float(timing.speed) }
    set { timing.speed = Double(newValue) }
  }
  open var timeOffset: CFTimeInterval {
    get { timing.timeOffset }
    set { timing.timeOffset = newValue }
  }
  open var repeatCount: Float {
    get { Float(timing.repeatCount) }
    set { timing.repeatCount = Double(newValue) }
  }
  open var repeatDuration: CFTimeInterval {
    get { timing.repeatDuration }
    set { timing.repeatDuration = newValue }
  }
  open var autoreverses: Bool {
    get { timing.autoreverses }
    set { timing.autoreverses = newValue }
  }
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

  public convenience init(keyPath path: String?) {
    self.init()
    keyPath = path
  }

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
/// value; to alone from it; by alone, from it by so much.
open class CABasicAnimation: CAPropertyAnimation {
  open var fromValue: Any?
  open var toValue: Any?
  open var byValue: Any?

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
