import Foundation
import MultiplaneGraphics
import MultiplaneRenderTree

/// The border of a layer: what its rounded bounds cover more than their inset does (rendering rules
/// §7).
struct BorderPrimitive: Primitive {
  private let plane: PlaneMap
  private let outer: Coverage
  /// Nil when the border fills the bounds.
  private let inner: Coverage?
  private let paint: PremultipliedColor

  /// Nil when the layer has no border to draw.
  init?(_ node: RenderNode, on plane: PlaneMap) {
    let outline = RoundedRectangle(boundsOf: node)
    guard let border = node.border, border.color.isFinite,
      let outer = Coverage(outline, on: plane, hard: node.hardEdges)
    else { return nil }
    self.plane = plane
    self.outer = outer
    inner = outline.inset(by: border.width).flatMap { Coverage($0, on: plane, isLimited: false) }
    paint = border.color.premultiplied
  }

  func box(within box: PixelBox) -> PixelBox { outer.box(within: box) }
  func isSeen(_ x: Double, _ y: Double) -> Bool { plane.isSeen(x, y) }
  func color(_ x: Double, _ y: Double) -> PremultipliedColor { paint }

  func coverage(_ x: Double, _ y: Double) -> Double {
    let whole = outer.value(x, y)
    guard whole > 0, let inner else { return whole }
    let rest = whole - inner.value(x, y)
    return rest > 0 ? rest : 0
  }
}

extension LayerWalk {
  /// Draws a layer's border, or the dashes that it is cut into.
  func drawBorder(of node: RenderNode, in place: Place, on surface: Surface) {
    if let dashes = node.borderDashes {
      let box = place.box.intersection(surface.box)
      guard let region = RegionPrimitive(dashes, on: place.plane, in: box) else { return }
      surface.paint(region, clips: place.clips, in: box, opacity: place.fade)
    } else if let border = BorderPrimitive(node, on: place.plane) {
      surface.paint(border, clips: place.clips, in: place.box, opacity: place.fade)
    }
  }
}
