import MultiplaneGraphics

/// The placement of a layer's plane on the device: its map in both directions, and the part in
/// front of the camera (rendering rules §3).
package struct Plane: Sendable, Equatable {
  /// The map from points of the plane to device pixels.
  package let toDevice: PlaneMap
  /// The map from device pixels to points of the plane. Its W at a device position is positive in
  /// front of the camera.
  package let fromDevice: PlaneMap
  /// The half-planes in which this plane and its ancestors are in front of the camera (> 0). Nil
  /// for nearly all planes, which have none: a copy then counts no reference, as it would of an
  /// empty array.
  package let someHorizons: [HalfPlane]?
  /// The same; empty for planes parallel to the screen.
  package var horizons: [HalfPlane] { someHorizons ?? [] }
  /// Whether there are any.
  package var hasHorizons: Bool { someHorizons != nil }
  /// Whether the plane and its ancestors are parallel to the screen.
  package let isAffine: Bool

  /// The plane of the canvas, in points; nil for a scale that is not positive.
  package init?(scale: Double) {
    guard scale > 0 else { return nil }
    self.init(scaleX: scale, scaleY: scale)
  }

  /// The plane of a raster (rendering rules §22), with device pixels per point, negative in a
  /// mirrored direction; nil for scales without an inverse.
  package init?(scaleX: Double, scaleY: Double) {
    guard scaleX.isFinite, scaleY.isFinite, (1 / scaleX).isFinite, (1 / scaleY).isFinite else { return nil }
    toDevice = PlaneMap(scaleX: scaleX, scaleY: scaleY)
    fromDevice = PlaneMap(scaleX: 1 / scaleX, scaleY: 1 / scaleY)
    someHorizons = nil
    isAffine = true
  }

  /// A plane that `local` (points to points) places on this one; nil if it is invisible.
  ///
  /// Each plane that is not parallel to its parent has a horizon: the third row of the inverse map
  /// has the product of the whole chain's horizons, but those of the parents must hold separately,
  /// too.
  @inline(__always)
  package func plane(placedBy local: PlaneMap) -> Plane? {
    let map = toDevice.after(local)
    guard map.isFinite, let inverse = map.inverse else { return nil }
    return local.isAffine ? Plane(map, inverse, someHorizons, isAffine: isAffine) : projected(by: map, inverse)
  }

  /// The same for a plane that is not parallel to this one.
  private func projected(by map: PlaneMap, _ inverse: PlaneMap) -> Plane? {
    let horizon = HalfPlane(a: inverse.wx, b: inverse.wy, c: inverse.w0)
    // A constant: all of it is in front of the camera, or nothing.
    if horizon.a == 0, horizon.b == 0 {
      return horizon.c > 0 ? Plane(map, inverse, someHorizons, isAffine: isAffine && map.isAffine) : nil
    }
    return Plane(map, inverse, horizons + CollectionOfOne(horizon), isAffine: false)
  }

  private init(_ toDevice: PlaneMap, _ fromDevice: PlaneMap, _ horizons: [HalfPlane]?, isAffine: Bool) {
    self.toDevice = toDevice
    self.fromDevice = fromDevice
    someHorizons = horizons
    self.isAffine = isAffine
  }

  /// Whether it is seen from behind: its map reverses orientation.
  package var isMirrored: Bool { toDevice.determinant < 0 }

  /// Whether a device position shows a point of this plane that is in front of the camera on every
  /// plane of the chain.
  package func isSeen(_ x: Double, _ y: Double) -> Bool {
    someHorizons?.allSatisfy { $0.value(x, y) > 0 } ?? true
  }

  /// The point of the plane at a device position in front of the camera.
  package func point(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    let m = fromDevice
    let w = m.wx * x + m.wy * y + m.w0
    return ((m.xx * x + m.xy * y + m.x0) / w, (m.yx * x + m.yy * y + m.y0) / w)
  }

  /// The device position of a point of the plane, in pixels; nil unless it is in front of the
  /// camera on every plane.
  package func devicePoint(_ x: Double, _ y: Double) -> (x: Double, y: Double)? {
    let m = toDevice
    let w = m.wx * x + m.wy * y + m.w0
    let point = ((m.xx * x + m.xy * y + m.x0) / w, (m.yx * x + m.yy * y + m.y0) / w)
    guard w > 0, point.0.isFinite, point.1.isFinite, isSeen(point.0, point.1) else { return nil }
    return point
  }
}
