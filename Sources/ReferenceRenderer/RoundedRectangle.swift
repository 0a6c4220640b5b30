import Foundation
import MultiplaneGraphics
import MultiplaneRenderTree

/// A rectangle on a layer's plane with a radius for each corner, in points (rendering rules §6).
struct RoundedRectangle {
  var minX, minY, maxX, maxY: Double
  var radii: CornerRadii

  init(minX: Double, minY: Double, maxX: Double, maxY: Double, radii: CornerRadii = .square) {
    (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
    self.radii = radii
  }

  /// The outline of a layer: of its background, border and clip.
  init(boundsOf node: RenderNode) {
    let bounds = node.geometry.bounds
    self.init(
      minX: Double(bounds.minX), minY: Double(bounds.minY), maxX: Double(bounds.maxX), maxY: Double(bounds.maxY),
      radii: node.corners)
  }

  var width: Double { maxX - minX }
  var height: Double { maxY - minY }

  /// The rectangle with each side moved inwards and each radius made smaller by as much (§7); nil
  /// when nothing is left.
  func inset(by distance: Double) -> RoundedRectangle? {
    guard width > 2 * distance, height > 2 * distance else { return nil }
    return RoundedRectangle(
      minX: minX + distance, minY: minY + distance, maxX: maxX - distance, maxY: maxY - distance,
      radii: radii.inset(by: distance))
  }

  /// The extent of a corner's arc inwards from both edges: the radius, or more for a continuous
  /// corner (§4).
  var arcReaches: CornerRadii {
    guard radii.smoothing > 0 else { return radii }
    let factor = CornerArc.continuousReach
    return CornerRadii(
      minXMinY: radii.minXMinY * factor, maxXMinY: radii.maxXMinY * factor, minXMaxY: radii.minXMaxY * factor,
      maxXMaxY: radii.maxXMaxY * factor)
  }

  /// The arc that bounds the shape at a point; nil where none does. Outwards an arc continues
  /// without limit (§4).
  @inline(__always)
  func arc(_ x: Double, _ y: Double) -> CornerArc? {
    // The nearest corner's: those of circular corners never meet, those of continuous ones do in
    // the middle of a side.
    let (isLeft, isTop) = (x - minX < maxX - x, y - minY < maxY - y)
    let r =
      isTop ? (isLeft ? radii.minXMinY : radii.maxXMinY) : (isLeft ? radii.minXMaxY : radii.maxXMaxY)
    guard r > 0 else { return nil }
    let arc = CornerArc(
      cornerX: isLeft ? minX : maxX, cornerY: isTop ? minY : maxY, inwardX: isLeft ? 1 : -1, inwardY: isTop ? 1 : -1,
      radius: r, smoothing: radii.smoothing)
    return arc.shapes(x, y) ? arc : nil
  }
}
