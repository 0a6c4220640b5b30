import Foundation

/// A Gaussian on device pixels (rendering rules §15): the product of two that are one-dimensional,
/// along x and along the direction that is conjugate to it, each cut at three standard deviations
/// and normalised.
///
/// With the covariance (a b; b c) these are a variance of a − b²/c along x, and one of c in steps
/// of a row, each of which goes b/c along x; between pixels the second is linear.
struct GaussianKernel {
  /// The weights along x, by distance in pixels.
  private let across: [Double]
  /// The weights of rows, by distance in rows.
  private let down: [Double]
  /// The offset along x from row to row.
  private let slope: Double

  /// The radius of the kernel in standard deviations.
  private static let cut = 3.0
  /// The tolerance for a pixel at the cut, so that rounding of the variance does not decide.
  private static let cutTolerance = 1e-9
  /// In device pixels. A wider kernel, as a radius of millions of points or a plane near the camera
  /// gives, is drawn as wide as this in its own proportions.
  private static let mostReach = 1024.0

  /// The blur of a radius in points, where a plane lies so on the device.
  init(radius: Double, _ j: PlaneDerivative) {
    // Made small enough before it is squared, so that no radius leaves the range of numbers.
    let largest = max(hypot(j.xByX, j.xByY), hypot(j.yByX, j.yByY))
    let radius = min(radius, GaussianKernel.mostReach / GaussianKernel.cut / largest)
    let (xByX, xByY, yByX, yByY) = (j.xByX * radius, j.xByY * radius, j.yByX * radius, j.yByY * radius)
    let (a, b, c) = (xByX * xByX + xByY * xByY, xByX * yByX + xByY * yByY, yByX * yByX + yByY * yByY)
    let isPlane = c > 0 && (b / c).isFinite
    slope = isPlane ? b / c : 0
    across = GaussianKernel.weights(variance: isPlane ? a - b * b / c : a)
    down = GaussianKernel.weights(variance: c)
  }

  /// The normalised weights at distances of 0, 1, 2 … to either side.
  private static func weights(variance: Double) -> [Double] {
    guard variance > 0 else { return [1] }
    let reach = Int(limited(cut * variance.squareRoot() + cutTolerance, 0, mostReach))
    let weights = (0...reach).map { exp(-Double($0 * $0) / (2 * variance)) }
    let total = weights.reduce(0) { $0 + 2 * $1 } - weights[0]
    return weights.map { $0 / total }
  }

  private var reachAcross: Int { across.count - 1 }
  private var reachDown: Int { down.count - 1 }
  /// The offset along x of the outermost rows.
  private var reachAside: Int { Int((abs(slope) * Double(reachDown)).rounded(.up)) }

  /// All pixels that can reach into a box, or be reached from it.
  func reached(from box: PixelBox) -> PixelBox { box.grown(byX: reachAcross + reachAside, y: reachDown) }

  /// The numbers of a plane, each channel convolved, on those pixels of a box that anything
  /// reaches. Outside of the plane there is nothing.
  func blurred(_ source: NumberPlane, in box: PixelBox) -> NumberPlane {
    guard !source.box.isEmpty else { return NumberPlane(.empty, channels: source.channels) }
    let target = NumberPlane(reached(from: source.box).intersection(box), channels: source.channels)
    let between = NumberPlane(
      source.box.grown(byX: reachAcross, y: 0).intersection(target.box.grown(byX: reachAside, y: reachDown)),
      channels: source.channels)
    guard !target.box.isEmpty, !between.box.isEmpty else { return target }
    let runs = between.box.rows.runs { source.isRow($0, sameAs: $1) }
    for run in runs {
      for step in -reachAcross...reachAcross {
        between.addRow(
          run.lowerBound, weight: across[abs(step)], of: source, row: run.lowerBound, dx: step, within: source.box)
      }
      for y in run.dropFirst() { between.copyRow(run.lowerBound, to: y) }
    }
    for y in target.box.rows { addRows(of: between, runs, to: target, y) }
    return target
  }

  /// The second pass: adds the rows that lie within reach of a row to it. Without a slope equal
  /// rows are added at once.
  private func addRows(of between: NumberPlane, _ runs: [Range<Int>], to target: NumberPlane, _ y: Int) {
    for run in runs {
      let steps = (run.lowerBound - y..<run.upperBound - y).clamped(to: -reachDown..<reachDown + 1)
      guard !steps.isEmpty else { continue }
      if slope == 0 {
        let weight = steps.reduce(0) { $0 + down[abs($1)] }
        target.addRow(y, weight: weight, of: between, row: run.lowerBound, aside: 0)
      } else {
        for step in steps {
          target.addRow(y, weight: down[abs(step)], of: between, row: y + step, aside: Double(step) * slope)
        }
      }
    }
  }
}

extension Range<Int> {
  /// The range cut into parts in which each element is the same as the one before it.
  fileprivate func runs(_ isSame: (_ element: Int, _ before: Int) -> Bool) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for element in self {
      if let last = runs.last, isSame(element, element - 1) {
        runs[runs.count - 1] = last.lowerBound..<element + 1
      } else {
        runs.append(element..<element + 1)
      }
    }
    return runs
  }
}

extension NumberPlane {
  /// Adds `weight` times what lies `aside` pixels to the right in a row of another plane, linearly
  /// between its pixels.
  func addRow(_ row: Int, weight: Double, of other: NumberPlane, row otherRow: Int, aside: Double) {
    let whole = aside.rounded(.down)
    let share = aside - whole
    addRow(row, weight: weight * (1 - share), of: other, row: otherRow, dx: Int(whole), within: other.box)
    addRow(row, weight: weight * share, of: other, row: otherRow, dx: Int(whole) + 1, within: other.box)
  }
}
