/// What an animation does while it runs.
package enum AnimationEffect: Sendable {
  /// Changes one property.
  case property(PropertyChange)
  /// Runs other animations in its own time, which are cut off where it ends. Of its children no flag counts that takes
  /// them off the layer.
  case group([CommittedAnimation])
  /// Shows how the whole layer gives way from what it was to what it is. One within a group has no effect.
  case transition(Transition)
}
