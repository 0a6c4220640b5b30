import MultiplaneGraphics

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
