import MultiplaneGraphics
import MultiplaneRenderTree

/// A layer that fills and strokes a path, over its contents and beneath its sublayers.
///
/// The path is in the layer's own coordinates; the bounds do not clip it, `masksToBounds` does.
/// (Source: CAShapeLayer.h.)
open class CAShapeLayer: CALayer {
  package override var kind: LayerKind { .shape }

  open override class func defaultValue(forKey key: String) -> Any? { typedDefault(forKey: key, of: .shape) }

  /// What is filled and stroked, in points of the layer's own coordinates. Setting it keeps a copy. Default nil, nothing.
  /// Animatable: paths of the same elements are mixed point by point, others change in the middle. Not implicitly
  /// animated.
  open var path: CGPath? {
    get { values.shape.path }
    set { change(\.shape.path, to: newValue?.copy()) }
  }

  /// What the path is filled with; nil fills nothing. Default opaque black. Animatable.
  open var fillColor: CGColor? {
    get { values.shape.fillColor }
    set { change(\.shape.fillColor, to: newValue) }
  }

  /// Which points are inside the path. Default `nonZero`.
  open var fillRule: CAShapeLayerFillRule {
    get { values.shape.fillRule }
    set { change(\.shape.fillRule, to: newValue) }
  }

  /// What the path is stroked with; nil, the default, strokes nothing. Animatable.
  open var strokeColor: CGColor? {
    get { values.shape.strokeColor }
    set { change(\.shape.strokeColor, to: newValue) }
  }

  /// Where the stroke begins, as a share of the length of all subpaths; clamped to 0…1 when drawn. Default 0. Animatable.
  ///
  /// Lengths share the path out among its lines and curves; within a curve the cut is by its parameter.
  open var strokeStart: CGFloat {
    get { values.shape.strokeStart }
    set { change(\.shape.strokeStart, to: newValue) }
  }

  /// Where the stroke ends, as `strokeStart`; nothing is drawn, and no cap, where it is less than a millionth beyond the
  /// start. Default 1. Animatable.
  open var strokeEnd: CGFloat {
    get { values.shape.strokeEnd }
    set { change(\.shape.strokeEnd, to: newValue) }
  }

  /// The stroke's width, half of it on each side of the path, in points; 0 strokes nothing. Default 1. Animatable.
  open var lineWidth: CGFloat {
    get { values.shape.lineWidth }
    set { change(\.shape.lineWidth, to: newValue) }
  }

  /// How long a miter may be, in line widths; a longer one is bevelled. Default 10. Animatable.
  open var miterLimit: CGFloat {
    get { values.shape.miterLimit }
    set { change(\.shape.miterLimit, to: newValue) }
  }

  /// How the stroke ends. Default `butt`.
  open var lineCap: CAShapeLayerLineCap {
    get { values.shape.lineCap }
    set { change(\.shape.lineCap, to: newValue) }
  }

  /// How the stroke goes round corners. Default `miter`.
  open var lineJoin: CAShapeLayerLineJoin {
    get { values.shape.lineJoin }
    set { change(\.shape.lineJoin, to: newValue) }
  }

  /// How far into the dash pattern each subpath begins, in points. Default 0. Animatable.
  open var lineDashPhase: CGFloat {
    get { values.shape.dashPhase }
    set { change(\.shape.dashPhase, to: newValue) }
  }

  /// The lengths of dashes and gaps in turn, in points; nil, the default, is an unbroken line.
  open var lineDashPattern: [NSNumber]? {
    get { values.shape.dashPattern?.map { NSNumber(value: $0) } }
    set { change(\.shape.dashPattern, to: newValue?.map(\.doubleValue)) }
  }
}
