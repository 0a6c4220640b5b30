// The reach of filters: which input pixels decide an output pixel (rendering rules §15, §19).

extension DisplayList {
  /// Pixels beyond the canvas, or beyond a raster, that are drawn at most for what reaches into it
  /// (rendering rules §12).
  private static let mostBeyondCanvas: Int32 = 2048

  /// The pixels around a canvas that are drawn at most. Filters take what lies outside as
  /// transparent.
  package static func limit(around canvas: PixelBox) -> PixelBox {
    canvas.grown(byX: mostBeyondCanvas, y: mostBeyondCanvas)
  }

  /// The pixels that a filter reads for a box of what it makes.
  ///
  /// - Parameters:
  ///   - filter: an index into `filters`.
  ///   - canvas: that of the pass or the backdrop.
  package func input(of filter: Int32, for box: PixelBox, canvas: PixelBox) -> PixelBox {
    filters[Int(filter)].reached(from: box, on: planes).intersection(Self.limit(around: canvas))
  }

  /// The pixels that filters, one after another, read for a box of what the last of them makes.
  package func input(of filters: Range<Int32>, for box: PixelBox, canvas: PixelBox) -> PixelBox {
    filters.reversed().reduce(box) { input(of: $1, for: $0, canvas: canvas) }
  }

  /// Whether each pixel after some filters depends on the same pixel alone.
  func isLocal(_ filters: Range<Int32>) -> Bool { filters.allSatisfy { self.filters[Int($0)].isLocal } }

  /// The pixels that filters, one after another, may give a colour where a picture has some in a
  /// box.
  func output(of filters: Range<Int32>, for box: PixelBox) -> PixelBox {
    filters.reduce(box) { self.filters[Int($1)].reached(from: $0, on: planes) }
  }
}

extension FilterStep {
  /// The reach that downsampling adds to a Gaussian: as much as weights that are
  /// spread out and read between.
  static func more(_ spacing: Int32) -> Int32 { spacing > 1 ? 3 * spacing : 0 }
}

extension GaussianStep {
  /// Whether it may run on pixels of several, which are means, and be read between them: a power of
  /// two, at most a quarter of a deviation. 1 for one that is narrow, or goes askew.
  package var spacingAcross: Int32 { spacing(across) }
  package var spacingDown: Int32 { spacing(down) }

  private func spacing(_ variance: Double) -> Int32 {
    var spacing: Int32 = 1
    while slope == 0, Double(spacing * spacing) * 64 <= variance, spacing < 64 { spacing *= 2 }
    return spacing
  }

  /// How many standard deviations are kept.
  private static let cut = 3.0
  /// What decides alike for a pixel at the cut, however the variance was rounded.
  private static let cutTolerance = 1e-9
  /// In steps: a wider kernel shrinks as a whole (`GaussianStep.init(radius:_:)`).
  private static let mostReach = 1024.0

  /// The radius in points of the widest blur where a point is as many pixels long.
  static func mostRadius(pixelsPerPoint: Double) -> Double { mostReach / cut / pixelsPerPoint }

  /// How many pixels along x it reaches to either side, within a row.
  package var reachAcross: Int32 { Self.reach(across) }
  /// How many rows it reaches up and down.
  package var reachDown: Int32 { Self.reach(down) }
  /// How many pixels along x the outermost rows lie aside.
  package var reachAside: Int32 {
    Int32(Double.minimum((abs(slope) * Double(reachDown)).rounded(.up), Self.mostReach + 1))
  }

  private static func reach(_ variance: Double) -> Int32 {
    guard variance > 0 else { return 0 }
    return Int32(Double.minimum((cut * variance.squareRoot() + cutTolerance).rounded(.down), mostReach))
  }
}

extension GaussianStep {
  /// e^(−d² / 2·variance) at a distance of d steps within the cut, the same on every processor:
  /// only sums and products, where a library's function may differ. Relative error below 10⁻¹³.
  package static func bell(_ distance: Double, variance: Double) -> Double {
    // e^x = (e^(x/64))⁶⁴, and |x/64| < 0.08: nine terms of the series.
    let x = -distance * distance / (2 * variance) / 64
    var series = 1.0
    for term in stride(from: 9.0, through: 1, by: -1) { series = 1 + series * x / term }
    for _ in 0..<6 { series *= series }
    return series
  }
}

extension MeanStep {
  /// The samples to either side of a pixel.
  package var count: Int32 { Int32(reach.rounded(.up)) }
  /// How many pixels it reaches to either side along x.
  package var reachX: Int32 { Int32((abs(x) * Double(count)).rounded(.up)) }
  /// How many pixels it reaches to either side along y.
  package var reachY: Int32 { Int32((abs(y) * Double(count)).rounded(.up)) }
}

extension PixellateStep {
  func reached(from box: PixelBox, on plane: Plane) -> PixelBox {
    guard !plane.hasHorizons, let j = PlaneDerivative(of: plane, at: (0, 0)) else {
      return reachedInPerspective(from: box, on: plane) ?? limit.union(box)
    }
    // Without perspective a square has one size everywhere.
    func pixels(_ reach: Double) -> Int32 { Int32(Double.minimum((reach * scale).rounded(.up), 1e6)) + 1 }
    return box.grown(byX: pixels(abs(j.xByX) + abs(j.xByY)), y: pixels(abs(j.yByX) + abs(j.yByY)))
      .intersection(limit).union(box)
  }

  /// Around the squares that a box touches; nil where one of their corners, or of its, lies behind
  /// the camera.
  private func reachedInPerspective(from box: PixelBox, on plane: Plane) -> PixelBox? {
    var (minX, minY, maxX, maxY) = (Double.infinity, Double.infinity, -Double.infinity, -Double.infinity)
    let seen = box.intersection(limit)
    guard !seen.isEmpty else { return box }
    for (x, y) in seen.corners {
      guard plane.isSeen(x, y) else { return nil }
      let p = plane.point(x, y)
      (minX, minY, maxX, maxY) = (min(minX, p.x), min(minY, p.y), max(maxX, p.x), max(maxY, p.y))
    }
    /// The line of the squares that holds a number, or the next one; one square more is room for
    /// ties.
    func line(_ number: Double, _ center: Double, _ rule: FloatingPointRoundingRule, _ more: Double) -> Double {
      center + (((number - center) / scale).rounded(rule) + more) * scale
    }
    let (left, right) = (line(minX, center.x, .down, -1), line(maxX, center.x, .up, 1))
    let (top, bottom) = (line(minY, center.y, .down, -1), line(maxY, center.y, .up, 1))
    (minX, minY, maxX, maxY) = (.infinity, .infinity, -.infinity, -.infinity)
    for (x, y) in [(left, top), (right, top), (left, bottom), (right, bottom)] {
      guard let p = plane.devicePoint(x, y) else { return nil }
      (minX, minY, maxX, maxY) = (min(minX, p.x), min(minY, p.y), max(maxX, p.x), max(maxY, p.y))
    }
    // Two pixels more: samples lie between pixels.
    return limit.centers(fromX: minX - 2.5, y: minY - 2.5, toX: maxX + 2.5, y: maxY + 2.5).union(box)
  }
}

extension PixelBox {
  /// Going round.
  fileprivate var corners: [(Double, Double)] {
    [
      (Double(minX), Double(minY)), (Double(maxX), Double(minY)), (Double(maxX), Double(maxY)),
      (Double(minX), Double(maxY)),
    ]
  }
}
