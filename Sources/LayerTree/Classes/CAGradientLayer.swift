import MultiplaneGraphics
import MultiplaneRenderTree

/// A layer that draws a gradient over its background, within its rounded bounds.
///
/// (Source: CAGradientLayer.h.)
open class CAGradientLayer: CALayer {
  package override var kind: LayerKind { .gradient }

  open override class func defaultValue(forKey key: String) -> Any? { typedDefault(forKey: key, of: .gradient) }

  /// The colours of the stops, as `CGColor`s; fewer than two draw nothing. Default nil. Animatable.
  open var colors: [Any]? {
    get { values.gradient.colors }
    set { change(\.gradient.colors, to: newValue?.compactMap { $0 as? CGColor }) }
  }

  /// Where the stops lie, 0…1, not decreasing; nil, the default, spreads them evenly. Animatable.
  open var locations: [NSNumber]? {
    get { values.gradient.locations?.map { NSNumber(value: $0) } }
    set { change(\.gradient.locations, to: newValue?.map(\.doubleValue)) }
  }

  /// The first stop's place, in the unit square of the bounds. Default (0.5, 0). Animatable.
  open var startPoint: CGPoint {
    get { values.gradient.startPoint }
    set { change(\.gradient.startPoint, to: newValue) }
  }

  /// The last stop's place, in the unit square of the bounds. Default (0.5, 1). Animatable.
  open var endPoint: CGPoint {
    get { values.gradient.endPoint }
    set { change(\.gradient.endPoint, to: newValue) }
  }

  /// The gradient's shape. Default `axial`.
  open var type: CAGradientLayerType {
    get { values.gradient.type }
    set { change(\.gradient.type, to: newValue) }
  }
}
