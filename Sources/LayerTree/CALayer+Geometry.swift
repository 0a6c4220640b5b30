import Graphics
import RenderTree

extension CALayer {
  /// Whether an odd number of layers from this one to the root have flipped geometry.
  var liesInFlippedGeometry: Bool {
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
    return bounds.boxOfCorners { corner in
      let image = matrix.image(of: corner)
      return CGPoint(x: image.x / image.w, y: image.y / image.w)
    }
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

extension CGRect {
  /// The smallest rectangle around the mapped corners.
  func boxOfCorners(_ map: (CGPoint) -> CGPoint) -> CGRect {
    let first = map(CGPoint(x: minX, y: minY))
    var (low, high) = (first, first)
    for corner in [CGPoint(x: maxX, y: minY), CGPoint(x: minX, y: maxY), CGPoint(x: maxX, y: maxY)].map(map) {
      low = CGPoint(x: min(low.x, corner.x), y: min(low.y, corner.y))
      high = CGPoint(x: max(high.x, corner.x), y: max(high.y, corner.y))
    }
    return CGRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }
}
