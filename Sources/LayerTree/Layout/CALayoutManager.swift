import MultiplaneGraphics

/// An object that lays out the sublayers of a layer.
///
/// All methods are optional, as in Apple's framework. (Source: CALayer.h.)
public protocol CALayoutManager: NSObjectProtocol {
  /// The preferred size of a layer's frame, in points. Default: its current size.
  func preferredSize(of layer: CALayer) -> CGSize

  /// Called when a layer first needs layout, to clear cached information. Default: nothing.
  func invalidateLayout(of layer: CALayer)

  /// Lays out the sublayers of a layer. Default: nothing.
  func layoutSublayers(of layer: CALayer)
}

extension CALayoutManager {
  /// The default implementation: the size of the layer's frame, in points.
  public func preferredSize(of layer: CALayer) -> CGSize { layer.frame.size }

  /// The default implementation: does nothing.
  public func invalidateLayout(of layer: CALayer) {}

  /// The default implementation: does nothing.
  public func layoutSublayers(of layer: CALayer) {}
}
