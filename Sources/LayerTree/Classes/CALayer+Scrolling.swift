import MultiplaneGraphics

// Scrolling: what a layer asks of the scroll layer that it lies in, itself included. Without one
// there is nothing to scroll.

extension CALayer {
  /// The part of the bounds that the nearest scroll layer shows; all of them without one.
  var scrolledVisibleRect: CGRect {
    guard let scrollLayer = nearestScrollLayer, scrollLayer !== self else { return bounds }
    let visible = bounds.intersection(convert(scrollLayer.bounds, from: scrollLayer))
    return visible.isNull ? .zero : visible
  }

  /// The nearest scroll layer that this one lies in, itself included.
  var nearestScrollLayer: CAScrollLayer? {
    var layer: CALayer? = self
    while let current = layer {
      if let scrollLayer = current as? CAScrollLayer { return scrollLayer }
      layer = current.parent
    }
    return nil
  }
}
