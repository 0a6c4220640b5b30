import Foundation

extension CATransform3D {
  /// Creates a translation.
  package init(translationX x: CGFloat, y: CGFloat, z: CGFloat) {
    self = .identity
    m41 = x
    m42 = y
    m43 = z
  }

  /// Creates a scaling about the origin.
  package init(scaleX x: CGFloat, y: CGFloat, z: CGFloat) {
    self = .identity
    m11 = x
    m22 = y
    m33 = z
  }

  /// Creates a rotation by `angle` radians about the axis (x, y, z), of any length; a zero axis
  /// gives the identity.
  ///
  /// Rodrigues' rotation formula, transposed for row vectors. About +z it rotates positive x
  /// towards positive y.
  package init(rotationAngle angle: CGFloat, x: CGFloat, y: CGFloat, z: CGFloat) {
    self = .identity
    // Dividing by the largest part first keeps the length of a tiny or huge axis from vanishing or
    // overflowing.
    let largest = max(abs(x), abs(y), abs(z))
    guard largest > 0, largest.isFinite else { return }
    let (sx, sy, sz) = (x / largest, y / largest, z / largest)
    let length = (sx * sx + sy * sy + sz * sz).squareRoot()
    let (ux, uy, uz) = (sx / length, sy / length, sz / length)
    let (sine, cosine) = (sin(angle), cos(angle))
    let rest = 1 - cosine
    m11 = cosine + ux * ux * rest
    m12 = ux * uy * rest + uz * sine
    m13 = ux * uz * rest - uy * sine
    m21 = ux * uy * rest - uz * sine
    m22 = cosine + uy * uy * rest
    m23 = uy * uz * rest + ux * sine
    m31 = ux * uz * rest + uy * sine
    m32 = uy * uz * rest - ux * sine
    m33 = cosine + uz * uz * rest
  }

  /// Creates the transform of an affine transform of the plane z = 0.
  package init(_ affine: CGAffineTransform) {
    self = .identity
    m11 = affine.a
    m12 = affine.b
    m21 = affine.c
    m22 = affine.d
    m41 = affine.tx
    m42 = affine.ty
  }
}
