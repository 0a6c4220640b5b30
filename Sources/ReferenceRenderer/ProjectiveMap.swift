import Foundation
import MultiplaneGraphics
import MultiplaneRenderTree

/// A projective map of the plane for row vectors: (x′, y′, w′) = (x, y, 1)·M (rendering rules §3).
struct ProjectiveMap {
  /// The elements, named by row and column from 1.
  var m11, m12, m13, m21, m22, m23, m31, m32, m33: Double

  init(
    _ m11: Double, _ m12: Double, _ m13: Double,
    _ m21: Double, _ m22: Double, _ m23: Double,
    _ m31: Double, _ m32: Double, _ m33: Double
  ) {
    (self.m11, self.m12, self.m13) = (m11, m12, m13)
    (self.m21, self.m22, self.m23) = (m21, m22, m23)
    (self.m31, self.m32, self.m33) = (m31, m32, m33)
  }

  /// The effect of a 4×4 matrix on the plane z = 0, with the z of the result dropped.
  init(planeOf matrix: CATransform3D) {
    self.init(
      Double(matrix.m11), Double(matrix.m12), Double(matrix.m14),
      Double(matrix.m21), Double(matrix.m22), Double(matrix.m24),
      Double(matrix.m41), Double(matrix.m42), Double(matrix.m44))
  }

  /// First this map, then `other`.
  func concatenating(_ other: ProjectiveMap) -> ProjectiveMap {
    let o = other
    return ProjectiveMap(
      m11 * o.m11 + m12 * o.m21 + m13 * o.m31, m11 * o.m12 + m12 * o.m22 + m13 * o.m32,
      m11 * o.m13 + m12 * o.m23 + m13 * o.m33,
      m21 * o.m11 + m22 * o.m21 + m23 * o.m31, m21 * o.m12 + m22 * o.m22 + m23 * o.m32,
      m21 * o.m13 + m22 * o.m23 + m23 * o.m33,
      m31 * o.m11 + m32 * o.m21 + m33 * o.m31, m31 * o.m12 + m32 * o.m22 + m33 * o.m32,
      m31 * o.m13 + m32 * o.m23 + m33 * o.m33)
  }

  /// Each element times a number.
  func scaled(by factor: Double) -> ProjectiveMap {
    ProjectiveMap(
      m11 * factor, m12 * factor, m13 * factor, m21 * factor, m22 * factor, m23 * factor, m31 * factor, m32 * factor,
      m33 * factor)
  }

  var determinant: Double {
    m11 * (m22 * m33 - m23 * m32) - m12 * (m21 * m33 - m23 * m31) + m13 * (m21 * m32 - m22 * m31)
  }

  var largestElement: Double {
    [m12, m13, m21, m22, m23, m31, m32, m33].reduce(abs(m11)) { max($0, abs($1)) }
  }

  var isFinite: Bool {
    [m11, m12, m13, m21, m22, m23, m31, m32, m33].allSatisfy { $0.isFinite }
  }

  /// The inverse (cofactors over the determinant), with the determinant's sign so that w keeps its
  /// own; nil where there is none.
  func inverted() -> ProjectiveMap? {
    let largest = largestElement
    guard isFinite, largest > 0 else { return nil }
    // Divided by the power of two below its largest element first, so that no product of huge or
    // tiny scales leaves the range of numbers, and nothing is rounded by it.
    let unit = Double(sign: .plus, exponent: largest.exponent, significand: 1)
    let m = scaled(by: 1 / unit)
    let determinant = m.determinant
    // As near as rounding comes to a plane that is seen from its edge (§3).
    let rows = [(m.m11, m.m12, m.m13), (m.m21, m.m22, m.m23), (m.m31, m.m32, m.m33)]
    let lengths = rows.reduce(1) { $0 * ($1.0 * $1.0 + $1.1 * $1.1 + $1.2 * $1.2).squareRoot() }
    guard abs(determinant) > 1e-14 * lengths else { return nil }
    let cofactors = ProjectiveMap(
      m.m22 * m.m33 - m.m23 * m.m32, m.m13 * m.m32 - m.m12 * m.m33, m.m12 * m.m23 - m.m13 * m.m22,
      m.m23 * m.m31 - m.m21 * m.m33, m.m11 * m.m33 - m.m13 * m.m31, m.m13 * m.m21 - m.m11 * m.m23,
      m.m21 * m.m32 - m.m22 * m.m31, m.m12 * m.m31 - m.m11 * m.m32, m.m11 * m.m22 - m.m12 * m.m21)
    let inverse = cofactors.scaled(by: 1 / determinant).scaled(by: 1 / unit)
    return inverse.isFinite ? inverse : nil
  }
}
