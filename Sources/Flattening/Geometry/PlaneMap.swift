import MultiplaneGraphics

/// A projective map of the plane: (X, Y, W) = matrix · (x, y, 1), with the image (X/W, Y/W)
/// (rendering rules §3).
///
/// It has columns where `CATransform3D` has rows: the transpose of its x, y and w part.
package struct PlaneMap: Sendable, Hashable {
  package var xx, xy, x0: Double
  package var yx, yy, y0: Double
  package var wx, wy, w0: Double

  package init(scaleX: Double, scaleY: Double) {
    self.init(scaleX, 0, 0, 0, scaleY, 0, 0, 0, 1)
  }

  /// The map of a matrix on the plane z = 0; the z of the result is dropped.
  package init(_ t: CATransform3D) {
    self.init(t.m11, t.m21, t.m41, t.m12, t.m22, t.m42, t.m14, t.m24, t.m44)
  }

  private init(
    _ xx: Double, _ xy: Double, _ x0: Double, _ yx: Double, _ yy: Double, _ y0: Double, _ wx: Double, _ wy: Double,
    _ w0: Double
  ) {
    (self.xx, self.xy, self.x0) = (xx, xy, x0)
    (self.yx, self.yy, self.y0) = (yx, yy, y0)
    (self.wx, self.wy, self.w0) = (wx, wy, w0)
  }

  /// The composition: first `m`, then this map.
  package func after(_ m: PlaneMap) -> PlaneMap {
    PlaneMap(
      xx * m.xx + xy * m.yx + x0 * m.wx, xx * m.xy + xy * m.yy + x0 * m.wy, xx * m.x0 + xy * m.y0 + x0 * m.w0,
      yx * m.xx + yy * m.yx + y0 * m.wx, yx * m.xy + yy * m.yy + y0 * m.wy, yx * m.x0 + yy * m.y0 + y0 * m.w0,
      wx * m.xx + wy * m.yx + w0 * m.wx, wx * m.xy + wy * m.yy + w0 * m.wy, wx * m.x0 + wy * m.y0 + w0 * m.w0)
  }

  /// Moves the image.
  mutating func move(by offset: (x: Double, y: Double)) {
    guard offset != (0, 0) else { return }
    xx += offset.x * wx
    xy += offset.x * wy
    x0 += offset.x * w0
    yx += offset.y * wx
    yy += offset.y * wy
    y0 += offset.y * w0
  }

  /// The determinant; positive if the map preserves the orientation in front of the camera.
  package var determinant: Double {
    xx * (yy * w0 - y0 * wy) - xy * (yx * w0 - y0 * wx) + x0 * (yx * wy - yy * wx)
  }

  /// The inverse, by the adjugate; nil for a degenerate plane (§3), a scale of 0, and numbers that
  /// are not finite.
  package var inverse: PlaneMap? {
    let determinant = determinant
    guard determinant != 0, determinant.isFinite else { return nil }
    let across = (xx * xx + yx * yx + wx * wx).squareRoot()
    let down = (xy * xy + yy * yy + wy * wy).squareRoot()
    let start = (x0 * x0 + y0 * y0 + w0 * w0).squareRoot()
    guard !(abs(determinant) <= 1e-14 * across * down * start) else { return nil }
    let d = determinant
    let inverse = PlaneMap(
      (yy * w0 - y0 * wy) / d, (x0 * wy - xy * w0) / d, (xy * y0 - x0 * yy) / d,
      (y0 * wx - yx * w0) / d, (xx * w0 - x0 * wx) / d, (x0 * yx - xx * y0) / d,
      (yx * wy - yy * wx) / d, (xy * wx - xx * wy) / d, (xx * yy - xy * yx) / d)
    return inverse.isFinite ? inverse : nil
  }

  package var isFinite: Bool {
    // A product with 0 is NaN for infinities and NaN alike, and 0 for every finite number.
    (xx * 0 + xy * 0 + x0 * 0 + yx * 0 + yy * 0 + y0 * 0 + wx * 0 + wy * 0 + w0 * 0) == 0
  }

  /// Whether W is 1 everywhere.
  package var isAffine: Bool { wx == 0 && wy == 0 && w0 == 1 }

  /// Whether it is affine and maps axes to axes: each coordinate of the image is one of the
  /// plane's, scaled and translated.
  package var isAxisAligned: Bool { isAffine && ((xy == 0 && yx == 0) || (xx == 0 && yy == 0)) }
}
