/// Random numbers that follow from a seed: the same everywhere and in every run.
///
/// (Source: Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators, 2014.)
package struct SplitMix64: RandomNumberGenerator, Sendable {
  @usableFromInline package var state: UInt64

  @inlinable package init(seed: UInt64) { state = seed }

  @inlinable package mutating func next() -> UInt64 {
    state &+= Self.step
    return Self.mixed(state)
  }

  /// The golden ratio's fraction in 64 bits, so that successive states differ in many bits.
  @inlinable package static var step: UInt64 { 0x9E37_79B9_7F4A_7C15 }

  /// A number whose bits all depend on all bits of another.
  @inlinable package static func mixed(_ bits: UInt64) -> UInt64 {
    var z = bits
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
