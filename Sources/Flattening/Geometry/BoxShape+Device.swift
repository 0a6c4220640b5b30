import MultiplaneGraphics

extension BoxShape {
  package var width: Double { maxX - minX }
  package var height: Double { maxY - minY }

  /// The shape with each side moved inwards and each radius made smaller by as much (§7); nil when nothing is left.
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

  /// The four edges as lines on the device in the order min x, max x, min y, max y: the signed distance inwards in device pixels. Nil for
  /// an edge that does not end the shape, or lies at infinity, which no pixel is outside of.
  ///
  /// They are straight lines in perspective too: x ≥ minX on the plane is row x of the map back minus minX times its row w, at the
  /// device position, which is linear.
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

  /// The device pixels of `box` that it can cover: those within the box around its four corners and a little more than a pixel (§4). A
  /// shape that reaches behind the camera has no such box and is cut by its edges there.
  func pixels(on plane: Plane, within box: PixelBox) -> PixelBox {
    let m = plane.toDevice
    if plane.isAffine {
      // The centre and half the extents of the parallelogram.
      let (x, y) = ((minX + maxX) / 2, (minY + maxY) / 2)
      let (dx, dy) = (width / 2, height / 2)
      let (centerX, centerY) = (m.xx * x + m.xy * y + m.x0, m.yx * x + m.yy * y + m.y0)
      // Along the device's axes coverage ends half a pixel outwards; at corners of other angles, and where an edge does not end it, a
      // little more than a pixel.
      let reach = m.isAxisAligned && openEdges.isEmpty ? Self.reachAlongAxes : Self.reach
      let (reachX, reachY) = (abs(m.xx) * dx + abs(m.xy) * dy + reach, abs(m.yx) * dx + abs(m.yy) * dy + reach)
      return box.centers(
        fromX: centerX - reachX, y: centerY - reachY, toX: centerX + reachX, y: centerY + reachY)
    }
    var (left, top, right, bottom) = (Double.infinity, Double.infinity, -Double.infinity, -Double.infinity)
    for (x, y) in [(minX, minY), (maxX, minY), (minX, maxY), (maxX, maxY)] {
      guard let p = plane.devicePoint(x, y) else { return cutPixels(on: plane, within: box) }
      (left, right, top, bottom) = (min(left, p.x), max(right, p.x), min(top, p.y), max(bottom, p.y))
    }
    let reach = Self.reach
    return box.centers(fromX: left - reach, y: top - reach, toX: right + reach, y: bottom + reach)
  }

  /// How far beyond the box around its corners coverage may reach, in device pixels (§4).
  private static let reach = 1 + 1.0 / 1024

  /// The same for edges along the device's axes: half a pixel, less what no byte shows, so that edges on pixels' edges do not touch their
  /// neighbours.
  private static let reachAlongAxes = 0.5 - 1.0 / 4096

  /// The pixels of `box` inside all edges that it has, moved outwards by a pixel, and inside all horizons.
  private func cutPixels(on plane: Plane, within box: PixelBox) -> PixelBox {
    polygon(on: plane, within: box, grownBy: 1).pixels(in: box, reach: 0.5)
  }

  /// The part of `box` inside all edges that it has, moved outwards by so many pixels, and inside all horizons.
  func polygon(on plane: Plane, within box: PixelBox, grownBy reach: Double) -> Polygon {
    let edges = edges(on: plane)
    var polygon = Polygon(box)
    for edge in [edges.minX, edges.maxX, edges.minY, edges.maxY] {
      if let edge { polygon.cut(to: HalfPlane(a: edge.a, b: edge.b, c: edge.c + reach)) }
    }
    for horizon in plane.horizons { polygon.cut(to: horizon) }
    return polygon
  }
}
