import MultiplaneGraphics
import MultiplaneRenderTree

extension BoxShape {
  package var width: Double { maxX - minX }
  package var height: Double { maxY - minY }

  /// The shape with each side moved inwards and each radius made smaller by as much (§7); nil when
  /// nothing is left.
  func inset(by distance: Double) -> BoxShape? {
    guard distance != 0 else { return width > 0 && height > 0 ? self : nil }
    guard width > 2 * distance, height > 2 * distance else { return nil }
    var shape = self
    shape.minX += distance
    shape.minY += distance
    shape.maxX -= distance
    shape.maxY -= distance
    shape.radii = radii.inset(by: distance)
    return shape
  }

  /// The four edges as lines on the device, in the order min x, max x, min y, max y: signed
  /// distances inwards in device pixels. Nil for an edge that does not bound the shape, or is at
  /// infinity.
  ///
  /// They are straight with perspective, too: x ≥ minX on the plane is row x of the inverse map
  /// minus minX times its row w, which is linear in the device position.
  package func edges(on plane: Plane) -> (minX: HalfPlane?, maxX: HalfPlane?, minY: HalfPlane?, maxY: HalfPlane?) {
    let m = plane.fromDevice
    func edge(_ open: EdgeSet, _ a: Double, _ b: Double, _ c: Double) -> HalfPlane? {
      openEdges.contains(open) ? nil : HalfPlane(a: a, b: b, c: c).normalized
    }
    return (
      edge(.minX, m.xx - minX * m.wx, m.xy - minX * m.wy, m.x0 - minX * m.w0),
      edge(.maxX, maxX * m.wx - m.xx, maxX * m.wy - m.xy, maxX * m.w0 - m.x0),
      edge(.minY, m.yx - minY * m.wx, m.yy - minY * m.wy, m.y0 - minY * m.w0),
      edge(.maxY, maxY * m.wx - m.yx, maxY * m.wy - m.yy, maxY * m.w0 - m.y0)
    )
  }

  /// The device pixels of `box` that it can cover: those within the box around its four corners and
  /// a little more than a pixel (§4). A shape that reaches behind the camera has no such box and is
  /// cut by its edges there.
  @inline(__always)
  func pixels(on plane: Plane, within box: PixelBox) -> PixelBox {
    plane.isAffine ? pixels(through: plane.toDevice, within: box) : projectedPixels(on: plane, within: box)
  }

  /// The same on a plane that is parallel to the screen.
  private func pixels(through m: PlaneMap, within box: PixelBox) -> PixelBox {
    // The centre and half the extents of the parallelogram.
    let (x, y) = ((minX + maxX) / 2, (minY + maxY) / 2)
    let (dx, dy) = (width / 2, height / 2)
    let (centerX, centerY) = (m.xx * x + m.xy * y + m.x0, m.yx * x + m.yy * y + m.y0)
    // Along the device's axes coverage ends half a pixel outwards; at corners of other angles, and
    // where an edge does not end it, a little more than a pixel.
    let reach = m.isAxisAligned && openEdges.isEmpty ? Self.reachAlongAxes : Self.reach
    let (reachX, reachY) = (abs(m.xx) * dx + abs(m.xy) * dy + reach, abs(m.yx) * dx + abs(m.yy) * dy + reach)
    return box.centers(fromX: centerX - reachX, y: centerY - reachY, toX: centerX + reachX, y: centerY + reachY)
  }

  private func projectedPixels(on plane: Plane, within box: PixelBox) -> PixelBox {
    var (left, top, right, bottom) = (Double.infinity, Double.infinity, -Double.infinity, -Double.infinity)
    for (x, y) in [(minX, minY), (maxX, minY), (minX, maxY), (maxX, maxY)] {
      guard let p = plane.devicePoint(x, y) else { return cutPixels(on: plane, within: box) }
      (left, right, top, bottom) = (min(left, p.x), max(right, p.x), min(top, p.y), max(bottom, p.y))
    }
    let reach = Self.reach
    return box.centers(fromX: left - reach, y: top - reach, toX: right + reach, y: bottom + reach)
  }

  /// The most that coverage extends beyond the box around its corners, in device pixels (§4).
  private static let reach = 1 + 1.0 / 1024

  /// The same for edges along the device's axes: half a pixel, less what no byte shows, so that
  /// edges on pixels' edges do not touch their neighbours.
  private static let reachAlongAxes = 0.5 - 1.0 / 4096

  /// The pixels of `box` inside all edges that it has, moved outwards by a pixel, and inside all
  /// horizons.
  private func cutPixels(on plane: Plane, within box: PixelBox) -> PixelBox {
    polygon(on: plane, within: box, grownBy: 1).pixels(in: box, reach: 0.5)
  }

  /// The part of `box` inside all edges that it has, moved outwards by the given number of pixels,
  /// and inside all horizons.
  func polygon(on plane: Plane, within box: PixelBox, grownBy reach: Double) -> Polygon {
    let edges = edges(on: plane)
    var polygon = Polygon(box)
    for edge in [edges.minX, edges.maxX, edges.minY, edges.maxY] {
      if let edge { polygon.cut(to: HalfPlane(a: edge.a, b: edge.b, c: edge.c + reach)) }
    }
    for horizon in plane.horizons { polygon.cut(to: horizon) }
    return polygon
  }

  /// A rectangle of device pixels that the shape certainly covers, on a device-aligned plane: the
  /// largest one between its corners. Empty on other planes.
  package func interior(on plane: Plane) -> PixelBox {
    let m = plane.toDevice
    guard m.isAxisAligned, plane.fromDevice.isAxisAligned, !plane.hasHorizons else { return .empty }
    // The distance from each edge at which coverage is full: half a pixel if it is anti-aliased,
    // else where centres are inside.
    func room(_ side: EdgeSet, _ edge: CAEdgeAntialiasingMask, isLast: Bool) -> Double {
      if openEdges.contains(side) { return -Self.far }
      return hardEdges.contains(edge) ? (isLast ? 1.0 / 1024 : -1.0 / 1024) : 0.5
    }
    let roomX = (
      room(.minX, .layerLeftEdge, isLast: false), room(.maxX, .layerRightEdge, isLast: true)
    )
    let roomY = (
      room(.minY, .layerBottomEdge, isLast: false), room(.maxY, .layerTopEdge, isLast: true)
    )
    // A quarter turn swaps what goes across and down.
    let isTurned = m.xx == 0
    let (scaleX, scaleY) = isTurned ? (m.xy, m.yx) : (m.xx, m.yy)
    let columns =
      isTurned
      ? Self.span(scaleX, minY, maxY, roomY, movedBy: m.x0) : Self.span(scaleX, minX, maxX, roomX, movedBy: m.x0)
    let rows =
      isTurned
      ? Self.span(scaleY, minX, maxX, roomX, movedBy: m.y0) : Self.span(scaleY, minY, maxY, roomY, movedBy: m.y0)
    guard columns.low < columns.high, rows.low < rows.high else { return .empty }
    guard !radii.isSquare else { return Self.pixels(columns, rows) }
    let largest = max(radii.minXMinY, radii.maxXMinY, radii.minXMaxY, radii.maxXMaxY)
    let reach = largest * (radii.smoothing > 0 ? CornerRadii.continuousReach : 1)
    let (reachX, reachY) = (reach * abs(scaleX) + 1, reach * abs(scaleY) + 1)
    // A circle's corner leaves 1 − √½ of its radius along the diagonal, and continuous ones less of
    // theirs.
    let (stepX, stepY) = (reachX * 0.3 + 1, reachY * 0.3 + 1)
    return [
      Self.pixels((columns.low + reachX, columns.high - reachX), rows),
      Self.pixels(columns, (rows.low + reachY, rows.high - reachY)),
      Self.pixels((columns.low + stepX, columns.high - stepX), (rows.low + stepY, rows.high - stepY)),
    ].max { $0.pixelCount < $1.pixelCount } ?? .empty
  }

  /// Beyond all pixels.
  private static let far = 1e9

  /// One side of a rectangle on the device, less the room at its ends.
  private static func span(
    _ scale: Double, _ from: Double, _ to: Double, _ room: (Double, Double), movedBy offset: Double
  ) -> (low: Double, high: Double) {
    let (first, last) = (scale * from + offset, scale * to + offset)
    return scale > 0 ? (first + room.0, last - room.1) : (last + room.1, first - room.0)
  }

  /// The pixels whose centres lie in a rectangle, its edges included but for what single precision
  /// may lose.
  private static func pixels(_ columns: (low: Double, high: Double), _ rows: (low: Double, high: Double)) -> PixelBox {
    func whole(_ x: Double) -> Int32 { Int32(min(max(x, -far), far)) }
    let room = 1e-7
    let result = PixelBox(
      minX: whole((columns.low - 0.5 - room).rounded(.up)), minY: whole((rows.low - 0.5 - room).rounded(.up)),
      maxX: whole((columns.high + 0.5 + room).rounded(.down)), maxY: whole((rows.high + 0.5 + room).rounded(.down)))
    return result.isEmpty ? .empty : result
  }
}
