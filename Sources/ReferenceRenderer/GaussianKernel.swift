import Foundation

/// One number a pixel of a box: alpha, 0…1.
struct AlphaPlane {
  let box: PixelBox
  /// Row after row.
  fileprivate(set) var values: [Double]

  /// The number of the pixel whose centre is (x, y), which lies in the box.
  func value(_ x: Double, _ y: Double) -> Double {
    values[(Int(y.rounded(.down)) - box.minY) * (box.maxX - box.minX) + Int(x.rounded(.down)) - box.minX]
  }
}

/// A Gaussian on device pixels, cut where its exponent passes 3²/2, and normalised (rendering rules §15).
///
/// The numbers of the kernel are summed up once from its corner, so that its sum over any rectangle of pixels takes four
/// of them; what is blurred is taken apart into rectangles of one alpha each. That is the convolution by its definition,
/// in another order of the same sum.
struct GaussianKernel {
  /// How many pixels it reaches each way; both 0 when it does not blur.
  let reachX, reachY: Int
  /// At (row, column): the sum of the kernel above and to the left of it.
  private let sums: [Double]

  /// How many standard deviations are kept.
  private static let cut = 3.0
  /// What decides alike for pixels on the ellipse of the cut, however the covariance was rounded.
  private static let cutTolerance = 1e-9
  /// A kernel with a covariance in device pixels squared.
  ///
  /// - Parameter mostReach: in device pixels. A wider kernel, as a radius of millions of points or a plane near the eye
  ///   gives, is drawn as wide as this in its own proportions.
  init(xx: Double, xy: Double, yy: Double, mostReach: Double) {
    let most = mostReach / GaussianKernel.cut
    let largest = max(xx, yy)
    let factor = largest > most * most ? most * most / largest : 1
    let (xx, xy, yy) = (xx * factor, xy * factor, yy * factor)
    let determinant = xx * yy - xy * xy
    let (inverseXX, inverseXY, inverseYY) = (yy / determinant, -xy / determinant, xx / determinant)
    guard determinant > 0, [inverseXX, inverseXY, inverseYY].allSatisfy({ $0.isFinite }) else {
      // Of J nothing is left.
      (reachX, reachY) = (0, 0)
      sums = [0, 0, 0, 1]
      return
    }
    let reachX = Int(GaussianKernel.cut * xx.squareRoot() + GaussianKernel.cutTolerance)
    let reachY = Int(GaussianKernel.cut * yy.squareRoot() + GaussianKernel.cutTolerance)
    let limit = GaussianKernel.cut * GaussianKernel.cut + GaussianKernel.cutTolerance
    let columns = 2 * reachX + 2
    var sums = [Double](repeating: 0, count: columns * (2 * reachY + 2))
    for row in 0...2 * reachY {
      let dy = Double(row - reachY)
      var rowSum = 0.0
      for column in 0...2 * reachX {
        let dx = Double(column - reachX)
        let square = inverseXX * dx * dx + 2 * inverseXY * dx * dy + inverseYY * dy * dy
        if square <= limit { rowSum += exp(-square / 2) }
        sums[(row + 1) * columns + column + 1] = sums[row * columns + column + 1] + rowSum
      }
    }
    let total = sums[sums.count - 1]
    self.reachX = reachX
    self.reachY = reachY
    self.sums = sums.map { $0 / total }
  }

  /// All pixels that can reach into a box.
  func reached(from box: PixelBox) -> PixelBox {
    PixelBox(
      minX: box.minX - reachX, minY: box.minY - reachY, maxX: box.maxX + reachX, maxY: box.maxY + reachY)
  }

  /// The alpha of a surface, convolved, on those pixels of a box that anything reaches.
  func blurred(_ source: Surface, in box: PixelBox) -> AlphaPlane {
    let target = source.painted.isEmpty ? .empty : reached(from: source.painted).intersection(box)
    let width = target.maxX - target.minX
    var plane = AlphaPlane(box: target, values: Array(repeating: 0, count: width * (target.maxY - target.minY)))
    guard !target.isEmpty else { return plane }
    for block in source.alphaBlocks() {
      let near = reached(from: block.box).intersection(target)
      guard !near.isEmpty else { continue }
      for y in near.minY..<near.maxY {
        let top = row(block.box.minY - y)
        let bottom = row(block.box.maxY - y)
        for x in near.minX..<near.maxX {
          let left = column(block.box.minX - x)
          let right = column(block.box.maxX - x)
          let weight = sums[bottom + right] - sums[top + right] - sums[bottom + left] + sums[top + left]
          plane.values[(y - target.minY) * width + x - target.minX] += block.alpha * weight
        }
      }
    }
    // Differences of sums may leave the range by a rounding.
    for index in plane.values.indices { plane.values[index] = limited(plane.values[index], 0, 1) }
    return plane
  }

  /// The index of the row of sums before a distance in pixels.
  private func row(_ dy: Int) -> Int { min(max(dy + reachY, 0), 2 * reachY + 1) * (2 * reachX + 2) }
  private func column(_ dx: Int) -> Int { min(max(dx + reachX, 0), 2 * reachX + 1) }
}

/// A rectangle of pixels of one alpha.
struct AlphaBlock {
  var box: PixelBox
  var alpha: Double
}

extension Surface {
  /// What has been painted, in rectangles of one alpha each; pixels of alpha 0 are left out.
  fileprivate func alphaBlocks() -> [AlphaBlock] {
    var done: [AlphaBlock] = []
    var open: [AlphaBlock] = []
    for y in painted.minY..<painted.maxY {
      let runs = alphaRuns(row: y)
      // Equal rows go on downwards as one rectangle each run.
      let isSame =
        runs.count == open.count
        && zip(runs, open).allSatisfy {
          $0.alpha == $1.alpha && $0.box.minX == $1.box.minX && $0.box.maxX == $1.box.maxX
        }
      if isSame {
        for index in open.indices { open[index].box.maxY = y + 1 }
      } else {
        done += open
        open = runs
      }
    }
    return done + open
  }

  private func alphaRuns(row y: Int) -> [AlphaBlock] {
    var runs: [AlphaBlock] = []
    for x in painted.minX..<painted.maxX {
      let alpha = color(Double(x) + 0.5, Double(y) + 0.5).alpha
      guard alpha > 0 else { continue }
      if let last = runs.last, last.box.maxX == x, last.alpha == alpha {
        runs[runs.count - 1].box.maxX = x + 1
      } else {
        runs.append(AlphaBlock(box: PixelBox(minX: x, minY: y, maxX: x + 1, maxY: y + 1), alpha: alpha))
      }
    }
    return runs
  }
}
