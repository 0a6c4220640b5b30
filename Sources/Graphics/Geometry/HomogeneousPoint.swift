import Foundation

/// A point in homogeneous coordinates: (x/w, y/w, z/w), behind the viewer if w ≤ 0.
package struct HomogeneousPoint: Equatable, Sendable {
  package var x: CGFloat
  package var y: CGFloat
  package var z: CGFloat
  package var w: CGFloat

  /// Creates a point; by default an ordinary point in the plane z = 0.
  package init(x: CGFloat, y: CGFloat, z: CGFloat = 0, w: CGFloat = 1) {
    self.x = x
    self.y = y
    self.z = z
    self.w = w
  }

  /// Creates a point in the plane z = 0.
  package init(_ point: CGPoint, z: CGFloat = 0) {
    self.init(x: point.x, y: point.y, z: z)
  }

  /// The projected point; nil at w = 0, which is infinitely far.
  package var projected: CGPoint? {
    w == 0 ? nil : CGPoint(x: x / w, y: y / w)
  }
}

extension CATransform3D {
  /// The point times this matrix, without division by w.
  package func image(of point: HomogeneousPoint) -> HomogeneousPoint {
    HomogeneousPoint(
      x: point.x * m11 + point.y * m21 + point.z * m31 + point.w * m41,
      y: point.x * m12 + point.y * m22 + point.z * m32 + point.w * m42,
      z: point.x * m13 + point.y * m23 + point.z * m33 + point.w * m43,
      w: point.x * m14 + point.y * m24 + point.z * m34 + point.w * m44)
  }

  /// The point of the plane z = 0 times this matrix, without division by w.
  package func image(of point: CGPoint) -> HomogeneousPoint {
    image(of: HomogeneousPoint(point))
  }
}
