import MultiplaneFlattening
import MultiplaneGraphics

extension PlaneMap {
  /// The map of points that are first translated.
  func translated(by offset: (x: Double, y: Double)) -> PlaneMap {
    var map = self
    map.x0 += xx * offset.x + xy * offset.y
    map.y0 += yx * offset.x + yy * offset.y
    map.w0 += wx * offset.x + wy * offset.y
    return map
  }

  /// The map without its translation, for an affine map.
  var linearPart: PlaneMap {
    var map = self
    (map.x0, map.y0) = (0, 0)
    return map
  }
}

extension PlaneMap {
  /// Device pixels per point, at most, to within a factor of √2; for an affine map.
  var scale: Double { max((xx * xx + yx * yx).squareRoot(), (xy * xy + yy * yy).squareRoot()) }
}

extension Plane {
  /// Device pixels to a point of the plane at most, in the pixels of a box that are seen, to first
  /// order.
  func largestScale(in box: PixelBox) -> Double {
    var largest = 1e-6
    for x in [Double(box.minX), Double(box.maxX)] {
      for y in [Double(box.minY), Double(box.maxY)] {
        let p = point(x, y)
        let m = fromDevice
        let w = m.wx * x + m.wy * y + m.w0
        let (xx, xy) = ((m.xx - p.x * m.wx) / w, (m.xy - p.x * m.wy) / w)
        let (yx, yy) = ((m.yx - p.y * m.wx) / w, (m.yy - p.y * m.wy) / w)
        let square = xx * xx + xy * xy + yx * yx + yy * yy
        let scale = square.squareRoot() / abs(xx * yy - xy * yx)
        if scale.isFinite, w > 0 { largest = max(largest, scale) }
      }
    }
    return min(largest, 1e6)
  }
}

extension PathOutline {
  /// The projection of an outline of lines: polygons in device pixels, clipped to the half space in
  /// front of the camera and to a box with a margin of a pixel.
  ///
  /// Cutting a polygon to a convex region leaves its winding inside as it was, so any fill rule
  /// holds (Sutherland and Hodgman, Reentrant Polygon Clipping, 1974; in homogeneous coordinates,
  /// so that nothing is divided by a w that may be 0).
  func projected(by m: PlaneMap, in box: PixelBox) -> PathOutline {
    let (left, top) = (Double(box.minX) - 1, Double(box.minY) - 1)
    let (right, bottom) = (Double(box.maxX) + 1, Double(box.maxY) + 1)
    let sides = [SIMD3(1, 0, -left), SIMD3(-1, 0, right), SIMD3(0, 1, -top), SIMD3(0, -1, bottom)]
    var result = PathOutline()
    var corners: [SIMD3<Double>] = []
    func finish() {
      guard corners.count > 2 else { return }
      // Not w = 0 itself, by which none can divide.
      let greatest = corners.reduce(0) { max($0, abs($1.z)) }
      var polygon = corners.cut { $0.z - greatest * 1e-9 }
      for side in sides { polygon = polygon.cut { ($0 * side).sum() } }
      let points = polygon.map { CGPoint(x: $0.x / $0.z, y: $0.y / $0.z) }
      guard points.count > 2, points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return }
      result.move(to: points[0])
      for point in points.dropFirst() { result.addLine(to: point) }
      result.closeSubpath()
    }
    func image(_ p: CGPoint) -> SIMD3<Double> {
      SIMD3(m.xx * p.x + m.xy * p.y + m.x0, m.yx * p.x + m.yy * p.y + m.y0, m.wx * p.x + m.wy * p.y + m.w0)
    }
    for element in elements {
      switch element {
      case .move(let point):
        finish()
        corners = [image(point)]
      case .line(let end), .quadCurve(let end, _), .curve(let end, _, _): corners.append(image(end))
      case .close:
        finish()
        // A segment that follows without a move begins at this subpath's start.
        corners = Array(corners.prefix(1))
      }
    }
    finish()
    return result
  }
}

extension [SIMD3<Double>] {
  /// The part of a closed polygon where a linear function is not below 0.
  fileprivate func cut(_ value: (SIMD3<Double>) -> Double) -> [SIMD3<Double>] {
    guard var previous = last else { return [] }
    var before = value(previous)
    var kept: [SIMD3<Double>] = []
    for point in self {
      let now = value(point)
      if (now >= 0) != (before >= 0) { kept.append(previous + (point - previous) * (before / (before - now))) }
      if now >= 0 { kept.append(point) }
      (previous, before) = (point, now)
    }
    return kept
  }
}
