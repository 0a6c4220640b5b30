import Foundation

extension Spring {
  /// The time after which the spring is at rest, in seconds: it stays within a thousandth of the
  /// distance.
  ///
  /// Underdamped: ln(1000 · (1 + |β − v₀|/ω_d)) / β, a bound of the envelope that reproduces known
  /// values of Core Animation. Otherwise the first multiple of 0.1 s after which less than 0.001
  /// remains. A spring that never settles gives the greatest finite `Float`.
  ///
  /// Overdamped springs are uncertain. Up to critical damping, two sources that measured Core
  /// Animation agree with this. Above it, one reports "2.6 within 0.2" for a perceptual duration of
  /// 1 s and a bounce of −0.5, where this gives 4.2; its formula is fitted to that value. At 2.6 s,
  /// 1.4 % of the distance remains, which an animation of that duration would jump.
  package var settlingDuration: Double {
    let decay = decayRate
    switch regime {
    case .underdamped:
      if decay == 0 { return Self.never }
      let frequency = naturalFrequency
      let swing = (frequency * frequency - decay * decay).squareRoot()
      return min(log(1000 * (1 + abs(decay - initialVelocity) / swing)) / decay, Self.never)
    case .critical, .overdamped:
      return firstStepAtRest()
    }
  }

  /// The greatest finite `Float`, Core Animation's "for ever".
  private static let never = Double(Float.greatestFiniteMagnitude)

  private func firstStepAtRest() -> Double {
    if damping.isInfinite && regime == .overdamped { return Self.never }
    // From its only extremum on, the remainder shrinks steadily, so that the steps can be searched
    // by halving.
    var moving = max((lastExtremum * 10).rounded(.down), 0)
    var resting = max(moving, 1)
    while abs(remainder(at: resting / 10)) >= 0.001 {
      moving = resting
      resting *= 2
      if resting > Self.never { return Self.never }
    }
    while resting - moving > 1 {
      let middle = ((moving + resting) / 2).rounded(.down)
      // Beyond 2⁵³ neighbouring numbers lie more than 1 apart.
      guard middle > moving, middle < resting else { break }
      if abs(remainder(at: middle / 10)) >= 0.001 { moving = middle } else { resting = middle }
    }
    return min(resting / 10, Self.never)
  }

  /// The time of the remainder's extremum after the start, 0 when it has none: where the velocity
  /// passes 0.
  private var lastExtremum: Double {
    let frequency = naturalFrequency
    // It starts toward the target and comes back only when it is shot past it.
    guard initialVelocity != 0 else { return 0 }
    if regime == .critical {
      // d/dt e^(−ωt)(1 + (ω−v)t) = 0  ⇒  t = v / (ω (v−ω))
      let time = initialVelocity / (frequency * (initialVelocity - frequency))
      return time.isFinite ? max(time, 0) : 0
    }
    let decay = decayRate
    let spread = (decay * decay - frequency * frequency).squareRoot()
    let fast = decay + spread
    let slow = frequency * frequency / fast
    let share = (fast - initialVelocity) / (2 * spread)
    // share·slow·e^(−slow t) + (1−share)·fast·e^(−fast t) = 0 ⇒ t = ln((share−1)·fast /
    // (share·slow)) / (fast−slow)
    let ratio = (share - 1) * fast / (share * slow)
    return ratio > 1 && ratio.isFinite ? log(ratio) / (fast - slow) : 0
  }
}
