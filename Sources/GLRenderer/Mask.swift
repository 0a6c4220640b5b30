import Graphics
import RenderTree

extension Flattener {
  /// Draws a layer multiplied by the alpha of its mask (docs/rendering.md, section 16): each on a surface of its own, in
  /// device pixels, if they are more than plain quads.
  ///
  /// - Parameter withShadow: whether what the layer casts is part of it.
  @inline(never)
  mutating func addMasked(
    _ node: RenderNode, by mask: RenderNode, opacity: Double, withShadow: Bool, in around: Surroundings
  ) {
    if addPlainMasked(node, by: mask, opacity: opacity, in: around) { return }
    var inside = around.isolated()
    guard let covering = surface(of: mask, in: inside) else { return }
    // Nothing of the layer shows outside of its mask.
    inside.clips.box = neededBox(covering.area, inside: node)
    openPass(.group(node.identifier))
    if withShadow {
      addShadowAndLook(of: node, in: inside)
    } else {
      addLook(of: node, in: inside)
    }
    guard let drawn = closeDrawn() else { return }
    place(drawn, under: covering, opacity: opacity, in: around.clips)
  }

  /// Places a group's surface, multiplied by the alpha of its mask's.
  mutating func place(
    _ surface: (pass: Int, area: DeviceBox), under mask: (pass: Int, area: DeviceBox), opacity: Double,
    in clips: ClipChain
  ) {
    addSurface(
      .masked, .masked(pass: surface.pass, mask: mask.pass),
      area: surface.area.intersection(mask.area).intersection(clips.box),
      origin: Vector2(surface.area.minX, surface.area.minY), opacity: opacity, clip: clips.index,
      features: softFeatures(of: surface.pass))
  }

  /// Draws a mask's subtree on a surface of its own; nil when it shows nothing.
  ///
  /// - Parameter around: as the inside of the masked layer sees it, isolated.
  @inline(never)
  mutating func surface(of mask: RenderNode, in around: Surroundings) -> (pass: Int, area: DeviceBox)? {
    openPass(.group(mask.identifier))
    addMask(mask, in: isolated(around, inside: mask))
    return closeDrawn()
  }

  /// Draws a mask; its own blend mode and backdrop do not count.
  private mutating func addMask(_ mask: RenderNode, in around: Surroundings) {
    guard !mask.isSpace else {
      addDepthSet(of: mask, in: around)
      return
    }
    stream.layerCount += 1
    guard let inside = surroundings(inside: mask, in: around) else { return }
    addPicture(of: mask, opacity: inside.opacity * mask.opacity, in: inside)
  }
}

extension RenderNode {
  /// The layer's mask where that is drawn on a surface; nil for one that is a clip, and without one.
  var maskSurface: RenderNode? { maskClip == nil ? mask : nil }
}
