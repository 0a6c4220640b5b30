import Foundation

/// A damped harmonic oscillator from 0 to 1: the motion of `CASpringAnimation`.
///
/// With ω₀ = √(k/m), β = c/2m and ζ = β/ω₀ it solves ẍ + 2βẋ + ω₀²(x − 1) = 0, x(0) = 0, ẋ(0) = v₀.
/// Time is in seconds.
package struct Spring: Sendable, Hashable {
  /// The mass, above 0. Default 1.
  package let mass: Double
  /// The stiffness, above 0. Default 100.
  package let stiffness: Double
  /// The damping coefficient, at least 0, may be infinite. Default 10.
  package let damping: Double
  /// The initial velocity, as a fraction of the distance per second, positive towards the target.
  /// Default 0.
  package let initialVelocity: Double
  /// Whether a damping ratio above 1 has an effect; else it counts as 1. Default false.
  package let allowsOverdamping: Bool

  /// Creates a spring. Invalid mass, stiffness or damping is replaced by its default.
  package init(
    mass: Double = 1, stiffness: Double = 100, damping: Double = 10, initialVelocity: Double = 0,
    allowsOverdamping: Bool = false
  ) {
    self.mass = mass > 0 && mass.isFinite ? mass : 1
    self.stiffness = stiffness > 0 && stiffness.isFinite ? stiffness : 100
    self.damping = damping >= 0 ? damping : 10
    self.initialVelocity = initialVelocity.isFinite ? initialVelocity : 0
    self.allowsOverdamping = allowsOverdamping
  }

  /// Creates a spring of mass 1 from its period and bounce, with overdamping.
  ///
  /// `perceptualDuration` is in seconds (invalid ones count as 1). `bounce` is clamped to −1…1: 1
  /// never settles, 0 is critically damped, −1 never moves.
  package init(perceptualDuration: Double, bounce: Double, initialVelocity: Double = 0) {
    let period = perceptualDuration > 0 && perceptualDuration.isFinite ? perceptualDuration : 1
    let bounce = min(max(bounce, -1), 1)
    let frequency = 2 * Double.pi / period
    let ratio = bounce >= 0 ? 1 - bounce : 1 / (1 + bounce)
    self.init(
      mass: 1, stiffness: frequency * frequency, damping: 2 * frequency * ratio, initialVelocity: initialVelocity,
      allowsOverdamping: true)
  }

  /// The period of the undamped spring, 2π√(m/k), in seconds.
  package var perceptualDuration: Double { 2 * .pi * (mass / stiffness).squareRoot() }

  /// The bounce, −1…1: 1 − ζ up to critical damping, 1/ζ − 1 above it.
  package var bounce: Double {
    let ratio = dampingRatio
    return ratio <= 1 ? 1 - ratio : 1 / ratio - 1
  }

  /// The damping ratio ζ, regardless of `allowsOverdamping`.
  package var dampingRatio: Double { damping / (2 * (stiffness * mass).squareRoot()) }

  /// The position at a time in seconds: 0 up to the start, then towards 1, above 1 when it
  /// overshoots.
  package func position(at time: Double) -> Double {
    if !(time > 0) { return 0 }
    if time == .infinity && damping > 0 { return damping.isInfinite && regime == .overdamped ? 0 : 1 }
    return 1 - remainder(at: time)
  }
}

// MARK: - Closed forms

extension Spring {
  enum Regime { case underdamped, critical, overdamped }

  /// ω₀ in radians a second.
  var naturalFrequency: Double { (stiffness / mass).squareRoot() }

  /// β, the rate at which a swing dies out, a second.
  var decayRate: Double { damping / (2 * mass) }

  var regime: Regime {
    let ratio = dampingRatio
    // A bounce of 0 gives a ratio of 1 but for rounding, and the settling estimate of a swing has
    // no limit there.
    if abs(ratio - 1) < 1e-9 { return .critical }
    if ratio < 1 { return .underdamped }
    return allowsOverdamping ? .overdamped : .critical
  }

  /// Distance still to go, 1 − x, by the textbook solution of the damped oscillator in each regime.
  func remainder(at time: Double) -> Double {
    let frequency = naturalFrequency
    let decay = decayRate
    switch regime {
    case .underdamped:
      let swing = (frequency * frequency - decay * decay).squareRoot()
      let angle = swing * time
      return exp(-decay * time) * (cos(angle) + (decay - initialVelocity) / swing * sin(angle))
    case .critical:
      return exp(-frequency * time) * (1 + (frequency - initialVelocity) * time)
    case .overdamped:
      if damping.isInfinite { return 1 }
      // Two plain decays with rates slow · fast = ω₀²; written so that neither cancels or
      // overflows.
      let spread = (decay * decay - frequency * frequency).squareRoot()
      let fast = decay + spread
      let slow = frequency * frequency / fast
      let share = (fast - initialVelocity) / (2 * spread)
      return share * exp(-slow * time) + (1 - share) * exp(-fast * time)
    }
  }
}
