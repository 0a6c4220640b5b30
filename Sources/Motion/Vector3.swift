/// A vector along x, y and z: a row of a matrix, a scale, a translation.
package struct Vector3: Sendable, Equatable {
  package var x: Double
  package var y: Double
  package var z: Double

  package init(_ x: Double, _ y: Double, _ z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }

  package static func + (a: Vector3, b: Vector3) -> Vector3 { Vector3(a.x + b.x, a.y + b.y, a.z + b.z) }
  package static func - (a: Vector3, b: Vector3) -> Vector3 { Vector3(a.x - b.x, a.y - b.y, a.z - b.z) }
  package static func * (a: Vector3, factor: Double) -> Vector3 { Vector3(a.x * factor, a.y * factor, a.z * factor) }

  package func dot(_ other: Vector3) -> Double { x * other.x + y * other.y + z * other.z }

  package func cross(_ other: Vector3) -> Vector3 {
    Vector3(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
  }

  package var length: Double { dot(self).squareRoot() }

  package func mixed(with other: Vector3, _ fraction: Double) -> Vector3 { self + (other - self) * fraction }
}
