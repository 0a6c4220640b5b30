import Foundation
import MultiplaneGraphics
import MultiplaneMotion

// How much a range selector chooses of each letter. (Source: lottie-web, `TextSelectorProp`.)

extension RangeSelector {
  /// The share of a unit over time, 0…1 of the animator's values; sampled if it changes.
  ///
  /// - Parameters:
  ///   - index: of the unit, from 0.
  ///   - count: of all units.
  func share(of index: Int, count: Int) -> Track<Double> {
    let ease = ease
    return zipped(zipped(start, end).resampled, zipped(offset, amount).resampled).map { pair in
      let unit = isCount ? 1 : Double(count) / 100
      let offset = pair.second.first * unit
      let (first, last) = (pair.first.first * unit + offset, pair.first.second * unit + offset)
      let share = share(of: Double(index), from: min(first, last), to: max(first, last), ease)
      return share * pair.second.second / 100
    }
  }

  private func share(of index: Double, from start: Double, to end: Double, _ ease: TimingCurve) -> Double {
    let length = end - start
    let place = length > 0 ? min(max((0.5 + index - start) / length, 0), 1) : 0
    let share: Double
    switch shape {
    case .square: return smoothed(ease.value(at: min(max(min(end, index + 1) - max(start, index), 0), 1)))
    case .rampUp: share = length > 0 ? place : index >= end ? 1 : 0
    case .rampDown: share = length > 0 ? 1 - place : index >= end ? 0 : 1
    case .triangle: share = length > 0 ? 1 - abs(2 * place - 1) : 0
    case .round: share = length > 0 ? (1 - (2 * place - 1) * (2 * place - 1)).squareRoot() : 0
    case .smooth: share = length > 0 ? (1 + cos(.pi + 2 * .pi * place)) / 2 : 0
    }
    return smoothed(ease.value(at: share))
  }

  private var ease: TimingCurve {
    TimingCurve(
      min(max(easeLow / 100, 0), 1), max(-easeLow / 100, 0), min(1 - max(easeHigh / 100, 0), 1),
      1 + min(easeHigh / 100, 0))
  }

  private func smoothed(_ share: Double) -> Double {
    guard smoothness < 100 else { return share }
    let width = max(smoothness / 100, 1e-8)
    return min(max((share - (0.5 - width / 2)) / width, 0), 1)
  }
}
