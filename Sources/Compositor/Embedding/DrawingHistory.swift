import MultiplaneFlattening
import MultiplaneGL
import MultiplaneRenderTree

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
    let precision: RenderPrecision

    /// - Parameters:
    ///   - width: pixels of the image.
    ///   - height: pixels of the image.
    package init(width: Int, height: Int, rowOrder: RowOrder, keepsPixels: Bool, precision: RenderPrecision = .bytes) {
      self.width = width
      self.height = height
      self.rowOrder = rowOrder
      self.keepsPixels = keepsPixels
      self.precision = precision
    }
  }

  private var history = DamageHistory()
  private var manner: Manner?
  /// What of the last frame looks otherwise than the one before it; nil for all of it, or if that is not known.
  package private(set) var change: PixelRegion?
  package init() {}

  /// What has to be drawn for a tree, which counts as drawn from now on.
  ///
  /// - Parameter bufferAge: how many frames ago the image was drawn that is drawn into, 1 for the last one; 0 if what it
  ///   holds is not known.
  /// - Returns: the pixels, maybe none; nil for all.
  package mutating func damage(of tree: RenderTree, as manner: Manner, bufferAge: Int = 1) -> PixelRegion? {
    if manner != self.manner { forget() }
    self.manner = manner
    let damage = history.damage(of: tree, bufferAge: max(0, bufferAge))
    change = history.change
    return damage?.isWhole == true ? nil : damage
  }

  /// Begins anew: what the images hold is not known.
  package mutating func forget() {
    history.forget()
    manner = nil
    change = nil
  }
}
