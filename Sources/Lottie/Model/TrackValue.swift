import MultiplaneGraphics

/// A value that key frames interpolate.
protocol TrackValue: Equatable, Sendable {
  /// The value at a fraction of the way to another; fractions outside 0…1 extrapolate.
  func mixed(with other: Self, at fraction: Double) -> Self

  /// The value at a fraction of the way along a curve with tangents, which only points have.
  func mixed(with other: Self, at fraction: Double, along tangents: Tangents) -> Self

  /// The number of numbers or vertices in it, which bounds the samples of a track.
  var weight: Int { get }
}

extension TrackValue {
  var weight: Int { 1 }

  func mixed(with other: Self, at fraction: Double, along tangents: Tangents) -> Self {
    mixed(with: other, at: fraction)
  }
}

/// The tangents of a segment of a path of points, relative to its ends.
struct Tangents: Equatable, Sendable {
  var out = Vector.zero
  var into = Vector.zero

  static let none = Tangents()
}

/// A point, a scale or an orientation: x, y, z.
typealias Vector = SIMD3<Double>

/// Red, green, blue and alpha, straight, 0…1.
typealias Color = SIMD4<Double>

extension Double: TrackValue {
  func mixed(with other: Double, at fraction: Double) -> Double { self + (other - self) * fraction }
}

extension SIMD3<Double>: TrackValue {
  func mixed(with other: Self, at fraction: Double) -> Self { self + (other - self) * fraction }

  func mixed(with other: Self, at fraction: Double, along tangents: Tangents) -> Self {
    guard tangents != .none else { return mixed(with: other, at: fraction) }
    let (t, u) = (fraction, 1 - fraction)
    let (first, second) = (self + tangents.out, other + tangents.into)
    let start = self * (u * u * u) + first * (3 * u * u * t)
    return start + second * (3 * u * t * t) + other * (t * t * t)
  }

  var point: CGPoint { CGPoint(x: x, y: y) }
}

extension SIMD4<Double>: TrackValue {
  func mixed(with other: Self, at fraction: Double) -> Self { self + (other - self) * fraction }
}

/// A list of numbers, such as the stops of a gradient. Lists of different lengths are not mixed.
struct Numbers: TrackValue {
  var values: [Double]

  var weight: Int { values.count }

  func mixed(with other: Numbers, at fraction: Double) -> Numbers {
    guard values.count == other.values.count else { return fraction < 1 ? self : other }
    return Numbers(values: zip(values, other.values).map { $0.mixed(with: $1, at: fraction) })
  }
}

/// Several values of one time.
struct Pair<First: TrackValue, Second: TrackValue>: TrackValue {
  var first: First
  var second: Second

  var weight: Int { first.weight + second.weight }

  func mixed(with other: Self, at fraction: Double) -> Self {
    Pair(
      first: first.mixed(with: other.first, at: fraction), second: second.mixed(with: other.second, at: fraction))
  }
}
