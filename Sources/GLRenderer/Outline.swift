import Graphics
import RenderTree

/// Where a rectangle of a plane shows on the device, with the fringe of its anti-aliased edges, inside what the clips leave.
struct Outline {
  /// The only quad of nearly every outline: kept apart, so that the usual case needs no array.
  var quad: Quad
  /// What one quad cannot cover of an outline that was cut.
  var otherQuads: [Quad] = []
  /// The pixels that can have coverage, in whole device pixels: not empty.
  var pixels: DeviceBox
  /// A device position within.
  var middle: Vector2
  /// Device pixels in the quads.
  var area: Double
}

extension Flattener {
  /// What positions in Double may be off, and more: beyond half a pixel from an edge (rule 4) there is no coverage, and
  /// quads reach this much farther, in device pixels.
  private static let slack = 1.0 / 64
  static let fringe = 0.5 + slack
  /// From a quad's edge inwards to where pixels count as touched: less coverage than 1/4096 no 8-bit colour shows, and
  /// edges along pixels must not touch their neighbours by rounding.
  static let untouched = slack + 1.0 / 4096

  /// The outline of a rectangle; nil when no pixel in the box can have coverage.
  ///
  /// - Parameter fringe: how far it reaches beyond the edges, in device pixels: none where they are not anti-aliased.
  func outline(of rect: CGRect, on plane: Plane, in box: DeviceBox, fringe: Double = Self.fringe) -> Outline? {
    guard !box.isEmpty else { return nil }
    guard plane.isAffine else { return cutOutline(of: rect, on: plane, in: box, fringe: fringe) }
    // The usual case: a parallelogram that lies wholly inside the box.
    let quad = parallelogram(of: rect, on: plane, fringe: fringe)
    var around = DeviceBox.nothing
    around.add(quad.a)
    around.add(quad.b)
    around.add(quad.c)
    around.add(quad.d)
    let pixels = around.inset(by: Self.untouched).pixels
    guard !pixels.intersection(box).isEmpty else { return nil }
    guard box.contains(around) else { return cutOutline(of: rect, on: plane, in: box, fringe: fringe) }
    let across = quad.b - quad.a
    let down = quad.c - quad.a
    return Outline(
      quad: quad, pixels: pixels, middle: around.middle, area: abs(across.x * down.y - across.y * down.x))
  }

  /// A rectangle of an affine plane, grown by a fringe.
  private func parallelogram(of rect: CGRect, on plane: Plane, fringe: Double) -> Quad {
    let grow = plane.pointsPerPixel * fringe
    let map = plane.toDevice
    let (minX, minY) = (rect.minX - grow.x, rect.minY - grow.y)
    let (maxX, maxY) = (rect.maxX + grow.x, rect.maxY + grow.y)
    return Quad(map.apply(minX, minY), map.apply(maxX, minY), map.apply(minX, maxY), map.apply(maxX, maxY))
  }

  /// The usual case of planes in perspective: a quad that lies wholly inside the box, and in front of the eye.
  private func wholeOutline(of rect: CGRect, on plane: Plane, in box: DeviceBox, fringe: Double) -> Outline? {
    guard !plane.isAffine, let quad = EdgeLines(rect, on: plane).quad(grownBy: fringe) else { return nil }
    var around = DeviceBox.nothing
    for point in [quad.a, quad.b, quad.c, quad.d] {
      guard plane.horizons.allSatisfy({ $0.value(at: point) > 0 }) else { return nil }
      around.add(point)
    }
    guard box.contains(around) else { return nil }
    let (diagonal, other) = (quad.d - quad.a, quad.c - quad.b)
    let pixels = around.inset(by: Self.untouched).pixels
    let area = abs(diagonal.x * other.y - diagonal.y * other.x) / 2
    guard !pixels.isEmpty, area > 0 else { return nil }
    return Outline(quad: quad, pixels: pixels, middle: (quad.a + quad.b + quad.c + quad.d) / 4, area: area)
  }

  /// Any case: the box, cut by the rectangle's edges moved outwards by the fringe, and by the horizons. Nothing is divided
  /// by a w, so that planes which pass the eye need no case of their own.
  private func cutOutline(of rect: CGRect, on plane: Plane, in box: DeviceBox, fringe: Double) -> Outline? {
    if let whole = wholeOutline(of: rect, on: plane, in: box, fringe: fringe) { return whole }
    var polygon = Polygon(box)
    for horizon in plane.horizons {
      polygon.cut(to: horizon)
    }
    for edge in rect.edges(on: plane) where !polygon.isEmpty {
      polygon.cut(to: HalfPlane(a: edge.a, b: edge.b, c: edge.c + fringe))
    }
    let area = polygon.area
    guard area > 0, area.isFinite else { return nil }
    var around = DeviceBox.nothing
    for point in polygon.points { around.add(point) }
    // The box's own edges have no slack, but no pixel's centre is that near to them.
    let pixels = around.inset(by: Self.untouched).pixels.intersection(box)
    var quads = polygon.quads
    guard !pixels.isEmpty, !quads.isEmpty else { return nil }
    let first = quads.removeFirst()
    return Outline(quad: first, otherQuads: quads, pixels: pixels, middle: polygon.middle, area: area)
  }
}
