import MultiplaneGraphics

/// Where a layer's plane lies on the device: its map in both directions, and where it is in front of the camera (rendering rules §3).
package struct Plane: Sendable, Equatable {
  /// From points of the plane to device pixels.
  package let toDevice: PlaneMap
  /// From device pixels to points of the plane. Its W, at a device position, is positive in front of the camera.
  package let fromDevice: PlaneMap
  /// Where this plane and all that it lies on are in front of the camera (> 0); empty for planes parallel to the screen.
  package let horizons: [HalfPlane]
  /// Whether the plane is parallel to the screen, and so is all that it lies on.
  package let isAffine: Bool

  /// The canvas, in points; nil for a scale that is no positive number.
  package init?(scale: Double) {
    guard scale > 0 else { return nil }
    self.init(scaleX: scale, scaleY: scale)
  }

  /// A plane that stands for the canvas (rendering rules §22): so many device pixels a point, below 0 where a direction is turned round;
  /// nil for scales that cannot be inverted.
  package init?(scaleX: Double, scaleY: Double) {
    guard scaleX.isFinite, scaleY.isFinite, (1 / scaleX).isFinite, (1 / scaleY).isFinite else { return nil }
    toDevice = PlaneMap(scaleX: scaleX, scaleY: scaleY)
    fromDevice = PlaneMap(scaleX: 1 / scaleX, scaleY: 1 / scaleY)
    horizons = []
    isAffine = true
  }

  /// A plane placed on this one by `matrix` (points to points); nil when nothing of it can be seen.
  ///
  /// Each plane that is not parallel to the one around it has a horizon: the third row of the map back holds the horizons of the
  /// whole chain in one product, and those of the planes around must hold by themselves too.
  package func plane(placedBy matrix: CATransform3D) -> Plane? {
    let local = PlaneMap(matrix)
    let map = toDevice.after(local)
    guard map.isFinite, let inverse = map.inverse else { return nil }
    guard !local.isAffine else { return Plane(map, inverse, horizons, isAffine: isAffine) }
    let horizon = HalfPlane(a: inverse.wx, b: inverse.wy, c: inverse.w0)
    // A constant: all of it is in front of the camera, or nothing.
    if horizon.a == 0, horizon.b == 0 {
      return horizon.c > 0 ? Plane(map, inverse, horizons, isAffine: isAffine && map.isAffine) : nil
    }
    return Plane(map, inverse, horizons + [horizon], isAffine: false)
  }

  private init(_ toDevice: PlaneMap, _ fromDevice: PlaneMap, _ horizons: [HalfPlane], isAffine: Bool) {
    self.toDevice = toDevice
    self.fromDevice = fromDevice
    self.horizons = horizons
    self.isAffine = isAffine
  }

  /// Whether it is seen from behind: its map turns orientation round.
  package var isMirrored: Bool { toDevice.determinant < 0 }

  /// Whether a device position shows a point of this plane that is in front of the camera on every plane of the chain.
  package func isSeen(_ x: Double, _ y: Double) -> Bool {
    horizons.allSatisfy { $0.value(x, y) > 0 }
  }

  /// The point of the plane that a device position in front of the camera shows.
  package func point(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    let m = fromDevice
    let w = m.wx * x + m.wy * y + m.w0
    return ((m.xx * x + m.xy * y + m.x0) / w, (m.yx * x + m.yy * y + m.y0) / w)
  }

  /// Where a point of the plane goes, in device pixels; nil for one that is not in front of the camera on every plane.
  package func devicePoint(_ x: Double, _ y: Double) -> (x: Double, y: Double)? {
    let m = toDevice
    let w = m.wx * x + m.wy * y + m.w0
    let point = ((m.xx * x + m.xy * y + m.x0) / w, (m.yx * x + m.yy * y + m.y0) / w)
    guard w > 0, point.0.isFinite, point.1.isFinite, isSeen(point.0, point.1) else { return nil }
    return point
  }
}
