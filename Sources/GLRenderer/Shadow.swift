import Foundation
import Graphics
import RenderTree

extension Flattener {
  /// What a layer with its sublayers casts (docs/rendering.md, section 15): a rounded rectangle by a formula; anything else is
  /// drawn once more where its shadow falls, blurred in two passes, and its alpha placed in the shadow's colour.
  mutating func add(_ shadow: Shadow, of node: RenderNode, in around: Surroundings) {
    guard let blur = Blur(shadow.radius, at: node.geometry.bounds, on: around.plane) else { return }
    var target = around.clips
    if node.clipsToBounds {
      if node.hidesClippedShadow, around.opacity == 1 { return }
      guard let clipped = clip(node, in: around) else { return }
      target = clipped
    }
    let offset = CATransform3DMakeTranslation(shadow.offset.width, shadow.offset.height, 0)
    guard let plane = Plane(offset, in: around.plane) else { return }
    if let silhouette = Silhouette(of: shadow, node, on: plane),
      addSoft(
        silhouette, shadow, clips: target, opacity: around.opacity, hidden: pixelsHidden(by: node, in: around))
    {
      return
    }
    var source = around
    source = source.isolated()
    source.plane = plane
    // What lies outside of what is seen can cast into it.
    let placing = blur.placing(in: shadow.color)
    let wanted = placing.inputBox(for: target.box)
    let needed = blur.steps.reversed().reduce(wanted) { box, step in step.inputBox(for: box) }
    source.clips.box = neededBox(needed, inside: node)
    openPass(.alpha(node.identifier))
    addSource(of: shadow, node, in: source)
    guard let surface = closeDrawn() else { return }
    let blurred = filter(surface, by: blur.steps[...], in: wanted, isAlphaOnly: true, of: node.identifier)
    add(placing, of: blurred, in: target.box, opacity: around.opacity, clip: target.index, features: softFeatures)
  }

  /// Draws what casts a shadow: its path, or the layer without its own shadow and opacity.
  private mutating func addSource(of shadow: Shadow, _ node: RenderNode, in around: Surroundings) {
    if let path = shadow.path {
      addCoverage(of: path, .fill(.winding), color: .white, in: around)
    } else if let mask = node.maskSurface {
      addMasked(node, by: mask, opacity: 1, withShadow: false, in: around)
    } else if let region = node.maskClip {
      addClipped(node, by: region, in: around)
    } else {
      addLook(of: node, in: around)
    }
  }
}

extension RenderNode {
  /// Whether the layer's background hides all that its bounds leave of its shadow, as long as it does not fade by itself.
  fileprivate var hidesClippedShadow: Bool { filters.isEmpty && background?.color.alpha == 1 }
}
