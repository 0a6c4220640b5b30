import RenderTree

extension Flattener {
  /// The rounded rectangle of a background (docs/rendering.md, section 6).
  mutating func add(_ background: Background, of node: RenderNode, in around: Surroundings) {
    addSolid(.fill, color: background.color, borderWidth: 0, of: node, in: around)
  }
}
