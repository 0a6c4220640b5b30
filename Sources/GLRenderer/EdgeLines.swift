import Graphics

/// The edges of a rectangle of a plane as lines on the device.
struct EdgeLines {
  /// A·x + B·y + C is the distance inwards in device pixels, for min x, max x, min y, max y.
  private var a = SIMD4<Double>.zero
  private var b = SIMD4<Double>.zero
  private var c = SIMD4<Double>.zero

  /// Edges that lie farther than any layer, as those that are a clip's (Contents.swift), are nobody's.
  private static let far = 1e9

  init(_ rect: CGRect, on plane: Plane) {
    let g = plane.fromDevice
    set(0, g.xx - rect.minX * g.wx, g.xy - rect.minX * g.wy, g.x0 - rect.minX * g.w0)
    set(1, rect.maxX * g.wx - g.xx, rect.maxX * g.wy - g.xy, rect.maxX * g.w0 - g.x0)
    set(2, g.yx - rect.minY * g.wx, g.yy - rect.minY * g.wy, g.y0 - rect.minY * g.w0)
    set(3, rect.maxY * g.wx - g.yx, rect.maxY * g.wy - g.yy, rect.maxY * g.w0 - g.y0)
  }

  private mutating func set(_ index: Int, _ x: Double, _ y: Double, _ constant: Double) {
    let length = (x * x + y * y).squareRoot()
    // A pixel inside of it, everywhere.
    guard length > 0, abs(constant / length) < Self.far else {
      c[index] = 1
      return
    }
    (a[index], b[index], c[index]) = (x / length, y / length, constant / length)
  }

  func distances(at p: Vector2) -> SIMD4<Float> {
    SIMD4<Float>(a * p.x + b * p.y + c)
  }

  /// The quad whose edges lie so much farther outwards than these; nil where there is an edge that is nobody's, two that meet
  /// are nearly one line, or the corners are not those of all that lies within the edges.
  func quad(grownBy distance: Double) -> Quad? {
    func corner(_ i: Int, _ j: Int) -> Vector2 {
      let (ci, cj) = (c[i] + distance, c[j] + distance)
      return Vector2(b[i] * cj - b[j] * ci, a[j] * ci - a[i] * cj) / (a[i] * b[j] - a[j] * b[i])
    }
    let quad = Quad(corner(0, 2), corner(1, 2), corner(0, 3), corner(1, 3))
    let least = SIMD4<Double>(repeating: -distance - Self.rounding)
    for index in 0..<4 where !all(a * quad[index].x + b * quad[index].y + c .>= least) { return nil }
    return quad
  }

  /// What corners are off their edges by rounding, and less than anyone sees, in pixels.
  private static let rounding = 1.0 / 1024
}
