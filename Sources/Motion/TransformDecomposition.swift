import MultiplaneGraphics

/// A decomposed transform: scale, then skew, rotation, translation and perspective (row vectors).
///
/// Source: S. Thomas, "Decomposing a matrix into simple transformations" (unmatrix), Graphics Gems
/// II. In contrast to it, a reflection gives a negative scale on the axis with the least rotation.
/// A card mirrored in x then shrinks to a line and grows again in its plane, rather than tumbling
/// through space. Between two reflections see `TransformParts`.
package struct TransformDecomposition: Sendable, Equatable {
  package var scale: Vector3
  /// The skew of y along x, of z along x and of z along y, as tangents.
  package var skew: Skew
  package var rotation: Quaternion
  package var translation: Vector3
  /// The last column of the perspective part; (0, 0, 0, 1) without perspective.
  package var perspective: Perspective

  package struct Skew: Sendable, Equatable {
    package var xy: Double
    package var xz: Double
    package var yz: Double
  }

  package struct Perspective: Sendable, Equatable {
    package var x: Double
    package var y: Double
    package var z: Double
    package var w: Double
  }

  /// Decomposes a transform; nil if it is singular or not finite.
  package init?(_ transform: CATransform3D) {
    guard let parts = Self.allowingFlat(transform) else { return nil }
    let (scale, w) = (parts.scale, parts.perspective.w)
    if scale.x == 0 || scale.y == 0 || scale.z == 0 || w == 0 { return nil }
    self = parts
  }

  /// Decomposes a transform, also a flat one: the rotation of an axis with scale 0 is chosen
  /// perpendicular.
  ///
  /// Nil only if it is not finite.
  package static func allowingFlat(_ transform: CATransform3D) -> TransformDecomposition? {
    guard transform.elements.allSatisfy(\.isFinite) else { return nil }
    let parts = TransformDecomposition(dividing: transform)
    let w = parts.perspective.w
    // A matrix and its multiples map alike; the one whose perspective has w = 1 is meant. Dividing
    // by m44 instead, as the source does, would turn a move along z in front of a perspective into
    // a scale.
    if w == 1 || w == 0 { return parts }
    return TransformDecomposition(dividing: CATransform3D(elements: transform.elements.map { $0 / w }))
  }

  private init(dividing matrix: CATransform3D) {
    translation = Vector3(matrix.m41, matrix.m42, matrix.m43)
    let basis = SkewedBasis(
      Vector3(matrix.m11, matrix.m12, matrix.m13), Vector3(matrix.m21, matrix.m22, matrix.m23),
      Vector3(matrix.m31, matrix.m32, matrix.m33))
    scale = basis.scale
    skew = basis.skew
    rotation = Quaternion(rows: basis.axes.0, basis.axes.1, basis.axes.2)
    // M = A · P, where P is the identity but for its last column p; so row i of A times p is Mᵢ₄.
    // The rows are triangular in the axes, which gives p one axis after the other; a flat axis
    // takes no part.
    let alongX = scale.x == 0 ? 0 : matrix.m14 / scale.x
    let alongY = scale.y == 0 ? 0 : matrix.m24 / scale.y - skew.xy * alongX
    let alongZ = scale.z == 0 ? 0 : matrix.m34 / scale.z - skew.xz * alongX - skew.yz * alongY
    let p = basis.axes.0 * alongX + basis.axes.1 * alongY + basis.axes.2 * alongZ
    perspective = Perspective(x: p.x, y: p.y, z: p.z, w: matrix.m44 - translation.dot(p))
  }

  /// The composed transform.
  package var transform: CATransform3D {
    CATransform3D(rows: rows, translation: translation, perspective: perspective)
  }

  /// The three rows that scale, skew and rotation make.
  var rows: (Vector3, Vector3, Vector3) { Self.rows(scale, skew, rotation) }

  static func rows(_ scale: Vector3, _ skew: Skew, _ rotation: Quaternion) -> (Vector3, Vector3, Vector3) {
    let (axis1, axis2, axis3) = rotation.rows
    return (
      axis1 * scale.x, (axis2 + axis1 * skew.xy) * scale.y, (axis3 + axis1 * skew.xz + axis2 * skew.yz) * scale.z
    )
  }

  /// Whether it turns the orientation of space round: its determinant is negative.
  var isMirroring: Bool { scale.x * scale.y * scale.z < 0 }

  /// Whether the rows are not at right angles, by more than rounding to single precision leaves.
  var isSkewed: Bool { max(abs(skew.xy), abs(skew.xz), abs(skew.yz)) > 1e-6 }
}

extension CATransform3D {
  /// Rows, then a move, then a perspective.
  init(
    rows: (Vector3, Vector3, Vector3), translation: Vector3, perspective: TransformDecomposition.Perspective
  ) {
    let (row1, row2, row3) = rows
    let p = Vector3(perspective.x, perspective.y, perspective.z)
    self.init(
      m11: row1.x, m12: row1.y, m13: row1.z, m14: row1.dot(p),
      m21: row2.x, m22: row2.y, m23: row2.z, m24: row2.dot(p),
      m31: row3.x, m32: row3.y, m33: row3.z, m34: row3.dot(p),
      m41: translation.x, m42: translation.y, m43: translation.z, m44: translation.dot(p) + perspective.w)
  }
}

/// Three matrix rows as orthonormal axes, lengths along them, and skews: Gram–Schmidt from the
/// first row on.
private struct SkewedBasis {
  var axes: (Vector3, Vector3, Vector3)
  var scale: Vector3
  var skew: TransformDecomposition.Skew

  init(_ row1: Vector3, _ row2: Vector3, _ row3: Vector3) {
    // A row is flat when what is left of it is nothing but rounding beside the whole matrix.
    let negligible = max(row1.length, row2.length, row3.length) * 1e-14
    let rest1 = row1
    let length1 = rest1.length > negligible ? rest1.length : 0
    let axis1 = length1 > 0 ? rest1 * (1 / length1) : nil
    let alongX2 = axis1.map { $0.dot(row2) } ?? 0
    let rest2 = axis1.map { row2 - $0 * alongX2 } ?? row2
    let length2 = rest2.length > negligible ? rest2.length : 0
    let axis2 = length2 > 0 ? rest2 * (1 / length2) : nil
    let alongX3 = axis1.map { $0.dot(row3) } ?? 0
    let alongY3 = axis2.map { $0.dot(row3) } ?? 0
    let rest3 = row3 - (axis1 ?? Vector3(0, 0, 0)) * alongX3 - (axis2 ?? Vector3(0, 0, 0)) * alongY3
    let length3 = rest3.length > negligible ? rest3.length : 0
    let axis3 = length3 > 0 ? rest3 * (1 / length3) : nil
    axes = Self.completed(axis1, axis2, axis3)
    scale = Vector3(length1, length2, length3)
    skew = TransformDecomposition.Skew(
      xy: length2 > 0 ? alongX2 / length2 : 0, xz: length3 > 0 ? alongX3 / length3 : 0,
      yz: length3 > 0 ? alongY3 / length3 : 0)
    undoMirroring()
  }

  /// Makes the axes a rotation by turning round the one whose turning leaves the least of it, or
  /// all three.
  private mutating func undoMirroring() {
    if axes.0.cross(axes.1).dot(axes.2) >= 0 { return }
    // The larger the trace, the smaller the angle. All three come last: on a tie one axis is
    // simpler.
    let (x, y, z) = (axes.0.x, axes.1.y, axes.2.z)
    let candidates = [(x, (-1.0, 1.0, 1.0)), (y, (1, -1, 1)), (z, (1, 1, -1)), (x + y + z, (-1, -1, -1))]
    var best = candidates[0]
    for candidate in candidates.dropFirst() where candidate.0 < best.0 - 1e-12 { best = candidate }
    let (sx, sy, sz) = best.1
    axes = (axes.0 * sx, axes.1 * sy, axes.2 * sz)
    scale = Vector3(scale.x * sx, scale.y * sy, scale.z * sz)
    // row2 = scale.y · (axis2 + xy · axis1) must stay as it is, so a skew turns with its two axes.
    skew.xy *= sx * sy
    skew.xz *= sx * sz
    skew.yz *= sy * sz
  }

  /// Fills in missing axes so that the three are a right-handed rotation, as near to the standard
  /// ones as is simple.
  private static func completed(_ a: Vector3?, _ b: Vector3?, _ c: Vector3?) -> (Vector3, Vector3, Vector3) {
    switch (a, b, c) {
    case (let a?, let b?, let c?): return (a, b, c)
    case (let a?, let b?, nil): return (a, b, a.cross(b))
    case (let a?, nil, let c?): return (a, c.cross(a), c)
    case (nil, let b?, let c?): return (b.cross(c), b, c)
    case (let a?, nil, nil):
      let c = perpendicular(to: a, near: Vector3(0, 0, 1), else: Vector3(0, 1, 0))
      return (a, c.cross(a), c)
    case (nil, let b?, nil):
      let c = perpendicular(to: b, near: Vector3(0, 0, 1), else: Vector3(1, 0, 0))
      return (b.cross(c), b, c)
    case (nil, nil, let c?):
      let a = perpendicular(to: c, near: Vector3(1, 0, 0), else: Vector3(0, 1, 0))
      return (a, c.cross(a), c)
    case (nil, nil, nil): return (Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1))
    }
  }

  private static func perpendicular(to axis: Vector3, near wish: Vector3, else other: Vector3) -> Vector3 {
    let rest = wish - axis * axis.dot(wish)
    if rest.length > 1e-6 { return rest * (1 / rest.length) }
    let second = other - axis * axis.dot(other)
    return second * (1 / second.length)
  }
}
