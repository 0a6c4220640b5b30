import Foundation
import MultiplaneGraphics
import MultiplaneRenderTree

/// The background colour of a layer, which fills its rounded bounds (rendering rules §6).
struct BackgroundPrimitive: Primitive {
  private let plane: PlaneMap
  private let outline: Coverage
  private let paint: PremultipliedColor

  /// Nil when the layer has no background to draw.
  init?(_ node: RenderNode, in place: Place) {
    guard let background = node.background, background.color.isFinite,
      let outline = Coverage(fillOf: node, in: place)
    else { return nil }
    plane = place.plane
    self.outline = outline
    paint = background.color.premultiplied
  }

  func box(within box: PixelBox) -> PixelBox { outline.box(within: box) }
  func isSeen(_ x: Double, _ y: Double) -> Bool { plane.isSeen(x, y) }
  func coverage(_ x: Double, _ y: Double) -> Double { outline.value(x, y) }
  func color(_ x: Double, _ y: Double) -> PremultipliedColor { paint }
}
