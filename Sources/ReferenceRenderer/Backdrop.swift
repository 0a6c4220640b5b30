import Foundation
import MultiplaneGraphics
import MultiplaneRenderTree

extension RenderNode {
  /// Whether the layer, or any in it, filters its backdrop.
  var readsBackdrops: Bool {
    !backgroundFilters.isEmpty || mask?.readsBackdrops == true || sublayers.contains { $0.readsBackdrops }
  }
}

extension LayerWalk {
  /// Shows what lies beneath a layer through its `backgroundFilters`, in its rounded bounds
  /// (rendering rules §21).
  ///
  /// - Parameters:
  ///   - opacity: the layer's own.
  ///   - place: inside the layer.
  func drawBackdrop(of node: RenderNode, opacity: Double, in place: Place, on surface: Surface) {
    guard !node.backgroundFilters.isEmpty, !node.geometry.bounds.isEmpty,
      let outline = Coverage(RoundedRectangle(boundsOf: node), on: place.plane, hard: node.hardEdges),
      let chain = FilterChain(node.backgroundFilters, of: node, in: place)
    else { return }
    let box = outline.box(within: place.box.intersection(surface.box))
    guard !box.isEmpty else { return }
    var mask: Surface?
    if let maskNode = node.drawnMask {
      // It is drawn once more for the layer itself.
      guard repeats.admit(in: place) else { return }
      var inside = place.ownSurface(neededBox(box, in: place))
      inside.isRepeated = true
      mask = maskPicture(maskNode, in: inside, covering: inside.box)
    }
    let backdrop = surface.extended(beyond: place.canvas, over: chain.source(for: box))
    let filtered = chain.applied(to: backdrop, in: box)
    surface.update(in: box) { x, y, backdrop in
      guard place.plane.isSeen(x, y) else { return backdrop }
      var coverage = outline.value(x, y) * opacity * place.fade
      if coverage > 0 { coverage *= place.clips.coverage(x, y) * (mask?.color(x, y).alpha ?? 1) }
      return coverage > 0 ? backdrop.mixed(with: filtered.color(x, y), coverage) : backdrop
    }
  }
}

extension Surface {
  /// A copy over a box, in which beyond the canvas each pixel is the one of the canvas that is
  /// nearest.
  fileprivate func extended(beyond canvas: PixelBox, over box: PixelBox) -> Surface {
    let copy = Surface(box)
    copy.update(in: box) { x, y, _ in
      self.color(
        limited(x, Double(canvas.minX) + 0.5, Double(canvas.maxX) - 0.5),
        limited(y, Double(canvas.minY) + 0.5, Double(canvas.maxY) - 0.5))
    }
    return copy
  }
}
