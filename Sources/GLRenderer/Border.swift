import Graphics
import RenderTree

extension Flattener {
  /// The line along the inside of the bounds (docs/rendering.md, section 7).
  mutating func add(_ border: Border, of node: RenderNode, in around: Surroundings) {
    add(
      .border, color: border.color, borderWidth: border.width, bounds: node.geometry.bounds, corners: node.corners,
      in: around)
  }
}
