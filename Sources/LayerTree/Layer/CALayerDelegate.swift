import MultiplaneDrawing
import MultiplaneGraphics

/// Is told when a layer is to be laid out and displayed, and asked for its actions.
///
/// All methods may be left out, as Apple's optional ones: the defaults do what a layer without a delegate does. They can
/// be called as optional ones, too: `delegate?.display?(layer)`.
/// (Source: CALayer.h.)
public protocol CALayerDelegate: NSObjectProtocol {
  /// Renews the layer's contents. Default: makes them of what the layer's `draw(in:)` draws.
  func display(_ layer: CALayer)

  /// Draws the layer's contents, in the layer's own coordinates. Default: nothing.
  func draw(_ layer: CALayer, in ctx: CGContext)

  /// Is told before the layer's contents are drawn: the moment to set `contentsFormat` and `isOpaque`. Default:
  /// nothing.
  func layerWillDraw(_ layer: CALayer)

  /// Puts the sublayers in their places. Default: asks the layer's layout manager.
  func layoutSublayers(of layer: CALayer)

  /// What to do when an event happens to the layer, such as the change of a property.
  ///
  /// - Returns: nil, the default, to look on; `NSNull` to look no further and do nothing.
  func action(for layer: CALayer, forKey event: String) -> (any CAAction)?
}

extension CALayerDelegate {
  /// Makes the layer's contents of what its `draw(in:)` draws.
  public func display(_ layer: CALayer) { layer.drawContents() }

  /// Draws nothing.
  public func draw(_ layer: CALayer, in ctx: CGContext) {}

  /// Does nothing.
  public func layerWillDraw(_ layer: CALayer) {}

  /// Asks the layer's layout manager, if it has one.
  public func layoutSublayers(of layer: CALayer) { layer.layoutManager?.layoutSublayers(of: layer) }

  /// Nil: looks on for an action elsewhere.
  public func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }
}
