import Foundation
import Graphics
import RenderTree

/// Which filters a quad needs, decided once where all of it is alike (docs/rendering.md, section 10).
struct Sampling {
  /// As `image.frag` reads it.
  let vector: SIMD4<Float>
  let usesMips: Bool

  init(_ contents: Contents, part: ContentsPlacement.Part, plane: Plane) {
    self.init(
      minification: contents.minificationFilter, magnification: contents.magnificationFilter,
      bias: contents.minificationFilterBias, mapping: part.mapping, isWhole: part.samplesWholePixels, plane: plane)
  }

  /// - Parameters:
  ///   - bias: added to the mip level.
  ///   - mapping: from the plane to source pixels.
  ///   - isWhole: whether what may be sampled ends between pixels nowhere.
  init(
    minification: CALayerContentsFilter, magnification: CALayerContentsFilter, bias: Double,
    mapping: ContentsPlacement.Mapping, isWhole: Bool, plane: Plane
  ) {
    let mayUseMips = minification == .trilinear
    guard plane.isAffine else {
      vector = SIMD4(Self.code(minification), Self.code(magnification), Float(bias), 0)
      usesMips = mayUseMips
      return
    }
    let g = plane.fromDevice
    let dudx = Vector2(g.xx, g.yx) * mapping.scale
    let dudy = Vector2(g.xy, g.yy) * mapping.scale
    let rateU = (dudx.x * dudx.x + dudy.x * dudy.x).squareRoot()
    let rateV = (dudx.y * dudx.y + dudy.y * dudy.y).squareRoot()
    let isMinified = (rateU > Self.unity, rateV > Self.unity)
    if mayUseMips, isMinified.0 || isMinified.1 {
      let rate = max((dudx * dudx).sum().squareRoot(), (dudy * dudy).sum().squareRoot())
      let level = max(log2(rate) + bias, 0)
      vector = SIMD4(0, 0, Float(level), 0)
      usesMips = level > 0
      return
    }
    let u = isMinified.0 ? minification : magnification
    let v = isMinified.1 ? minification : magnification
    // Pixel on pixel, linear sampling is the nearest pixel, and the nearest is exact; if what may be sampled ends between
    // pixels, its edge is not.
    let aligned = isWhole && Self.isPixelOnPixel(dudx, dudy, mapping: mapping, plane: plane)
    vector = SIMD4(u == .nearest || aligned ? 1 : 0, v == .nearest || aligned ? 1 : 0, 0, 0)
    usesMips = false
  }

  /// A rate above this is a minification: 1, and a little for rounding.
  private static let unity = 1 + 1.0 / 1024

  private static func code(_ filter: CALayerContentsFilter) -> Float {
    switch filter {
    case .nearest: 1
    case .trilinear: 2
    default: 0
    }
  }

  /// Whether each device pixel's centre lies on an image pixel's centre: to within what 8 bits of weight can show, over
  /// the largest image.
  private static func isPixelOnPixel(
    _ dudx: Vector2, _ dudy: Vector2, mapping: ContentsPlacement.Mapping, plane: Plane
  ) -> Bool {
    let exact = 1.0 / 4_194_304
    guard abs(abs(dudx.x) - 1) < exact, abs(abs(dudy.y) - 1) < exact, abs(dudx.y) < exact, abs(dudy.x) < exact
    else { return false }
    let u = plane.point(at: Vector2(0.5, 0.5)) * mapping.scale + mapping.offset - 0.5
    return abs(u.x - u.x.rounded()) < 1.0 / 512 && abs(u.y - u.y.rounded()) < 1.0 / 512
  }
}
