import MultiplaneGraphics

/// The interpolation between two transforms, decomposed once for all fractions.
///
/// By components; by the sixteen numbers if one of the transforms is singular.
///
/// A class, because it has a hundred numbers.
package final class TransformInterpolation: Sendable {
  private let from: CATransform3D
  private let to: CATransform3D
  /// Nil where nothing lies in between and where one is singular.
  private let way: Way?

  private struct Way: Sendable {
    let assembly: TransformParts.Assembly
    let first: TransformParts.Part
    let last: TransformParts.Part
    let rotation: Quaternion.Arc
  }

  package init(from: CATransform3D, to: CATransform3D) {
    self.from = from
    self.to = to
    guard from != to, let parts = TransformParts([from, to]) else {
      way = nil
      return
    }
    let (first, last) = (parts.parts[0], parts.parts[1])
    way = Way(
      assembly: parts.assembly, first: first, last: last,
      rotation: Quaternion.Arc(from: first.rotation, to: last.rotation))
  }

  /// The transform at a fraction. 0 and 1 give the ends exactly; fractions outside 0…1 extrapolate.
  package func value(at fraction: Double) -> CATransform3D {
    if fraction == 0 || from == to { return from }
    if fraction == 1 { return to }
    guard let way else {
      return CATransform3D(elements: zip(from.elements, to.elements).map { $0 + ($1 - $0) * fraction })
    }
    return way.assembly.transform(of: way.first.mixed(with: way.last, rotation: way.rotation, fraction))
  }
}

extension CATransform3D {
  /// The interpolated transform; see `TransformInterpolation`.
  package func interpolated(to other: CATransform3D, fraction: Double) -> CATransform3D {
    TransformInterpolation(from: self, to: other).value(at: fraction)
  }

  /// After a mirror image in x.
  var firstRowNegated: CATransform3D {
    var transform = self
    (transform.m11, transform.m12, transform.m13, transform.m14) = (-m11, -m12, -m13, -m14)
    return transform
  }

  /// The sixteen numbers, row by row.
  var elements: [Double] {
    [m11, m12, m13, m14, m21, m22, m23, m24, m31, m32, m33, m34, m41, m42, m43, m44]
  }

  /// Makes a matrix of sixteen numbers, row by row.
  init(elements e: [Double]) {
    precondition(e.count == 16, "a 4×4 matrix has 16 elements")
    self.init(
      m11: e[0], m12: e[1], m13: e[2], m14: e[3], m21: e[4], m22: e[5], m23: e[6], m24: e[7],
      m31: e[8], m32: e[9], m33: e[10], m34: e[11], m41: e[12], m42: e[13], m43: e[14], m44: e[15])
  }
}
