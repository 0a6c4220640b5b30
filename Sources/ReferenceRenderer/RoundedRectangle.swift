import Foundation
import Graphics
import RenderTree

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

  /// The rectangle with each side moved inwards and each radius made smaller by as much (§7); nil when nothing is left.
  func inset(by distance: Double) -> RoundedRectangle? {
    guard width > 2 * distance, height > 2 * distance else { return nil }
    return RoundedRectangle(
      minX: minX + distance, minY: minY + distance, maxX: maxX - distance, maxY: maxY - distance,
      radii: CornerRadii(
        minXMinY: max(0, radii.minXMinY - distance), maxXMinY: max(0, radii.maxXMinY - distance),
        minXMaxY: max(0, radii.minXMaxY - distance), maxXMaxY: max(0, radii.maxXMaxY - distance)))
  }

  /// The centre and radius of the arc that bounds the shape at a point; nil where none does: outside the squares of the
  /// corners, each of which goes on outwards without limit (§4).
  @inline(__always)
  func arc(_ x: Double, _ y: Double) -> (x: Double, y: Double, radius: Double)? {
    var r = radii.minXMinY
    if r > 0, x - minX < r, y - minY < r { return (minX + r, minY + r, r) }
    r = radii.maxXMinY
    if r > 0, maxX - x < r, y - minY < r { return (maxX - r, minY + r, r) }
    r = radii.minXMaxY
    if r > 0, x - minX < r, maxY - y < r { return (minX + r, maxY - r, r) }
    r = radii.maxXMaxY
    if r > 0, maxX - x < r, maxY - y < r { return (maxX - r, maxY - r, r) }
    return nil
  }
}
