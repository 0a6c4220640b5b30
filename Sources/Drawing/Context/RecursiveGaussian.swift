import Foundation

/// A Gaussian blur of lines of numbers, whose time does not depend on the standard deviation: in
/// each direction the sum of two recursive filters of second order.
///
/// Source: R. Deriche, "Recursively implementing the Gaussian and its derivatives", INRIA report
/// 1893, 1993, fourth order. It differs from the Gaussian by less than 0.1 % of its peak.
struct RecursiveGaussian {
  /// Lines that are blurred at the same time.
  typealias Lanes = SIMD8<Double>

  /// y[n] = now · x[n] + before · x[n − 1] + last · y[n − 1] + secondLast · y[n − 2].
  private struct Section {
    var now, before, last, secondLast: Double

    /// (cosine · cos(frequency · n / sigma) + sine · sin(…)) · exp(−decay · n / sigma) from n = 0.
    init(sigma: Double, cosine: Double, sine: Double, decay: Double, frequency: Double) {
      let (size, angle) = (exp(-decay / sigma), frequency / sigma)
      now = cosine
      before = size * (sine * sin(angle) - cosine * cos(angle))
      last = 2 * size * cos(angle)
      secondLast = -size * size
    }

    /// The sum of the response.
    var gain: Double { (now + before) / (1 - last - secondLast) }
  }

  private var first: Section
  private var second: Section
  /// The share of a number in its own place, which both directions count.
  private var center: Double

  /// - Parameter sigma: the standard deviation, in places; at least 1.
  init(sigma: Double) {
    first = Section(sigma: sigma, cosine: 1.680, sine: 3.735, decay: 1.783, frequency: 0.6318)
    second = Section(sigma: sigma, cosine: -0.6803, sine: -0.2598, decay: 1.723, frequency: 1.997)
    center = first.now + second.now
    let sum = 2 * (first.gain + second.gain) - center
    for part in [\Section.now, \Section.before] {
      first[keyPath: part] /= sum
      second[keyPath: part] /= sum
    }
    center /= sum
  }

  /// Blurs lines; beyond their ends all is 0.
  func blur(_ lines: UnsafeMutableBufferPointer<Lanes>, to result: UnsafeMutableBufferPointer<Lanes>) {
    run(lines.indices, lines) { place, sum, own in result[place] = sum - own * center }
    run(lines.indices.reversed(), lines) { place, sum, _ in result[place] += sum }
  }

  @inline(__always)
  private func run(
    _ places: some Sequence<Int>, _ lines: UnsafeMutableBufferPointer<Lanes>,
    _ store: (_ place: Int, _ sum: Lanes, _ own: Lanes) -> Void
  ) {
    var (before, a1, a2, b1, b2) = (Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero)
    for place in places {
      let own = lines[place]
      let a = own * first.now + before * first.before + a1 * first.last + a2 * first.secondLast
      let b = own * second.now + before * second.before + b1 * second.last + b2 * second.secondLast
      (before, a1, a2, b1, b2) = (own, a, a1, b, b1)
      store(place, a + b, own)
    }
  }
}
