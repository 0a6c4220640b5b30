import Foundation
import MultiplaneGraphics
import MultiplaneRenderTree

/// A filter that gives each pixel another colour, made of its own (rendering rules §19).
protocol ColorFilter: SurfaceFilter {
  /// The straight colour, encoded, before it is clamped to 0…1.
  ///
  /// - Parameters:
  ///   - color: straight and encoded.
  ///   - x: the pixel's centre on the device, as is `y`.
  func filtered(_ color: SIMD4<Double>, _ x: Double, _ y: Double) -> SIMD4<Double>
}

extension ColorFilter {
  func reached(from box: PixelBox) -> PixelBox { box }

  func applied(to picture: Surface, in box: PixelBox) -> Surface {
    let result = Surface(picture.painted.intersection(box))
    result.update(in: result.box) { x, y, _ in
      let color = picture.color(x, y)
      guard color.alpha > 0 else { return color }
      let straight = color.straight
      let changed = filtered(SIMD4(straight.red, straight.green, straight.blue, straight.alpha), x, y)
      return StraightColor(
        red: limited(changed.x, 0, 1), green: limited(changed.y, 0, 1), blue: limited(changed.z, 0, 1),
        alpha: limited(changed.w, 0, 1)
      ).premultiplied
    }
    return result
  }
}

/// `CIColorMatrix`, and what is one: `CIColorControls`, `CIColorInvert`, `CIHueAdjust` and the
/// like.
struct ColorMatrixFilter: ColorFilter {
  let matrix: ColorMatrix

  func filtered(_ color: SIMD4<Double>, _ x: Double, _ y: Double) -> SIMD4<Double> {
    let products = SIMD4(
      (matrix.red * color).sum(), (matrix.green * color).sum(), (matrix.blue * color).sum(),
      (matrix.alpha * color).sum())
    return products + matrix.bias
  }
}

/// `CIExposureAdjust`: linear light times a factor. Source of the curve: IEC 61966-2-1, sRGB.
struct ExposureFilter: ColorFilter {
  let factor: Double

  func filtered(_ color: SIMD4<Double>, _ x: Double, _ y: Double) -> SIMD4<Double> {
    func exposed(_ component: Double) -> Double {
      ExposureFilter.encoded(ExposureFilter.linear(component) * factor)
    }
    return SIMD4(exposed(color.x), exposed(color.y), exposed(color.z), color.w)
  }

  private static func linear(_ encoded: Double) -> Double {
    encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4)
  }

  private static func encoded(_ linear: Double) -> Double {
    linear <= 0.0031308 ? linear * 12.92 : 1.055 * pow(linear, 1 / 2.4) - 0.055
  }
}

/// `CIGammaAdjust`: encoded components, not below 0, to a power.
struct GammaFilter: ColorFilter {
  let power: Double

  func filtered(_ color: SIMD4<Double>, _ x: Double, _ y: Double) -> SIMD4<Double> {
    func powered(_ component: Double) -> Double { pow(max(0, component), power) }
    return SIMD4(powered(color.x), powered(color.y), powered(color.z), color.w)
  }
}

/// `CIVignette`: darker with the square of the distance from the middle of the bounds.
struct VignetteFilter: ColorFilter {
  let intensity: Double
  /// In halves of the bounds' diagonal.
  let radius: Double
  let bounds: CGRect
  let plane: PlaneMap

  func filtered(_ color: SIMD4<Double>, _ x: Double, _ y: Double) -> SIMD4<Double> {
    let p = plane.position(x, y)
    let half = hypot(Double(bounds.width), Double(bounds.height)) / 2
    let distance = hypot(p.x - Double(bounds.midX), p.y - Double(bounds.midY)) / half
    let share = distance / radius
    let left = max(0, 1 - intensity * share * share)
    return SIMD4(color.x * left, color.y * left, color.z * left, color.w)
  }
}
