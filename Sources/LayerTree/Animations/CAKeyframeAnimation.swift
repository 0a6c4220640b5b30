import MultiplaneGraphics

/// An animation through a list of values, or along a path.
///
/// The values have the property's type, as for `CABasicAnimation`. (Source: CAAnimation.h.)
///
/// ```swift
/// let shake = CAKeyframeAnimation(keyPath: "position.x")
/// shake.values = [0, 8, -8, 4, 0]
/// shake.keyTimes = [0, 0.25, 0.5, 0.75, 1]
/// shake.isAdditive = true
/// shake.duration = 0.4
/// layer.add(shake, forKey: "shake")
/// ```
open class CAKeyframeAnimation: CAPropertyAnimation {
  /// The keyframe values, at least two. Default nil. A list of one value or none has no effect.
  open var values: [Any]? { didSet { values = values.map(BoxedNumbers.boxed) } }

  /// The path of a point property. It overrides `values`. Each line or curve is one segment; a move
  /// is a jump. Copied when set. Default nil.
  open var path: CGPath? {
    get { storedPath }
    set { storedPath = newValue?.copy() }
  }
  private var storedPath: CGPath?

  /// The time of each value, as a fraction 0…1 of the duration: one per value, or one more in
  /// discrete mode. Lists of another length are ignored, and so are all lists in paced modes:
  /// values are then evenly spaced. Default nil.
  ///
  /// The numbers need not be sorted, begin at 0 or end at 1. The current segment is the first one
  /// that ends after the progress, and the position inside it is clamped.
  open var keyTimes: [NSNumber]?

  /// The timing function of each segment. Missing ones are linear; paced and discrete modes use
  /// none. Default nil.
  open var timingFunctions: [CAMediaTimingFunction]?

  /// The interpolation between values. Default `linear`, also for unknown names.
  open var calculationMode: CAAnimationCalculationMode = .linear

  /// Whether a layer on a path rotates to match the tangent. Default nil: no rotation.
  open var rotationMode: CAAnimationRotationMode?

  /// The tension of the cubic curve at each value; positive is tighter. Missing ones are 0. Default
  /// nil.
  open var tensionValues: [NSNumber]?

  /// The continuity of the cubic curve at each value; other numbers than 0 make a corner. Missing
  /// ones are 0. Default nil.
  open var continuityValues: [NSNumber]?

  /// The bias of the cubic curve at each value; a positive one bends it after the value. Missing
  /// ones are 0. Default nil.
  open var biasValues: [NSNumber]?

  open override class func defaultValue(forKey key: String) -> Any? {
    key == "calculationMode" ? CAAnimationCalculationMode.linear.rawValue : super.defaultValue(forKey: key)
  }

  /// Returns a copy with all properties, including those of the superclass.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = super.copy(with: zone)
    if let animation = copy as? CAKeyframeAnimation {
      animation.values = values
      animation.path = path
      animation.keyTimes = keyTimes
      animation.timingFunctions = timingFunctions
      animation.calculationMode = calculationMode
      animation.rotationMode = rotationMode
      animation.tensionValues = tensionValues
      animation.continuityValues = continuityValues
      animation.biasValues = biasValues
    }
    return copy
  }
}

/// The interpolation modes of keyframe animations.
public struct CAAnimationCalculationMode: RawRepresentable, Hashable, Sendable {
  /// The name of the constant in Core Animation.
  public let rawValue: String
  /// Creates a value with any name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Linear interpolation between values.
  public static let linear = CAAnimationCalculationMode(rawValue: "linear")
  /// No interpolation: each value holds until the next one.
  public static let discrete = CAAnimationCalculationMode(rawValue: "discrete")
  /// Linear interpolation at constant speed. Key times and timing functions are ignored.
  public static let paced = CAAnimationCalculationMode(rawValue: "paced")
  /// Cubic spline through the values.
  public static let cubic = CAAnimationCalculationMode(rawValue: "cubic")
  /// Cubic spline at constant speed. Key times and timing functions are ignored.
  public static let cubicPaced = CAAnimationCalculationMode(rawValue: "cubicPaced")
}

/// The rotation modes of a layer on a path.
public struct CAAnimationRotationMode: RawRepresentable, Hashable, Sendable {
  /// The name of the constant in Core Animation.
  public let rawValue: String
  /// Creates a value with any name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The layer's x axis points in the direction of the path.
  public static let rotateAuto = CAAnimationRotationMode(rawValue: "auto")
  /// The layer's x axis points against the direction of the path.
  public static let rotateAutoReverse = CAAnimationRotationMode(rawValue: "autoReverse")
}
