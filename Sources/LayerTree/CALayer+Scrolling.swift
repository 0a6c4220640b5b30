import Graphics

// Scrolling: what a layer asks of the scroll layer that it lies in, itself included. Without one there is nothing to scroll.

extension CALayer {
  /// The part of the bounds that the nearest scroll layer's bounds show, in the layer's own coordinates, in points; without
  /// a scroll layer all of the bounds. Empty at (0, 0) when nothing is.
  public var visibleRect: CGRect {
    guard let scrollLayer = nearestScrollLayer, scrollLayer !== self else { return bounds }
    let visible = bounds.intersection(convert(scrollLayer.bounds, from: scrollLayer))
    return visible.isNull ? .zero : visible
  }

  /// Scrolls the nearest scroll layer so that a point of this layer lies at the origin of its bounds.
  ///
  /// - Parameter p: in this layer's coordinates, in points.
  public func scroll(_ p: CGPoint) {
    guard let scrollLayer = nearestScrollLayer else { return }
    scrollLayer.scroll(to: convert(p, to: scrollLayer))
  }

  /// Scrolls the nearest scroll layer by as little as shows a rectangle of this layer.
  ///
  /// - Parameter r: in this layer's coordinates, in points.
  public func scrollRectToVisible(_ r: CGRect) {
    guard let scrollLayer = nearestScrollLayer else { return }
    scrollLayer.scroll(to: convert(r, to: scrollLayer))
  }

  private var nearestScrollLayer: CAScrollLayer? {
    var layer: CALayer? = self
    while let current = layer {
      if let scrollLayer = current as? CAScrollLayer { return scrollLayer }
      layer = current.parent
    }
    return nil
  }
}
