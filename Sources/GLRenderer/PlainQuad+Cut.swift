import Graphics

// Parts of plain quads that are boxes along the device's axes.

extension PlainQuad {
  /// The box that it is, of a quad along the axes whose first corner has the least numbers; nil for others.
  var box: DeviceBox? {
    let (a, b) = vectors
    guard a.y == a.w, b.y == b.w, a.x == b.x, a.z == b.z, a.x < a.z, a.y < b.y else { return nil }
    return DeviceBox(minX: Double(a.x), minY: Double(a.y), maxX: Double(a.z), maxY: Double(b.y))
  }

  /// What of it lies in a part of its box.
  func cut(to part: DeviceBox, of box: DeviceBox) -> PlainQuad {
    guard part != box else { return self }
    let (width, height) = (box.maxX - box.minX, box.maxY - box.minY)
    let (left, right) = ((part.minX - box.minX) / width, (part.maxX - box.minX) / width)
    let (top, bottom) = ((part.minY - box.minY) / height, (part.maxY - box.minY) / height)
    func corner(_ u: Double, _ v: Double, _ x: Double, _ y: Double) -> Corner {
      var corner = Corner.between(.between(corners.0, corners.1, u), .between(corners.2, corners.3, u), v)
      corner.position.lowHalf = SIMD2(Float(x), Float(y))
      return corner
    }
    var quad = self
    quad.corners = (
      corner(left, top, part.minX, part.minY), corner(right, top, part.maxX, part.minY),
      corner(left, bottom, part.minX, part.maxY), corner(right, bottom, part.maxX, part.maxY)
    )
    return quad
  }

  /// Ends a rectangle along the device's axes at the edges of a box that it meets; any other quad stays as it is.
  ///
  /// - Returns: whether it ends there.
  mutating func cut(to other: DeviceBox) -> Bool {
    guard let box, !other.contains(box) else { return false }
    self = cut(to: box.intersection(other), of: box)
    return true
  }
}

extension PlainQuad.Corner {
  /// What lies between two corners: all numbers are linear.
  fileprivate static func between(_ a: Self, _ b: Self, _ share: Double) -> Self {
    guard share != 0 else { return a }
    guard share != 1 else { return b }
    func mix(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> {
      SIMD4<Float>(SIMD4<Double>(a) * (1 - share) + SIMD4<Double>(b) * share)
    }
    return Self(
      color: mix(a.color, b.color), edges: mix(a.edges, b.edges), texture: mix(a.texture, b.texture),
      position: mix(a.position, b.position))
  }
}
