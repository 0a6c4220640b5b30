/// A convex polygon on the device, in pixels.
struct Polygon: Sendable {
  /// In order around it. A box that is cut by four edges and a horizon or two has no more than lie in place.
  private(set) var points = FewElements<10, Vector2>(filler: .zero)

  /// Nothing.
  init() {}

  init(_ box: DeviceBox) {
    points.append(Vector2(box.minX, box.minY))
    points.append(Vector2(box.maxX, box.minY))
    points.append(Vector2(box.maxX, box.maxY))
    points.append(Vector2(box.minX, box.maxY))
  }

  /// Cuts away what lies outside of a line (Sutherland and Hodgman, 1974).
  mutating func cut(to half: HalfPlane) {
    guard let last = points.last else { return }
    var kept = FewElements<10, Vector2>(filler: .zero)
    var before = last
    var valueBefore = half.value(at: before)
    for point in points {
      let value = half.value(at: point)
      // A corner on the line is kept as it is, not found a second time.
      if (value > 0 && valueBefore < 0) || (value < 0 && valueBefore > 0) {
        kept.append(before + (point - before) * (valueBefore / (valueBefore - value)))
      }
      if value >= 0 { kept.append(point) }
      before = point
      valueBefore = value
    }
    if kept.count < 3 { kept.removeAll() }
    points = kept
  }

  var isEmpty: Bool { points.isEmpty }

  /// The mean of the corners, a point inside.
  var middle: Vector2 {
    points.reduce(Vector2(0, 0), +) / Double(max(points.count, 1))
  }

  /// In pixels.
  var area: Double {
    guard var before = points.last else { return 0 }
    var twice = 0.0
    for point in points {
      twice += before.x * point.y - before.y * point.x
      before = point
    }
    return abs(twice / 2)
  }

  /// How many quads make up the polygon. They meet along shared corners, so that a pixel centre on a seam is drawn once.
  var quadCount: Int { max(points.count - 1, 0) / 2 }

  func quad(_ number: Int) -> Quad {
    let index = 1 + 2 * number
    return Quad(points[0], points[index], points[min(index + 2, points.count - 1)], points[index + 1])
  }
}

/// A line on the device that has an inside: a·X + b·Y + c ≥ 0.
struct HalfPlane: Equatable, Sendable {
  var a: Double
  var b: Double
  var c: Double

  func value(at p: Vector2) -> Double { a * p.x + b * p.y + c }
}
