import Graphics
import RenderTree

/// A layer's plane as it is seen: its map to the device, the way back, and what cuts it.
struct Plane: Equatable, Sendable {
  /// From the plane to the device.
  let toDevice: PlaneMap
  /// From the device to the plane. Its third row, at a device position, is 1/W: positive in front of the eye.
  let fromDevice: PlaneMap
  /// Where the plane and those around it are in front of the eye; empty for planes parallel to the screen.
  let horizons: Horizons
  /// Whether neither this plane nor one around it is seen in perspective: all of it is in front of the eye, with W = 1.
  /// (W is also 1 where two planes turn each other's round; then it takes the horizons to tell that nothing is seen.)
  let isAffine: Bool

  typealias Horizons = FewElements<1, HalfPlane>

  private static var noHorizons: Horizons { Horizons(filler: HalfPlane(a: 0, b: 0, c: 0)) }

  /// The canvas.
  ///
  /// - Parameter origin: the canvas's pixel that is the device's first.
  init(scale: Double, origin: Vector2 = .zero) {
    toDevice = PlaneMap(scale: scale, offset: -origin)
    fromDevice = PlaneMap(scale: 1 / scale, offset: origin / scale)
    horizons = Self.noHorizons
    isAffine = true
  }

  /// A raster of a layer's own coordinates.
  init(scaleX: Double, scaleY: Double) {
    toDevice = PlaneMap(scaleX: scaleX, scaleY: scaleY)
    fromDevice = PlaneMap(scaleX: 1 / scaleX, scaleY: 1 / scaleY)
    horizons = Self.noHorizons
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
    // Each plane that is not parallel to the one around it has a horizon. The third row of the map back holds the
    // horizons of all planes up to here in one product; those around must hold by themselves too (rule: w > 0 on every
    // plane of the chain).
    var horizons = outer.horizons
    if !local.isAffine { horizons.append(HalfPlane(a: inverse.wx, b: inverse.wy, c: inverse.w0)) }
    self.horizons = horizons
    isAffine = toDevice.isAffine && horizons.isEmpty
  }

  /// The plane of a layer that only lies elsewhere in this one, in points; nil when that cannot be reckoned with.
  func moved(by offset: Vector2) -> Plane? {
    let plane = Plane(
      toDevice: toDevice.moved(by: offset), fromDevice: fromDevice.moved(back: offset), horizons: horizons,
      isAffine: isAffine)
    return plane.toDevice.isFinite && plane.fromDevice.isFinite ? plane : nil
  }

  private init(toDevice: PlaneMap, fromDevice: PlaneMap, horizons: Horizons, isAffine: Bool) {
    self.toDevice = toDevice
    self.fromDevice = fromDevice
    self.horizons = horizons
    self.isAffine = isAffine
  }

  /// The derivative of the map back of an affine plane: points per device pixel along the plane's x and y.
  var pointsPerPixel: Vector2 {
    Vector2(
      (fromDevice.xx * fromDevice.xx + fromDevice.xy * fromDevice.xy).squareRoot(),
      (fromDevice.yx * fromDevice.yx + fromDevice.yy * fromDevice.yy).squareRoot())
  }
}

extension CGRect {
  /// The line along one of a rectangle's edges on the device, as (inside positive) a half plane in device pixels; nil for one that
  /// lies at infinity.
  ///
  /// - Parameter number: 0 to 3 for min x, max x, min y, max y.
  func edge(_ number: Int, on plane: Plane) -> HalfPlane? {
    let g = plane.fromDevice
    // The edge min x: (row 0 − min x · row 2) · P = 0, and so on.
    let line =
      switch number {
      case 0: HalfPlane(a: g.xx - minX * g.wx, b: g.xy - minX * g.wy, c: g.x0 - minX * g.w0)
      case 1: HalfPlane(a: maxX * g.wx - g.xx, b: maxX * g.wy - g.xy, c: maxX * g.w0 - g.x0)
      case 2: HalfPlane(a: g.yx - minY * g.wx, b: g.yy - minY * g.wy, c: g.y0 - minY * g.w0)
      default: HalfPlane(a: maxY * g.wx - g.yx, b: maxY * g.wy - g.yy, c: maxY * g.w0 - g.y0)
      }
    let length = (line.a * line.a + line.b * line.b).squareRoot()
    guard length > 0 else { return nil }
    return HalfPlane(a: line.a / length, b: line.b / length, c: line.c / length)
  }
}

extension Plane {
  /// The point of the plane at a device position in front of the eye.
  func point(at p: Vector2) -> Vector2 {
    let g = fromDevice
    let w = g.wx * p.x + g.wy * p.y + g.w0
    let point = Vector2(g.xx * p.x + g.xy * p.y + g.x0, g.yx * p.x + g.yy * p.y + g.y0) / w
    return point.x.isFinite && point.y.isFinite ? point : Vector2(0, 0)
  }

  /// Whether the plane's axes are the device's, in either order and direction.
  var isAxisParallel: Bool {
    let m = toDevice
    return isAffine && ((m.xy == 0 && m.yx == 0) || (m.xx == 0 && m.yy == 0))
  }

  /// Where a rectangle of an axis-parallel plane lies on the device.
  func box(of rect: CGRect) -> DeviceBox {
    var box = DeviceBox.nothing
    box.add(toDevice.apply(rect.minX, rect.minY))
    box.add(toDevice.apply(rect.maxX, rect.maxY))
    return box
  }
}
