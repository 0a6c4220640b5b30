import MultiplaneGraphics
import MultiplaneRenderTree

extension RenderNode {
  /// The mask that has to be drawn on a surface of its own; nil where there is none, or one that is
  /// a clip (rendering rules §16).
  var drawnMask: RenderNode? { maskClip == nil ? mask : nil }

  /// Whether its mask is a clip, and yet cuts the layer once, as a whole: something in it looks at
  /// what lies beneath, or its shadow is beneath it.
  var isCutAsWhole: Bool { maskClip != nil && (readsBackdropInside || shadow != nil) }
}

extension Place {
  /// The place inside a layer's mask where that is a clip; nil when that leaves nothing (rendering
  /// rules §16).
  ///
  /// - Parameter self: inside the layer. The clip has pixels of `box` only.
  func masked(of node: RenderNode) -> Place? {
    guard let mask = node.mask, let region = node.maskClip else { return self }
    return clip(region, of: mask).flatMap { clipped(by: $0) }
  }

  /// The coverage of a mask in `box`: it is placed as if it were a sublayer.
  private func clip(_ region: MaskClip, of mask: RenderNode) -> Clip? {
    guard let plane = inside(mask)?.plane else { return nil }
    switch region {
    case .bounds:
      guard !mask.geometry.bounds.isEmpty, mask.background?.color.isFinite == true else { return nil }
      return Coverage(RoundedRectangle(boundsOf: mask), on: plane, hard: mask.hardEdges).map(Clip.bounds)
    case .fill(let fill):
      return RegionPrimitive(fill, on: plane, in: box).map { .region($0.coverage) }
    case .stroke(let stroke):
      return RegionPrimitive(stroke, on: plane, in: box).map { .region($0.coverage) }
    }
  }
}

extension LayerWalk {
  /// Multiplies a layer, composed as a group, by what its mask covers: by the alpha of its subtree,
  /// or by its coverage as a clip (rendering rules §16).
  ///
  /// - Parameter place: inside the layer, without any clip.
  func applyMask(of node: RenderNode, in place: Place, to group: Surface) {
    if node.maskClip != nil {
      let clips = place.masked(of: node)?.clips
      group.update(in: group.painted) { x, y, color in color.times(clips?.coverage(x, y) ?? 0) }
    } else {
      applyDrawnMask(of: node, in: place, to: group)
    }
  }

  /// The same for a mask that is no clip only.
  func applyDrawnMask(of node: RenderNode, in place: Place, to group: Surface) {
    guard let mask = node.drawnMask else { return }
    let surface = maskPicture(mask, in: place, covering: group.box)
    group.multiply(byAlphaOf: surface)
    pool.giveBack(surface)
  }

  /// The mask's subtree on a surface of its own.
  ///
  /// - Parameter place: inside the layer, without any clip: the mask lies there as if it were a
  ///   sublayer.
  func maskPicture(_ mask: RenderNode, in place: Place, covering box: PixelBox) -> Surface {
    let surface = pool.take(box)
    draw(mask, in: place, on: surface, as: .mask)
    return surface
  }
}
