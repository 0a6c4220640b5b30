import Foundation
import MultiplaneFlattening

/// Squares of a plane, each of one colour (rendering rules §19): the mean of 8 × 8 points of it.
///
/// In double precision, one pixel after another: a square is reckoned once a tile.
struct Pixellation {
  private let step: PixellateStep
  private let plane: Plane
  private let planes: [Plane]

  /// Points of a square along each side.
  private static let samples = 8
  /// A pixel this near to a line between squares belongs to the square behind it, in squares
  /// (rendering rules §10).
  private static let tie = 1.0 / 1024
  private static let most = 1e15

  /// - Parameter planes: those of the step's list.
  init(_ step: PixellateStep, _ planes: [Plane]) {
    self.step = step
    self.planes = planes
    plane = planes[Int(step.plane)]
  }

  /// The pixels of a box; nil where nothing is coloured.
  func applied(
    to source: TileSurface, in box: PixelBox, _ work: FilterWork
  ) throws(CPURendererError) -> TileSurface? {
    let target = FilterStep.pixellate(step).reached(from: source.box, on: planes).intersection(box)
    guard !source.box.isEmpty, !target.isEmpty else { return nil }
    let result = try TileSurface(target, channels: source.channels, from: work.pool)
    let view = source.view
    work.run(result.tileCount) { index, _ in
      fill(index, of: result, from: view)
      result.trim(index)
    }
    return result
  }

  private func fill(_ index: Int, of target: TileSurface, from source: TileSurface.View) {
    let tile = target.tileBox(index)
    let pixels = tile.intersection(target.box)
    let memory = target.pixels + index * target.tileFloats
    let channels = target.channels
    var means: [SIMD2<Double>: SIMD4<Float>] = [:]
    for y in pixels.minY..<pixels.maxY {
      for x in pixels.minX..<pixels.maxX {
        var color = SIMD4<Float>.zero
        if let square = square(Double(x) + 0.5, Double(y) + 0.5) {
          if let known = means[square] {
            color = known
          } else {
            color = mean(of: square, in: source)
            means[square] = color
          }
        }
        let place = memory + Int(y - tile.minY) * TileBins.side * channels + Int(x - tile.minX)
        for channel in 0..<channels { place[channel * TileBins.side] = color[channel] }
      }
    }
  }

  /// The square that a pixel lies in, by its numbers along x and y; nil where the plane is not
  /// seen.
  private func square(_ x: Double, _ y: Double) -> SIMD2<Double>? {
    guard plane.isSeen(x, y) else { return nil }
    let p = plane.point(x, y)
    let square = SIMD2(
      ((p.x - step.center.x) / step.scale + Self.tie).rounded(.down),
      ((p.y - step.center.y) / step.scale + Self.tie).rounded(.down))
    return abs(square.x) < Self.most && abs(square.y) < Self.most ? square : nil
  }

  private func mean(of square: SIMD2<Double>, in source: TileSurface.View) -> SIMD4<Float> {
    var sum = SIMD4<Double>.zero
    let count = Double(Self.samples)
    for row in 0..<Self.samples {
      for column in 0..<Self.samples {
        let x = step.center.x + (square.x + (Double(column) + 0.5) / count) * step.scale
        let y = step.center.y + (square.y + (Double(row) + 0.5) / count) * step.scale
        let m = plane.toDevice
        let w = m.wx * x + m.wy * y + m.w0
        guard w > 0 else { continue }
        let p = (x: (m.xx * x + m.xy * y + m.x0) / w, y: (m.yx * x + m.yy * y + m.y0) / w)
        let limit = step.limit
        guard p.x >= Double(limit.minX), p.x < Double(limit.maxX), p.y >= Double(limit.minY), p.y < Double(limit.maxY)
        else { continue }
        sum += source.colorBetweenPixels(p.x, p.y)
      }
    }
    return SIMD4<Float>(sum / (count * count))
  }
}

extension TileSurface.View {
  /// The number of each channel at any point, linearly between the four nearest pixels' centres; of
  /// one channel the first counts.
  fileprivate func colorBetweenPixels(_ x: Double, _ y: Double) -> SIMD4<Double> {
    let (left, top) = ((x - 0.5).rounded(.down), (y - 0.5).rounded(.down))
    let (column, row) = (Int32(left), Int32(top))
    let (shareX, shareY) = (x - 0.5 - left, y - 0.5 - top)
    let upper = color(column, row) * (1 - shareX) + color(column + 1, row) * shareX
    let lower = color(column, row + 1) * (1 - shareX) + color(column + 1, row + 1) * shareX
    return upper * (1 - shareY) + lower * shareY
  }

  private func color(_ x: Int32, _ y: Int32) -> SIMD4<Double> {
    guard x >= box.minX, x < box.maxX, y >= box.minY, y < box.maxY,
      let tile = tile(column: TileSurface.tile(of: x), row: TileSurface.tile(of: y))
    else { return .zero }
    let (column, row) = (Int(x) & 63, Int(y) & 63)
    if isAlphaOnly { return SIMD4(Double(tile[row * 64 + column]), 0, 0, 0) }
    let place = tile + row * 256 + column
    return SIMD4(Double(place[0]), Double(place[64]), Double(place[128]), Double(place[192]))
  }
}
