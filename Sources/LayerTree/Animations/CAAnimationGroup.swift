import MultiplaneGraphics

/// Several animations in a time of their own.
///
/// A child's `beginTime` counts from the beginning of the group, whose duration cuts its children off and does not stretch
/// them; a child without a duration takes the group's. The group's timing function bends their time. Whether a child is
/// removed on completion does not count. (Source: CAAnimation.h.)
open class CAAnimationGroup: CAAnimation {
  /// The animations, in the order in which they apply; nil, the default, has no effect.
  open var animations: [CAAnimation]?

  /// A copy with all properties, those of the superclass included. The animations are the same objects.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = super.copy(with: zone)
    (copy as? CAAnimationGroup)?.animations = animations
    return copy
  }
}
