import Foundation
import Graphics
import RenderTree

/// The blurred silhouette of a layer in the shadow's colour (rendering rules §15).
struct ShadowPrimitive: Primitive {
  /// What is cast, 0…1 a pixel.
  let silhouette: AlphaPlane
  /// Premultiplied; the shadow's opacity is in it.
  let paint: PremultipliedColor

  func box(within box: PixelBox) -> PixelBox { silhouette.box.intersection(box) }
  /// What may not be seen is not part of the source; the blur may reach beyond the horizon of the plane.
  func isSeen(_ x: Double, _ y: Double) -> Bool { true }
  func coverage(_ x: Double, _ y: Double) -> Double { silhouette.value(x, y) }
  func color(_ x: Double, _ y: Double) -> PremultipliedColor { paint }
}

/// Counts the shadows of sources of shadows within one picture. Each is drawn again for each shadow that it lies in, which
/// doubles the work with every level, and no input may stop a renderer (§12): beyond the limit they are left out.
final class NestedShadows {
  private static let most = 16_384
  private var count = 0

  /// Counts one more; false when it is one too many.
  func admit() -> Bool {
    count += 1
    return count <= NestedShadows.most
  }
}

extension LayerWalk {
  /// Draws what a layer casts beneath itself.
  ///
  /// - Parameter place: inside the layer.
  func drawShadow(of node: RenderNode, in place: Place, on surface: Surface) {
    guard let shadow = node.shadow, shadow.color.isFinite, !place.isShadowSource || nestedShadows.admit(),
      let visible = clipped(place, by: node),
      let kernel = kernel(of: shadow, bounds: node.geometry.bounds, in: place)
    else { return }
    let offset = CATransform3DMakeTranslation(shadow.offset.width, shadow.offset.height, 0)
    guard let moved = place.plane.plane(placedBy: offset) else { return }
    let box = visible.box.intersection(surface.box)
    guard !box.isEmpty else { return }
    let source = Surface(kernel.reached(from: box))
    var inside = place.withoutClips
    inside.plane = moved
    inside.box = source.box
    inside.isShadowSource = true
    drawParts(of: node, in: inside, on: source)
    applyMask(of: node, in: inside, to: source)
    let silhouette = kernel.blurred(source, in: box)
    surface.paint(
      ShadowPrimitive(silhouette: silhouette, paint: shadow.color.premultiplied), clips: visible.clips, in: box)
  }

  /// The blur of a shadow on device pixels; nil when the middle of the bounds lies behind the eye.
  private func kernel(of shadow: Shadow, bounds: CGRect, in place: Place) -> GaussianKernel? {
    let m = place.plane.toDevice
    let (x, y) = (Double(bounds.midX), Double(bounds.midY))
    let w = x * m.m13 + y * m.m23 + m.m33
    guard w > 0 else { return nil }
    let deviceX = (x * m.m11 + y * m.m21 + m.m31) / w
    let deviceY = (x * m.m12 + y * m.m22 + m.m32) / w
    // J = ∂P/∂p by the quotient rule.
    let (xByX, xByY) = ((m.m11 - deviceX * m.m13) / w, (m.m21 - deviceX * m.m23) / w)
    let (yByX, yByY) = ((m.m12 - deviceY * m.m13) / w, (m.m22 - deviceY * m.m23) / w)
    let square = shadow.radius * shadow.radius
    return GaussianKernel(
      xx: square * (xByX * xByX + xByY * xByY), xy: square * (xByX * yByX + xByY * yByY),
      yy: square * (yByX * yByX + yByY * yByY),
      // A shadow in a shadow's source is blurred on a surface that the outer one made larger.
      mostReach: place.isShadowSource ? 64 : 1024)
  }
}
