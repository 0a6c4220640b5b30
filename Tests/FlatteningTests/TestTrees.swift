import MultiplaneGraphics
import MultiplaneRenderTree
import TestSupport

@testable import MultiplaneFlattening

// Trees small enough to be flattened by hand.

/// The display list of these layers side by side in a root of 100 × 100 points that shows nothing
/// itself.
func flatten(_ layers: RenderNode?..., scale: Double = 1) -> DisplayList {
  let size = CGSize(width: 100, height: 100)
  let root = layer(0, 0, size.width, size.height, sublayers: layers)
  return Flattener.flatten(RenderTree(size: size, scale: scale, background: nil, root: root, time: 0))
}

extension DisplayList {
  /// The kinds of a pass's own primitives, in order.
  func kinds(of pass: Int) -> [Primitive.Kind] {
    var kinds: [Primitive.Kind] = []
    forEachPrimitive(of: pass) { kinds.append(primitives[$0].kind) }
    return kinds
  }
}
