import MultiplaneGraphics
import MultiplaneMotion

/// An animation between two values by a damped spring.
///
/// The motion of the spring does not depend on `duration`, which only clips it; a duration of 0
/// means `settlingDuration`. (Source: CASpringAnimation.h; the motion is the damped harmonic
/// oscillator.)
///
/// ```swift
/// let drop = CASpringAnimation(perceptualDuration: 0.5, bounce: 0.3)
/// drop.keyPath = "position.y"
/// drop.byValue = 20
/// layer.add(drop, forKey: "drop")
/// ```
open class CASpringAnimation: CABasicAnimation {
  /// The mass, above 0. Default 1. Invalid numbers are ignored.
  open var mass: CGFloat {
    get { storedMass }
    set { if newValue > 0 { storedMass = newValue } }
  }
  private var storedMass: CGFloat = 1

  /// The stiffness of the spring, above 0. Default 100. Invalid numbers are ignored.
  open var stiffness: CGFloat {
    get { storedStiffness }
    set { if newValue > 0 { storedStiffness = newValue } }
  }
  private var storedStiffness: CGFloat = 100

  /// The damping coefficient, at least 0. Default 10. Invalid numbers are ignored.
  open var damping: CGFloat {
    get { storedDamping }
    set { if newValue >= 0 { storedDamping = newValue } }
  }
  private var storedDamping: CGFloat = 10

  /// The initial velocity, as a fraction of the distance per second, positive towards the end
  /// value. Default 0.
  open var initialVelocity: CGFloat = 0

  /// Whether an overdamped spring moves more slowly than a critically damped one. Default false:
  /// damping is limited to the critical value.
  open var allowsOverdamping = false

  /// Creates a spring with the default values.
  public override init() { super.init() }

  /// Decodes a spring.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Creates a spring of mass 1 by its perceived duration. `duration` is set to its settling time.
  ///
  /// - Parameters:
  ///   - perceptualDuration: the period of the undamped spring, in seconds, above 0.
  ///   - bounce: −1…1; 0 is critically damped, positive values oscillate, negative ones are
  ///     overdamped.
  public init(perceptualDuration: CFTimeInterval, bounce: CGFloat) {
    super.init()
    let spring = Spring(perceptualDuration: perceptualDuration, bounce: bounce)
    mass = spring.mass
    stiffness = spring.stiffness
    damping = spring.damping
    allowsOverdamping = spring.allowsOverdamping
    duration = spring.settlingDuration
  }

  /// The time after which the spring is at rest, in seconds: it stays within a thousandth of the
  /// distance.
  open var settlingDuration: CFTimeInterval { spring.settlingDuration }

  /// The period of the undamped spring, in seconds.
  open var perceptualDuration: CFTimeInterval { spring.perceptualDuration }

  /// The amount of oscillation: 1 is undamped, 0 critically damped, negative values are overdamped.
  open var bounce: CGFloat { spring.bounce }

  open override class func defaultValue(forKey key: String) -> Any? {
    switch key {
    case "mass": NSNumber(value: 1)
    case "stiffness": NSNumber(value: 100)
    case "damping": NSNumber(value: 10)
    case "allowsOverdamping": NSNumber(value: false)
    default: super.defaultValue(forKey: key)
    }
  }

  var spring: Spring {
    Spring(
      mass: mass, stiffness: stiffness, damping: damping, initialVelocity: initialVelocity,
      allowsOverdamping: allowsOverdamping)
  }

  /// Returns a copy with all properties, including those of the superclass.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = super.copy(with: zone)
    if let animation = copy as? CASpringAnimation {
      animation.mass = mass
      animation.stiffness = stiffness
      animation.damping = damping
      animation.initialVelocity = initialVelocity
      animation.allowsOverdamping = allowsOverdamping
    }
    return copy
  }
}
