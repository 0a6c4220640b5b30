import MultiplaneCPixels
import MultiplaneFlattening
import Synchronization

/// A Gaussian along both axes that runs on pixels of several: on every d-th column and row, each a
/// mean of its neighbours, from which a cubic B-spline makes all others.
///
/// Means, kernel and spline together have the variance of the Gaussian that ends at three
/// deviations: at a step they differ by less than 0.07/255. The columns and rows are those that d
/// divides, wherever the picture begins, so that no pixel depends on which part is drawn.
struct SpacedGaussian: Sendable {
  private let across, down: Axis

  /// - Parameter step: whose slope is 0.
  init(_ step: GaussianStep) {
    across = Axis(variance: step.across, reach: step.reachAcross, spacing: step.spacingAcross)
    down = Axis(variance: step.down, reach: step.reachDown, spacing: step.spacingDown)
  }

  /// The convolved pixels of a box; nil where nothing is coloured.
  func applied(
    to source: PictureSource, in box: PixelBox, _ work: FilterWork
  ) throws(CPURendererError) -> TileSurface? {
    let reached = PixelBox(across.reached(from: source.box.columns), down.reached(from: source.box.rows))
    let target = reached.intersection(box)
    guard !target.isEmpty, !source.box.isEmpty else { return nil }
    let (columns, rows) = (across.needs(for: target.columns), down.needs(for: target.rows))
    let steps = PlaneSteps(work: work)
    guard var plane = try steps.shrunk(source, across, columns, down, rows) else { return nil }
    // The last step from row to row, and the last doubling of columns, fill the tiles.
    if down.levels > 0 { plane = try steps.convolveRows(plane, by: down, rows[down.levels + 1]) }
    for level in 0..<max(down.levels - 1, 0) { plane = try steps.doubleRows(plane, rows[down.levels + 2 + level]) }
    for level in 0..<max(across.levels - 1, 0) {
      plane = try steps.doubleColumns(plane, columns[across.levels + 2 + level])
    }
    return try steps.surface(of: plane, target, down.levels > 0 ? .values : RowStep(down), isDoubled: across.levels > 0)
  }

  /// One axis.
  struct Axis {
    private let spacing: Int32
    /// The exponent of two that the spacing is.
    let levels: Int
    /// On pixels of the spacing: the middle's, and those to either side.
    let weights: [Double]
    /// The same along x, and from row to row.
    let taps, rowTaps: FilterTaps
    private let reach: Int32

    init(variance: Double, reach: Int32, spacing: Int32) {
      self.spacing = spacing
      self.reach = reach
      levels = spacing.trailingZeroBitCount
      weights = Self.weights(variance, reach, Double(spacing))
      taps = FilterTaps(across: weights)
      rowTaps = FilterTaps(down: weights.dropFirst().reversed() + weights, from: 1 - weights.count)
    }

    private static func weights(_ variance: Double, _ reach: Int32, _ spacing: Double) -> [Double] {
      let own = GaussianStep.weights(variance: variance, reach: reach)
      guard spacing > 1 else { return own }
      // What is left after the means (d² − 1)/6 and the spline d²/3.
      let square = spacing * spacing
      let whole = own.enumerated().reduce(0) { $0 + 2 * $1.element * Double($1.offset * $1.offset) }
      let wanted = (whole - (square - 1) / 6 - square / 3) / square
      return kernel(variance: wanted, end: 3 * variance.squareRoot() / spacing)
    }

    /// A Gaussian that ends softly within half a pixel of `end`, as wide as makes its variance the
    /// wanted one.
    private static func kernel(variance: Double, end: Double) -> [Double] {
      let count = Int((end + 0.5).rounded(.up))
      func weights(_ width: Double) -> [Double] {
        let own = (0..<count).map {
          GaussianStep.bell(Double($0), variance: width) * min(max(end + 0.5 - Double($0), 0), 1)
        }
        let total = own.reduce(0) { $0 + 2 * $1 } - own[0]
        return own.map { $0 / total }
      }
      var (low, high) = (variance / 2, variance * 4)
      for _ in 0..<48 {
        let middle = (low + high) / 2
        let reached = weights(middle).enumerated().reduce(0) {
          $0 + 2 * $1.element * Double($1.offset * $1.offset)
        }
        if reached < variance { low = middle } else { high = middle }
      }
      return weights((low + high) / 2)
    }

    /// Pixels that some may colour.
    func reached(from range: Range<Int32>) -> Range<Int32> {
      let more = reach + (spacing > 1 ? 3 * spacing : 0)
      return range.lowerBound - more..<range.upperBound + more
    }

    /// The places that are needed of the source, of what each halving makes of it, of what is
    /// convolved, and of what each doubling makes.
    func needs(for target: Range<Int32>) -> [Range<Int32>] {
      // From the end: what a doubling reads.
      var doublings = [target]
      for _ in 0..<levels {
        let last = doublings[0]
        doublings.insert((last.lowerBound >> 1) - 1..<((last.upperBound - 1) >> 1) + 3, at: 0)
      }
      let convolved = doublings[0]
      let count = Int32(weights.count - 1)
      var halvings = [convolved.lowerBound - count..<convolved.upperBound + count]
      for _ in 0..<levels {
        let next = halvings[0]
        halvings.insert(2 * next.lowerBound - 1..<2 * next.upperBound, at: 0)
      }
      return halvings + doublings
    }
  }
}

extension PixelBox {
  var columns: Range<Int32> { minX..<maxX }
  var rows: Range<Int32> { minY..<maxY }

  init(_ columns: Range<Int32>, _ rows: Range<Int32>) {
    self.init(minX: columns.lowerBound, minY: rows.lowerBound, maxX: columns.upperBound, maxY: rows.upperBound)
  }
}

/// Gaussians that were drawn lately: their weights cost as much as a small picture.
final class GaussianCache: Sendable {
  private struct Key: Hashable {
    let across, down: Double
  }

  private let known = Mutex<[Key: SpacedGaussian]>([:])
  private static let most = 64

  /// - Parameter step: whose slope is 0.
  func gaussian(_ step: GaussianStep) -> SpacedGaussian {
    known.withLock { known in
      let key = Key(across: step.across, down: step.down)
      if let gaussian = known[key] { return gaussian }
      if known.count == Self.most { known.removeAll(keepingCapacity: true) }
      let gaussian = SpacedGaussian(step)
      known[key] = gaussian
      return gaussian
    }
  }
}
