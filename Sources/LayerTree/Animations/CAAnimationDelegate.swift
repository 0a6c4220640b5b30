import MultiplaneGraphics

/// The delegate of an animation. Both methods are optional, as in Apple's framework.
///
/// They are called with the layer's copy of the animation, on the thread that added it, in
/// `CATransaction.flush()` or at the end of a run-loop cycle. (Source: CAAnimation.h.)
public protocol CAAnimationDelegate: NSObjectProtocol {
  /// Called when the active duration of the animation begins.
  func animationDidStart(_ anim: CAAnimation)

  /// Called when the animation ends or is removed.
  ///
  /// - Parameter flag: true if the active duration is complete; false if the animation was removed
  ///   or replaced before.
  func animationDidStop(_ anim: CAAnimation, finished flag: Bool)
}

extension CAAnimationDelegate {
  /// The default implementation: does nothing.
  public func animationDidStart(_ anim: CAAnimation) {}

  /// The default implementation: does nothing.
  public func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {}
}
