import GL

/// A quad whose corners carry all that its program needs: 256 bytes. See `plain.vert` for the fields' meaning and units.
///
/// Every number is linear across the quad, so what is cut off of one leaves a plain quad.
struct PlainQuad {
  /// One corner as the device reads it.
  struct Corner {
    var color: SIMD4<Float>
    var edges = SIMD4<Float>.zero
    /// The place in the image, homogeneous; the corners' radius.
    var texture = SIMD4<Float>(0, 0, 1, 0)
    /// x, y; the width of a line, or the place in the mask.
    var position: SIMD4<Float>
  }

  /// In the order of a triangle strip.
  var corners: (Corner, Corner, Corner, Corner)

  /// A box in one colour.
  init(_ box: DeviceBox, color: SIMD4<Float>) {
    let (minX, minY, maxX, maxY) = (Float(box.minX), Float(box.minY), Float(box.maxX), Float(box.maxY))
    corners = (
      Corner(color: color, position: SIMD4(minX, minY, 0, 0)), Corner(color: color, position: SIMD4(maxX, minY, 0, 0)),
      Corner(color: color, position: SIMD4(minX, maxY, 0, 0)), Corner(color: color, position: SIMD4(maxX, maxY, 0, 0))
    )
  }

  /// Any quad in one colour.
  init(_ quad: Quad, color: SIMD4<Float>) {
    func corner(_ p: Vector2) -> Corner { Corner(color: color, position: SIMD4(Float(p.x), Float(p.y), 0, 0)) }
    corners = (corner(quad.a), corner(quad.b), corner(quad.c), corner(quad.d))
  }

  /// Sets what a function of the device position gives.
  mutating func setCorners(_ set: (inout Corner, Vector2) -> Void) {
    func apply(_ corner: inout Corner) {
      set(&corner, Vector2(Double(corner.position.x), Double(corner.position.y)))
    }
    apply(&corners.0)
    apply(&corners.1)
    apply(&corners.2)
    apply(&corners.3)
  }

  /// Multiplies the colours of all corners, those of a program with these features.
  mutating func fade(_ opacity: Float, _ features: ProgramKind.Features) {
    if features.contains(.bordered) {
      corners.0.texture *= opacity
      corners.1.texture *= opacity
      corners.2.texture *= opacity
      corners.3.texture *= opacity
    }
    corners.0.color *= opacity
    corners.1.color *= opacity
    corners.2.color *= opacity
    corners.3.color *= opacity
  }

  /// Becomes what a quad of the same corners makes of it that lies on it: both of colours and nothing else, source-over. False, and
  /// it stays as it was, where that is not linear across the quad, or the corners are others.
  mutating func take(_ front: PlainQuad) -> Bool {
    let left = 1 - front.corners.0.color.w
    guard front.vectors == vectors, 1 - front.corners.1.color.w == left, 1 - front.corners.2.color.w == left,
      1 - front.corners.3.color.w == left
    else { return false }
    corners.0.color = front.corners.0.color + corners.0.color * left
    corners.1.color = front.corners.1.color + corners.1.color * left
    corners.2.color = front.corners.2.color + corners.2.color * left
    corners.3.color = front.corners.3.color + corners.3.color * left
    return true
  }

  /// x0 y0 x1 y1, x2 y2 x3 y3.
  var vectors: (SIMD4<Float>, SIMD4<Float>) {
    (
      SIMD4(lowHalf: corners.0.position.lowHalf, highHalf: corners.1.position.lowHalf),
      SIMD4(lowHalf: corners.2.position.lowHalf, highHalf: corners.3.position.lowHalf)
    )
  }

  static let layout = VertexLayout(
    stride: MemoryLayout<Corner>.stride,
    attributes: [
      .init("a_color", components: 4, offset: 0),
      .init("a_edges", components: 4, offset: 16),
      .init("a_texture", components: 4, offset: 32),
      .init("a_position", components: 4, offset: 48),
    ], unit: .corner)
}
