import MultiplaneGraphics
import MultiplaneLayerTree

/// What a session shows: a layer tree and its canvas.
package struct StageContent {
  /// The canvas in points.
  package var size: CGSize
  /// What lies behind the layers, over black; nil is black.
  package var background: CGColor?
  package var root: CALayer
  /// The time of the root's superlayer that is 0 of the scene, in seconds.
  package var timeOrigin: Double

  package init(size: CGSize, background: CGColor? = nil, root: CALayer, timeOrigin: Double = 0) {
    self.size = size
    self.background = background
    self.root = root
    self.timeOrigin = timeOrigin
  }
}
