import MultiplaneGraphics

/// Puts a layer's sublayers in their places.
///
/// All methods may be left out, as Apple's optional ones. (Source: CALayer.h.)
public protocol CALayoutManager: NSObjectProtocol {
  /// The size that a layer would like its frame to have, in points. Default: the size it has.
  func preferredSize(of layer: CALayer) -> CGSize

  /// Is told when a layer first needs layout, so that what was remembered of it can be forgotten. Default: nothing.
  func invalidateLayout(of layer: CALayer)

  /// Puts the sublayers of a layer in their places. Default: nothing.
  func layoutSublayers(of layer: CALayer)
}

extension CALayoutManager {
  /// The size of the layer's frame, in points.
  public func preferredSize(of layer: CALayer) -> CGSize { layer.frame.size }

  /// Does nothing.
  public func invalidateLayout(of layer: CALayer) {}

  /// Does nothing.
  public func layoutSublayers(of layer: CALayer) {}
}
