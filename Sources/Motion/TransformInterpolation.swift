import Graphics

extension TransformDecomposition {
  /// The parts a fraction of the way to another's: linear, but the rotation along the shorter arc.
  package func interpolated(to other: TransformDecomposition, fraction: Double) -> TransformDecomposition {
    interpolated(to: other, rotation: Quaternion.Arc(from: rotation, to: other.rotation), fraction: fraction)
  }

  /// The same along an arc that is known already.
  func interpolated(
    to other: TransformDecomposition, rotation arc: Quaternion.Arc, fraction: Double
  ) -> TransformDecomposition {
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * fraction }
    var result = self
    result.scale = scale.mixed(with: other.scale, fraction)
    result.translation = translation.mixed(with: other.translation, fraction)
    result.skew = Skew(
      xy: mix(skew.xy, other.skew.xy), xz: mix(skew.xz, other.skew.xz), yz: mix(skew.yz, other.skew.yz))
    let (p, q) = (perspective, other.perspective)
    result.perspective = Perspective(x: mix(p.x, q.x), y: mix(p.y, q.y), z: mix(p.z, q.z), w: mix(p.w, q.w))
    result.rotation = arc.rotation(at: fraction)
    return result
  }
}

/// The way from one transform to another, taken apart once for all its fractions.
///
/// Between two transforms it runs by their parts; by their sixteen numbers if one is singular.
///
/// A class, because it has a hundred numbers.
package final class TransformInterpolation: Sendable {
  private let from: CATransform3D
  private let to: CATransform3D
  /// Nil where nothing lies in between and where one is singular.
  private let parts: (from: TransformDecomposition, to: TransformDecomposition, rotation: Quaternion.Arc)?

  package init(from: CATransform3D, to: CATransform3D) {
    self.from = from
    self.to = to
    guard from != to, let first = TransformDecomposition(from), let last = TransformDecomposition(to) else {
      parts = nil
      return
    }
    parts = (first, last, Quaternion.Arc(from: first.rotation, to: last.rotation))
  }

  /// 0 and 1 give the two ends exactly; a fraction outside 0…1 extrapolates.
  package func value(at fraction: Double) -> CATransform3D {
    if fraction == 0 || from == to { return from }
    if fraction == 1 { return to }
    guard let parts else {
      return CATransform3D(elements: zip(from.elements, to.elements).map { $0 + ($1 - $0) * fraction })
    }
    return parts.from.interpolated(to: parts.to, rotation: parts.rotation, fraction: fraction).transform
  }
}

extension CATransform3D {
  /// The transform a fraction of the way to another; see `TransformInterpolation`.
  package func interpolated(to other: CATransform3D, fraction: Double) -> CATransform3D {
    TransformInterpolation(from: self, to: other).value(at: fraction)
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
