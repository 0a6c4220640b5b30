import RenderTree

extension LayerWalk {
  /// Multiplies a layer, composed as a group, by the alpha of its mask's subtree (rendering rules §16).
  ///
  /// - Parameter place: inside the layer, without any clip: the mask lies there as if it were a sublayer.
  func applyMask(of node: RenderNode, in place: Place, to group: Surface) {
    guard let mask = node.mask else { return }
    let surface = maskPicture(mask, in: place, covering: group.box)
    group.multiply(byAlphaOf: surface)
    pool.giveBack(surface)
  }

  /// The mask's subtree on a surface of its own.
  func maskPicture(_ mask: RenderNode, in place: Place, covering box: PixelBox) -> Surface {
    let surface = pool.take(box)
    draw(mask, in: place, on: surface, as: .mask)
    return surface
  }
}
