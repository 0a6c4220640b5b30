import Graphics
import RenderTree

/// Where a rectangle of a plane shows on the device, with the fringe of its anti-aliased edges, inside what the clips leave.
struct Outline {
  /// The only quad of nearly every outline: kept apart, so that the usual case needs no array.
  var quad: Quad
  /// What one quad cannot cover of an outline that was cut.
  var otherQuads = FewElements<3, Quad>(filler: Quad(.zero, .zero, .zero, .zero))
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
  /// - Parameters:
  ///   - fringe: how far it reaches beyond the edges, in device pixels: none where they are not anti-aliased.
  ///   - whole: what the rectangle is a part of, whose corners say how far coverage reaches at most; nil for itself.
  func outline(
    of rect: CGRect, on plane: Plane, in box: DeviceBox, fringe: Double = Self.fringe, partOf whole: CGRect? = nil
  ) -> Outline? {
    let box = plane.coverageLimit(of: whole ?? rect)?.intersection(box) ?? box
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
    for index in 0..<4 {
      let point = quad[index]
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
    let polygon = cutPolygon(of: rect, on: plane, in: box, fringe: fringe)
    let area = polygon.area
    guard area > 0, area.isFinite else { return nil }
    var around = DeviceBox.nothing
    for point in polygon.points { around.add(point) }
    // The box's own edges have no slack, but no pixel's centre is that near to them.
    let pixels = around.inset(by: Self.untouched).pixels.intersection(box)
    guard !pixels.isEmpty, polygon.quadCount > 0 else { return nil }
    var outline = Outline(quad: polygon.quad(0), pixels: pixels, middle: polygon.middle, area: area)
    for number in 1..<polygon.quadCount { outline.otherQuads.append(polygon.quad(number)) }
    return outline
  }

  private func cutPolygon(of rect: CGRect, on plane: Plane, in box: DeviceBox, fringe: Double) -> Polygon {
    var polygon = Polygon(box)
    for horizon in plane.horizons {
      polygon.cut(to: horizon)
    }
    for number in 0..<4 where !polygon.isEmpty {
      guard let edge = rect.edge(number, on: plane) else { continue }
      polygon.cut(to: HalfPlane(a: edge.a, b: edge.b, c: edge.c + fringe))
    }
    return polygon
  }

  /// Around the centres of all pixels in the box that a rectangle can cover; empty when there are none.
  func outlinePolygon(of rect: CGRect, on plane: Plane, in box: DeviceBox) -> Polygon {
    let box = plane.coverageLimit(of: rect)?.intersection(box) ?? box
    guard !box.isEmpty else { return Polygon() }
    return cutPolygon(of: rect, on: plane, in: box, fringe: Self.fringe)
  }
}

extension Plane {
  /// How far beyond the box around its corners a rectangle covers pixels at most, in device pixels (docs/rendering.md,
  /// section 4).
  private static let reachOfCoverage = 1 + 1.0 / 1024

  /// The pixels, in whole device pixels, beyond which a rectangle has no coverage however near its edges' lines are; nil where
  /// these lines alone keep coverage within, and where the rectangle reaches behind the eye.
  func coverageLimit(of rect: CGRect) -> DeviceBox? {
    let m = toDevice
    if isAffine {
      // How far its corners lie out when its edges are moved outwards by half a pixel: less than that for right angles.
      let grow = pointsPerPixel / 2
      let (x, y) = (abs(m.xx) * grow.x + abs(m.xy) * grow.y, abs(m.yx) * grow.x + abs(m.yy) * grow.y)
      guard max(x, y) > 1 else { return nil }
    }
    var around = DeviceBox.nothing
    for corner in 0..<4 {
      let p = m.applyHomogeneous(corner & 1 == 0 ? rect.minX : rect.maxX, corner & 2 == 0 ? rect.minY : rect.maxY)
      let place = Vector2(p.x, p.y) / p.z
      guard p.z > 0, horizons.allSatisfy({ $0.value(at: place) > 0 }) else { return nil }
      around.add(place)
    }
    guard around.isFinite else { return nil }
    let reach = Self.reachOfCoverage + 0.5
    return DeviceBox(
      minX: (around.minX - reach).rounded(.up), minY: (around.minY - reach).rounded(.up),
      maxX: (around.maxX + reach).rounded(.down), maxY: (around.maxY + reach).rounded(.down))
  }
}
