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
