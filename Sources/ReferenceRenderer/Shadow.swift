import Foundation
import MultiplaneGraphics
import MultiplaneRenderTree

/// The blurred alpha of a shadow caster in the shadow's colour (rendering rules §15).
struct ShadowPrimitive: Primitive {
  /// The caster's coverage, 0…1 per pixel.
  let caster: NumberPlane
  /// Premultiplied; the shadow's opacity is in it.
  let paint: PremultipliedColor

  func box(within box: PixelBox) -> PixelBox { caster.box.intersection(box) }
  /// Hidden parts are not part of the source; the blur may reach beyond the horizon of the plane.
  func isSeen(_ x: Double, _ y: Double) -> Bool { true }
  func coverage(_ x: Double, _ y: Double) -> Double { caster.value(x, y) }
  func color(_ x: Double, _ y: Double) -> PremultipliedColor { paint }
}

extension RenderNode {
  /// Whether nothing of the layer's shadow can be seen: the layer clips it, and its background
  /// hides what is left (rendering rules §15).
  fileprivate func hidesShadow(in place: Place) -> Bool {
    clipsToBounds && filters.isEmpty && background?.color.alpha == 1 && place.fade == 1
  }
}

extension LayerWalk {
  /// Draws what a layer casts beneath itself.
  ///
  /// - Parameter place: inside the layer.
  func drawShadow(of node: RenderNode, in place: Place, on surface: Surface) {
    guard let shadow = node.shadow, shadow.color.isFinite, !node.hidesShadow(in: place), repeats.admit(in: place),
      let visible = place.clipped(by: node),
      let derivative = PlaneDerivative(of: place.plane, atMiddleOf: node.geometry.bounds)
    else { return }
    let kernel = GaussianKernel(radius: shadow.radius, derivative)
    let offset = CATransform3DMakeTranslation(shadow.offset.width, shadow.offset.height, 0)
    guard let moved = place.plane.plane(placedBy: offset) else { return }
    let box = visible.box.intersection(surface.box)
    guard !box.isEmpty else { return }
    var inside = place.ownSurface(kernel.reached(from: box))
    inside.plane = moved
    inside.isRepeated = true
    guard let source = source(of: shadow, node, in: inside) else { return }
    surface.paint(
      ShadowPrimitive(caster: kernel.blurred(source, in: box), paint: shadow.color.premultiplied),
      clips: visible.clips, in: box, opacity: place.fade)
  }

  /// The alpha of what casts a shadow; nil where there is nothing.
  ///
  /// - Parameter place: inside the layer, moved by the shadow's offset. Of the source, `place.box`
  ///   is needed.
  private func source(of shadow: Shadow, _ node: RenderNode, in place: Place) -> NumberPlane? {
    if let path = shadow.path {
      return RegionPrimitive(path.outline, rule: .winding, color: .white, on: place.plane, in: place.box).coverage
    }
    var inside = place
    inside.box = neededBox(place.box, in: place)
    guard node.filters.isEmpty else {
      guard let picture = filteredPicture(of: node, in: place) else { return nil }
      applyMask(of: node, in: inside, to: picture)
      return picture.alpha()
    }
    let surface = Surface(inside.box)
    if node.maskClip != nil, !node.readsBackdropInside {
      guard let masked = inside.masked(of: node) else { return nil }
      drawParts(of: node, in: masked, on: surface)
    } else {
      drawParts(of: node, in: inside, on: surface)
      applyMask(of: node, in: inside, to: surface)
    }
    return surface.alpha()
  }
}
