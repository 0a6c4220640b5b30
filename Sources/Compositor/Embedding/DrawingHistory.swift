import MultiplaneFlattening
import MultiplaneGL
import MultiplaneRenderTree

/// The history of a program's image or swapchain, with the way in which trees were drawn.
///
/// Another size or way resets it. A value: a copy answers what a frame would change.
package struct DrawingHistory {
  /// The way in which a tree is drawn.
  package struct Manner: Equatable {
    /// Pixels.
    let width: Int
    /// Pixels.
    let height: Int
    let rowOrder: RowOrder
    /// Whether what is there stays beneath what is drawn.
    let keepsPixels: Bool
    let precision: RenderPrecision

    /// Creates a way of drawing.
    ///
    /// - Parameters:
    ///   - width: of the image, in pixels.
    ///   - height: of the image, in pixels.
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
  /// The damage of the last frame against the one before; nil for all of it, or if it is unknown.
  package private(set) var change: PixelRegion?
  package init() {}

  /// The damage of an image for a tree, which counts as drawn from now on.
  ///
  /// - Parameter bufferAge: the age of the image in frames, 1 for the last one; 0 if its contents
  ///   are unknown.
  /// - Returns: the pixels, maybe none; nil for all.
  package mutating func damage(of tree: RenderTree, as manner: Manner, bufferAge: Int = 1) -> PixelRegion? {
    if manner != self.manner { forget() }
    self.manner = manner
    let damage = history.damage(of: tree, bufferAge: max(0, bufferAge))
    change = history.change
    return damage?.isWhole == true ? nil : damage
  }

  /// Resets the history: the contents of the images are unknown.
  package mutating func forget() {
    history.forget()
    manner = nil
    change = nil
  }
}
