import MultiplaneGraphics
import MultiplaneRenderTree

/// From one layer's plane to another's, as it is seen: points of z = 0, perspective included.
///
/// A plain layer is flat: what is within it is projected into its plane, z = 0, before it is placed
/// itself. So the projections along a chain of layers are multiplied with their z dropped.
/// (Rendering rules §3.)
struct PlaneProjection {
  /// Row vectors, as of `CATransform3D`; the third row and column are the identity's.
  private var matrix: CATransform3D

  static let identity = PlaneProjection(matrix: .identity)

  private init(matrix: CATransform3D) { self.matrix = matrix }

  /// The effect of a matrix on the plane z = 0, with z dropped.
  init(dropping matrix: CATransform3D) {
    self.matrix = matrix
    (self.matrix.m13, self.matrix.m23, self.matrix.m43) = (0, 0, 0)
    (self.matrix.m31, self.matrix.m32, self.matrix.m33, self.matrix.m34) = (0, 0, 1, 0)
  }

  /// First this projection, then another.
  func concatenating(_ other: PlaneProjection) -> PlaneProjection {
    PlaneProjection(matrix: matrix.concatenating(other.matrix))
  }

  /// The way back; nil for a degenerate projection, which makes a line or a point of the plane.
  var inverse: PlaneProjection? { matrix.inverted().map(PlaneProjection.init(matrix:)) }

  /// The projection of a point: divided by w, and not finite where w is 0.
  func project(_ point: CGPoint) -> CGPoint {
    let image = matrix.image(of: point)
    return CGPoint(x: image.x / image.w, y: image.y / image.w)
  }

  /// As `project`, for a projection that is an inverse: nil for what lies behind the camera, which
  /// is not seen.
  func projectSeen(_ point: CGPoint) -> CGPoint? {
    let image = matrix.image(of: point)
    // The inverse's w is 1 over that of the way there.
    guard image.w > 0 else { return nil }
    let seen = CGPoint(x: image.x / image.w, y: image.y / image.w)
    return seen.x.isFinite && seen.y.isFinite ? seen : nil
  }
}
