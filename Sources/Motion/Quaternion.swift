import Foundation
import MultiplaneGraphics

/// A rotation as a unit quaternion: (x, y, z) is the axis times sin(angle/2), w is cos(angle/2).
package struct Quaternion: Sendable, Equatable {
  package var x: Double
  package var y: Double
  package var z: Double
  package var w: Double

  package init(x: Double, y: Double, z: Double, w: Double) {
    self.x = x
    self.y = y
    self.z = z
    self.w = w
  }

  package static let identity = Quaternion(x: 0, y: 0, z: 0, w: 1)

  /// The rotation whose matrix has these orthonormal rows, for row vectors; the largest part is
  /// taken by its root.
  ///
  /// Source: K. Shoemake, "Animating rotation with quaternion curves", with signs for row vectors.
  init(rows r1: Vector3, _ r2: Vector3, _ r3: Vector3) {
    let trace = r1.x + r2.y + r3.z
    if trace > 0 {
      let w = (1 + trace).squareRoot() / 2
      self.init(x: (r2.z - r3.y) / (4 * w), y: (r3.x - r1.z) / (4 * w), z: (r1.y - r2.x) / (4 * w), w: w)
    } else if r1.x >= r2.y && r1.x >= r3.z {
      let x = max(1 + r1.x - r2.y - r3.z, 0).squareRoot() / 2
      self.init(x: x, y: (r1.y + r2.x) / (4 * x), z: (r3.x + r1.z) / (4 * x), w: (r2.z - r3.y) / (4 * x))
    } else if r2.y >= r3.z {
      let y = max(1 - r1.x + r2.y - r3.z, 0).squareRoot() / 2
      self.init(x: (r1.y + r2.x) / (4 * y), y: y, z: (r2.z + r3.y) / (4 * y), w: (r3.x - r1.z) / (4 * y))
    } else {
      let z = max(1 - r1.x - r2.y + r3.z, 0).squareRoot() / 2
      self.init(x: (r3.x + r1.z) / (4 * z), y: (r2.z + r3.y) / (4 * z), z: z, w: (r1.y - r2.x) / (4 * z))
    }
  }

  /// The rows of the rotation matrix, for row vectors.
  var rows: (Vector3, Vector3, Vector3) {
    (
      Vector3(1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)),
      Vector3(2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)),
      Vector3(2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y))
    )
  }

  func dot(_ other: Quaternion) -> Double { x * other.x + y * other.y + z * other.z + w * other.w }

  static prefix func - (q: Quaternion) -> Quaternion { Quaternion(x: -q.x, y: -q.y, z: -q.z, w: -q.w) }

  /// The one of the two quaternions of this rotation that lies nearer to another.
  ///
  /// Half a turn is equally near both ways; a hair's breadth of rounding must not decide, so this
  /// one is kept then, and 0 → 180° about z passes through +90°.
  func nearer(to other: Quaternion) -> Quaternion {
    dot(other) < -1e-9 ? -self : self
  }

  func weighted(_ a: Double, _ other: Quaternion, _ b: Double) -> Quaternion {
    Quaternion(x: x * a + other.x * b, y: y * a + other.y * b, z: z * a + other.z * b, w: w * a + other.w * b)
  }

  var normalized: Quaternion {
    let length = dot(self).squareRoot()
    return length > 0 ? weighted(1 / length, self, 0) : .identity
  }
}

extension Quaternion {
  /// The shorter arc from one rotation to another, measured once for all its fractions.
  struct Arc: Sendable {
    private let start: Quaternion
    private let end: Quaternion
    private let angle: Double
    private let sine: Double

    init(from start: Quaternion, to target: Quaternion) {
      self.start = start
      end = target.nearer(to: start)
      angle = acos(min(max(start.dot(end), -1), 1))
      sine = sin(angle)
    }

    func rotation(at fraction: Double) -> Quaternion {
      // Below it the sine is all rounding, and the straight line is the arc.
      if angle < 1e-6 { return start.weighted(1 - fraction, end, fraction).normalized }
      return start.weighted(sin((1 - fraction) * angle) / sine, end, sin(fraction * angle) / sine)
    }
  }
}
