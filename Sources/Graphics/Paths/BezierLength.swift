import Foundation

/// Lengths along a segment: how long it is, and where along it a length is reached.
///
/// The integral of the speed |B′(t)| by Gauss's rule of five points, on parts that are halved until
/// both halves together agree with the whole to a billionth. A cusp, where the speed has a corner,
/// is closed in on by twelve halvings.
///
/// Nodes and weights are those of the Gauss-Legendre rule on −1…1: the zeros of the Legendre
/// polynomial P5 are 0 and ±√(5 ∓ 2√(10/7))/3, their weights 128/225 and (322 ± 13√70)/900.
/// Source: Abramowitz and Stegun, table 25.4.
struct BezierLength: Sendable {
  private let segment: BezierSegment
  /// Parameters from 0 to 1, and the length reached at each.
  private var parameters: [Double] = [0]
  private var lengths: [Double] = [0]

  init(of segment: BezierSegment) {
    self.segment = segment
    if segment.isLine {
      parameters.append(1)
      lengths.append((segment.end - segment.start).length)
    } else {
      let polygon =
        (segment.control1 - segment.start).length + (segment.control2 - segment.control1).length
        + (segment.end - segment.control2).length
      measure(from: 0, to: 1, known: integral(from: 0, to: 1), tolerance: polygon * 1e-9, halvings: 12)
    }
  }

  /// The length of the whole segment.
  var total: Double { lengths.last ?? 0 }

  /// The parameter at which `length` from the start is reached; clamped to 0…1.
  func parameter(at length: Double) -> Double {
    guard length > 0 else { return 0 }
    guard length < total else { return 1 }
    if segment.isLine { return length / total }
    // The first entry beyond `length`, by bisection; the entry before it is the last one not
    // beyond.
    var (low, high) = (0, lengths.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lengths[middle] <= length { low = middle } else { high = middle }
    }
    return parameter(
      at: length - lengths[low], from: parameters[low], to: parameters[high], of: lengths[high] - lengths[low])
  }

  /// By Newton's method from where the length would be at an even speed, kept between bounds that
  /// close in; 30 steps are more than halving needs where Newton fails.
  private func parameter(at length: Double, from start: Double, to end: Double, of whole: Double) -> Double {
    var (low, high) = (start, end)
    var t = start + (end - start) * (length / whole)
    for _ in 0..<30 {
      let excess = integral(from: start, to: t) - length
      if excess > 0 { high = t } else { low = t }
      if abs(excess) <= total * 1e-12 { break }
      let speed = segment.derivative(at: t).length
      let next = t - excess / speed
      // The error of a step is about the square of the one before.
      if abs(excess) <= total * 1e-7, next > low, next < high, speed > total * 0.01 { return next }
      t = next > low && next < high ? next : (low + high) / 2
    }
    return t
  }

  private mutating func measure(from start: Double, to end: Double, known: Double, tolerance: Double, halvings: Int) {
    let middle = (start + end) / 2
    let (first, second) = (integral(from: start, to: middle), integral(from: middle, to: end))
    guard abs(first + second - known) > tolerance, halvings > 0 else {
      append(middle, first)
      return append(end, second)
    }
    measure(from: start, to: middle, known: first, tolerance: tolerance, halvings: halvings - 1)
    measure(from: middle, to: end, known: second, tolerance: tolerance, halvings: halvings - 1)
  }

  private mutating func append(_ parameter: Double, _ length: Double) {
    parameters.append(parameter)
    lengths.append(total + length)
  }

  /// The length between two parameters by one application of Gauss's rule.
  private func integral(from start: Double, to end: Double) -> Double {
    let (middle, half) = ((start + end) / 2, (end - start) / 2)
    func pair(_ node: Double) -> Double {
      segment.derivative(at: middle - half * node).length + segment.derivative(at: middle + half * node).length
    }
    let sum = (128.0 / 225) * segment.derivative(at: middle).length
    return
      (sum + 0.478_628_670_499_366_47 * pair(0.538_469_310_105_683_09)
      + 0.236_926_885_056_189_09 * pair(0.906_179_845_938_664)) * half
  }
}
