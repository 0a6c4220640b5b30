import Foundation
import MultiplaneGraphics

/// `CIPixellate`: each pixel takes the mean of its square of the plane (rendering rules §19).
struct Pixellation: SurfaceFilter {
  /// The side of the squares in points.
  private let scale: Double
  /// A corner of one of them.
  private let center: CGPoint
  private let plane: PlaneMap
  private let derivative: PlaneDerivative
  /// Points outside of it show nothing.
  private let limit: PixelBox

  /// The number of sample points along each side.
  private static let samples = 8
  /// The most pixels beyond the canvas at which a square has sample points.
  private static let mostBeyondCanvas = 1024

  init(scale: Double, center: CGPoint, plane: PlaneMap, _ derivative: PlaneDerivative, canvas: PixelBox) {
    self.scale = scale
    self.center = center
    self.plane = plane
    self.derivative = derivative
    limit = canvas.grown(byX: Pixellation.mostBeyondCanvas, y: Pixellation.mostBeyondCanvas)
  }

  func reached(from box: PixelBox) -> PixelBox {
    guard plane.horizons.isEmpty else { return reachedInPerspective(from: box) ?? limit.union(box) }
    // Without perspective a square has one size everywhere.
    let x = (abs(derivative.xByX) + abs(derivative.xByY)) * scale
    let y = (abs(derivative.yByX) + abs(derivative.yByY)) * scale
    func pixels(_ reach: Double) -> Int { Int(limited(reach.rounded(.up), 0, 1e6)) + 1 }
    return box.grown(byX: pixels(x), y: pixels(y)).intersection(limit).union(box)
  }

  /// Around the squares that a box touches; nil where one of their corners, or of its, lies behind
  /// the camera.
  private func reachedInPerspective(from box: PixelBox) -> PixelBox? {
    let corners = box.intersection(limit).corners
    guard corners.allSatisfy({ plane.isSeen($0.x, $0.y) }) else { return nil }
    let points = corners.map { plane.position($0.x, $0.y) }
    /// The line of the squares that holds a number, or the next one.
    func line(_ number: Double?, _ center: CGFloat, _ rule: FloatingPointRoundingRule, _ more: Double) -> Double {
      Double(center) + ((((number ?? 0) - Double(center)) / scale).rounded(rule) + more) * scale
    }
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    // One square more is room for ties.
    let sides = (
      x: [line(xs.min(), center.x, .down, -1), line(xs.max(), center.x, .up, 1)],
      y: [line(ys.min(), center.y, .down, -1), line(ys.max(), center.y, .up, 1)]
    )
    let places = sides.x.flatMap { x in sides.y.compactMap { y in plane.devicePoint(x, y) } }
    guard places.count == 4 else { return nil }
    return PixelBox(around: places, within: limit).grown(byX: 2, y: 2).intersection(limit).union(box)
  }

  func applied(to picture: Surface, in box: PixelBox) -> Surface {
    let result = Surface(picture.painted.isEmpty ? .empty : reached(from: picture.painted).intersection(box))
    var means: [SIMD2<Double>: PremultipliedColor] = [:]
    result.update(in: result.box, steps: 100) { x, y, _ in
      guard plane.isSeen(x, y) else { return .clear }
      let p = plane.position(x, y)
      let square = SIMD2(
        ((p.x - Double(center.x)) / scale + Sampler.nearestStep).rounded(.down),
        ((p.y - Double(center.y)) / scale + Sampler.nearestStep).rounded(.down))
      if let known = means[square] { return known }
      guard result.plane.admits(steps: 40 * Pixellation.samples * Pixellation.samples) else { return .clear }
      let mean = mean(of: square, in: picture)
      means[square] = mean
      return mean
    }
    return result
  }

  /// The mean of a square, given by its numbers along x and y.
  private func mean(of square: SIMD2<Double>, in picture: Surface) -> PremultipliedColor {
    var sum = PremultipliedColor.clear
    let count = Double(Pixellation.samples)
    for row in 0..<Pixellation.samples {
      for column in 0..<Pixellation.samples {
        let x = Double(center.x) + (square.x + (Double(column) + 0.5) / count) * scale
        let y = Double(center.y) + (square.y + (Double(row) + 0.5) / count) * scale
        let color = color(x, y, in: picture)
        sum.red += color.red
        sum.green += color.green
        sum.blue += color.blue
        sum.alpha += color.alpha
      }
    }
    return sum.times(1 / (count * count))
  }

  /// The colour of a point of the plane.
  private func color(_ x: Double, _ y: Double, in picture: Surface) -> PremultipliedColor {
    let m = plane.toDevice
    let w = x * m.m13 + y * m.m23 + m.m33
    guard w > 0 else { return .clear }
    let deviceX = (x * m.m11 + y * m.m21 + m.m31) / w
    let deviceY = (x * m.m12 + y * m.m22 + m.m32) / w
    guard deviceX >= Double(limit.minX), deviceX < Double(limit.maxX), deviceY >= Double(limit.minY),
      deviceY < Double(limit.maxY)
    else { return .clear }
    return picture.colorBetweenPixels(deviceX, deviceY)
  }
}
