import MultiplaneGraphics
import MultiplaneLayerTree

/// The content of a session: a layer tree and its canvas.
package struct StageContent {
  /// The size of the canvas, in points.
  package var size: CGSize
  /// The background colour, over black; nil is black.
  package var background: CGColor?
  package var root: CALayer
  /// The time of the root's superlayer at scene time 0, in seconds.
  package var timeOrigin: Double

  package init(size: CGSize, background: CGColor? = nil, root: CALayer, timeOrigin: Double = 0) {
    self.size = size
    self.background = background
    self.root = root
    self.timeOrigin = timeOrigin
  }
}
