import MultiplaneGraphics

/// An animation through a list of values, or along a path.
///
/// Values are those of the property, as of a `CABasicAnimation`. (Source: CAAnimation.h.)
open class CAKeyframeAnimation: CAPropertyAnimation {
  /// The values in order, at least two: one alone, an empty list and nil, the default, have no effect.
  open var values: [Any]? { didSet { values = values.map(BoxedNumbers.boxed) } }

  /// A path for a property that is a point; it takes the place of `values`. Each line or curve is one segment, a move
  /// jumps. Default nil. Setting it keeps a copy.
  open var path: CGPath? {
    get { storedPath }
    set { storedPath = newValue?.copy() }
  }
  private var storedPath: CGPath?

  /// When each value is reached, 0…1 of the duration: as many as values, or one more when discrete. Another number of them
  /// is ignored, as in the paced modes, and the values evenly spaced. Default nil.
  ///
  /// They are used as they are, also when they do not begin at 0, do not end at 1, lie outside or are not sorted: the way
  /// to the next value is the first whose end is later than the progress, and how far along it is is clamped to it.
  open var keyTimes: [NSNumber]?

  /// Bends the way from each value to the next; missing ones are linear, and the paced and the discrete modes use none.
  /// Default nil.
  open var timingFunctions: [CAMediaTimingFunction]?

  /// How the animation gets from one value to the next; default `linear`. An unknown name counts as that.
  open var calculationMode: CAAnimationCalculationMode = .linear

  /// Whether a layer that follows a path turns with it; default nil, it does not.
  open var rotationMode: CAAnimationRotationMode?

  /// How tight a cubic curve is at each value, 0 by default; positive is tighter. Missing ones are 0.
  open var tensionValues: [NSNumber]?

  /// How sharp a cubic curve's corner is at each value, 0 by default. Missing ones are 0.
  open var continuityValues: [NSNumber]?

  /// Where a cubic curve passes each value, 0 by default; positive turns after it. Missing ones are 0.
  open var biasValues: [NSNumber]?

  open override class func defaultValue(forKey key: String) -> Any? {
    key == "calculationMode" ? CAAnimationCalculationMode.linear.rawValue : super.defaultValue(forKey: key)
  }

  /// A copy with all properties, those of the superclass included.
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

/// How a keyframe animation gets from one value to the next.
public struct CAAnimationCalculationMode: RawRepresentable, Hashable, Sendable {
  /// Core Animation's name.
  public let rawValue: String
  /// Takes any name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Straight from value to value.
  public static let linear = CAAnimationCalculationMode(rawValue: "linear")
  /// Each value is held until the next is reached.
  public static let discrete = CAAnimationCalculationMode(rawValue: "discrete")
  /// Straight, at an even speed.
  public static let paced = CAAnimationCalculationMode(rawValue: "paced")
  /// Along a smooth curve through the values.
  public static let cubic = CAAnimationCalculationMode(rawValue: "cubic")
  /// Along a smooth curve, paced by the distances between the values.
  public static let cubicPaced = CAAnimationCalculationMode(rawValue: "cubicPaced")
}

/// How a layer turns while it follows a path.
public struct CAAnimationRotationMode: RawRepresentable, Hashable, Sendable {
  /// Core Animation's name.
  public let rawValue: String
  /// Takes any name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The layer's x axis points along the path.
  public static let rotateAuto = CAAnimationRotationMode(rawValue: "auto")
  /// The layer's x axis points against the path.
  public static let rotateAutoReverse = CAAnimationRotationMode(rawValue: "autoReverse")
}
