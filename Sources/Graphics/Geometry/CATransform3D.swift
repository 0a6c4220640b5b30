import Foundation

/// A 4 × 4 matrix for row vectors: (x', y', z', w') = (x, y, z, 1) · M, then division by w'.
///
/// The first index is the row: `m41`, `m42` and `m43` are the translation, `m14`, `m24` and `m34`
/// the perspective.
@frozen
public struct CATransform3D: Equatable, Sendable {
  /// The factor of x in x'; 1 in the identity.
  public var m11: CGFloat
  /// The factor of x in y'.
  public var m12: CGFloat
  /// The factor of x in z'.
  public var m13: CGFloat
  /// The factor of x in w'.
  public var m14: CGFloat
  /// The factor of y in x'.
  public var m21: CGFloat
  /// The factor of y in y'; 1 in the identity.
  public var m22: CGFloat
  /// The factor of y in z'.
  public var m23: CGFloat
  /// The factor of y in w'.
  public var m24: CGFloat
  /// The factor of z in x'.
  public var m31: CGFloat
  /// The factor of z in y'.
  public var m32: CGFloat
  /// The factor of z in z'; 1 in the identity.
  public var m33: CGFloat
  /// The factor of z in w'. Minus one over the camera's distance gives perspective.
  public var m34: CGFloat
  /// The translation along x.
  public var m41: CGFloat
  /// The translation along y.
  public var m42: CGFloat
  /// The translation along z.
  public var m43: CGFloat
  /// The constant in w'; 1 in the identity.
  public var m44: CGFloat

  /// Creates the zero matrix, as C's zero initialisation does; it is not the identity.
  public init() {
    self.init(
      m11: 0, m12: 0, m13: 0, m14: 0, m21: 0, m22: 0, m23: 0, m24: 0,
      m31: 0, m32: 0, m33: 0, m34: 0, m41: 0, m42: 0, m43: 0, m44: 0)
  }

  /// Creates a matrix from sixteen numbers, row by row.
  public init(
    m11: CGFloat, m12: CGFloat, m13: CGFloat, m14: CGFloat,
    m21: CGFloat, m22: CGFloat, m23: CGFloat, m24: CGFloat,
    m31: CGFloat, m32: CGFloat, m33: CGFloat, m34: CGFloat,
    m41: CGFloat, m42: CGFloat, m43: CGFloat, m44: CGFloat
  ) {
    self.m11 = m11
    self.m12 = m12
    self.m13 = m13
    self.m14 = m14
    self.m21 = m21
    self.m22 = m22
    self.m23 = m23
    self.m24 = m24
    self.m31 = m31
    self.m32 = m32
    self.m33 = m33
    self.m34 = m34
    self.m41 = m41
    self.m42 = m42
    self.m43 = m43
    self.m44 = m44
  }

  /// The identity matrix.
  package static let identity = CATransform3D(
    m11: 1, m12: 0, m13: 0, m14: 0, m21: 0, m22: 1, m23: 0, m24: 0,
    m31: 0, m32: 0, m33: 1, m34: 0, m41: 0, m42: 0, m43: 0, m44: 1)
}
