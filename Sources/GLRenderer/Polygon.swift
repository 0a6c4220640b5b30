import Graphics

/// A convex polygon on the device, in pixels.
struct Polygon {
  var points: [Vector2]

  init(_ box: DeviceBox) {
    points = [
      Vector2(box.minX, box.minY), Vector2(box.maxX, box.minY), Vector2(box.maxX, box.maxY),
      Vector2(box.minX, box.maxY),
    ]
  }

  /// Cuts away what lies outside of a line (Sutherland and Hodgman, 1974).
  mutating func cut(to half: HalfPlane) {
    guard let last = points.last else { return }
    var kept: [Vector2] = []
    kept.reserveCapacity(points.count + 1)
    var before = last
    var valueBefore = half.value(at: before)
    for point in points {
      let value = half.value(at: point)
      if (value >= 0) != (valueBefore >= 0) {
        kept.append(before + (point - before) * (valueBefore / (valueBefore - value)))
      }
      if value >= 0 { kept.append(point) }
      before = point
      valueBefore = value
    }
    points = kept.count >= 3 ? kept : []
  }

  var isEmpty: Bool { points.isEmpty }

  /// The mean of the corners, a point inside.
  var middle: Vector2 {
    points.reduce(Vector2(0, 0), +) / Double(max(points.count, 1))
  }

  /// Quads that make up the polygon, each in the order of a triangle strip. They meet along shared corners, so that a
  /// pixel centre on a seam is drawn once.
  var quads: [(Vector2, Vector2, Vector2, Vector2)] {
    var quads: [(Vector2, Vector2, Vector2, Vector2)] = []
    var index = 1
    while index + 1 < points.count {
      let last = min(index + 2, points.count - 1)
      quads.append((points[0], points[index], points[last], points[index + 1]))
      index += 2
    }
    return quads
  }
}

/// An axis-parallel rectangle on the device, in pixels.
struct DeviceBox: Equatable {
  var minX: Double
  var minY: Double
  var maxX: Double
  var maxY: Double

  static let nothing = DeviceBox(minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity)

  var isEmpty: Bool { !(minX < maxX && minY < maxY) }
  var middle: Vector2 { Vector2((minX + maxX) / 2, (minY + maxY) / 2) }

  mutating func add(_ p: Vector2) {
    minX = min(minX, p.x)
    minY = min(minY, p.y)
    maxX = max(maxX, p.x)
    maxY = max(maxY, p.y)
  }

  mutating func add(_ other: DeviceBox) {
    guard !other.isEmpty else { return }
    add(Vector2(other.minX, other.minY))
    add(Vector2(other.maxX, other.maxY))
  }

  func contains(_ other: DeviceBox) -> Bool {
    other.minX >= minX && other.minY >= minY && other.maxX <= maxX && other.maxY <= maxY
  }

  func intersection(_ other: DeviceBox) -> DeviceBox {
    DeviceBox(
      minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX),
      maxY: min(maxY, other.maxY))
  }

  /// The smallest rectangle of whole pixels around it.
  var integral: DeviceBox {
    DeviceBox(
      minX: minX.rounded(.down), minY: minY.rounded(.down), maxX: maxX.rounded(.up), maxY: maxY.rounded(.up))
  }
}
