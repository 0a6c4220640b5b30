import GL
import Graphics
import RenderTree

/// What has to be drawn into an image that holds an earlier frame.
package struct FrameChanges {
  /// The pixels that are replaced, maybe none; nil for all.
  package let damage: DamageRegion?
  /// Whether all of the frame looks otherwise than the one before it: it may then take short cuts (`GLRenderer.render`).
  let allChanged: Bool
  /// Whether the frame before it has stacks of what is faint (`FrameStatistics.hasDeepStacks`).
  let showsDeepStacks: Bool

  package init(damage: DamageRegion?, allChanged: Bool, showsDeepStacks: Bool) {
    self.damage = damage
    self.allChanged = allChanged
    self.showsDeepStacks = showsDeepStacks
  }

  /// Those of an image of which nothing is known.
  package static var everything: FrameChanges { FrameChanges(damage: nil, allChanged: true, showsDeepStacks: false) }
}

extension GLRenderer {
  /// Draws what changed. Where stacks of what is faint are rounded once (docs/rendering.md, section 2), which is in frames that are
  /// not live, it draws all, as parts of a frame would round each of it.
  ///
  /// - Parameter takesShortCuts: whether the frame takes the ways of whole frames; nil where they pay.
  /// - Throws: as `render(_:into:part:damage:mayTakeShortCuts:)`.
  package func render(
    _ tree: RenderTree, into frame: Frame, _ changes: FrameChanges, takesShortCuts: Bool? = nil
  ) throws(RenderError) -> FrameStatistics {
    let mayTakeShortCuts = takesShortCuts ?? (changes.allChanged || changes.showsDeepStacks)
    var damage = changes.damage
    if changes.showsDeepStacks, mayTakeShortCuts, damage?.isEmpty != true { damage = nil }
    let statistics = try render(tree, into: frame, damage: damage, mayTakeShortCuts: mayTakeShortCuts)
    let isWhole = mayTakeShortCuts && damage?.isWhole != false
    guard statistics.hasDeepStacks, statistics.pixelsDamaged > 0, !isWhole, takesShortCuts != false else {
      return statistics
    }
    var all = try render(tree, into: frame, damage: nil, mayTakeShortCuts: true)
    all.redrewAll = true
    return all
  }
}
