import GL
import GLRenderer
import RenderTree

/// What an image of a program's shows, or those that take turns there, and how trees were drawn into it.
///
/// Another size or manner begins anew. It is a value: what a frame would change is asked of a copy.
package struct DrawingHistory {
  /// How a tree is drawn.
  package struct Manner: Equatable {
    /// Pixels.
    let width: Int
    /// Pixels.
    let height: Int
    let rowOrder: RowOrder
    /// Whether what is there stays beneath what is drawn.
    let keepsPixels: Bool
    /// Whether it is drawn as what is kept is, and not as a live frame.
    let isExact: Bool

    /// - Parameters:
    ///   - width: pixels of the image.
    ///   - height: pixels of the image.
    package init(width: Int, height: Int, rowOrder: RowOrder, keepsPixels: Bool, isExact: Bool = false) {
      self.width = width
      self.height = height
      self.rowOrder = rowOrder
      self.keepsPixels = keepsPixels
      self.isExact = isExact
    }
  }

  private var history = DamageHistory(wholeShare: DamageHistory.usualWholeShare)
  private var manner: Manner?
  /// What of the last frame looks otherwise than the one before it; nil for all of it, or if that is not known.
  package private(set) var change: DamageRegion?
  package init() {}

  /// What has to be drawn for a tree, which counts as drawn from now on.
  ///
  /// - Parameter bufferAge: how many frames ago the image was drawn that is drawn into, 1 for the last one; 0 if what it
  ///   holds is not known.
  /// - Returns: the pixels, maybe none; nil for all.
  package mutating func damage(of tree: RenderTree, as manner: Manner, bufferAge: Int = 1) -> DamageRegion? {
    if manner != self.manner { forget() }
    self.manner = manner
    let damage = history.damage(of: tree, bufferAge: max(0, bufferAge))
    change = history.change
    return damage?.isWhole == true ? nil : damage
  }

  /// How a renderer is to draw the frame that was asked for last.
  ///
  /// - Parameter damage: what `damage(of:as:bufferAge:)` said.
  func changes(in damage: DamageRegion?) -> FrameChanges { history.changes(in: damage) }

  /// Takes note of how the frame was drawn that was asked for last.
  mutating func drew(_ statistics: FrameStatistics) {
    history.drew(statistics)
    change = history.change
  }

  /// Begins anew: what the images hold is not known.
  package mutating func forget() {
    history.forget()
    manner = nil
    change = nil
  }
}
