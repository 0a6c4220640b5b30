import MultiplaneGraphics
import MultiplaneLayerTree

/// What a kiosk shows: a layer tree and its canvas.
package struct StageContent {
  /// The canvas in points.
  package var size: CGSize
  /// What lies behind the layers, over black; nil is black.
  package var background: CGColor?
  package var root: CALayer

  package init(size: CGSize, background: CGColor? = nil, root: CALayer) {
    self.size = size
    self.background = background
    self.root = root
  }
}
