import MultiplaneDrawing
import MultiplaneGraphics

/// The delegate of a layer: layout, display and actions.
///
/// All methods are optional, as in Apple's framework: the default implementations do what a layer
/// without a delegate does. Optional-chained calls compile, too: `delegate?.display?(layer)`.
/// (Source: CALayer.h.)
public protocol CALayerDelegate: NSObjectProtocol {
  /// Updates the layer's contents. Default: draws them with the layer's `draw(in:)`.
  func display(_ layer: CALayer)

  /// Draws the layer's contents, in the layer's coordinates. Default: nothing.
  func draw(_ layer: CALayer, in ctx: CGContext)

  /// Called before the layer's contents are drawn, to set `contentsFormat` and `isOpaque`. Default:
  /// nothing.
  func layerWillDraw(_ layer: CALayer)

  /// Lays out the sublayers. Default: calls the layout manager.
  func layoutSublayers(of layer: CALayer)

  /// The action of an event, such as a property change.
  ///
  /// - Returns: nil, the default, to continue the search; `NSNull` for no action.
  func action(for layer: CALayer, forKey event: String) -> (any CAAction)?
}

extension CALayerDelegate {
  /// The default implementation: draws the contents with the layer's `draw(in:)`.
  public func display(_ layer: CALayer) { layer.drawContents() }

  /// The default implementation: draws nothing.
  public func draw(_ layer: CALayer, in ctx: CGContext) {}

  /// The default implementation: does nothing.
  public func layerWillDraw(_ layer: CALayer) {}

  /// The default implementation: calls the layer's layout manager.
  public func layoutSublayers(of layer: CALayer) { layer.layoutManager?.layoutSublayers(of: layer) }

  /// The default implementation: nil, which continues the search for an action.
  public func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }
}
