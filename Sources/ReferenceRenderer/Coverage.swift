import Foundation
import MultiplaneGraphics
import MultiplaneRenderTree

/// The coverage of a rounded rectangle on a plane (rendering rules §4).
///
/// A class, so that clip chains pass it on without copying.
final class Coverage {
  private let plane: PlaneMap
  private let left, right, top, bottom: CoverageEdge
  private let shape: RoundedRectangle
  private let isRounded: Bool
  private let limit: CoverageLimit

  /// Nil when the rectangle has no place among finite numbers.
  ///
  /// - Parameters:
  ///   - open: edges that do not end the shape.
  ///   - hard: edges that are not anti-aliased.
  ///   - isLimited: whether it reaches only about a pixel beyond its corners.
  init?(
    _ shape: RoundedRectangle, on plane: PlaneMap, leavingOut open: OpenEdges = [], hard: CAEdgeAntialiasingMask = [],
    isLimited: Bool = true
  ) {
    self.plane = plane
    self.shape = shape
    limit = isLimited ? CoverageLimit(of: shape, on: plane) : .none
    isRounded = !shape.radii.isSquare
    let m = plane.fromDevice
    // On the plane P is (x/v, y/v), and v > 0 where it is seen: x/v ≥ minX is x − minX·v ≥ 0, which
    // is linear in P.
    let left = DeviceLine(
      a: m.m11 - shape.minX * m.m13, b: m.m21 - shape.minX * m.m23, c: m.m31 - shape.minX * m.m33)
    let right = DeviceLine(
      a: shape.maxX * m.m13 - m.m11, b: shape.maxX * m.m23 - m.m21, c: shape.maxX * m.m33 - m.m31)
    let top = DeviceLine(
      a: m.m12 - shape.minY * m.m13, b: m.m22 - shape.minY * m.m23, c: m.m32 - shape.minY * m.m33)
    let bottom = DeviceLine(
      a: shape.maxY * m.m13 - m.m12, b: shape.maxY * m.m23 - m.m22, c: shape.maxY * m.m33 - m.m32)
    let step = CoverageEdge.hardStep
    // In the names of the mask, "bottom" is the least y.
    self.left = CoverageEdge(
      open.contains(.minX) ? .nowhere : left.normalized, hardFrom: hard.contains(.layerLeftEdge) ? -step : nil)
    self.right = CoverageEdge(
      open.contains(.maxX) ? .nowhere : right.normalized, hardFrom: hard.contains(.layerRightEdge) ? step : nil)
    self.top = CoverageEdge(
      open.contains(.minY) ? .nowhere : top.normalized, hardFrom: hard.contains(.layerBottomEdge) ? -step : nil)
    self.bottom = CoverageEdge(
      open.contains(.maxY) ? .nowhere : bottom.normalized, hardFrom: hard.contains(.layerTopEdge) ? step : nil)
    guard lines.allSatisfy(\.isFinite) else { return nil }
  }

  /// What the layer's own background fills and what its clip leaves: the rounded bounds, inside an
  /// opaque border (§6). Nil when nothing is left of them.
  ///
  /// - Parameter place: inside the layer. A border that fades by itself is not opaque.
  convenience init?(fillOf node: RenderNode, in place: Place) {
    let inset = place.fade < 1 ? 0 : node.fillInset(atScale: place.scale)
    guard let shape = RoundedRectangle(boundsOf: node).inset(by: inset) else { return nil }
    self.init(shape, on: place.plane, hard: node.hardEdges)
  }

  /// The four edges, positive on the inside.
  private var lines: [DeviceLine] { [left.line, right.line, top.line, bottom.line] }

  /// The pixels of `box` that can be covered at all.
  func box(within box: PixelBox) -> PixelBox {
    // c > 0 needs d > −½; one pixel more is room for rounding.
    let box = box.clipped(to: lines, margin: 1).intersection(limit.pixels(within: box))
    return plane.horizons.isEmpty ? box : box.clipped(to: plane.horizons, margin: 0)
  }

  /// The coverage of a pixel by its centre, 0…1. The caller has made sure that the point is seen.
  @inline(__always)
  func value(_ x: Double, _ y: Double) -> Double {
    guard limit.contains(x, y) else { return 0 }
    let across = left.coverage(x, y) + right.coverage(x, y) - 1
    guard across > 0 else { return 0 }
    let along = top.coverage(x, y) + bottom.coverage(x, y) - 1
    guard along > 0 else { return 0 }
    let rectangle = across * along
    guard isRounded else { return rectangle }
    let arc = arcCoverage(x, y)
    return arc < rectangle ? arc : rectangle
  }

  /// c_arc where a corner has one, 1 elsewhere.
  private func arcCoverage(_ x: Double, _ y: Double) -> Double {
    let place = plane.position(x, y)
    guard let arc = shape.arc(place.x, place.y) else { return 1 }
    let p = plane.point(x, y)
    let (f, fByX, fByY) = arc.inside(p.x, p.y)
    // ∇f by the chain rule.
    let byX = fByX * p.dxByX + fByY * p.dyByX
    let byY = fByX * p.dxByY + fByY * p.dyByY
    let gradient = (byX * byX + byY * byY).squareRoot()
    return gradient > 0 ? limited(f / gradient + 0.5, 0, 1) : 1
  }

  /// The clip's coverage of a pixel: shadows and groups may also be drawn where the clip's plane is
  /// not seen.
  @inline(__always)
  func clipValue(_ x: Double, _ y: Double) -> Double { plane.isSeen(x, y) ? value(x, y) : 0 }

  /// Whether every pixel of the box is certainly covered whole, so that the coverage need not be
  /// asked for.
  ///
  /// The distances are linear and the box is convex, so its corners decide for all of it.
  func isCertain(in box: PixelBox) -> Bool {
    for corner in box.corners {
      guard plane.isSeen(corner.x, corner.y) else { return false }
      for line in lines where !(line.distance(corner.x, corner.y) >= 0.5) { return false }
    }
    return !isRounded || !touchesCorner(box)
  }

  /// Whether the box may reach into a corner's arc: it does not where it lies in the middle column
  /// or middle row.
  private func touchesCorner(_ box: PixelBox) -> Bool {
    let points = box.corners.map { plane.point($0.x, $0.y) }
    let r = shape.arcReaches
    let (inLeft, inRight) = (max(r.minXMinY, r.minXMaxY), max(r.maxXMinY, r.maxXMaxY))
    let (inTop, inBottom) = (max(r.minXMinY, r.maxXMinY), max(r.minXMaxY, r.maxXMaxY))
    let column = points.allSatisfy { $0.x >= shape.minX + inLeft && $0.x <= shape.maxX - inRight }
    let row = points.allSatisfy { $0.y >= shape.minY + inTop && $0.y <= shape.maxY - inBottom }
    return !column && !row
  }
}

/// The greatest distance from its corners at which a rectangle covers pixels (rendering rules §4):
/// edges that meet at a sharp angle would make a needle far longer than the rectangle's image.
private struct CoverageLimit {
  /// The pixel centres that may be covered.
  private let minX, minY, maxX, maxY: Double

  static let none = CoverageLimit(minX: -.infinity, minY: -.infinity, maxX: .infinity, maxY: .infinity)

  /// In device pixels; the small part decides ties alike in all renderers.
  private static let reach = 1 + 1.0 / 1024

  private init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
  }

  /// None for a rectangle that reaches behind the camera.
  init(of shape: RoundedRectangle, on plane: PlaneMap) {
    let corners = [shape.minX, shape.maxX].flatMap { x in
      [shape.minY, shape.maxY].compactMap { y in plane.devicePoint(x, y) }
    }
    let (x, y) = (corners.map(\.x), corners.map(\.y))
    guard corners.count == 4, let left = x.min(), let right = x.max(), let top = y.min(), let bottom = y.max() else {
      self = .none
      return
    }
    self.init(
      minX: left - CoverageLimit.reach, minY: top - CoverageLimit.reach, maxX: right + CoverageLimit.reach,
      maxY: bottom + CoverageLimit.reach)
  }

  @inline(__always)
  func contains(_ x: Double, _ y: Double) -> Bool { x >= minX && x <= maxX && y >= minY && y <= maxY }

  /// The pixels of a box among which all of these are.
  func pixels(within box: PixelBox) -> PixelBox {
    guard minX.isFinite else { return box }
    return PixelBox(around: [(minX, minY), (maxX, maxY)], within: box)
  }
}

/// One edge of a rectangle on the device (rendering rules §4).
struct CoverageEdge {
  /// Normalized.
  let line: DeviceLine
  /// For an edge that is not anti-aliased, from which distance on a pixel is covered.
  private let hardFrom: Double?

  /// The tolerance of an edge that is not anti-aliased, in device pixels: it decides ties alike in
  /// all renderers.
  static let hardStep = 1.0 / 1024

  init(_ line: DeviceLine, hardFrom: Double?) {
    self.line = line
    self.hardFrom = hardFrom
  }

  /// c of a pixel by its centre, 0…1.
  @inline(__always)
  func coverage(_ x: Double, _ y: Double) -> Double {
    let distance = line.distance(x, y)
    if let hardFrom { return distance >= hardFrom ? 1 : 0 }
    return limited(distance + 0.5, 0, 1)
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
