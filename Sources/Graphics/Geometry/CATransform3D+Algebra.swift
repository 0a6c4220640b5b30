import Foundation

extension CATransform3D {
  /// The product self · other: first this transform, then `other`.
  package func concatenating(_ other: CATransform3D) -> CATransform3D {
    let (row1, row2) = (other.image(of: row1), other.image(of: row2))
    let (row3, row4) = (other.image(of: row3), other.image(of: row4))
    return CATransform3D(
      m11: row1.x, m12: row1.y, m13: row1.z, m14: row1.w,
      m21: row2.x, m22: row2.y, m23: row2.z, m24: row2.w,
      m31: row3.x, m32: row3.y, m33: row3.z, m34: row3.w,
      m41: row4.x, m42: row4.y, m43: row4.z, m44: row4.w)
  }

  private var row1: HomogeneousPoint { HomogeneousPoint(x: m11, y: m12, z: m13, w: m14) }
  private var row2: HomogeneousPoint { HomogeneousPoint(x: m21, y: m22, z: m23, w: m24) }
  private var row3: HomogeneousPoint { HomogeneousPoint(x: m31, y: m32, z: m33, w: m34) }
  private var row4: HomogeneousPoint { HomogeneousPoint(x: m41, y: m42, z: m43, w: m44) }

  /// The inverse; nil if the determinant is zero or not finite.
  ///
  /// Cofactors over the determinant, from the 2×2 minors of the upper and lower two rows (Laplace
  /// expansion by complementary minors).
  package func inverted() -> CATransform3D? {
    let u0 = m11 * m22 - m12 * m21
    let u1 = m11 * m23 - m13 * m21
    let u2 = m11 * m24 - m14 * m21
    let u3 = m12 * m23 - m13 * m22
    let u4 = m12 * m24 - m14 * m22
    let u5 = m13 * m24 - m14 * m23
    let l0 = m31 * m42 - m32 * m41
    let l1 = m31 * m43 - m33 * m41
    let l2 = m31 * m44 - m34 * m41
    let l3 = m32 * m43 - m33 * m42
    let l4 = m32 * m44 - m34 * m42
    let l5 = m33 * m44 - m34 * m43
    let determinant: CGFloat = u0 * l5 - u1 * l4 + u2 * l3 + u3 * l2 - u4 * l1 + u5 * l0
    guard determinant != 0, determinant.isFinite else { return nil }
    return CATransform3D(
      m11: (m22 * l5 - m23 * l4 + m24 * l3) / determinant,
      m12: (m13 * l4 - m12 * l5 - m14 * l3) / determinant,
      m13: (m42 * u5 - m43 * u4 + m44 * u3) / determinant,
      m14: (m33 * u4 - m32 * u5 - m34 * u3) / determinant,
      m21: (m23 * l2 - m21 * l5 - m24 * l1) / determinant,
      m22: (m11 * l5 - m13 * l2 + m14 * l1) / determinant,
      m23: (m43 * u2 - m41 * u5 - m44 * u1) / determinant,
      m24: (m31 * u5 - m33 * u2 + m34 * u1) / determinant,
      m31: (m21 * l4 - m22 * l2 + m24 * l0) / determinant,
      m32: (m12 * l2 - m11 * l4 - m14 * l0) / determinant,
      m33: (m41 * u4 - m42 * u2 + m44 * u0) / determinant,
      m34: (m32 * u2 - m31 * u4 - m34 * u0) / determinant,
      m41: (m22 * l1 - m21 * l3 - m23 * l0) / determinant,
      m42: (m11 * l3 - m12 * l1 + m13 * l0) / determinant,
      m43: (m42 * u1 - m41 * u3 - m43 * u0) / determinant,
      m44: (m31 * u3 - m32 * u1 + m33 * u0) / determinant)
  }

  /// Whether this is exactly the identity.
  package var isIdentity: Bool { self == .identity }

  /// Whether it is a 2D affine transform of the plane z = 0: no scaling or translation along z, and
  /// no perspective.
  package var isAffine: Bool {
    m13 == 0 && m14 == 0 && m23 == 0 && m24 == 0 && m31 == 0 && m32 == 0 && m33 == 1 && m34 == 0
      && m43 == 0 && m44 == 1
  }

  /// Whether it is a translation in the plane.
  package var isPlaneTranslation: Bool {
    isAffine && m11 == 1 && m12 == 0 && m21 == 0 && m22 == 1
  }

  /// Whether the projection of the plane z = 0 needs no division, because w' is 1 for all its
  /// points.
  package var keepsPlaneAffine: Bool { m14 == 0 && m24 == 0 && m44 == 1 }

  /// The affine transform of x and y in the plane z = 0 without perspective: exact if
  /// `keepsPlaneAffine`, else an approximation.
  package var planeAffineTransform: CGAffineTransform {
    CGAffineTransform(a: m11, b: m12, c: m21, d: m22, tx: m41, ty: m42)
  }
}
