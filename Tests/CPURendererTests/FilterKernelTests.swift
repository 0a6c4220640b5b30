import MultiplaneCPURenderer
import MultiplaneCPixels
import MultiplaneRenderTree
import TestSupport
import Testing

/// The kernels of filters beside plain formulas, and both instruction levels beside each other.
@Suite struct FilterKernelTests {
  private static let levels = CPURenderer.KernelLevel.allCases.filter(\.isAvailable)

  private func kernels(_ level: CPURenderer.KernelLevel) throws -> CPKernels {
    try #require(level == .avx2 ? cp_kernels_avx2() : cp_kernels_baseline()).pointee
  }

  /// A tile of random premultiplied colours, each tenth pixel transparent.
  private func randomTile(_ seed: UInt64) -> TestTile {
    var random = SeededGenerator(seed: seed)
    let tile = TestTile()
    for y in 0..<TestTile.height {
      for x in 0..<TestTile.width {
        let alpha: Float = Int.random(in: 0..<10, using: &random) == 0 ? 0 : .random(in: 0.1...1, using: &random)
        for channel in 0..<3 {
          tile.memory[y * 256 + channel * 64 + x] = Int16(alpha * .random(in: 0...1, using: &random) * Float(CP_ONE))
        }
        tile.memory[y * 256 + 192 + x] = Int16(alpha * Float(CP_ONE))
      }
    }
    return tile
  }

  @Test func pointwiseKernelsHaveTheNumbersOfTheirKinds() {
    let names = ColorFilter.Kind.allCases.map(\.rawValue)
    for kind in ColorFilter.Kind.allCases {
      #expect(cp_color_filter_name(Int32(kind.number)).map { String(cString: $0) } == kind.rawValue)
    }
    #expect(cp_color_filter_name(Int32(names.count)) == nil)
  }

  @Test(arguments: levels)
  func brightPartsAreThoseAboveAHalf(level: CPURenderer.KernelLevel) throws {
    let (source, sum) = (randomTile(1), TestTile())
    // The last five pixels of each row are another's.
    let bright = brightPart(of: source, count: 59, try kernels(level))
    try kernels(level).add_light(source.memory, bright.memory, 0.7, sum.memory)
    for y in 0..<TestTile.height {
      for x in 0..<TestTile.width {
        let color = source.pixel(x, y)
        let luminance = 0.2126 * color.x + 0.7152 * color.y + 0.0722 * color.z
        let share: Float = x >= 59 ? 1 : color.w > 0 ? min(max(2 * luminance / color.w - 1, 0), 1) : 0
        let light = bright.pixel(x, y)
        let expected = pointwiseMax(color, pointwiseMin(color + light * 0.7, .one))
        for i in 0..<4 {
          #expect(abs(light[i] - color[i] * share) < Float(roundingOfTiles) + 1e-6)
          #expect(abs(sum.pixel(x, y)[i] - expected[i]) < Float(roundingOfTiles) + 1e-6)
        }
      }
    }
  }

  /// A tile of which the first pixels of each row are brightened, as floats.
  private func brightPart(of source: TestTile, count: Int32, _ kernels: CPKernels) -> TestTile {
    let result = TestTile()
    var row = [Float](repeating: 0, count: 256)
    for y in 0..<TestTile.height {
      kernels.unpack(source.memory + y * 256, 256, &row)
      kernels.bright(&row, 64, count)
      kernels.pack(row, 256, result.memory + y * 256)
    }
    return result
  }

  /// Squares of a plane that is turned by an angle around the tile's corner.
  private func squares(_ scale: Double, turnedBy sine: Double = 0) -> CPSquares {
    let cosine = (1 - sine * sine).squareRoot()
    return CPSquares(
      from_device: CPMap(xx: cosine, xy: sine, x0: 0, yx: -sine, yy: cosine, y0: 0, wx: 0, wy: 0, w0: 1),
      to_device: CPMap(xx: cosine, xy: -sine, x0: 0, yx: sine, yy: cosine, y0: 0, wx: 0, wy: 0, w0: 1),
      horizon_count: 0, horizons: nil, scale: scale, center_x: 0, center_y: 0, limit_min_x: -1000, limit_min_y: -1000,
      limit_max_x: 1000, limit_max_y: 1000)
  }

  private func pixellated(
    _ source: TestTile, _ squares: CPSquares, _ level: CPURenderer.KernelLevel
  ) throws -> TestTile {
    let result = TestTile()
    var squares = squares
    var picture = CPPicture(
      pixels: source.memory, channels: 4, min_x: 0, min_y: 0, max_x: source.tile.max_x, max_y: source.tile.max_y,
      first_column: 0, first_row: 0, columns: 1)
    try kernels(level).squares(&result.tile, &squares, &picture)
    return result
  }

  /// The points of a square of 8 pixels are its pixels' centres.
  @Test(arguments: levels, [0, 1e-13])
  func squaresHaveTheMeansOfTheirPixels(level: CPURenderer.KernelLevel, sine: Double) throws {
    let source = randomTile(2)
    let result = try pixellated(source, squares(8, turnedBy: sine), level)
    for square in 0..<TestTile.width * TestTile.height / 64 {
      let (left, top) = (square % 8 * 8, square / 8 * 8)
      var mean = SIMD4<Float>.zero
      for pixel in 0..<64 { mean += source.pixel(left + pixel % 8, top + pixel / 8) / 64 }
      for (x, y) in [(left, top), (left + 7, top + 7), (left + 3, top + 5)] {
        for i in 0..<4 {
          #expect(abs(result.pixel(x, y)[i] - mean[i]) < Float(roundingOfTiles) + 1e-5, "\(x), \(y)")
        }
      }
    }
  }

  /// Along the device's axes rows are summed first, elsewhere each point is read by itself.
  @Test(arguments: [0.7, 3.3, 13, 31.9, 32.1, 90])
  func uprightSquaresAreThoseOfAnyDirection(scale: Double) throws {
    let source = randomTile(3)
    let (upright, askew) = (
      try pixellated(source, squares(scale), .baseline),
      try pixellated(source, squares(scale, turnedBy: 1e-13), .baseline)
    )
    for y in 0..<TestTile.height {
      for x in 0..<TestTile.width {
        // A sum that is nearly halfway between two numbers may be rounded to either.
        for i in 0..<4 {
          #expect(abs(upright.pixel(x, y)[i] - askew.pixel(x, y)[i]) < 3 * Float(roundingOfTiles), "\(x), \(y)")
        }
      }
    }
  }

  @Test(.enabled(if: levels.count > 1), arguments: [(5.3, 0), (40, 0), (5.3, 0.3)])
  func levelsAgreeBitForBit(scale: Double, sine: Double) throws {
    let source = randomTile(4)
    var tiles = try Self.levels.map { try pixellated(source, squares(scale, turnedBy: sine), $0).numbers }
    #expect(tiles[0] == tiles[1])
    tiles = try Self.levels.map { level in
      let (bright, sum) = (brightPart(of: source, count: 61, try kernels(level)), TestTile())
      try kernels(level).add_light(source.memory, bright.memory, 0.7, sum.memory)
      return bright.numbers + sum.numbers
    }
    #expect(tiles[0] == tiles[1])
  }
}
