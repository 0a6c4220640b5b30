import Foundation
import MultiplaneGraphics

/// `CIBloom`: the picture, and over it its bright part, blurred (rendering rules §19).
struct Bloom: SurfaceFilter {
  let kernel: GaussianKernel
  let intensity: Double

  func reached(from box: PixelBox) -> PixelBox { kernel.reached(from: box) }

  func applied(to picture: Surface, in box: PixelBox) -> Surface {
    let glow = kernel.blurred(Bloom.brightPart(of: picture).plane, in: box)
    return Bloom.sum(of: picture, Surface(painted: glow), intensity: intensity, in: box)
  }

  /// Each pixel of what was painted as far as it is brighter than a half.
  static func brightPart(of picture: Surface) -> Surface {
    let bright = Surface(picture.painted)
    bright.update(in: bright.box) { x, y, _ in
      let color = picture.color(x, y)
      guard color.alpha > 0 else { return .clear }
      let luminance = (0.2126 * color.red + 0.7152 * color.green + 0.0722 * color.blue) / color.alpha
      return color.times(limited(2 * luminance - 1, 0, 1))
    }
    return bright
  }

  /// A glow added to a picture; a sum ends at 1, and what is beyond it already stays there.
  static func sum(of picture: Surface, _ glow: Surface, intensity: Double, in box: PixelBox) -> Surface {
    let result = Surface(box)
    func added(_ component: Double, _ more: Double) -> Double { max(component, min(component + intensity * more, 1)) }
    for part in [picture.painted, glow.painted] {
      result.update(in: part.intersection(box)) { x, y, _ in
        let (color, light) = (picture.color(x, y), glow.color(x, y))
        return PremultipliedColor(
          red: added(color.red, light.red), green: added(color.green, light.green), blue: added(color.blue, light.blue),
          alpha: added(color.alpha, light.alpha))
      }
    }
    return result
  }
}
