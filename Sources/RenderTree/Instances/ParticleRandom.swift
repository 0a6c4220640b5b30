/// Random numbers that follow from a key alone: a particle's own, the same whenever it is looked at.
///
/// Each number is a 64-bit counter, begun at the key, whose bits are mixed by the finaliser of Steele, Lea and Flood
/// ("Fast Splittable Pseudorandom Number Generators", 2014).
struct ParticleRandom {
  private var state: UInt64

  init(key: UInt64) { state = key }

  /// Even in 0 ≤ x < 1, in steps of 2⁻⁵³.
  mutating func next() -> Double {
    // The golden ratio's fraction in 64 bits, so that successive states differ in many bits.
    state &+= Self.step
    return Double(Self.mixed(state) >> 11) * 0x1p-53
  }

  /// Even in mean ± range / 2.
  mutating func next(_ mean: Double, range: Double) -> Double { mean + range * (next() - 0.5) }

  /// The key of a thing with a number within the thing of another key.
  static func key(_ outer: UInt64, _ number: UInt64) -> UInt64 { mixed(outer ^ mixed(number &+ step)) }

  private static let step: UInt64 = 0x9E37_79B9_7F4A_7C15

  private static func mixed(_ bits: UInt64) -> UInt64 {
    var z = bits
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
