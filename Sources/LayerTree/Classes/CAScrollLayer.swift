import MultiplaneGraphics
import MultiplaneRenderTree

/// A layer with a scrollable content area: scrolling moves the origin of its bounds.
///
/// It has no scroll bars and no limits. `masksToBounds` is true by default. (Source:
/// CAScrollLayer.h.)
open class CAScrollLayer: CALayer {
  package override var kind: LayerKind { .scroll }

  open override class func defaultValue(forKey key: String) -> Any? { typedDefault(forKey: key, of: .scroll) }

  /// Creates a layer with default values and without a superlayer.
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

  /// The axes along which the layer scrolls. Default `both`; unknown names count as `none`.
  open var scrollMode: CAScrollLayerScrollMode {
    get { values.scrollMode }
    set { change(\.scrollMode, to: newValue) }
  }

  /// Moves the origin of the bounds to a point, along the scrollable axes.
  ///
  /// - Parameter p: in the layer's coordinates, in points. Points that are not finite are ignored.
  open func scroll(to p: CGPoint) {
    guard p.x.isFinite, p.y.isFinite else { return }
    var origin = bounds.origin
    if scrollMode == .both || scrollMode == .horizontally { origin.x = p.x }
    if scrollMode == .both || scrollMode == .vertically { origin.y = p.y }
    if origin != bounds.origin { bounds.origin = origin }
  }

  /// Scrolls by the smallest distance that makes a rectangle visible. A rectangle that is too large
  /// is shown from its origin.
  ///
  /// - Parameter r: in the layer's coordinates, in points. Rectangles that are not finite are
  ///   ignored.
  open func scroll(to r: CGRect) {
    let target = r.standardized
    guard !r.isNull, !r.isInfinite, target.isFinite else { return }
    scroll(
      to: CGPoint(
        x: Self.origin(showing: target.minX, target.maxX, of: bounds.minX, bounds.maxX),
        y: Self.origin(showing: target.minY, target.maxY, of: bounds.minY, bounds.maxY)))
  }

  /// The origin of the bounds along an axis after the least move that shows an interval.
  private static func origin(
    showing first: CGFloat, _ last: CGFloat, of boundsFirst: CGFloat, _ boundsLast: CGFloat
  ) -> CGFloat {
    if first < boundsFirst || last - first > boundsLast - boundsFirst { return first }
    return last > boundsLast ? last - (boundsLast - boundsFirst) : boundsFirst
  }
}
