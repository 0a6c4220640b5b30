import GLRenderer
import RenderTree

extension Renderer {
  /// Draws a frame that people see as it comes.
  ///
  /// - Parameters:
  ///   - damage: what `history` said has to be drawn; nil for all.
  ///   - isExact: whether it is drawn as a picture is, unless that takes more than the limits allow; a frame that settles always is.
  /// - Throws: `RenderFailure`; of an excess nothing was drawn.
  func show(
    _ tree: RenderTree, into target: RenderTarget, damage: DamageRegion?, of history: DamageHistory, isExact: Bool
  ) throws(RenderFailure) -> FrameStatistics {
    var order = RenderOrder(history.changes(in: damage), isLive: !isExact && !history.isSettling)
    do throws(RenderFailure) {
      return try render(tree, into: target, order)
    } catch {
      guard case .excess = error, isExact, !history.isSettling else { throw error }
      order.isLive = true
      return try render(tree, into: target, order)
    }
  }
}
