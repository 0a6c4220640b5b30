import MultiplaneDrawing
import MultiplaneFlattening
import MultiplaneGraphics
import MultiplaneRenderTree

/// A cache of the coverage of paths on the device, with a memory budget.
package final class PathCache {
  /// The coverage of a path in a box of pixels.
  package final class Entry {
    package let coverage: PathCoverage?
    fileprivate var lastFrame = 0

    fileprivate init(_ coverage: PathCoverage?) {
      self.coverage = coverage
    }
  }

  private struct Key: Hashable {
    var path: CGPath
    var region: PathCoverage.Region
    var transform: CGAffineTransform
    var width, height: Int

    /// Of the coverage.
    var bytes: Int { width * height * 2 }
  }

  private var entries: [Key: Entry] = [:]
  private var frame = 0
  /// The memory budget between frames, in bytes.
  package var budget: Int

  /// The most that a path may extend beyond its box, in pixels: with the box's own it is what
  /// `PathCoverage` can draw.
  private static let range = 1_000.0
  /// The flattening tolerance of curves, in pixels.
  private static let tolerance = 0.004

  package init(budget: Int = 64 << 20) {
    self.budget = budget
  }

  /// The coverage of a path, translated by `offset` on a plane, in a box of device pixels; nil if
  /// none of it is visible.
  package func coverage(
    of shape: PathShape, movedBy offset: (x: Double, y: Double), on plane: Plane, in box: PixelBox
  ) -> Entry? {
    guard !box.isEmpty, var key = key(shape, offset, plane, box) else { return nil }
    if let known = entries[key] {
      known.lastFrame = frame
      return known
    }
    key.transform = key.transform.isIdentity ? .identity : key.transform
    let made = Entry(
      PathCoverage(of: key.path, key.region, transform: key.transform, width: key.width, height: key.height))
    made.lastFrame = frame
    entries[key] = made
    return made
  }

  /// Evicts the least recently used entries over the budget, except those of this frame.
  package func endFrame() {
    defer { frame += 1 }
    var bytes = entries.keys.reduce(0) { $0 + $1.bytes }
    guard bytes > budget else { return }
    for (key, entry) in entries.sorted(by: { $0.value.lastFrame < $1.value.lastFrame }) {
      guard bytes > budget, entry.lastFrame < frame else { return }
      bytes -= key.bytes
      entries[key] = nil
    }
  }

  /// The key of a path's coverage: of the path itself on a plane parallel to the screen, else of
  /// its image cut to the box.
  private func key(
    _ shape: PathShape, _ offset: (x: Double, y: Double), _ plane: Plane, _ box: PixelBox
  ) -> Key? {
    let (path, region) = shape.parts
    let m = plane.toDevice
    let (left, top) = (Double(box.minX), Double(box.minY))
    let map = PlaneMap(
      moving: m, x0: m.xx * offset.x + m.xy * offset.y + m.x0, y0: m.yx * offset.x + m.yy * offset.y + m.y0,
      w0: m.wx * offset.x + m.wy * offset.y + m.w0)
    let transform = CGAffineTransform(
      a: map.xx, b: map.yx, c: map.xy, d: map.yy, tx: map.x0 - left, ty: map.y0 - top)
    if m.isAffine {
      let bounds = shape.bounds.applying(transform)
      if bounds.minX > -Self.range, bounds.minY > -Self.range, bounds.maxX < Double(box.width) + Self.range,
        bounds.maxY < Double(box.height) + Self.range
      {
        return Key(path: path, region: region, transform: transform, width: box.width, height: box.height)
      }
    }
    let scale = plane.largestScale(in: box)
    let lines = region.lines(of: path, tolerance: Self.tolerance / scale)
    guard let cut = lines.projected(by: map, in: box) else { return nil }
    return Key(path: cut, region: .fill(region.rule), transform: .identity, width: box.width, height: box.height)
  }
}

extension PathShape {
  /// The path, and what of it is covered.
  fileprivate var parts: (CGPath, PathCoverage.Region) {
    switch self {
    case .fill(let path, let rule): return (path, .fill(rule))
    case .stroke(let stroke):
      let style = PathCoverage.StrokeStyle(
        width: stroke.width, cap: stroke.cap, join: stroke.join, miterLimit: stroke.miterLimit, dashes: stroke.dashes,
        dashPhase: stroke.dashPhase)
      return (stroke.path, .stroke(style))
    }
  }
}

extension PlaneMap {
  /// A map whose last column is another.
  fileprivate init(moving m: PlaneMap, x0: Double, y0: Double, w0: Double) {
    self = m
    (self.x0, self.y0, self.w0) = (x0, y0, w0)
  }
}

extension Plane {
  /// Device pixels to a point of the plane at most, in the pixels of a box that are seen, to first
  /// order.
  fileprivate func largestScale(in box: PixelBox) -> Double {
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
  /// A path of lines seen through a map: polygons counted from a box's corner, cut to what is in
  /// front of the camera and to the box with some room; nil when nothing is left.
  ///
  /// Cutting a polygon to a convex region leaves its winding inside as it was, so any fill rule
  /// holds (Sutherland and Hodgman, Reentrant Polygon Clipping, 1974; in homogeneous coordinates,
  /// so that nothing is divided by a w that may be 0).
  fileprivate func projected(by m: PlaneMap, in box: PixelBox) -> CGPath? {
    let (left, top) = (Double(box.minX) - 1, Double(box.minY) - 1)
    let (right, bottom) = (Double(box.maxX) + 1, Double(box.maxY) + 1)
    let sides = [SIMD3(1, 0, -left), SIMD3(-1, 0, right), SIMD3(0, 1, -top), SIMD3(0, -1, bottom)]
    var result: [PathElement] = []
    var corners: [SIMD3<Double>] = []
    func finish() {
      guard corners.count > 2 else { return }
      // Not w = 0 itself, by which none can divide.
      let greatest = corners.reduce(0) { max($0, abs($1.z)) }
      var polygon = corners.cut { $0.z - greatest * 1e-9 }
      for side in sides { polygon = polygon.cut { ($0 * side).sum() } }
      let points = polygon.map { CGPoint(x: $0.x / $0.z - Double(box.minX), y: $0.y / $0.z - Double(box.minY)) }
      guard points.count > 2, points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return }
      result.append(.move(to: points[0]))
      for point in points.dropFirst() { result.append(.line(to: point)) }
      result.append(.close)
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
    return result.isEmpty ? nil : CGPath(elements: result)
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
