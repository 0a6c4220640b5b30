/// Four corners on the device, in pixels, in the order of a triangle strip: the first three and the last three are its
/// triangles.
struct Quad: Equatable {
  var a: Vector2
  var b: Vector2
  var c: Vector2
  var d: Vector2

  init(_ a: Vector2, _ b: Vector2, _ c: Vector2, _ d: Vector2) {
    (self.a, self.b, self.c, self.d) = (a, b, c, d)
  }

  /// A corner by its number, in that order.
  subscript(index: Int) -> Vector2 {
    switch index {
    case 0: a
    case 1: b
    case 2: c
    default: d
    }
  }

  /// As records hold them: x0 y0 x1 y1, x2 y2 x3 y3.
  var vectors: (SIMD4<Float>, SIMD4<Float>) {
    (
      SIMD4(Float(a.x), Float(a.y), Float(b.x), Float(b.y)), SIMD4(Float(c.x), Float(c.y), Float(d.x), Float(d.y))
    )
  }
}
