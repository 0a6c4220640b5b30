import MultiplaneFlattening
import MultiplaneGraphics

/// From pixels to points of a plane, the pixels counted from some place: each row is (∂/∂x, ∂/∂y,
/// constant).
struct PlaneRows {
  var x, y, w: SIMD3<Double>
  var horizons: [HalfPlane] { someHorizons ?? [] }
  private let someHorizons: [HalfPlane]?
  let isProjective: Bool
  private let origin: SIMD2<Double>

  @inline(__always)
  init(_ plane: Plane, from originX: Double, _ originY: Double) {
    let m = plane.fromDevice
    origin = SIMD2(originX, originY)
    x = SIMD3(m.xx, m.xy, m.xx * originX + m.xy * originY + m.x0)
    y = SIMD3(m.yx, m.yy, m.yx * originX + m.yy * originY + m.y0)
    w = SIMD3(m.wx, m.wy, m.wx * originX + m.wy * originY + m.w0)
    someHorizons = plane.someHorizons
    isProjective = !m.isAffine || plane.someHorizons != nil
  }

  /// A line with the same places as the rows.
  func moved(_ line: HalfPlane) -> SIMD4<Float> {
    SIMD4(Float(line.a), Float(line.b), Float(line.value(origin.x, origin.y)), 0)
  }
}

extension SIMD4<Float> {
  init(_ row: SIMD3<Double>, _ last: Double = 0) {
    self.init(Float(row.x), Float(row.y), Float(row.z), Float(last))
  }

  /// Numbers that single precision has no place for become its largest.
  init(_ color: PremultipliedColor) {
    func number(_ x: Double) -> Float { Float(Swift.min(Swift.max(x, -1e30), 1e30)) }
    self.init(number(color.red), number(color.green), number(color.blue), number(color.alpha))
  }
}

extension PremultipliedColor {
  var isFinite: Bool { (red * 0 + green * 0 + blue * 0 + alpha * 0) == 0 }
}
