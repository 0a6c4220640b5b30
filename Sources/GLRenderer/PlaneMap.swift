import Graphics

/// A projective map from a layer's plane to the device: (X, Y, W) = matrix · (x, y, 1), device pixel = (X/W, Y/W).
///
/// (docs/rendering.md, section 3. Columns here, rows in `CATransform3D`: this is the transpose of its x, y and w part.)
struct PlaneMap: Equatable {
  var xx: Double, xy: Double, x0: Double
  var yx: Double, yy: Double, y0: Double
  var wx: Double, wy: Double, w0: Double

  /// The canvas in points to the device.
  init(scale: Double, offset: Vector2 = .zero) {
    self.init(scaleX: scale, scaleY: scale)
    (x0, y0) = (offset.x, offset.y)
  }

  init(scaleX: Double, scaleY: Double) {
    (xx, xy, x0) = (scaleX, 0, 0)
    (yx, yy, y0) = (0, scaleY, 0)
    (wx, wy, w0) = (0, 0, 1)
  }

  /// A layer's matrix on its plane z = 0, with the z of the result dropped.
  init(_ t: CATransform3D) {
    (xx, xy, x0) = (t.m11, t.m21, t.m41)
    (yx, yy, y0) = (t.m12, t.m22, t.m42)
    (wx, wy, w0) = (t.m14, t.m24, t.m44)
  }

  private init(
    _ xx: Double, _ xy: Double, _ x0: Double, _ yx: Double, _ yy: Double, _ y0: Double, _ wx: Double, _ wy: Double,
    _ w0: Double
  ) {
    (self.xx, self.xy, self.x0) = (xx, xy, x0)
    (self.yx, self.yy, self.y0) = (yx, yy, y0)
    (self.wx, self.wy, self.w0) = (wx, wy, w0)
  }

  /// This map after another: the other's plane to this one's device.
  func after(_ m: PlaneMap) -> PlaneMap {
    PlaneMap(
      xx * m.xx + xy * m.yx + x0 * m.wx, xx * m.xy + xy * m.yy + x0 * m.wy, xx * m.x0 + xy * m.y0 + x0 * m.w0,
      yx * m.xx + yy * m.yx + y0 * m.wx, yx * m.xy + yy * m.yy + y0 * m.wy, yx * m.x0 + yy * m.y0 + y0 * m.w0,
      wx * m.xx + wy * m.yx + w0 * m.wx, wx * m.xy + wy * m.yy + w0 * m.wy, wx * m.x0 + wy * m.y0 + w0 * m.w0)
  }

  /// This map after a move: p ↦ map(p + offset).
  func moved(by offset: Vector2) -> PlaneMap {
    var map = self
    map.x0 += xx * offset.x + xy * offset.y
    map.y0 += yx * offset.x + yy * offset.y
    map.w0 += wx * offset.x + wy * offset.y
    return map
  }

  /// This map before the opposite move: P ↦ map(P) − offset.
  func moved(back offset: Vector2) -> PlaneMap {
    var map = self
    map.xx -= offset.x * wx
    map.xy -= offset.x * wy
    map.x0 -= offset.x * w0
    map.yx -= offset.y * wx
    map.yy -= offset.y * wy
    map.y0 -= offset.y * w0
    return map
  }

  /// Positive when the map keeps the orientation of what is in front of the eye.
  var determinant: Double {
    xx * (yy * w0 - y0 * wy) - xy * (yx * w0 - y0 * wx) + x0 * (yx * wy - yy * wx)
  }

  /// The map back, by the adjugate; nil when there is none: an edge-on plane, as near as rounding comes to one (docs/rendering.md,
  /// section 3), a scale of 0, numbers that are not finite.
  var inverse: PlaneMap? {
    let determinant = determinant
    guard determinant != 0, determinant.isFinite else { return nil }
    let across = (xx * xx + yx * yx + wx * wx).squareRoot()
    let down = (xy * xy + yy * yy + wy * wy).squareRoot()
    let start = (x0 * x0 + y0 * y0 + w0 * w0).squareRoot()
    guard !(abs(determinant) <= 1e-14 * across * down * start) else { return nil }
    let inverse = PlaneMap(
      (yy * w0 - y0 * wy) / determinant, (x0 * wy - xy * w0) / determinant, (xy * y0 - x0 * yy) / determinant,
      (y0 * wx - yx * w0) / determinant, (xx * w0 - x0 * wx) / determinant, (x0 * yx - xx * y0) / determinant,
      (yx * wy - yy * wx) / determinant, (xy * wx - xx * wy) / determinant, (xx * yy - xy * yx) / determinant)
    return inverse.isFinite ? inverse : nil
  }

  var isFinite: Bool {
    (xx * 0 + xy * 0 + x0 * 0 + yx * 0 + yy * 0 + y0 * 0 + wx * 0 + wy * 0 + w0 * 0) == 0
  }

  /// Whether the plane is parallel to the screen and in front of the eye, with W = 1.
  var isAffine: Bool { wx == 0 && wy == 0 && w0 == 1 }

  /// Where a point of an affine map goes.
  func apply(_ x: Double, _ y: Double) -> Vector2 {
    Vector2(xx * x + xy * y + x0, yx * x + yy * y + y0)
  }

  /// Where a point goes, in homogeneous coordinates.
  func applyHomogeneous(_ x: Double, _ y: Double) -> SIMD3<Double> {
    SIMD3(xx * x + xy * y + x0, yx * x + yy * y + y0, wx * x + wy * y + w0)
  }
}

/// A point or direction, in points or device pixels as its use says.
typealias Vector2 = SIMD2<Double>
