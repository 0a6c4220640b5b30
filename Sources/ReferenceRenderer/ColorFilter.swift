import Foundation
import MultiplaneGraphics
import MultiplaneRenderTree

/// A pointwise filter on the pixels of a surface (rendering rules §19).
struct ColorFilterStep: SurfaceFilter {
  private let kind: ColorFilter.Kind
  /// The filter's rows of numbers, with zeros for those that are absent.
  private let rows: [SIMD4<Double>]
  /// The bounds of the layer, from whose middle positions are counted.
  private let bounds: CGRect
  private let plane: PlaneMap

  init(_ filter: ColorFilter, bounds: CGRect, plane: PlaneMap) {
    kind = filter.kind
    rows = filter.rows.map { row in SIMD4(row + Array(repeating: 0, count: 4 - row.count)) }
    self.bounds = bounds
    self.plane = plane
  }

  func reached(from box: PixelBox) -> PixelBox { box }

  func applied(to picture: Surface, in box: PixelBox) -> Surface {
    let result = Surface(picture.painted.intersection(box))
    result.update(in: result.box) { x, y, _ in
      let color = picture.color(x, y)
      guard color.alpha > 0 else { return color }
      let straight = color.straight
      let changed = changed(SIMD4(straight.red, straight.green, straight.blue, straight.alpha), x, y)
      let filtered = StraightColor(
        red: limited(changed.x, 0, 1), green: limited(changed.y, 0, 1), blue: limited(changed.z, 0, 1),
        alpha: limited(changed.w, 0, 1)
      ).premultiplied
      return color.mixed(with: filtered, min(color.alpha * 255, 1))
    }
    return result
  }

  /// A device point from the middle of the bounds, in halves of their diagonal.
  private func position(_ x: Double, _ y: Double) -> SIMD2<Double> {
    let point = plane.position(x, y)
    let scale = min(2 / hypot(Double(bounds.width), Double(bounds.height)), 1e15)
    return SIMD2(point.x - Double(bounds.midX), point.y - Double(bounds.midY)) * scale
  }

  /// The new colour, straight and encoded, before it is clamped to 0…1.
  ///
  /// - Parameters:
  ///   - color: straight and encoded.
  ///   - x: the pixel's centre on the device, as is `y`.
  private func changed(_ color: SIMD4<Double>, _ x: Double, _ y: Double) -> SIMD4<Double> {
    switch kind {
    case .colorMatrix: colorMatrix(color)
    case .colorPolynomial: colorPolynomial(color)
    case .exposure: exposure(color)
    case .gamma: gamma(color)
    case .vignette: vignette(color, position(x, y))
    }
  }

  /// The same function of red, green and blue.
  private func eachComponent(_ color: SIMD4<Double>, _ function: (Double) -> Double) -> SIMD4<Double> {
    SIMD4(function(color.x), function(color.y), function(color.z), color.w)
  }

  private func colorMatrix(_ color: SIMD4<Double>) -> SIMD4<Double> {
    SIMD4((rows[0] * color).sum(), (rows[1] * color).sum(), (rows[2] * color).sum(), (rows[3] * color).sum())
      + rows[4]
  }

  /// A cubic of each component.
  private func colorPolynomial(_ color: SIMD4<Double>) -> SIMD4<Double> {
    var result = SIMD4<Double>.zero
    for i in 0..<4 {
      let (x, coefficients) = (color[i], rows[i])
      result[i] = coefficients.x + coefficients.y * x + coefficients.z * x * x + coefficients.w * x * x * x
    }
    return result
  }

  /// Linear light times a factor. Source of the curve: IEC 61966-2-1, sRGB.
  private func exposure(_ color: SIMD4<Double>) -> SIMD4<Double> {
    func linear(_ encoded: Double) -> Double {
      encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4)
    }
    func encoded(_ linear: Double) -> Double {
      linear <= 0.0031308 ? linear * 12.92 : 1.055 * pow(linear, 1 / 2.4) - 0.055
    }
    return eachComponent(color) { encoded(linear($0) * rows[0].x) }
  }

  private func gamma(_ color: SIMD4<Double>) -> SIMD4<Double> {
    eachComponent(color) { pow(max(0, $0), rows[0].x) }
  }

  /// Darker with the square of the distance from the middle of the bounds.
  private func vignette(_ color: SIMD4<Double>, _ position: SIMD2<Double>) -> SIMD4<Double> {
    let share = position / rows[0].y
    let left = max(0, 1 - rows[0].x * (share * share).sum())
    return eachComponent(color) { $0 * left }
  }
}
