import Graphics

/// The squares that part a plane for `CIPixellate` (docs/rendering.md, section 19).
///
/// A class, as steps of filters lie on the stack once for each layer around, and most have none.
final class PlaneSquares: Sendable {
  private let plane: Plane
  private let size: Double
  private let corner: Vector2

  /// - Parameters:
  ///   - size: the side of each in points.
  ///   - corner: where four of them meet.
  init(plane: Plane, size: Double, corner: Vector2) {
    (self.plane, self.size, self.corner) = (plane, size, corner)
  }

  /// The pixels around all squares that a box of the device touches; nil where that is not known: they, or the box, reach behind the eye.
  func pixels(from box: DeviceBox) -> DeviceBox? {
    var points = DeviceBox.nothing
    for number in 0..<4 {
      let place = box.corner(number)
      guard plane.fromDevice.wx * place.x + plane.fromDevice.wy * place.y + plane.fromDevice.w0 > 0 else { return nil }
      points.add((plane.point(at: place) - corner) / size)
    }
    // Ties are decided a 1024th beside the squares' edges, and samples are mixed of neighbouring pixels.
    let squares = points.inset(by: -0.01).pixelsAround
    var pixels = DeviceBox.nothing
    for number in 0..<4 {
      let (point, m) = (squares.corner(number) * size + corner, plane.toDevice)
      let w = m.wx * point.x + m.wy * point.y + m.w0
      guard w > 0 else { return nil }
      pixels.add(Vector2(m.xx * point.x + m.xy * point.y + m.x0, m.yx * point.x + m.yy * point.y + m.y0) / w)
    }
    guard abs(pixels.minX) < 1e6, abs(pixels.maxX) < 1e6, abs(pixels.minY) < 1e6, abs(pixels.maxY) < 1e6 else {
      return nil
    }
    return pixels.inset(by: -2).pixelsAround
  }
}

extension DeviceBox {
  /// A corner by its number, 0 to 3: left to right, top to bottom.
  func corner(_ number: Int) -> Vector2 {
    Vector2(number & 1 == 0 ? minX : maxX, number & 2 == 0 ? minY : maxY)
  }
}
