import MultiplaneCPixels
import MultiplaneGraphics
import Testing

@testable import MultiplaneCPURenderer

/// The coverage of paths that the kernels sum up in each tile.
@Suite struct PathCoverageTests {
  /// A polygon's corners, in pixels.
  typealias Polygon = [SIMD2<Double>]

  /// Polygons of a few kinds: triangles, large and tiny ones, stars, slivers, scribbles.
  private func polygons(seed: UInt64) -> [Polygon] {
    var random = SplitMix64(seed: seed)
    let side = Double(Raster.side)
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    return (0..<Int.random(in: 1...3, using: &random)).map { _ in
      let center = SIMD2(number(0...side), number(0...side))
      let count = 3 + Int(number(0...(seed % 6 == 5 ? 40 : 8)))
      return (0..<count).map { corner in
        let angle = 2 * Double.pi * Double(corner) / Double(count)
        let offset: SIMD2<Double> =
          switch seed % 6 {
          case 0: SIMD2(number(-100...100), number(-100...100))
          case 1: SIMD2(number(-400...400), number(-400...400))
          case 2: SIMD2(number(-3...3), number(-3...3))
          case 3:
            SIMD2(PathCoverageTests.cosine(angle), PathCoverageTests.cosine(angle - .pi / 2))
              * number(20...100)
          case 4: SIMD2(number(-100...100), number(-2...2))
          default: SIMD2(number(-60...60), number(-60...60))
          }
        let point = center + offset
        // On the reference's rows; whole pixels at times, where corners meet the sides of tiles.
        let grid = seed % 5 == 0 ? 1.0 : 64
        return SIMD2((point.x * grid).rounded() / grid, (point.y * grid).rounded() / grid)
      }
    }
  }

  /// By its series: the test needs no library for it.
  private static func cosine(_ angle: Double) -> Double {
    var (term, sum) = (1.0, 1.0)
    for step in 1...20 {
      term *= -angle * angle / Double(2 * step * (2 * step - 1))
      sum += term
    }
    return sum
  }

  @Test(arguments: 0..<30 as Range<UInt64>, [false, true])
  func agreesWithSubrows(seed: UInt64, isEvenOdd: Bool) throws {
    let polygons = polygons(seed: seed)
    let coverage = try Raster(polygons, isEvenOdd: isEvenOdd).pixels
    let expected = Raster.reference(polygons, isEvenOdd: isEvenOdd)
    let worst =
      coverage.indices.filter { $0 / Raster.side % Raster.step == 5 }
      .map { abs(coverage[$0] - expected[$0]) }.max() ?? 0
    // Of level edges the reference's own error is half a row of its own.
    #expect(worst < 1.0 / 255 + 0.5 / Double(Raster.subrows), "\(worst * 255) / 255")
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func levelsAndBoxesGiveTheSameCoverage(seed: UInt64) throws {
    let polygons = polygons(seed: seed)
    let all = try Raster(polygons, isEvenOdd: false)
    #expect(
      try Raster(polygons, isEvenOdd: false, kernels: cp_kernels_baseline()).pixels == all.pixels)
    let part = try Raster(polygons, isEvenOdd: false, box: (64, 64, 100, 128))
    for y in 64..<128 {
      for x in 64..<100 {
        #expect(part.pixels[y * Raster.side + x] == all.pixels[y * Raster.side + x])
      }
    }
  }

  /// A polygon twice has winding numbers of 2, so that its rows are resolved edge by edge.
  @Test(arguments: 0..<30 as Range<UInt64>)
  func bothWaysOfARowAgree(seed: UInt64) throws {
    let polygons = polygons(seed: seed)
    let once = try Raster(polygons, isEvenOdd: false).pixels
    let twice = try Raster(polygons + polygons, isEvenOdd: false).pixels
    let worst = zip(once, twice).map { abs($0 - $1) }.max() ?? 0
    #expect(worst < 1.0 / 255, "\(worst * 255) / 255")
  }

  /// Two wedges that touch, as a pen that turns about almost one point leaves them: hundreds of
  /// triangles that begin or end in one row of pixels.
  @Test(arguments: 6..<12 as Range<UInt64>)
  func denseRowsAreAsExact(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let center = SIMD2(64 + Double.random(in: 0...1, using: &random), 64 + Double.random(in: 0...1, using: &random))
    let (first, count) = (Double.random(in: 0...6, using: &random), Int.random(in: 150...500, using: &random))
    func point(_ angle: Double, _ radius: Double) -> SIMD2<Double> {
      center + SIMD2(Self.cosine(angle), Self.cosine(angle - .pi / 2)) * radius
    }
    func angle(_ index: Int) -> Double { first + Double(index) / Double(count) }
    let fans = (0..<count).flatMap { index in
      [40.0, -20].map { radius in
        [center, point(angle(index), radius), point(angle(index + 1), radius)]
      }
    }
    let wedges = [40.0, -20].map { radius in [center] + (0...count).map { point(angle($0), radius) } }
    let once = try Raster(wedges, isEvenOdd: false).pixels
    let dense = try Raster(fans + fans, isEvenOdd: false).pixels
    let worst = zip(once, dense).map { abs($0 - $1) }.max() ?? 0
    #expect(worst < 1.0 / 255, "\(worst * 255) / 255")
  }

  /// Polygons of upright and level edges, whose winding numbers change within a row wherever a
  /// level edge lies. They are there twice, so that their rows are resolved edge by edge.
  @Test(arguments: 0..<20 as Range<UInt64>, [false, true])
  func levelEdgesDivideARow(seed: UInt64, isEvenOdd: Bool) throws {
    var random = SplitMix64(seed: seed)
    let polygons: [Polygon] = (0..<4).map { _ in
      // Beyond the sides of the tiles at times, and at times on them.
      var (corners, x) = (Polygon(), Double.random(in: -20...148, using: &random))
      let start = x
      for number in 0..<8 {
        let y = 21 + Double(Int.random(in: -2...6, using: &random)) / 4
        corners.append(SIMD2(x, y))
        x = Bool.random(using: &random) ? .random(in: -20...148, using: &random) : (x / 64).rounded() * 64
        corners.append(SIMD2(number == 7 ? start : x, y))
      }
      return corners
    }
    // Of two equal ones, the even-odd rule leaves nothing: one of them is moved.
    let drawn = polygons + polygons.map { $0.map { $0 + SIMD2(isEvenOdd ? 3 : 0, 0) } }
    let coverage = try Raster(drawn, isEvenOdd: isEvenOdd).pixels
    let expected = Raster.reference(drawn, isEvenOdd: isEvenOdd)
    let row = (21 * Raster.side)..<(22 * Raster.side)
    let worst = row.map { abs(coverage[$0] - expected[$0]) }.max() ?? 0
    #expect(worst < 1.0 / 4096, "\(worst * 255) / 255")
  }

  /// Small convex polygons side by side, with several of their edges in a row of pixels, as of
  /// dashes. Their rows need no order of edges: both instruction levels and the rows that are
  /// resolved edge by edge agree with the areas.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func smallConvexPolygonsCoverTheirArea(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let polygons: [Polygon] = (0..<12).map { index in
      let (angle, radius) = (
        Double.random(in: 0...6, using: &random), Double.random(in: 0.2...3, using: &random)
      )
      let center = SIMD2(5 + Double(index) * 10, 37 + Double.random(in: 0...1, using: &random))
      let flat = Double.random(in: 0.1...1, using: &random)
      let polygon: Polygon = (0..<9).map { corner in
        let turn = angle + 2 * .pi * Double(corner) / 9
        return center
          + SIMD2(PathCoverageTests.cosine(turn), PathCoverageTests.cosine(turn - .pi / 2) * flat)
          * radius
      }
      return index.isMultiple(of: 2) ? polygon : polygon.reversed()
    }
    let coverage = try Raster(polygons, isEvenOdd: false).pixels
    for (index, polygon) in polygons.enumerated() {
      var area = 0.0
      for (corner, from) in polygon.enumerated() {
        let to = polygon[(corner + 1) % polygon.count]
        area += (from.x * to.y - from.y * to.x) / 2
      }
      var sum = 0.0
      for y in 30..<45 {
        for x in index * 10..<index * 10 + 10 { sum += coverage[y * Raster.side + x] }
      }
      #expect(abs(sum - abs(area)) < 0.002, "\(index)")
    }
    let twice = try Raster(polygons + polygons, isEvenOdd: false).pixels
    #expect((zip(coverage, twice).map { abs($0 - $1) }.max() ?? 0) < 1.0 / 255)
  }

  /// A curve's lines are as many as its pixels need, and its pixels have its area.
  @Test(arguments: [1.5, 8, 30, 60])
  func circlesHaveTheirArea(radius: Double) throws {
    let lines = try Lines([])
    let (k, c) = (0.5522847498307936 * radius, 64.0)
    cp_lines_move(lines.lines, c + radius, c)
    cp_lines_cubic(lines.lines, c + radius, c + k, c + k, c + radius, c, c + radius)
    cp_lines_cubic(lines.lines, c - k, c + radius, c - radius, c + k, c - radius, c)
    cp_lines_cubic(lines.lines, c - radius, c - k, c - k, c - radius, c, c - radius)
    cp_lines_cubic(lines.lines, c + k, c - radius, c + radius, c - k, c + radius, c)
    let pixels = try Raster(lines).pixels
    // The area of the four cubics is 1.00028 of the circle's.
    let area = Double.pi * radius * radius * 1.00028
    #expect(abs(pixels.reduce(0, +) - area) < 0.0002 * area + 0.0015 * radius)
  }

  @Test func windingNumbersCrossTiles() throws {
    // Corners and edges on the sides of tiles; a square around a tile without an edge in it.
    let outer: Polygon = [SIMD2(0, 0), SIMD2(128, 0), SIMD2(128, 128), SIMD2(0, 128)]
    let inner: Polygon = [SIMD2(64, 64), SIMD2(64, 128), SIMD2(128, 128), SIMD2(128, 64)]
    let pixels = try Raster([outer, inner], isEvenOdd: false).pixels
    for y in 0..<128 {
      for x in 0..<128 { #expect(pixels[y * Raster.side + x] == (x >= 64 && y >= 64 ? 0 : 1)) }
    }
    let around: Polygon = [SIMD2(-500, -500), SIMD2(500, -500), SIMD2(500, 500), SIMD2(-500, 500)]
    #expect(try Raster([around], isEvenOdd: false).pixels.allSatisfy { $0 == 1 })
    #expect(try Raster([around, around], isEvenOdd: true).pixels.allSatisfy { $0 == 0 })
  }

  @Test func degeneratePolygonsCoverNothing() throws {
    let dot: Polygon = [SIMD2(10, 10), SIMD2(10, 10)]
    let line: Polygon = [SIMD2(10, 10), SIMD2(90, 70)]
    let folded: Polygon = [SIMD2(10, 10), SIMD2(90, 70.3), SIMD2(20, 17.5375), SIMD2(90, 70.3)]
    let flat: Polygon = [SIMD2(10, 20.5), SIMD2(120, 20.5), SIMD2(60, 20.5)]
    let pixels = try Raster([dot, line, folded, flat, []], isEvenOdd: false).pixels
    #expect(pixels.allSatisfy { $0 < 1.0 / 4096 })
  }

  @Test func hairlinesCoverTheirArea() throws {
    // A hundredth of a pixel wide, slanted, through all tiles.
    let hairline: Polygon = [SIMD2(3, 5), SIMD2(3.01, 5), SIMD2(120.01, 125), SIMD2(120, 125)]
    let pixels = try Raster([hairline], isEvenOdd: false).pixels
    #expect(abs(pixels.reduce(0, +) - 1.2) < 0.01)
  }

  @Test func edgesOutsideTakeNoMemory() throws {
    func bytes(_ x: Double, _ y: Double) throws -> Int {
      let lines = try Lines((0..<10_000).map { SIMD2(x + Double($0 % 100), y + Double($0 % 77)) })
      return cp_bins_bytes(try lines.bins().bins)
    }
    let none = try bytes(1e9, 1e9)
    for (x, y) in [(-1e4, 0), (1e4, 0), (0, -1e4), (0, 1e4), (-1e12, 1e12), (1e300, -.infinity)]
      as [(Double, Double)]
    {
      #expect(try bytes(x, y) == none)
    }
  }

  @Test func memoryGrowsWithTheEdges() throws {
    func bytes(_ count: Int) throws -> Int {
      var random = SplitMix64(seed: 3)
      let lines = try Lines(
        (0..<count).map { _ in
          SIMD2(.random(in: 0...128, using: &random), .random(in: 0...128, using: &random))
        })
      let binned = try lines.bins()
      // Dense rows end too.
      let rows = try #require(cp_path_rows_create())
      defer { cp_path_rows_destroy(rows) }
      var tile = CPTile()
      (tile.max_x, tile.max_y) = (Int32(CP_TILE_WIDTH), 4)
      #expect(Int(cp_kernels_baseline().pointee.path(&tile, binned.bins, rows)) == CP_PATH_PARTIAL)
      return cp_bins_bytes(binned.bins)
    }
    let (few, many) = (try bytes(5_000), try bytes(20_000))
    #expect(many < 9 * few)
  }
}

/// A polygon's lines.
private final class Lines {
  let lines: OpaquePointer

  init(_ polygon: [SIMD2<Double>]) throws {
    lines = try #require(cp_lines_create())
    cp_lines_begin(lines, 1, 0, 0, 1, 0.01)
    append(polygon)
  }

  deinit { cp_lines_destroy(lines) }

  func append(_ polygon: [SIMD2<Double>]) {
    for (index, corner) in polygon.enumerated() {
      if index == 0 {
        cp_lines_move(lines, corner.x, corner.y)
      } else {
        cp_lines_line(lines, corner.x, corner.y)
      }
    }
    cp_lines_close(lines)
  }

  func bins(isEvenOdd: Bool = false, box: (Int32, Int32, Int32, Int32) = (0, 0, 128, 128)) throws
    -> Bins
  {
    let bins = Bins(try #require(cp_bins_create()))
    try #require(cp_bins_make(bins.bins, lines, 0, 0, isEvenOdd, box.0, box.1, box.2, box.3))
    return bins
  }
}

private final class Bins {
  let bins: OpaquePointer

  init(_ bins: OpaquePointer) { self.bins = bins }

  deinit { cp_bins_destroy(bins) }
}

/// The coverage of several tiles.
private struct Raster {
  static let side = 128
  /// Rows of the reference per pixel.
  static let subrows = 256
  /// The step between rows of pixels that are compared: each takes time.
  static let step = 16
  private(set) var pixels = [Double](repeating: 0, count: side * side)

  init(
    _ polygons: [[SIMD2<Double>]], isEvenOdd: Bool,
    box: (Int32, Int32, Int32, Int32) = (0, 0, 128, 128),
    kernels: UnsafePointer<CPKernels>? = nil
  ) throws {
    let lines = try Lines([])
    for polygon in polygons { lines.append(polygon) }
    try self.init(lines, isEvenOdd: isEvenOdd, box: box, kernels: kernels)
  }

  init(
    _ lines: Lines, isEvenOdd: Bool = false, box: (Int32, Int32, Int32, Int32) = (0, 0, 128, 128),
    kernels: UnsafePointer<CPKernels>? = nil
  ) throws {
    let kernels = try #require(kernels ?? CPURenderer.KernelLevel.best.kernels)
    let bins = try lines.bins(isEvenOdd: isEvenOdd, box: box)
    let rows = try #require(cp_path_rows_create())
    defer { cp_path_rows_destroy(rows) }
    let (width, height) = (Int(CP_TILE_WIDTH), Int(CP_TILE_HEIGHT))
    var plane = [Float](repeating: 0, count: width * height)
    for y in stride(from: box.1 & ~Int32(height - 1), to: box.3, by: height) {
      for x in stride(from: box.0 & ~Int32(width - 1), to: box.2, by: width) {
        var tile = CPTile()
        (tile.x, tile.y, tile.max_x, tile.max_y) = (x, y, Int32(width), Int32(height))
        let share = Int(kernels.pointee.path(&tile, bins.bins, rows))
        #expect(share == Int(cp_bins_share(bins.bins, x, y)))
        if share == CP_PATH_PARTIAL {
          kernels.pointee.path_coverage(&tile, rows, &plane)
        } else {
          plane = [Float](repeating: share == CP_PATH_WHOLE ? 1 : 0, count: width * height)
        }
        for row in 0..<height {
          for column in 0..<width {
            pixels[(Int(y) + row) * Self.side + Int(x) + column] = Double(plane[row * width + column])
          }
        }
      }
    }
    #expect(!cp_path_rows_take_failure(rows))
  }

  /// The same by the fill rule: exact across, and in `subrows` down.
  static func reference(_ polygons: [[SIMD2<Double>]], isEvenOdd: Bool) -> [Double] {
    var pixels = [Double](repeating: 0, count: side * side)
    for row in 0..<side * subrows where row / subrows % step == 5 {
      let y = (Double(row) + 0.5) / Double(subrows)
      var crossings: [(x: Double, change: Int)] = []
      for polygon in polygons {
        for (index, from) in polygon.enumerated() {
          let to = polygon[(index + 1) % polygon.count]
          guard (from.y <= y) != (to.y <= y) else { continue }
          crossings.append(
            (from.x + (y - from.y) * (to.x - from.x) / (to.y - from.y), from.y <= y ? 1 : -1))
        }
      }
      crossings.sort { $0.x < $1.x }
      var winding = 0
      for (crossing, next) in zip(crossings, crossings.dropFirst()) {
        winding += crossing.change
        guard isEvenOdd ? !winding.isMultiple(of: 2) : winding != 0 else { continue }
        let (left, right) = (max(crossing.x, 0), min(next.x, Double(side)))
        guard left < right else { continue }
        for x in Int(left)..<min(Int(right.rounded(.up)), side) {
          pixels[row / subrows * side + x] +=
            max(min(right, Double(x + 1)) - max(left, Double(x)), 0) / Double(subrows)
        }
      }
    }
    return pixels
  }
}
