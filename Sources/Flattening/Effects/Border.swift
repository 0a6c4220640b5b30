import MultiplaneGraphics
import MultiplaneRenderTree

extension Flattener {
  /// The line along the inside of the bounds (rendering rules §7).
  mutating func add(_ border: Border, of node: RenderNode, in place: Place) {
    if let dashes = node.borderDashes {
      add(.stroke(dashes), border.color, in: place)
      return
    }
    let outer = boundsShape(of: node, in: place)
    guard border.color.isFinite, outer.width > 0, outer.height > 0, let box = pixels(of: outer, in: place) else {
      return
    }
    var inner = outer.inset(by: border.width)
    // Only the outer outline may be hard (§4).
    inner?.hardEdges = []
    list.borders.append(BorderBox(outer: outer, inner: inner, color: border.color.premultiplied))
    append(.border, payload: list.borders.count - 1, box, in: place)
  }
}
