/// J = ∂P/∂p: how device points move with points of a plane, at one of them (rendering rules §15).
struct PlaneDerivative {
  let xByX, xByY: Double
  let yByX, yByY: Double

  /// Nil for a point that lies behind the camera.
  init?(of plane: Plane, at point: (x: Double, y: Double)) {
    let m = plane.toDevice
    let w = m.wx * point.x + m.wy * point.y + m.w0
    guard w > 0 else { return nil }
    let x = (m.xx * point.x + m.xy * point.y + m.x0) / w
    let y = (m.yx * point.x + m.yy * point.y + m.y0) / w
    // The quotient rule.
    (xByX, xByY) = ((m.xx - x * m.wx) / w, (m.xy - x * m.wy) / w)
    (yByX, yByY) = ((m.yx - y * m.wx) / w, (m.yy - y * m.wy) / w)
    guard xByX.isFinite, xByY.isFinite, yByX.isFinite, yByY.isFinite else { return nil }
  }

  /// The greatest movement along x or y, in device pixels, of a point of the plane that is moved by
  /// one.
  var mostPixelsPerPoint: Double { max(length(xByX, xByY), length(yByX, yByY)) }

  /// √(x² + y²) for numbers of any size.
  private func length(_ x: Double, _ y: Double) -> Double {
    let largest = max(abs(x), abs(y))
    guard largest > 0 else { return 0 }
    let (x, y) = (x / largest, y / largest)
    return largest * (x * x + y * y).squareRoot()
  }
}
