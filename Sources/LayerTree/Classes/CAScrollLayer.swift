import MultiplaneGraphics
import MultiplaneRenderTree

/// A layer that shows a part of its sublayers: scrolling moves the origin of its bounds.
///
/// It has no scroll bars and no limits, and `masksToBounds` is true from the start. (Source: CAScrollLayer.h.)
open class CAScrollLayer: CALayer {
  package override var kind: LayerKind { .scroll }

  open override class func defaultValue(forKey key: String) -> Any? { typedDefault(forKey: key, of: .scroll) }

  /// A layer with default values, in no tree.
  public override init() {
    super.init()
    values = LayerValues(of: .scroll)
  }

  public override init(layer: Any) {
    super.init(layer: layer)
    if !(layer is CALayer) { values = LayerValues(of: .scroll) }
  }

  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  /// Along which axes the layer scrolls; default `both`. A name that is not known scrolls as little as `none`.
  open var scrollMode: CAScrollLayerScrollMode {
    get { values.scrollMode }
    set { change(\.scrollMode, to: newValue) }
  }

  /// Moves the origin of the bounds to a point, along the axes that scroll. There are no limits.
  ///
  /// - Parameter p: in the layer's own coordinates, in points; one that is not finite moves nothing.
  open func scroll(to p: CGPoint) {
    guard p.x.isFinite, p.y.isFinite else { return }
    var origin = bounds.origin
    if scrollMode == .both || scrollMode == .horizontally { origin.x = p.x }
    if scrollMode == .both || scrollMode == .vertically { origin.y = p.y }
    if origin != bounds.origin { bounds.origin = origin }
  }

  /// Moves the origin of the bounds by as little as shows a rectangle; one that is too large shows from its origin on.
  ///
  /// - Parameter r: in the layer's own coordinates, in points; one that is not finite moves nothing.
  open func scroll(to r: CGRect) {
    let target = r.standardized
    guard !r.isNull, !r.isInfinite, target.isFinite else { return }
    scroll(
      to: CGPoint(
        x: Self.origin(showing: target.minX, target.maxX, of: bounds.minX, bounds.maxX),
        y: Self.origin(showing: target.minY, target.maxY, of: bounds.minY, bounds.maxY)))
  }

  /// Where the bounds begin along an axis when they are moved as little as shows an interval.
  private static func origin(
    showing first: CGFloat, _ last: CGFloat, of boundsFirst: CGFloat, _ boundsLast: CGFloat
  ) -> CGFloat {
    if first < boundsFirst || last - first > boundsLast - boundsFirst { return first }
    return last > boundsLast ? last - (boundsLast - boundsFirst) : boundsFirst
  }
}
