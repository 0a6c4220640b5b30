import Graphics
import RenderTree

/// Where a rectangle of a plane shows on the device, with the fringe of its anti-aliased edges.
struct Outline {
  /// Quads in the order of a triangle strip, device pixels, inside what the clips leave.
  var quads: [(Vector2, Vector2, Vector2, Vector2)]
  /// Around the quads.
  var box: DeviceBox
  /// A device position within.
  var middle: Vector2
  /// Device pixels in the quads.
  var area: Double
}

extension Flattener {
  /// How far beyond its edges a rectangle can have coverage, in device pixels: half a pixel (rule 4), and a little for
  /// rounding.
  private static let fringe = 0.5 + 1.0 / 64

  /// The outline of a rectangle; nil when nothing of it lies in the box.
  func outline(of rect: CGRect, on plane: Plane, in box: DeviceBox) -> Outline? {
    guard !box.isEmpty else { return nil }
    if plane.isAffine {
      if let outline = affineOutline(of: rect, on: plane, in: box) {
        return outline.area > 0 ? outline : nil
      }
    }
    return cutOutline(of: rect, on: plane, in: box)
  }

  /// The usual case: a parallelogram that lies wholly inside the box. Its area is 0 when it lies wholly outside; nil means
  /// that it has to be cut.
  private func affineOutline(of rect: CGRect, on plane: Plane, in box: DeviceBox) -> Outline? {
    let grow = plane.pointsPerPixel * Self.fringe
    let minX = rect.minX - grow.x
    let minY = rect.minY - grow.y
    let maxX = rect.maxX + grow.x
    let maxY = rect.maxY + grow.y
    let a = plane.toDevice.apply(minX, minY)
    let b = plane.toDevice.apply(maxX, minY)
    let c = plane.toDevice.apply(minX, maxY)
    let d = plane.toDevice.apply(maxX, maxY)
    var around = DeviceBox.nothing
    for corner in [a, b, c, d] { around.add(corner) }
    if around.intersection(box).isEmpty {
      return Outline(quads: [], box: around, middle: around.middle, area: 0)
    }
    guard box.contains(around) else { return nil }
    let across = b - a
    let down = c - a
    return Outline(
      quads: [(a, b, c, d)], box: around, middle: around.middle, area: abs(across.x * down.y - across.y * down.x))
  }

  /// Any case: the box, cut by the rectangle's edges moved outwards by the fringe, and by the horizons. Nothing is divided
  /// by a w, so that planes which pass the eye need no case of their own.
  private func cutOutline(of rect: CGRect, on plane: Plane, in box: DeviceBox) -> Outline? {
    var polygon = Polygon(box)
    for horizon in plane.horizons {
      polygon.cut(to: horizon)
    }
    for edge in rect.edges(on: plane) where !polygon.isEmpty {
      polygon.cut(to: HalfPlane(a: edge.a, b: edge.b, c: edge.c + Self.fringe))
    }
    guard !polygon.isEmpty else { return nil }
    var around = DeviceBox.nothing
    for point in polygon.points { around.add(point) }
    var area = 0.0
    for (p, q) in zip(polygon.points, polygon.points.dropFirst() + polygon.points.prefix(1)) {
      area += (p.x * q.y - p.y * q.x) / 2
    }
    guard abs(area) > 0, area.isFinite else { return nil }
    return Outline(quads: polygon.quads, box: around, middle: polygon.middle, area: abs(area))
  }
}

extension Plane {
  /// The point of the plane at a device position in front of the eye.
  func point(at p: Vector2) -> Vector2 {
    let g = fromDevice
    let w = g.wx * p.x + g.wy * p.y + g.w0
    let point = Vector2(g.xx * p.x + g.xy * p.y + g.x0, g.yx * p.x + g.yy * p.y + g.y0) / w
    return point.x.isFinite && point.y.isFinite ? point : Vector2(0, 0)
  }

  /// Whether the plane's axes are the device's, in either order and direction.
  var isAxisParallel: Bool {
    let m = toDevice
    return isAffine && ((m.xy == 0 && m.yx == 0) || (m.xx == 0 && m.yy == 0))
  }

  /// Where a rectangle of an axis-parallel plane lies on the device.
  func box(of rect: CGRect) -> DeviceBox {
    var box = DeviceBox.nothing
    box.add(toDevice.apply(rect.minX, rect.minY))
    box.add(toDevice.apply(rect.maxX, rect.maxY))
    return box
  }
}
