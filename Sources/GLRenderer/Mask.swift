import Graphics
import RenderTree

extension Flattener {
  /// Draws a layer multiplied by the alpha of its mask (docs/rendering.md, section 16): each on a surface of its own, in
  /// device pixels.
  ///
  /// - Parameter withShadow: whether what the layer casts is part of it.
  mutating func addMasked(
    _ node: RenderNode, by mask: RenderNode, opacity: Double, withShadow: Bool, in around: Surroundings
  ) {
    var inside = around
    inside.opacity = 1
    inside.clips = ClipChain(box: around.clips.box)
    open.append(PassBuilder(group: mask.identifier))
    add(mask, in: inside)
    let maskArea = open[open.count - 1].box
    guard !maskArea.isEmpty else {
      open.removeLast()
      return
    }
    let maskPass = close(area: maskArea, background: .clear)
    // Nothing of the layer shows outside of its mask.
    inside.clips.box = maskArea
    open.append(PassBuilder(group: node.identifier))
    if withShadow {
      addShadowAndContent(of: node, in: inside)
    } else {
      addContent(of: node, in: inside)
    }
    let area = open[open.count - 1].box
    guard !area.isEmpty else {
      open.removeLast()
      return
    }
    let pass = close(area: area, background: .clear)
    addSurface(
      .masked, .masked(pass: pass, mask: maskPass), area: area, opacity: opacity, clip: around.clips.index)
  }
}
