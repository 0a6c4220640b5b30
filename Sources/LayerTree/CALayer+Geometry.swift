import Graphics
import RenderTree

extension CALayer {
  /// The layer's 2D transform; the identity unless `transform` is exactly affine.
  public func affineTransform() -> CGAffineTransform {
    CATransform3DIsAffine(transform) ? CATransform3DGetAffineTransform(transform) : .identity
  }

  /// Replaces all of `transform` by a 2D transform.
  public func setAffineTransform(_ transform: CGAffineTransform) {
    self.transform = CATransform3DMakeAffineTransform(transform)
  }

  /// Whether an odd number of layers from this one to the root have flipped geometry.
  public func contentsAreFlipped() -> Bool {
    var isFlipped = false
    var layer: CALayer? = self
    while let current = layer {
      if current.isGeometryFlipped { isFlipped.toggle() }
      layer = current.parent
    }
    return isFlipped
  }

  /// The box of the four corners of the bounds in the superlayer.
  var frameOfBounds: CGRect { Self.frame(of: values.geometry) }

  /// The box of the bounds in the superlayer for `frame`: without the flip. `zPosition` moves along z only, after the
  /// transform, and so changes nothing.
  private static func frame(of geometry: LayerGeometry) -> CGRect {
    var geometry = geometry
    geometry.isGeometryFlipped = false
    let bounds = geometry.bounds
    let matrix = geometry.matrix
    let corners = [
      CGPoint(x: bounds.minX, y: bounds.minY), CGPoint(x: bounds.maxX, y: bounds.minY),
      CGPoint(x: bounds.minX, y: bounds.maxY), CGPoint(x: bounds.maxX, y: bounds.maxY),
    ].map { corner in
      let w = corner.x * matrix.m14 + corner.y * matrix.m24 + matrix.m44
      return CGPoint(
        x: (corner.x * matrix.m11 + corner.y * matrix.m21 + matrix.m41) / w,
        y: (corner.x * matrix.m12 + corner.y * matrix.m22 + matrix.m42) / w)
    }
    var box = CGRect(origin: corners[0], size: .zero)
    for corner in corners.dropFirst() {
      let minX = min(box.minX, corner.x)
      let minY = min(box.minY, corner.y)
      box = CGRect(x: minX, y: minY, width: max(box.maxX, corner.x) - minX, height: max(box.maxY, corner.y) - minY)
    }
    return box
  }

  /// Gives the bounds the frame's size, mapped back through the transform, and moves the position so that the frame's
  /// origin reads back; its size does under scales and quarter turns. The origin of the bounds stays.
  func setFrame(_ frame: CGRect) {
    bounds = CGRect(origin: bounds.origin, size: untransformedSize(frame.size))
    // Measured from a position of zero, so that the same frame gives the same position wherever the layer was before.
    var geometry = values.geometry
    geometry.position = .zero
    let box = Self.frame(of: geometry)
    guard box.isFinite else { return }
    position = CGPoint(x: frame.minX - box.minX, y: frame.minY - box.minY)
  }

  /// The box of a size mapped back through the linear part of the transform; the size itself when that has no inverse.
  private func untransformedSize(_ size: CGSize) -> CGSize {
    let t = transform
    let determinant = t.m11 * t.m22 - t.m12 * t.m21
    guard determinant != 0, determinant.isFinite else { return size }
    return CGSize(
      width: (abs(t.m22) * size.width + abs(t.m21) * size.height) / abs(determinant),
      height: (abs(t.m12) * size.width + abs(t.m11) * size.height) / abs(determinant))
  }
}
