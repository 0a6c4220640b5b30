import Foundation
import MultiplaneCPURenderer
import MultiplaneCPixels
import MultiplaneFlattening
import MultiplaneGraphics
import MultiplaneRenderTree
import TestSupport
import Testing

/// Kernels beside plain formulas, and both instruction levels beside each other.
@Suite struct KernelTests {
  private static let levels = CPURenderer.KernelLevel.allCases.filter(\.isAvailable)

  private func kernels(_ level: CPURenderer.KernelLevel) throws -> UnsafePointer<CPKernels> {
    try #require(level == .avx2 ? cp_kernels_avx2() : cp_kernels_baseline())
  }

  /// A shape on a plane that its tile shows.
  private func randomShape(_ random: inout SplitMix64) -> (box: BoxShape, plane: Plane)? {
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    let (width, height) = (number(1...70), number(1...70))
    var box = BoxShape(-width / 2, -height / 2, width / 2, height / 2)
    if Bool.random(using: &random) {
      let r = number(0.5...max(0.6, min(width, height) / 2))
      let limit = min(width, height) / 2
      box.radii = CornerRadii(
        minXMinY: min(r, limit), maxXMinY: Bool.random(using: &random) ? 0 : min(r, limit),
        minXMaxY: min(r, limit) / 2, maxXMaxY: min(r, limit))
      if Bool.random(using: &random) { box.radii.smoothing = min(max((limit / r - 1) / 0.528665, 0), 1) }
    }
    if Int.random(in: 0..<4, using: &random) == 0 { box.hardEdges = [.layerLeftEdge, .layerTopEdge] }
    var matrix = CATransform3DMakeScale(number(0.3...3), number(0.3...3), 1)
    if Bool.random(using: &random) {
      matrix = CATransform3DConcat(matrix, CATransform3DMakeRotation(number(0...6.3), 0, 0, 1))
    }
    if Int.random(in: 0..<3, using: &random) == 0 {
      matrix = CATransform3DConcat(matrix, CATransform3DMakeRotation(number(-1...1), 0.6, 0.8, 0))
      var perspective = CATransform3DIdentity
      perspective.m34 = -1 / number(100...400)
      matrix = CATransform3DConcat(matrix, perspective)
    }
    matrix = CATransform3DConcat(
      matrix,
      CATransform3DMakeTranslation(
        number(0...Double(TestTile.width)), number(0...Double(TestTile.height)), 0))
    guard let plane = Plane(scale: 1)?.plane(placedBy: PlaneMap(matrix)) else { return nil }
    return (box, plane)
  }

  @Test(arguments: levels, 0..<8)
  func coverageIsThatOfTheFormulas(level: CPURenderer.KernelLevel, block: Int) throws {
    var random = SplitMix64(seed: UInt64(block))
    for number in 0..<60 {
      guard let (box, plane) = randomShape(&random) else { continue }
      let horizons = plane.horizons.map { CPLine(a: $0.a, b: $0.b, c: $0.c) }
      try horizons.withUnsafeBufferPointer { horizons in
        var shape = try #require(CPShape(box, on: plane, horizons: horizons.baseAddress))
        let tile = TestTile()
        var region = CPRegion.whole
        var white = CPColor(red: 1, green: 1, blue: 1, alpha: 1)
        try withUnsafePointer(to: &shape) {
          cp_region_add(&region, $0)
          try kernels(level).pointee.color(&tile.tile, &region, &white)
        }
        let scalar = ScalarShape(box: box, plane: plane)
        var worst = (difference: 0.0, x: 0, y: 0)
        for y in 0..<TestTile.height {
          for x in 0..<TestTile.width {
            let expected = scalar.coverage(Double(x) + 0.5, Double(y) + 0.5)
            let difference = abs(Double(tile.pixel(x, y).x) - expected)
            if difference > worst.difference { worst = (difference, x, y) }
          }
        }
        // Differences of ∇f in the formula, single precision in the kernel.
        #expect(
          worst.difference < 1e-4 + roundingOfTiles,
          "block \(block), case \(number): \(worst), \(box), \(plane.fromDevice)")
      }
    }
  }

  @Test(arguments: levels, [0, 1, 2])
  func gradientsAreThoseOfTheFormulas(level: CPURenderer.KernelLevel, type: Int) throws {
    let locations: [Float] = [0, 0.3, 0.3, 1]
    let colors: [Float] = [1, 0, 0, 1, 0, 1, 0, 0.5, 0, 0, 1, 0.5, 1, 1, 1, 1]
    var slopes = [Float](repeating: 0, count: 16)
    for stop in [0, 2] {
      for i in 0..<4 {
        slopes[stop * 4 + i] =
          (colors[stop * 4 + 4 + i] - colors[stop * 4 + i]) / (locations[stop + 1] - locations[stop])
      }
    }
    let map = CPMap(xx: 0.013, xy: 0.004, x0: -0.3, yx: -0.005, yy: 0.017, y0: -0.4, wx: 0, wy: 0, w0: 1)
    let tile = TestTile()
    var region = CPRegion.whole
    try locations.withUnsafeBufferPointer { locations in
      try colors.withUnsafeBufferPointer { colors in
        try slopes.withUnsafeBufferPointer { slopes in
          var gradient = CPGradient(
            type: Int32(type), stop_count: 4, map: map, locations: locations.baseAddress, colors: colors.baseAddress,
            slopes: slopes.baseAddress, is_opaque: false)
          try kernels(level).pointee.gradient(&tile.tile, &region, &gradient)
        }
      }
    }
    for y in 0..<TestTile.height {
      for x in 0..<TestTile.width {
        let (px, py) = (Double(x) + 0.5, Double(y) + 0.5)
        let (gx, gy) = (map.xx * px + map.xy * py + map.x0, map.yx * px + map.yy * py + map.y0)
        let angle = atan2(gy, gx) / (2 * .pi)
        let t = type == 0 ? gx : type == 1 ? (gx * gx + gy * gy).squareRoot() : angle < 0 ? angle + 1 : angle
        let stop = locations.lastIndex { Double($0) <= t + 1.0 / 65536 } ?? 0
        let share = max(0, t - Double(locations[stop]))
        let straight = (0..<4).map { Double(colors[stop * 4 + $0]) + Double(slopes[stop * 4 + $0]) * share }
        let actual = tile.pixel(x, y)
        let expected = [straight[0] * straight[3], straight[1] * straight[3], straight[2] * straight[3], straight[3]]
        for i in 0..<4 {
          #expect(abs(Double(actual[i]) - expected[i]) < 1e-5 + roundingOfTiles, "\(x), \(y)")
        }
      }
    }
  }

  @Test(arguments: levels, [false, true])
  func imagesAreSampledLinearly(level: CPURenderer.KernelLevel, isHalf: Bool) throws {
    let (width, height) = (9, 7)
    var random = SplitMix64(seed: 3)
    let bytes = (0..<width * height * 4).map { _ in UInt8.random(in: 0...255, using: &random) }
    let halves = bytes.map { Float16(Float($0) / 255) }
    let size = isHalf ? 8 : 4
    let texels = UnsafeMutableRawPointer.allocate(byteCount: (width + 1) * (height + 1) * size + 64, alignment: 64)
    defer { texels.deallocate() }
    if isHalf {
      _ = halves.withUnsafeBytes { cp_pad($0.baseAddress, Int32(width), Int32(height), true, texels) }
    } else {
      _ = bytes.withUnsafeBytes { cp_pad($0.baseAddress, Int32(width), Int32(height), false, texels) }
    }
    var image = CPImage()
    image.tint = CPColor(red: 1, green: 1, blue: 1, alpha: 1)
    image.w0 = 1
    image.levels.0 = CPLevel(
      texels: CPTexels(
        texels: texels, width: Int32(width), height: Int32(height), stride: Int32(width + 1), is_wide: isHalf),
      ux: 0.17, uy: 0.05, u0: -2, vx: -0.04, vy: 0.13, v0: 0, low_u: 0.5, high_u: Double(width) - 0.5, low_v: 0.5,
      high_v: Double(height) - 0.5, nearest_u: false, nearest_v: false)
    let tile = TestTile(x: 64, y: 0)
    var region = CPRegion.whole
    image.levels.0.u0 -= 64 * 0.17
    image.levels.0.v0 += 64 * 0.04
    try kernels(level).pointee.image(&tile.tile, &region, &image)
    func texel(_ x: Int, _ y: Int, _ i: Int) -> Double {
      let index = (min(y, height - 1) * width + min(x, width - 1)) * 4 + i
      return isHalf ? Double(halves[index]) : Double(bytes[index]) / 255
    }
    for y in 0..<TestTile.height {
      for x in 0..<TestTile.width {
        let (px, py) = (Double(x) + 0.5, Double(y) + 0.5)
        let u = min(max(0.17 * px + 0.05 * py - 2, 0.5), Double(width) - 0.5) - 0.5
        let v = min(max(-0.04 * px + 0.13 * py, 0.5), Double(height) - 0.5) - 0.5
        let (x0, y0) = (Int(u), Int(v))
        let (fx, fy) = (u - Double(x0), v - Double(y0))
        // Source-over on nothing: what is sampled is what is there.
        for i in 0..<4 {
          let upper = texel(x0, y0, i) * (1 - fx) + texel(x0 + 1, y0, i) * fx
          let lower = texel(x0, y0 + 1, i) * (1 - fx) + texel(x0 + 1, y0 + 1, i) * fx
          let difference = abs(Double(tile.pixel(x, y)[i]) - (upper * (1 - fy) + lower * fy))
          // Bytes are mixed twice and scaled in 1/32,640, texels of 16 bits have been rounded
          // before.
          #expect(difference < 3 * roundingOfTiles, "\(x), \(y)")
        }
      }
    }
  }

  @Test(.enabled(if: levels.count > 1), arguments: 0..<6)
  func levelsAgreeBitForBit(block: Int) throws {
    var random = SplitMix64(seed: UInt64(100 + block))
    for _ in 0..<60 {
      guard let (box, plane) = randomShape(&random), let (clip, other) = randomShape(&random) else { continue }
      let tiles = try Self.levels.map { level in
        let kernels = try kernels(level)
        var (first, second) = (
          try #require(CPShape(box, on: plane, horizons: nil)), try #require(CPShape(clip, on: other, horizons: nil))
        )
        let tile = TestTile()
        var back = CPColor(red: 0.2, green: 0.4, blue: 0.1, alpha: 0.7)
        kernels.pointee.clear(&tile.tile, &back)
        var region = CPRegion.whole
        region.opacity = 0.7
        var color = CPColor(red: 0.3, green: 0.1, blue: 0.5, alpha: 0.6)
        withUnsafePointer(to: &first) { first in
          withUnsafePointer(to: &second) { second in
            cp_region_add(&region, first)
            cp_region_add(&region, second)
            kernels.pointee.color(&tile.tile, &region, &color)
          }
        }
        return tile.numbers
      }
      #expect(tiles[0] == tiles[1], "\(box), \(clip)")
    }
  }

  @Test func logarithmIsWithinAMillionth() {
    for exponent in stride(from: -20.0, through: 20, by: 0.37) {
      #expect(abs(Double(cp_log2(Float(exp2(exponent)))) - exponent) < 2e-6)
    }
  }
}
