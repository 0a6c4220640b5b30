import MultiplaneGraphics
import MultiplaneRenderTree

extension Flattener {
  /// Shows what lies beneath a layer through its background filters, in its rounded bounds
  /// (rendering rules §21).
  ///
  /// - Parameter place: inside the layer, its mask as a clip included.
  mutating func addBackdrop(of node: RenderNode, in place: Place) {
    let lengths = list.lengths
    if !add(node.backgroundFilters, beneath: node, in: place) { list.cut(to: lengths) }
  }

  /// The same; false, and something may be left of it, when nothing is shown.
  private mutating func add(_ filters: [Filter], beneath node: RenderNode, in place: Place) -> Bool {
    let shape = boundsShape(of: node, in: place)
    guard shape.width > 0, shape.height > 0, var box = pixels(of: shape, in: place) else { return false }
    guard let steps = addFilters(filters, of: node, in: place) else { return false }
    var mask: Int32 = -1
    if let drawn = node.drawnMask {
      // It is drawn once more for the layer itself.
      guard repeats.admit(in: place) else { return false }
      var inside = place
      inside.isRepeated = true
      guard let masked = addMask(drawn, in: inside, box) else { return false }
      mask = masked.pass
      box = box.intersection(masked.box)
      guard !box.isEmpty else { return false }
    }
    list.backdrops.append(
      Backdrop(
        shape: shape, filters: steps, source: list.input(of: steps, for: box, canvas: place.canvas),
        canvas: place.canvas, mask: mask))
    append(.backdrop, payload: list.backdrops.count - 1, box, in: place)
    list.primitives[list.primitives.count - 1].opacity = Float(node.opacity * place.fade)
    return true
  }
}
