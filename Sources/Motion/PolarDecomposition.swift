/// A matrix of three rows as a rotation U and then a stretch P: M = U·P (row vectors). P is
/// symmetric, so it is factors along three directions at right angles.
///
/// Source: K. Shoemake and T. Duff, "Matrix animation and polar decomposition".
struct PolarDecomposition: Sendable, Equatable {
  var rotation: Quaternion
  /// The stretch's xx, yy and zz.
  var diagonal: Vector3
  /// The stretch's xy, xz and yz, each at both of its places.
  var offDiagonal: Vector3

  init(rotation: Quaternion, diagonal: Vector3, offDiagonal: Vector3) {
    self.rotation = rotation
    self.diagonal = diagonal
    self.offDiagonal = offDiagonal
  }

  /// Nil where the matrix mirrors or is singular, or so nearly that no rotation is found.
  init?(_ rows: (Vector3, Vector3, Vector3)) {
    guard let rotation = Self.rotation(of: rows) else { return nil }
    self.rotation = rotation
    // P = Uᵀ·M, symmetric but for rounding, which the means take out.
    let (u1, u2, u3) = rotation.rows
    let x = rows.0 * u1.x + rows.1 * u2.x + rows.2 * u3.x
    let y = rows.0 * u1.y + rows.1 * u2.y + rows.2 * u3.y
    let z = rows.0 * u1.z + rows.1 * u2.z + rows.2 * u3.z
    diagonal = Vector3(x.x, y.y, z.z)
    offDiagonal = Vector3((x.y + y.x) / 2, (x.z + z.x) / 2, (y.z + z.y) / 2)
  }

  /// The matrix.
  var rows: (Vector3, Vector3, Vector3) {
    let x = Vector3(diagonal.x, offDiagonal.x, offDiagonal.y)
    let y = Vector3(offDiagonal.x, diagonal.y, offDiagonal.z)
    let z = Vector3(offDiagonal.y, offDiagonal.z, diagonal.z)
    func stretched(_ row: Vector3) -> Vector3 { x * row.x + y * row.y + z * row.z }
    let (u1, u2, u3) = rotation.rows
    return (stretched(u1), stretched(u2), stretched(u3))
  }

  /// By Newton's method: the mean of a matrix and its inverse transposed, over and over.
  private static func rotation(of rows: (Vector3, Vector3, Vector3)) -> Quaternion? {
    var (a, b, c) = rows
    for _ in 0..<mostSteps {
      let (inverseA, inverseB, inverseC) = (b.cross(c), c.cross(a), a.cross(b))
      let determinant = a.dot(inverseA)
      guard determinant > 0, determinant.isFinite else { return nil }
      // Scaled so that both are about as large, which saves most of the steps.
      let size = (a.dot(a) + b.dot(b) + c.dot(c)).squareRoot()
      let inverseSize = (inverseA.dot(inverseA) + inverseB.dot(inverseB) + inverseC.dot(inverseC)).squareRoot()
      let scale = (inverseSize / determinant / size).squareRoot()
      let (own, inverse) = (scale / 2, 1 / (2 * scale * determinant))
      let (nextA, nextB, nextC) = (
        a * own + inverseA * inverse, b * own + inverseB * inverse, c * own + inverseC * inverse
      )
      let change = max((nextA - a).length, (nextB - b).length, (nextC - c).length)
      (a, b, c) = (nextA, nextB, nextC)
      if change < 1e-14 { return Quaternion(rows: a, b, c).normalized }
    }
    return nil
  }

  /// Ten are enough where the stretch is a million times as great one way as another.
  private static let mostSteps = 40
}
