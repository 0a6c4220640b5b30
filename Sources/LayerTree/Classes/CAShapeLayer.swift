import MultiplaneGraphics
import MultiplaneRenderTree

/// A layer that fills and strokes a path, above its contents and below its sublayers.
///
/// The path is in the layer's coordinates. The bounds clip it only with `masksToBounds`. (Source:
/// CAShapeLayer.h.)
///
/// ```swift
/// let ring = CAShapeLayer()
/// ring.frame = CGRect(x: 20, y: 10, width: 20, height: 20)
/// ring.path = CGPath(ellipseIn: ring.bounds, transform: nil)
/// ring.fillColor = nil
/// ring.strokeColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
/// ring.lineWidth = 3
/// ring.strokeEnd = 0.75  // three quarters of the circle
/// root.addSublayer(ring)
/// ```
open class CAShapeLayer: CALayer {
  package override var kind: LayerKind { .shape }

  open override class func defaultValue(forKey key: String) -> Any? { typedDefault(forKey: key, of: .shape) }

  /// The path, in the layer's coordinates, in points. Copied when set. Default nil. Animatable, but
  /// not implicitly: paths with the same elements are interpolated point by point, others change
  /// half-way.
  open var path: CGPath? {
    get { values.shape.path }
    set { change(\.shape.path, to: newValue?.copy()) }
  }

  /// The fill colour; nil draws no fill. Default opaque black. Animatable.
  open var fillColor: CGColor? {
    get { values.shape.fillColor }
    set { change(\.shape.fillColor, to: newValue) }
  }

  /// The fill rule. Default `nonZero`.
  open var fillRule: CAShapeLayerFillRule {
    get { values.shape.fillRule }
    set { change(\.shape.fillRule, to: newValue) }
  }

  /// The stroke colour; nil draws no stroke. Default nil. Animatable.
  open var strokeColor: CGColor? {
    get { values.shape.strokeColor }
    set { change(\.shape.strokeColor, to: newValue) }
  }

  /// The start of the stroke, as a fraction of the path's length, clamped to 0…1. Default 0.
  /// Animatable.
  ///
  /// Length distributes the fraction among lines and curves. Inside a curve, the fraction is that
  /// of the curve's parameter.
  open var strokeStart: CGFloat {
    get { values.shape.strokeStart }
    set { change(\.shape.strokeStart, to: newValue) }
  }

  /// The end of the stroke, as a fraction of the path's length. Default 1. Animatable. If it is
  /// less than a millionth beyond the start, nothing is drawn, and no cap.
  open var strokeEnd: CGFloat {
    get { values.shape.strokeEnd }
    set { change(\.shape.strokeEnd, to: newValue) }
  }

  /// The width of the stroke, centred on the path, in points; 0 draws no stroke. Default 1.
  /// Animatable.
  open var lineWidth: CGFloat {
    get { values.shape.lineWidth }
    set { change(\.shape.lineWidth, to: newValue) }
  }

  /// The longest miter, in line widths; longer ones are bevelled. Default 10. Animatable.
  open var miterLimit: CGFloat {
    get { values.shape.miterLimit }
    set { change(\.shape.miterLimit, to: newValue) }
  }

  /// The shape of the stroke's ends. Default `butt`.
  open var lineCap: CAShapeLayerLineCap {
    get { values.shape.lineCap }
    set { change(\.shape.lineCap, to: newValue) }
  }

  /// The shape of the stroke's corners. Default `miter`.
  open var lineJoin: CAShapeLayerLineJoin {
    get { values.shape.lineJoin }
    set { change(\.shape.lineJoin, to: newValue) }
  }

  /// The offset into the dash pattern at the start of each subpath, in points. Default 0.
  /// Animatable.
  open var lineDashPhase: CGFloat {
    get { values.shape.dashPhase }
    set { change(\.shape.dashPhase, to: newValue) }
  }

  /// The lengths of alternating dashes and gaps, in points. Default nil: a solid line.
  open var lineDashPattern: [NSNumber]? {
    get { values.shape.dashPattern?.map { NSNumber(value: $0) } }
    set { change(\.shape.dashPattern, to: newValue?.map(\.doubleValue)) }
  }
}
