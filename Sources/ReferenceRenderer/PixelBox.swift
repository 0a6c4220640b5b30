import Foundation

/// A rectangle of device pixels; the far ends are outside of it.
struct PixelBox: Equatable {
  var minX, minY, maxX, maxY: Int

  static let empty = PixelBox(minX: 0, minY: 0, maxX: 0, maxY: 0)

  var isEmpty: Bool { minX >= maxX || minY >= maxY }

  /// 0 for an empty box.
  var pixelCount: Int { isEmpty ? 0 : (maxX - minX) * (maxY - minY) }

  var rows: Range<Int> { minY..<max(minY, maxY) }

  @inline(__always)
  func contains(_ x: Int, _ y: Int) -> Bool { minX <= x && x < maxX && minY <= y && y < maxY }

  func intersection(_ other: PixelBox) -> PixelBox {
    let box = PixelBox(
      minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX),
      maxY: min(maxY, other.maxY))
    return box.isEmpty ? .empty : box
  }

  /// The smallest box that holds both.
  func union(_ other: PixelBox) -> PixelBox {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return PixelBox(
      minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX),
      maxY: max(maxY, other.maxY))
  }

  /// The corners, going round.
  var corners: [(x: Double, y: Double)] {
    [
      (Double(minX), Double(minY)), (Double(maxX), Double(minY)), (Double(maxX), Double(maxY)),
      (Double(minX), Double(maxY)),
    ]
  }

  /// The box with more pixels on the left and right, and at the top and bottom.
  func grown(byX x: Int, y: Int) -> PixelBox {
    isEmpty ? self : PixelBox(minX: minX - x, minY: minY - y, maxX: maxX + x, maxY: maxY + y)
  }

  /// A box of all pixels of this one whose centres can lie inside every line, moved outwards by
  /// `margin` device pixels.
  func clipped(to lines: [DeviceLine], margin: Double) -> PixelBox {
    PixelBox(around: polygon(clippedTo: lines, margin: margin), within: self)
  }

  /// The corners of what is left of the box inside every line, moved outwards by `margin` device
  /// pixels.
  ///
  /// The box's polygon is cut at one line after another (Sutherland and Hodgman, Reentrant Polygon
  /// Clipping). No point is divided by a w, so planes that run behind the camera need no care.
  func polygon(clippedTo lines: [DeviceLine], margin: Double) -> [(x: Double, y: Double)] {
    guard !isEmpty else { return [] }
    var polygon = corners
    for line in lines where !polygon.isEmpty {
      polygon = PixelBox.cut(polygon, at: line, margin: margin)
    }
    return polygon
  }

  private static func cut(
    _ polygon: [(x: Double, y: Double)], at line: DeviceLine, margin: Double
  ) -> [(x: Double, y: Double)] {
    var result: [(x: Double, y: Double)] = []
    var previous = polygon[polygon.count - 1]
    var previousDistance = line.distance(previous.x, previous.y) + margin
    for point in polygon {
      let distance = line.distance(point.x, point.y) + margin
      if (distance >= 0) != (previousDistance >= 0) {
        let t = previousDistance / (previousDistance - distance)
        result.append((previous.x + t * (point.x - previous.x), previous.y + t * (point.y - previous.y)))
      }
      if distance >= 0 { result.append(point) }
      (previous, previousDistance) = (point, distance)
    }
    return result
  }
}

extension PixelBox {
  /// The smallest box of pixels that holds all points, as far as they lie in `limit`.
  init(around points: [(x: Double, y: Double)], within limit: PixelBox) {
    guard let first = points.first, !limit.isEmpty else {
      self = .empty
      return
    }
    var (left, top, right, bottom) = (first.x, first.y, first.x, first.y)
    for point in points {
      (left, right) = (min(left, point.x), max(right, point.x))
      (top, bottom) = (min(top, point.y), max(bottom, point.y))
    }
    self.init(
      minX: Int(limited(left.rounded(.down), Double(limit.minX), Double(limit.maxX))),
      minY: Int(limited(top.rounded(.down), Double(limit.minY), Double(limit.maxY))),
      maxX: Int(limited(right.rounded(.up), Double(limit.minX), Double(limit.maxX))),
      maxY: Int(limited(bottom.rounded(.up), Double(limit.minY), Double(limit.maxY))))
  }
}
