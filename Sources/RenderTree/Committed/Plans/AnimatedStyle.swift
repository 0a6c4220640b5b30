import MultiplaneGraphics

/// The inputs of the styles of a plan's nodes.
///
/// Each node of such a plan has a style of its own, a copy of the plan's, that is changed in place
/// as the node is.
final class AnimatedStyle: Sendable {
  /// Without animations.
  let still: StyleNumbers
  private let constants: StyleConstants
  /// What the animations change.
  private let dirties: DirtyMask

  /// - Parameter dirties: what the animations change.
  init(_ constants: StyleConstants, still: StyleNumbers, dirties: DirtyMask) {
    self.still = still
    self.constants = constants
    // Corners without a radius stay square whatever the size is.
    self.dirties = dirties.contains(.size) && still.cornerRadius > 0 ? dirties.union(.corners) : dirties
  }

  /// Makes a node's own style what the numbers of one time make of it.
  func resolve(_ numbers: StyleNumbers, in bounds: CGRect, into own: RenderNode.Style) {
    constants.resolve(numbers, in: bounds, changing: dirties, into: own)
  }
}
