import MultiplaneGraphics

/// Is told when an animation begins and ends. Both methods may be left out, as Apple's optional ones.
///
/// They are called on the thread that added the animation, in `CATransaction.flush()` or at the end of the run loop's turn,
/// with the layer's own copy of the animation. (Source: CAAnimation.h.)
public protocol CAAnimationDelegate: NSObjectProtocol {
  /// The animation's active time has begun.
  func animationDidStart(_ anim: CAAnimation)

  /// The animation is over.
  ///
  /// - Parameter flag: whether it reached the end of its active time; false when it was taken off the layer or replaced
  ///   before.
  func animationDidStop(_ anim: CAAnimation, finished flag: Bool)
}

extension CAAnimationDelegate {
  /// Does nothing.
  public func animationDidStart(_ anim: CAAnimation) {}

  /// Does nothing.
  public func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {}
}
