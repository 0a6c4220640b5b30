import MultiplaneGraphics

/// The drawing order of sublayers (rendering rules §5).
package enum DrawingOrder {
  /// The sublayers from back to front; equal depths keep their order.
  package static func sorted(_ sublayers: [RenderNode], in superlayer: LayerGeometry) -> [RenderNode] {
    order(of: sublayers, in: superlayer).map { $0.map { sublayers[$0] } } ?? sublayers
  }

  /// The indices of the sublayers from back to front; nil where they are drawn in array order.
  static func order(of sublayers: [RenderNode], in superlayer: LayerGeometry) -> [Int]? {
    // Most layers have all their sublayers at depth 0: nothing is computed for them.
    guard sublayers.contains(where: { !$0.liesAtDepthZero }) else { return nil }
    let direction: Double = facesViewer(superlayer.sublayerTransform) ? 1 : -1
    var last = -Double.infinity
    let isSorted = sublayers.allSatisfy { sublayer in
      let depth = direction * depth(of: sublayer.geometry)
      defer { last = depth }
      return depth >= last
    }
    if isSorted { return nil }
    let depths = sublayers.map { direction * depth(of: $0.geometry) }
    let order = sublayers.indices.sorted { (depths[$0], $0) < (depths[$1], $1) }
    return order.elementsEqual(sublayers.indices) ? nil : order
  }

  /// The depth of a layer: the z of its plane at the anchor point, in its superlayer's coordinates,
  /// in points. It includes `zPosition` and the transform's translation along z, but no rotation
  /// about the anchor point.
  package static func depth(of geometry: LayerGeometry) -> Double {
    let matrix = geometry.placedMatrix
    let x = Double(geometry.bounds.minX + geometry.anchorPoint.x * geometry.bounds.width)
    let y = Double(geometry.bounds.minY + geometry.anchorPoint.y * geometry.bounds.height)
    let z = sum(SIMD3(x * matrix.m13, y * matrix.m23, matrix.m43))
    let w = sum(SIMD3(x * matrix.m14, y * matrix.m24, matrix.m44))
    let depth = w > 0 ? z / w : z
    // Finite numbers may still multiply to what is no number, which could not be sorted.
    return depth.isNaN ? 0 : depth
  }

  /// A sum; 0 where what is left of terms that cancel out is rounding, by which layers of one depth
  /// would change places.
  private static func sum(_ terms: SIMD3<Double>) -> Double {
    let sum = terms.sum()
    return abs(sum) <= (abs(terms.x) + abs(terms.y) + abs(terms.z)) * 1e-12 ? 0 : sum
  }

  /// Whether planes of constant z face the viewer (+z) after a transform: the sign of the z of
  /// their transformed normal, the cofactor of m33 in the upper left 3×3 matrix divided by its
  /// determinant. A degenerate plane counts as facing.
  package static func facesViewer(_ transform: CATransform3D) -> Bool {
    let t = transform
    let cofactor = t.m11 * t.m22 - t.m12 * t.m21
    let determinant =
      t.m11 * (t.m22 * t.m33 - t.m23 * t.m32) - t.m12 * (t.m21 * t.m33 - t.m23 * t.m31)
      + t.m13 * (t.m21 * t.m32 - t.m22 * t.m31)
    // Their signs and not their quotient or product, which may run out of a number's range.
    return !(cofactor < 0 && determinant > 0 || cofactor > 0 && determinant < 0)
  }
}

extension LayerGeometry {
  /// Whether the plane of the layer is certainly its superlayer's plane.
  var liesAtDepthZero: Bool {
    guard zPosition == 0, anchorPointZ == 0, !isPlacedAgain else { return false }
    if hasInitialTransform { return true }
    let t = transform
    return t.m13 == 0 && t.m23 == 0 && t.m43 == 0 && t.m14 == 0 && t.m24 == 0
  }
}
