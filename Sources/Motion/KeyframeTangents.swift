/// The tension, continuity and bias of a cubic curve at its keyframes. All are 0 by default, a
/// Catmull–Rom spline.
///
/// Source: D. Kochanek and R. Bartels, "Interpolating splines with local tension, continuity, and
/// bias control". At the ends, the difference to the only neighbour replaces the missing one.
package struct KeyframeTangents: Sendable, Equatable {
  /// The tension: positive is tight, negative round. Missing entries count as 0, in all three
  /// lists.
  package var tension: [Double]
  /// The continuity: positive makes an inner corner, negative an outer one.
  package var continuity: [Double]
  /// The bias: positive overshoots the keyframe, negative turns before it.
  package var bias: [Double]

  package init(tension: [Double] = [], continuity: [Double] = [], bias: [Double] = []) {
    self.tension = tension
    self.continuity = continuity
    self.bias = bias
  }

  /// The weight of each keyframe at a fraction of a segment; the weights add up to 1.
  ///
  /// `times`, where given, are the keyframes' times, by which the tangents are rescaled for uneven
  /// spacing.
  func weights(
    segment k: Int, fraction s: Double, count: Int, times: [Double]?
  ) -> [(index: Int, weight: Double)] {
    let leaving = leavingTangent(at: k, before: segmentLength(k - 1, times), after: segmentLength(k, times))
    let arriving = arrivingTangent(at: k + 1, before: segmentLength(k, times), after: segmentLength(k + 1, times))
    // Hermite's basis: p₀ and p₁, and the tangents that leave p₀ and arrive at p₁.
    let square = s * s
    let cube = square * s
    let (h01, h10, h11) = (3 * square - 2 * cube, cube - 2 * square + s, cube - square)
    // Weights of the three differences p[k]−p[k−1], p[k+1]−p[k], p[k+2]−p[k+1].
    var previous = h10 * leaving.previous
    var middle = h01 + h10 * leaving.next + h11 * arriving.previous
    var next = h11 * arriving.next
    if k == 0 {
      middle += previous
      previous = 0
    }
    if k + 2 >= count {
      middle += next
      next = 0
    }
    return [
      (max(k - 1, 0), -previous), (k, 1 + previous - middle), (k + 1, middle - next), (min(k + 2, count - 1), next),
    ]
  }

  private typealias Tangent = (previous: Double, next: Double)

  /// Weights of the differences before and after a keyframe in the tangent with which its segment
  /// starts.
  private func leavingTangent(at key: Int, before: Double?, after: Double?) -> Tangent {
    let (t, c, b) = parameters(at: key)
    let scale = Self.rescaling(after, against: before)
    return (scale * (1 - t) * (1 + c) * (1 + b) / 2, scale * (1 - t) * (1 - c) * (1 - b) / 2)
  }

  /// The same for the tangent with which the segment before a keyframe ends.
  private func arrivingTangent(at key: Int, before: Double?, after: Double?) -> Tangent {
    let (t, c, b) = parameters(at: key)
    let scale = Self.rescaling(before, against: after)
    return (scale * (1 - t) * (1 - c) * (1 + b) / 2, scale * (1 - t) * (1 + c) * (1 - b) / 2)
  }

  private func parameters(at key: Int) -> (tension: Double, continuity: Double, bias: Double) {
    func entry(_ list: [Double]) -> Double { key < list.count ? list[key] : 0 }
    return (entry(tension), entry(continuity), entry(bias))
  }

  private func segmentLength(_ segment: Int, _ times: [Double]?) -> Double? {
    guard let times, segment >= 0, segment + 1 < times.count else { return nil }
    return times[segment + 1] - times[segment]
  }

  /// Kochanek and Bartels' adjustment that keeps the speed steady across a keyframe between unequal
  /// segments.
  private static func rescaling(_ own: Double?, against other: Double?) -> Double {
    guard let own, let other, own + other > 0 else { return 1 }
    return 2 * own / (own + other)
  }
}
