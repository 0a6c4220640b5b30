import MultiplaneCPixels
import MultiplaneFlattening

/// One convolution: which pixels around a pixel weigh how much in it.
///
/// Weights are made in double precision, positions are whole pixels: what lies between pixels is
/// shared out among its neighbours.
struct FilterTaps {
  /// By row, the topmost first; within a row from left to right.
  private(set) var taps: [(x: Int32, y: Int32, weight: Float)] = []
  /// How far they lie from the pixel at most: to the left and right, up and down. Not below 0.
  private(set) var left: Int32 = 0
  private(set) var right: Int32 = 0
  private(set) var up: Int32 = 0
  private(set) var down: Int32 = 0

  /// By row from `-up` on, where its taps begin; one more at the end.
  private var starts: [Int] = []

  private init(_ weights: [SIMD2<Int32>: Double]) {
    self.init(weights.map { ($0.key.x, $0.key.y, $0.value) }.sorted { ($0.1, $0.0) < ($1.1, $1.0) })
  }

  /// - Parameter sorted: by row, the topmost first; within a row from left to right.
  private init(_ sorted: [(x: Int32, y: Int32, weight: Double)]) {
    taps.reserveCapacity(sorted.count)
    for (x, y, weight) in sorted where weight != 0 {
      taps.append((x, y, Float(weight)))
      left = max(left, -x)
      right = max(right, x)
      up = max(up, -y)
      down = max(down, y)
    }
    starts.reserveCapacity(Int(up + down) + 2)
    var next = 0
    for y in -up...down + 1 {
      while next < taps.count, taps[next].y < y { next += 1 }
      starts.append(next)
    }
  }

  /// Along x: the weight of the middle, and those to either side.
  init(across own: [Double]) {
    self.init((1 - own.count..<own.count).map { (Int32($0), 0, own[abs($0)]) })
  }

  /// From row to row: weights from row `first` on.
  init(down own: [Double], from first: Int) {
    self.init(own.enumerated().map { (0, Int32($0 + first), $1) })
  }

  /// The first pass of a Gaussian: along x.
  static func across(_ step: GaussianStep) -> FilterTaps {
    FilterTaps(across: GaussianStep.weights(variance: step.across, reach: step.reachAcross))
  }

  /// Its second pass: from row to row, along x by the slope.
  static func down(_ step: GaussianStep) -> FilterTaps {
    var weights: [SIMD2<Int32>: Double] = [:]
    let own = GaussianStep.weights(variance: step.down, reach: step.reachDown)
    for y in -step.reachDown...step.reachDown {
      add(own[Int(abs(y))], y, aside: Double(y) * step.slope, to: &weights)
    }
    return FilterTaps(weights)
  }

  /// The mean along a line.
  init(_ step: MeanStep) {
    let count = step.count
    let total = step.totalWeight
    var weights: [SIMD2<Int32>: Double] = [:]
    for number in -count...count {
      let weight = step.weight(number) / total
      let y = Double(number) * step.y
      let row = y.rounded(.down)
      Self.add(weight * (1 - (y - row)), Int32(row), aside: Double(number) * step.x, to: &weights)
      Self.add(weight * (y - row), Int32(row) + 1, aside: Double(number) * step.x, to: &weights)
    }
    self.init(weights)
  }

  /// Adds a weight that lies between two columns of a row.
  private static func add(_ weight: Double, _ y: Int32, aside: Double, to weights: inout [SIMD2<Int32>: Double]) {
    let column = aside.rounded(.down)
    weights[SIMD2(Int32(column), y), default: 0] += weight * (1 - (aside - column))
    weights[SIMD2(Int32(column) + 1, y), default: 0] += weight * (aside - column)
  }

  /// The box from which the pixels of a box are read.
  func source(of box: PixelBox) -> PixelBox {
    guard !box.isEmpty else { return .empty }
    return PixelBox(minX: box.minX - left, minY: box.minY - up, maxX: box.maxX + right, maxY: box.maxY + down)
  }

  /// The box of the pixels that some of a box may colour.
  func reached(from box: PixelBox) -> PixelBox {
    guard !box.isEmpty else { return .empty }
    return PixelBox(minX: box.minX - right, minY: box.minY - down, maxX: box.maxX + left, maxY: box.maxY + up)
  }

  /// The columns that are read for whole rows of tiles.
  func columns(of box: PixelBox) -> Range<Int32> {
    box.roundedToTiles.minX - left..<box.roundedToTiles.maxX + right
  }

  /// The taps in some rows, counted from the pixel's own.
  @inline(__always)
  func range(ofRows rows: Range<Int32>) -> Range<Int> {
    let (first, end) = (max(rows.lowerBound, -up), min(rows.upperBound, down + 1))
    return first < end ? starts[Int(first + up)]..<starts[Int(end + up)] : 0..<0
  }

  /// As the kernels take them, for rows of `stride` floats.
  func offsets(stride: Int) -> [CPTap] {
    taps.map { CPTap(offset: $0.y * Int32(stride) + $0.x, weight: $0.weight) }
  }
}
