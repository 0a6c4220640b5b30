import Foundation
import Graphics
import RenderTree

/// How much of a pixel a rounded rectangle on a plane covers (rendering rules §4).
///
/// A class, so that clip chains pass it on without copying.
final class Coverage {
  private let plane: PlaneMap
  private let left, right, top, bottom: DeviceLine
  private let shape: RoundedRectangle
  private let isRounded: Bool

  /// Nil when the rectangle has no place among finite numbers.
  init?(_ shape: RoundedRectangle, on plane: PlaneMap, leavingOut open: OpenEdges = []) {
    self.plane = plane
    self.shape = shape
    isRounded = !shape.radii.isSquare
    let m = plane.fromDevice
    // On the plane P is (x/v, y/v), and v > 0 where it is seen: x/v ≥ minX is x − minX·v ≥ 0, which is linear in P.
    let left = DeviceLine(
      a: m.m11 - shape.minX * m.m13, b: m.m21 - shape.minX * m.m23, c: m.m31 - shape.minX * m.m33)
    let right = DeviceLine(
      a: shape.maxX * m.m13 - m.m11, b: shape.maxX * m.m23 - m.m21, c: shape.maxX * m.m33 - m.m31)
    let top = DeviceLine(
      a: m.m12 - shape.minY * m.m13, b: m.m22 - shape.minY * m.m23, c: m.m32 - shape.minY * m.m33)
    let bottom = DeviceLine(
      a: shape.maxY * m.m13 - m.m12, b: shape.maxY * m.m23 - m.m22, c: shape.maxY * m.m33 - m.m32)
    self.left = open.contains(.minX) ? .nowhere : left.normalized
    self.right = open.contains(.maxX) ? .nowhere : right.normalized
    self.top = open.contains(.minY) ? .nowhere : top.normalized
    self.bottom = open.contains(.maxY) ? .nowhere : bottom.normalized
    guard self.left.isFinite, self.right.isFinite, self.top.isFinite, self.bottom.isFinite else { return nil }
  }

  /// The pixels of `box` that can be covered at all.
  func box(within box: PixelBox) -> PixelBox {
    // c > 0 needs d > −½; one pixel more is room for rounding.
    let box = box.clipped(to: [left, right, top, bottom], margin: 1)
    return plane.eye.isEmpty ? box : box.clipped(to: plane.eye, margin: 0)
  }

  /// The coverage of a pixel by its centre, 0…1. The caller has made sure that the point is seen.
  @inline(__always)
  func value(_ x: Double, _ y: Double) -> Double {
    let across = edge(left.distance(x, y)) + edge(right.distance(x, y)) - 1
    guard across > 0 else { return 0 }
    let along = edge(top.distance(x, y)) + edge(bottom.distance(x, y)) - 1
    guard along > 0 else { return 0 }
    let rectangle = across * along
    guard isRounded else { return rectangle }
    let arc = arcCoverage(x, y)
    return arc < rectangle ? arc : rectangle
  }

  @inline(__always)
  private func edge(_ distance: Double) -> Double { limited(distance + 0.5, 0, 1) }

  /// c_arc in the square of a corner, 1 elsewhere.
  private func arcCoverage(_ x: Double, _ y: Double) -> Double {
    let place = plane.position(x, y)
    guard let arc = shape.arc(place.x, place.y) else { return 1 }
    let p = plane.point(x, y)
    let qx = p.x - arc.x
    let qy = p.y - arc.y
    let length = (qx * qx + qy * qy).squareRoot()
    guard length > 0 else { return 1 }
    // ∇f = −(q/|q|)·∂p/∂P
    let byX = (qx * p.dxByX + qy * p.dyByX) / length
    let byY = (qx * p.dxByY + qy * p.dyByY) / length
    let gradient = (byX * byX + byY * byY).squareRoot()
    return edge((arc.radius - length) / gradient)
  }

  /// What a clip leaves of a pixel: shadows and groups may also be drawn where the clip's plane is not seen.
  @inline(__always)
  func clipValue(_ x: Double, _ y: Double) -> Double { plane.isSeen(x, y) ? value(x, y) : 0 }

  /// Whether every pixel of the box is certainly covered whole, so that the coverage need not be asked for.
  ///
  /// The distances are linear and the box is convex, so its corners decide for all of it.
  func isCertain(in box: PixelBox) -> Bool {
    for corner in box.corners {
      guard plane.isSeen(corner.x, corner.y) else { return false }
      for line in [left, right, top, bottom] where !(line.distance(corner.x, corner.y) >= 0.5) { return false }
    }
    return !isRounded || !touchesCorner(box)
  }

  /// Whether the box may reach into a corner's square: it does not where it lies in the middle column or middle row.
  private func touchesCorner(_ box: PixelBox) -> Bool {
    let points = box.corners.map { plane.point($0.x, $0.y) }
    let r = shape.radii
    let (inLeft, inRight) = (max(r.minXMinY, r.minXMaxY), max(r.maxXMinY, r.maxXMaxY))
    let (inTop, inBottom) = (max(r.minXMinY, r.maxXMinY), max(r.minXMaxY, r.maxXMaxY))
    let column = points.allSatisfy { $0.x >= shape.minX + inLeft && $0.x <= shape.maxX - inRight }
    let row = points.allSatisfy { $0.y >= shape.minY + inTop && $0.y <= shape.maxY - inBottom }
    return !column && !row
  }
}

/// The edges of a rectangle that do not end it (rendering rules §8).
struct OpenEdges: OptionSet {
  let rawValue: Int
  static let minX = OpenEdges(rawValue: 1)
  static let maxX = OpenEdges(rawValue: 2)
  static let minY = OpenEdges(rawValue: 4)
  static let maxY = OpenEdges(rawValue: 8)
}
