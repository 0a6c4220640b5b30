import MultiplaneGraphics

/// A group of animations that share a time space.
///
/// A child's `beginTime` is relative to the start of the group. The group's duration clips its
/// children and does not scale them; a child without a duration has the group's. The timing
/// function of the group applies to the children's time. `isRemovedOnCompletion` of a child has no
/// effect. (Source: CAAnimation.h.)
///
/// ```swift
/// let fade = CABasicAnimation(keyPath: "opacity")
/// fade.toValue = 0
/// let move = CABasicAnimation(keyPath: "position.y")
/// move.byValue = 20
/// let group = CAAnimationGroup()
/// group.animations = [fade, move]
/// group.duration = 0.5
/// layer.add(group, forKey: "leave")
/// ```
open class CAAnimationGroup: CAAnimation {
  /// The animations, in the order in which they apply. Default nil: no effect.
  open var animations: [CAAnimation]?

  /// Returns a copy with all properties, including those of the superclass. The animations are
  /// shared, not copied.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = super.copy(with: zone)
    (copy as? CAAnimationGroup)?.animations = animations
    return copy
  }
}
