import Foundation
import MultiplaneGraphics
import MultiplaneRenderTree

/// How a layer's plane lies on the device (rendering rules §3): both directions of the map, and
/// where it is seen.
///
/// A class, because everything that is drawn on a plane holds it.
final class PlaneMap {
  /// From the plane, in points, to device pixels.
  let toDevice: ProjectiveMap
  /// From device pixels to the plane.
  let fromDevice: ProjectiveMap
  /// The half-planes where the points of this plane and of all its parents have w > 0. Constant
  /// conditions are left out.
  let horizons: [DeviceLine]

  /// The plane of the canvas; nil when the scale is not a positive number.
  convenience init?(scale: Double) {
    guard scale > 0 else { return nil }
    self.init(scaleX: scale, scaleY: scale)
  }

  /// A plane that stands for the canvas (§22): this many device pixels per point; nil for scales
  /// that cannot be turned round.
  init?(scaleX: Double, scaleY: Double) {
    let map = ProjectiveMap(scaleX, 0, 0, 0, scaleY, 0, 0, 0, 1)
    guard let inverse = map.inverted() else { return nil }
    toDevice = map
    fromDevice = inverse
    horizons = []
  }

  private init(toDevice: ProjectiveMap, fromDevice: ProjectiveMap, horizons: [DeviceLine]) {
    self.toDevice = toDevice
    self.fromDevice = fromDevice
    self.horizons = horizons
  }

  /// The plane of a layer that is placed on this one by `matrix`; nil when nothing on it can be
  /// seen.
  ///
  /// The camera plane: a device point P goes back to (x, y, v) on the plane, and the point (x/v,
  /// y/v) goes to P with w = 1/v. So w of the whole chain down to a plane is positive exactly where
  /// v is, and v is linear in P: a line on the device. When that holds for each plane of the chain,
  /// it holds for the w of each single step, which are their quotients.
  func plane(placedBy matrix: CATransform3D) -> PlaneMap? {
    let map = ProjectiveMap(planeOf: matrix).concatenating(toDevice)
    guard let inverse = map.inverted() else { return nil }
    let horizon = DeviceLine(a: inverse.m13, b: inverse.m23, c: inverse.m33)
    if horizon.isConstant {
      return horizon.c > 0 ? PlaneMap(toDevice: map, fromDevice: inverse, horizons: horizons) : nil
    }
    return PlaneMap(toDevice: map, fromDevice: inverse, horizons: horizons + [horizon])
  }

  /// Whether the device point is the image of a visible point of this plane.
  @inline(__always)
  func isSeen(_ x: Double, _ y: Double) -> Bool {
    var index = 0
    while index < horizons.count {
      if !(horizons[index].distance(x, y) > 0) { return false }
      index += 1
    }
    return true
  }

  /// The image of a point of the plane in device pixels; nil for one that is not in front of the
  /// camera on every plane.
  func devicePoint(_ x: Double, _ y: Double) -> (x: Double, y: Double)? {
    let m = toDevice
    let w = x * m.m13 + y * m.m23 + m.m33
    let point = ((x * m.m11 + y * m.m21 + m.m31) / w, (x * m.m12 + y * m.m22 + m.m32) / w)
    guard w > 0, point.0.isFinite, point.1.isFinite, isSeen(point.0, point.1) else { return nil }
    return point
  }

  /// Whether the map turns orientation round.
  var isMirrored: Bool { toDevice.scaled(by: 1 / toDevice.largestElement).determinant < 0 }

  /// The point of the plane that is seen at a device point, in points.
  @inline(__always)
  func position(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    let w = x * fromDevice.m13 + y * fromDevice.m23 + fromDevice.m33
    return (
      (x * fromDevice.m11 + y * fromDevice.m21 + fromDevice.m31) / w,
      (x * fromDevice.m12 + y * fromDevice.m22 + fromDevice.m32) / w
    )
  }

  /// The point of the plane that is seen at a device point, and how it moves with it.
  @inline(__always)
  func point(_ x: Double, _ y: Double) -> PlanePoint {
    let w = x * fromDevice.m13 + y * fromDevice.m23 + fromDevice.m33
    let px = (x * fromDevice.m11 + y * fromDevice.m21 + fromDevice.m31) / w
    let py = (x * fromDevice.m12 + y * fromDevice.m22 + fromDevice.m32) / w
    return PlanePoint(
      x: px, y: py,
      dxByX: (fromDevice.m11 - px * fromDevice.m13) / w, dxByY: (fromDevice.m21 - px * fromDevice.m23) / w,
      dyByX: (fromDevice.m12 - py * fromDevice.m13) / w, dyByY: (fromDevice.m22 - py * fromDevice.m23) / w)
  }
}

/// A point on a layer's plane, in points, with its derivatives by the device's X and Y (quotient
/// rule).
struct PlanePoint {
  var x, y: Double
  var dxByX, dxByY: Double
  var dyByX, dyByY: Double
}
