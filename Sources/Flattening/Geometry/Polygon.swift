/// A convex polygon on the device, in pixels.
struct Polygon: Sendable {
  /// In order around it. A box that is cut by four edges and a horizon or two has no more than lie
  /// in place.
  private(set) var points = FewElements<10, SIMD2<Double>>(filler: .zero)

  init(_ box: PixelBox) {
    let (minX, minY, maxX, maxY) = (Double(box.minX), Double(box.minY), Double(box.maxX), Double(box.maxY))
    points.append(SIMD2(minX, minY))
    points.append(SIMD2(maxX, minY))
    points.append(SIMD2(maxX, maxY))
    points.append(SIMD2(minX, maxY))
  }

  /// Leaves what lies on the positive side of a line (Sutherland and Hodgman, Reentrant Polygon
  /// Clipping, 1974).
  mutating func cut(to side: HalfPlane) {
    guard var before = points.last else { return }
    var kept = FewElements<10, SIMD2<Double>>(filler: .zero)
    var valueBefore = side.value(before.x, before.y)
    for point in points {
      let value = side.value(point.x, point.y)
      // A corner on the line is kept as it is, not found a second time.
      if (value > 0 && valueBefore < 0) || (value < 0 && valueBefore > 0) {
        kept.append(before + (point - before) * (valueBefore / (valueBefore - value)))
      }
      if value >= 0 { kept.append(point) }
      (before, valueBefore) = (point, value)
    }
    if kept.count < 3 { kept.removeAll() }
    points = kept
  }

  /// The least and greatest value of a linear function anywhere in it.
  func range(of line: HalfPlane) -> (least: Double, greatest: Double) {
    var (least, greatest) = (Double.infinity, -Double.infinity)
    for point in points {
      let value = line.value(point.x, point.y)
      (least, greatest) = (min(least, value), max(greatest, value))
    }
    return (least, greatest)
  }

  /// The mean of the corners: a point inside.
  var middle: SIMD2<Double> {
    points.reduce(SIMD2(0, 0), +) / Double(max(points.count, 1))
  }

  /// The pixels of `box` whose centres lie in the rectangle around it and no more than `reach`
  /// pixels beyond.
  func pixels(in box: PixelBox, reach: Double) -> PixelBox {
    guard let first = points.first else { return .empty }
    var (low, high) = (first, first)
    for point in points {
      low = pointwiseMin(low, point)
      high = pointwiseMax(high, point)
    }
    return box.centers(fromX: low.x - reach, y: low.y - reach, toX: high.x + reach, y: high.y + reach)
  }
}
