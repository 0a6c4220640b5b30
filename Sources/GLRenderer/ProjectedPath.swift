import Graphics

/// A path of lines seen through a projective map: polygons on the device, cut to a box and to what is in front of the eye.
///
/// Cutting a polygon to a convex region leaves its winding inside as it was, so any fill rule holds for the polygons
/// together. (Sutherland and Hodgman, Reentrant Polygon Clipping, 1974; in homogeneous coordinates, so that nothing is
/// divided by a w that may be 0.)
struct ProjectedPath {
  /// In device pixels.
  private(set) var polygons: [[Vector2]] = []

  /// - Parameters:
  ///   - lines: a path without curves, in points of the plane.
  ///   - map: from the plane to the device.
  ///   - box: what may be cut away lies outside of it.
  init(_ lines: PathOutline, by map: PlaneMap, in box: DeviceBox) {
    // Where each of these is not below 0 for (x, y, w) the point is kept.
    let planes: [SIMD3<Double>] = [
      SIMD3(1, 0, -box.minX), SIMD3(-1, 0, box.maxX), SIMD3(0, 1, -box.minY), SIMD3(0, -1, box.maxY),
    ]
    var subpath: [SIMD3<Double>] = []
    for element in lines.elements {
      switch element {
      case .move(let point):
        add(subpath, planes)
        subpath = [map.applyHomogeneous(point.x, point.y)]
      case .line(let end), .quadCurve(let end, _), .curve(let end, _, _):
        subpath.append(map.applyHomogeneous(end.x, end.y))
      case .close:
        add(subpath, planes)
        // What follows without a move begins where this began.
        subpath = Array(subpath.prefix(1))
      }
    }
    add(subpath, planes)
  }

  private mutating func add(_ subpath: [SIMD3<Double>], _ planes: [SIMD3<Double>]) {
    guard subpath.count > 2 else { return }
    // The eye's plane first: for points behind it the others are turned round. Not w = 0 itself, by which none can divide.
    let greatest = subpath.reduce(0) { max($0, abs($1.z)) }
    var points = Self.cut(subpath) { $0.z - greatest * 1e-9 }
    for plane in planes {
      guard points.count > 2 else { return }
      points = Self.cut(points) { ($0 * plane).sum() }
    }
    let polygon = points.map { Vector2($0.x, $0.y) / $0.z }
    guard polygon.count > 2, polygon.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return }
    polygons.append(polygon)
  }

  /// The part of a closed polygon where a linear function is not below 0.
  private static func cut(
    _ points: [SIMD3<Double>], _ value: (SIMD3<Double>) -> Double
  ) -> [SIMD3<Double>] {
    guard var last = points.last else { return [] }
    var lastValue = value(last)
    var kept: [SIMD3<Double>] = []
    kept.reserveCapacity(points.count + 2)
    for point in points {
      let pointValue = value(point)
      if (lastValue >= 0) != (pointValue >= 0) {
        kept.append(last + (point - last) * (lastValue / (lastValue - pointValue)))
      }
      if pointValue >= 0 { kept.append(point) }
      (last, lastValue) = (point, pointValue)
    }
    return kept
  }

  /// The polygons as a path whose coordinates count from a device position; nil when there are none.
  func path(from origin: Vector2) -> CGPath? {
    guard !polygons.isEmpty else { return nil }
    var elements: [PathElement] = []
    for polygon in polygons {
      for (index, corner) in polygon.enumerated() {
        let point = CGPoint(x: corner.x - origin.x, y: corner.y - origin.y)
        elements.append(index == 0 ? .move(to: point) : .line(to: point))
      }
      elements.append(.close)
    }
    return CGPath(elements: elements)
  }
}
