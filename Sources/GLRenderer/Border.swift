import RenderTree

extension Flattener {
  /// The line along the inside of the bounds (docs/rendering.md, section 7).
  mutating func add(_ border: Border, of node: RenderNode, in around: Surroundings) {
    addSolid(.border, color: border.color, borderWidth: border.width, of: node, in: around)
  }
}
