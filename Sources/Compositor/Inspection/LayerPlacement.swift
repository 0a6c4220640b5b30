import MultiplaneGraphics
import MultiplaneRenderTree

/// The placement of a layer of a render tree on the canvas.
package struct LayerPlacement {
  package let node: RenderNode
  /// The index of the node in the whole tree, in drawing order, masks before sublayers.
  package let index: Int
  package let isMask: Bool
  /// The transform from the layer's points to the canvas's, in space, without flattening.
  package let toCanvas: CATransform3D
  /// The drawn corners of its bounds, in points of the canvas; not finite behind the camera.
  package let corners: [CGPoint]

  /// Calls a closure for each layer of a tree, in drawing order, until it returns false. Transform
  /// layers and parts of layers, such as tiles and particles, are skipped.
  package static func forEach(in root: RenderNode, _ body: (LayerPlacement) throws -> Bool) rethrows {
    var walk = Walk()
    let place = Place(toCanvas: CATransform3DIdentity, flat: CATransform3DIdentity, sublayerMatrix: nil, isSpace: false)
    _ = try walk.visit(root, isMask: false, in: place, body)
  }

  private struct Place {
    var toCanvas: CATransform3D
    /// The same in the plane of each superlayer that is no space.
    var flat: CATransform3D
    /// The matrix that is applied after a sublayer's own.
    var sublayerMatrix: CATransform3D?
    var isSpace: Bool
    /// The layer around; nil for the canvas.
    var layer: LayerIdentifier?
  }

  private struct Walk {
    var index = 0

    mutating func visit(
      _ node: RenderNode, isMask: Bool, in place: Place, _ body: (LayerPlacement) throws -> Bool
    ) rethrows -> Bool {
      var own = node.geometry.placedMatrix
      if let matrix = place.sublayerMatrix { own = CATransform3DConcat(own, matrix) }
      let toCanvas = CATransform3DConcat(own, place.toCanvas)
      if !place.isSpace { (own.m13, own.m23, own.m33, own.m43) = (0, 0, 0, 0) }
      let flat = CATransform3DConcat(own, place.flat)
      let number = index
      index += 1
      // The nodes of a layer's parts have its number.
      if !node.isSpace, node.identifier != place.layer {
        let placement = LayerPlacement(
          node: node, index: number, isMask: isMask, toCanvas: toCanvas, corners: corners(of: node.bounds, by: flat))
        guard try body(placement) else { return false }
      }
      let inside = Place(
        toCanvas: toCanvas, flat: flat, sublayerMatrix: node.geometry.sublayerMatrix, isSpace: node.isSpace,
        layer: node.identifier)
      if let mask = node.mask {
        guard try visit(mask, isMask: true, in: inside, body) else { return false }
      }
      for sublayer in node.sublayers {
        guard try visit(sublayer, isMask: isMask, in: inside, body) else { return false }
      }
      return true
    }

    private func corners(of bounds: CGRect, by m: CATransform3D) -> [CGPoint] {
      [
        (bounds.minX, bounds.minY), (bounds.maxX, bounds.minY), (bounds.maxX, bounds.maxY),
        (bounds.minX, bounds.maxY),
      ].map { x, y in
        let w = x * m.m14 + y * m.m24 + m.m44
        guard w > 0 else { return CGPoint(x: CGFloat.nan, y: CGFloat.nan) }
        return CGPoint(x: (x * m.m11 + y * m.m21 + m.m41) / w, y: (x * m.m12 + y * m.m22 + m.m42) / w)
      }
    }
  }
}
