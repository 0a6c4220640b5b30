import MultiplaneGraphics
import MultiplaneMotion

/// An animation from one value to another by a mass on a damped spring.
///
/// The spring moves in seconds: `duration` cuts it off but does not stretch it, and 0 takes `settlingDuration`.
/// (Source: CASpringAnimation.h; the motion is the textbook damped oscillator.)
open class CASpringAnimation: CABasicAnimation {
  /// The mass, above 0; default 1. Another number is not taken.
  open var mass: CGFloat {
    get { storedMass }
    set { if newValue > 0 { storedMass = newValue } }
  }
  private var storedMass: CGFloat = 1

  /// The spring's stiffness, above 0; default 100. Another number is not taken.
  open var stiffness: CGFloat {
    get { storedStiffness }
    set { if newValue > 0 { storedStiffness = newValue } }
  }
  private var storedStiffness: CGFloat = 100

  /// The damping, at least 0; default 10. Another number is not taken.
  open var damping: CGFloat {
    get { storedDamping }
    set { if newValue >= 0 { storedDamping = newValue } }
  }
  private var storedDamping: CGFloat = 10

  /// The speed at the beginning in whole distances a second, positive toward the end; default 0.
  open var initialVelocity: CGFloat = 0

  /// Whether more damping than keeps the spring from swinging slows it down; default false, it does not.
  open var allowsOverdamping = false

  /// A spring of mass 1 that takes about so long, with its settling time as its duration.
  ///
  /// - Parameters:
  ///   - perceptualDuration: the period of the undamped spring in seconds, above 0.
  ///   - bounce: −1…1; 0 is critically damped, above it the spring swings, below it is slowed down.
  public convenience init(perceptualDuration: CFTimeInterval, bounce: CGFloat) {
    self.init()
    let spring = Spring(perceptualDuration: perceptualDuration, bounce: bounce)
    mass = spring.mass
    stiffness = spring.stiffness
    damping = spring.damping
    allowsOverdamping = spring.allowsOverdamping
    duration = spring.settlingDuration
  }

  /// Seconds after which the spring counts as being at rest: within a thousandth of the way.
  open var settlingDuration: CFTimeInterval { spring.settlingDuration }

  /// The period of the undamped spring in seconds.
  open var perceptualDuration: CFTimeInterval { spring.perceptualDuration }

  /// How much the spring swings: 1 without end, 0 not at all, below 0 it is slowed down.
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

  /// A copy with all properties, those of the superclass included.
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
