import GL
import GLRenderer
import RenderTree

extension GLRenderer {
  /// Draws a frame that people see as it comes.
  ///
  /// - Parameters:
  ///   - damage: what `history` said has to be drawn; nil for all.
  ///   - isExact: whether it is drawn as a picture is, unless that takes more than the limits allow; a frame that settles always is.
  /// - Throws: `RenderError`; of an excess nothing was drawn.
  func show(
    _ tree: RenderTree, into frame: Frame, damage: DamageRegion?, of history: DamageHistory, isExact: Bool
  ) throws(RenderError) -> FrameStatistics {
    keepsUnderlays = true
    isLive = !isExact && !history.isSettling
    let changes = history.changes(in: damage)
    do throws(RenderError) {
      return try render(tree, into: frame, changes)
    } catch {
      guard case .excess = error, isExact, !history.isSettling else { throw error }
      isLive = true
      return try render(tree, into: frame, changes)
    }
  }
}
