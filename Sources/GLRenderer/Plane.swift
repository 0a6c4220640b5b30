import Graphics
import RenderTree

/// A layer's plane as it is seen: its map to the device, the way back, and what cuts it.
struct Plane {
  /// From the plane to the device.
  let toDevice: PlaneMap
  /// From the device to the plane. Its third row, at a device position, is 1/W: positive in front of the eye.
  let fromDevice: PlaneMap
  /// Where the plane and those around it are in front of the eye; empty for planes parallel to the screen.
  let horizons: [HalfPlane]
  let isAffine: Bool

  /// The canvas.
  init(scale: Double) {
    toDevice = PlaneMap(scale: scale)
    fromDevice = PlaneMap(scale: 1 / scale)
    horizons = []
    isAffine = true
  }

  /// A layer's plane in another; nil when nothing of it can be seen: there is no way back from the device.
  ///
  /// - Parameter matrix: from the layer's coordinates to those of the outer plane.
  init?(_ matrix: CATransform3D, in outer: Plane) {
    let local = PlaneMap(matrix)
    toDevice = outer.toDevice.after(local)
    guard toDevice.isFinite, let inverse = toDevice.inverse else { return nil }
    fromDevice = inverse
    isAffine = toDevice.isAffine
    // Each plane that is not parallel to the one around it has a horizon. The third row of the map back holds the
    // horizons of all planes up to here in one product; those around must hold by themselves too (rule: w > 0 on every
    // plane of the chain).
    if local.isAffine {
      horizons = outer.horizons
    } else {
      horizons = outer.horizons + [HalfPlane(a: inverse.wx, b: inverse.wy, c: inverse.w0)]
    }
  }

  /// The derivative of the map back of an affine plane: points per device pixel along the plane's x and y.
  var pointsPerPixel: Vector2 {
    Vector2(
      (fromDevice.xx * fromDevice.xx + fromDevice.xy * fromDevice.xy).squareRoot(),
      (fromDevice.yx * fromDevice.yx + fromDevice.yy * fromDevice.yy).squareRoot())
  }
}

extension CGRect {
  /// The lines along a rectangle's edges on the device, as (inside positive) half planes in device pixels; those that lie
  /// at infinity are left out.
  func edges(on plane: Plane) -> [HalfPlane] {
    let g = plane.fromDevice
    // The edge min x: (row 0 − min x · row 2) · P = 0, and so on.
    let lines = [
      HalfPlane(a: g.xx - minX * g.wx, b: g.xy - minX * g.wy, c: g.x0 - minX * g.w0),
      HalfPlane(a: maxX * g.wx - g.xx, b: maxX * g.wy - g.xy, c: maxX * g.w0 - g.x0),
      HalfPlane(a: g.yx - minY * g.wx, b: g.yy - minY * g.wy, c: g.y0 - minY * g.w0),
      HalfPlane(a: maxY * g.wx - g.yx, b: maxY * g.wy - g.yy, c: maxY * g.w0 - g.y0),
    ]
    return lines.compactMap { line in
      let length = (line.a * line.a + line.b * line.b).squareRoot()
      guard length > 0 else { return nil }
      return HalfPlane(a: line.a / length, b: line.b / length, c: line.c / length)
    }
  }
}
