import Foundation

/// A rotation as three turns in radians, about x first, then y, then z: Rx · Ry · Rz on row
/// vectors.
struct EulerAngles: Equatable {
  var x: Double
  var y: Double
  var z: Double

  init(x: Double, y: Double, z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// Reads the turns from a rotation; of the two answers that exist, the one that turns less in
  /// all.
  ///
  /// Rx · Ry · Rz has the first row (cy·cz, cy·sz, −sy) and the last column (−sy, sx·cy, cx·cy).
  init(_ rotation: Quaternion) {
    let (row1, row2, row3) = rotation.rows
    let cosineY = (row1.x * row1.x + row1.y * row1.y).squareRoot()
    guard cosineY > 1e-9 else {
      // x and z turn about the same line; all of it is given to z. With x = 0, row 2 is (−sz, cz,
      // 0).
      self.init(x: 0, y: row1.z < 0 ? .pi / 2 : -.pi / 2, z: atan2(-row2.x, row2.y))
      return
    }
    let first = EulerAngles(x: atan2(row2.z, row3.z), y: atan2(-row1.z, cosineY), z: atan2(row1.y, row1.x))
    let second = EulerAngles(
      x: Self.turnedRound(first.x), y: Self.turnedRound(-first.y), z: Self.turnedRound(first.z))
    self = second.amount < first.amount - 1e-9 ? second : first
  }

  /// Sine and cosine of half an angle.
  struct HalfTurn: Sendable {
    let sine: Double
    let cosine: Double

    init(_ angle: Double) {
      sine = sin(angle / 2)
      cosine = cos(angle / 2)
    }
  }

  /// The rotation by three angles.
  static func rotation(_ x: HalfTurn, _ y: HalfTurn, _ z: HalfTurn) -> Quaternion {
    let (sx, cx) = (x.sine, x.cosine)
    let (sy, cy) = (y.sine, y.cosine)
    let (sz, cz) = (z.sine, z.cosine)
    // The quaternion product qz · qy · qx: quaternions act from the left, row vectors' matrices
    // from the right.
    return Quaternion(
      x: cz * cy * sx - sz * sy * cx, y: cz * sy * cx + sz * cy * sx,
      z: sz * cy * cx - cz * sy * sx, w: cz * cy * cx + sz * sy * sx)
  }

  private var amount: Double { abs(x) + abs(y) + abs(z) }

  /// The angle half a turn away, within −π…π.
  private static func turnedRound(_ angle: Double) -> Double { angle > 0 ? angle - .pi : angle + .pi }
}
