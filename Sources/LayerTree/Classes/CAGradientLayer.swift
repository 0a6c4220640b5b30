import MultiplaneGraphics
import MultiplaneRenderTree

/// A layer that draws a gradient over its background, inside its rounded bounds.
///
/// (Source: CAGradientLayer.h.)
///
/// ```swift
/// let sky = CAGradientLayer()
/// sky.frame = root.bounds
/// sky.colors = [CGColor(red: 0.2, green: 0.5, blue: 1, alpha: 1), CGColor(gray: 1, alpha: 1)]
/// sky.locations = [0, 0.8]
/// root.insertSublayer(sky, at: 0)
/// ```
open class CAGradientLayer: CALayer {
  package override var kind: LayerKind { .gradient }

  open override class func defaultValue(forKey key: String) -> Any? { typedDefault(forKey: key, of: .gradient) }

  /// The colours of the stops, as `CGColor`s; fewer than two draw nothing. Default nil. Animatable.
  open var colors: [Any]? {
    get { values.gradient.colors }
    set { change(\.gradient.colors, to: newValue?.compactMap { $0 as? CGColor }) }
  }

  /// The positions of the stops, in 0…1 and not decreasing. Default nil: evenly spaced. Animatable.
  open var locations: [NSNumber]? {
    get { values.gradient.locations?.map { NSNumber(value: $0) } }
    set { change(\.gradient.locations, to: newValue?.map(\.doubleValue)) }
  }

  /// The position of the first stop, in unit coordinates of the bounds. Default (0.5, 0).
  /// Animatable.
  open var startPoint: CGPoint {
    get { values.gradient.startPoint }
    set { change(\.gradient.startPoint, to: newValue) }
  }

  /// The position of the last stop, in unit coordinates of the bounds. Default (0.5, 1).
  /// Animatable.
  open var endPoint: CGPoint {
    get { values.gradient.endPoint }
    set { change(\.gradient.endPoint, to: newValue) }
  }

  /// The kind of gradient. Default `axial`.
  open var type: CAGradientLayerType {
    get { values.gradient.type }
    set { change(\.gradient.type, to: newValue) }
  }
}
