import MultiplaneGraphics

/// Random numbers that follow from a key alone: a particle's own, the same whenever it is looked
/// at.
struct ParticleRandom {
  private var random: SplitMix64

  init(key: UInt64) { random = SplitMix64(seed: key) }

  /// Even in 0 ≤ x < 1, in steps of 2⁻⁵³.
  mutating func next() -> Double { Double(random.next() >> 11) * 0x1p-53 }

  /// Even in mean ± range / 2.
  mutating func next(_ mean: Double, range: Double) -> Double { mean + range * (next() - 0.5) }

  /// The key of a thing with a number within the thing of another key.
  static func key(_ outer: UInt64, _ number: UInt64) -> UInt64 {
    SplitMix64.mixed(outer ^ SplitMix64.mixed(number &+ SplitMix64.step))
  }
}
